// Rendered pages whose pictures tell what looks different.

#include "pipeline/looks.h"

#include <gmock/gmock.h>
#include <png.h>

#include "pipeline/memory_shelf_test.h"
#include "pipeline/visit.h"

namespace curlew::pipeline {
namespace {

using model::ChangeKind;
using model::FetchOutcome;
using testing::HasSubstr;

constexpr std::string_view kFeesPage =
    "<html><title>Fees</title><body><main><p>A boat pays four coins for a night in the "
    "harbour, and a ferry pays what the harbour master says.</p></main></body></html>";

// A white page with a box of that shade.
std::string picture_with(const model::Box& box, std::uint8_t shade) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = 200;
  image.height = 100;
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image), 255);
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) {
      pixels[std::size_t(y * 200 + x) * 3] = shade;
    }
  }
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  EXPECT_TRUE(png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(),
                                        0, nullptr));
  bytes.resize(size);
  return bytes;
}

class Looks : public testing::Test {
 protected:
  Looks() {
    watch_.watching.changes = true;
    watch_.watching.links = false;
    watch_.watching.kinds.add(ChangeKind::kPresentation);
  }

  model::VisitOrder order() const {
    model::VisitOrder order;
    order.id = {1};
    order.source = {2};
    order.url = "https://e.example/fees";
    model::FollowedPageTask task;
    task.reading.rendering = model::Rendering::kAlways;
    task.watch = watch_;
    order.task = task;
    return order;
  }
  VisitEnd visit(std::string picture, std::string body = std::string(kFeesPage)) {
    fetch::FetchResult result;
    result.status = 200;
    result.headers = {{"Content-Type", "text/html"}};
    result.body = std::move(body);
    result.picture = std::move(picture);
    result.final_url = result.permanent_url = "https://e.example/fees";
    result.started = now_ += Milliseconds(60'000);
    VisitEnd end =
        conclude_visit(order(), memory_ ? &*memory_ : nullptr, std::move(result),
                       {.terminal = "t1", .shelf = &shelf_});
    if (end.memory) memory_ = end.memory;
    if (const model::Version* const kept = version_of(end)) {
      watch_.last_digest = kept->digest;
      watch_.last = kept->place;
    }
    return end;
  }
  static const model::Version* version_of(const VisitEnd& end) {
    const auto* const document = model::document_of(end.report.findings);
    return document && document->version ? &*document->version : nullptr;
  }

  MemoryShelf shelf_;
  model::DocumentWatch watch_;
  std::optional<store::SourceMemory> memory_;
  Time now_ = from_unix_seconds(1'700'000'000);
};

constexpr model::Box kBox{40, 24, 80, 32};

TEST_F(Looks, AreAskedForWhereARenderedPageIsWatched) {
  EXPECT_TRUE(make_request(order(), {}, nullptr, {}).wants_picture);
  model::VisitOrder plain = order();
  std::get<model::FollowedPageTask>(plain.task).reading.rendering =
      model::Rendering::kNever;
  EXPECT_FALSE(make_request(plain, {}, nullptr, {}).wants_picture);
  model::VisitOrder followed = order();
  std::get<model::FollowedPageTask>(followed.task).watch.reset();
  EXPECT_FALSE(make_request(followed, {}, nullptr, {}).wants_picture);
}

TEST_F(Looks, AreKeptBesideTheVersion) {
  visit(picture_with(kBox, 10));
  ASSERT_EQ(shelf_.kept.size(), 2u);
  EXPECT_EQ(shelf_.kept[0].url, "urn:x-curlew:screenshot:https://e.example/fees");
  const auto picture =
      kept_picture(*shelf_.read(watch_.last), watch_.last,
                   [&](const model::KeptAt& place) { return shelf_.read(place); });
  ASSERT_TRUE(picture.ok() && *picture);
  EXPECT_EQ(**picture, picture_with(kBox, 10));
}

TEST_F(Looks, ThatChangeAreAChangeThoughTheDomStays) {
  visit(picture_with(kBox, 10));
  EXPECT_EQ(visit(picture_with(kBox, 10)).report.outcome, FetchOutcome::kNotModified);
  const VisitEnd end = visit(picture_with(kBox, 200));
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "1 area looks different");
  EXPECT_TRUE(version_of(end)->kinds.has(ChangeKind::kPresentation));
  const auto& entries = model::listing_of(end.report.findings)->new_entries;
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_THAT(entries[0].entry.content,
              HasSubstr("80 × 32 pixels, 40 from the left and 24 from the top"));
}

TEST_F(Looks, SayWhichPlacesAreMeantWhereClassesChange) {
  visit(picture_with(kBox, 10));
  std::string styled(kFeesPage);
  styled.replace(styled.find("<p>"), 3, "<p class=\"wide loud\">");
  const VisitEnd end = visit(picture_with(kBox, 200), styled);
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary,
            "only classes or styles changed; 1 area looks different");
}

TEST_F(Looks, ThatNoEyeTellsApartAreNoChange) {
  visit(picture_with(kBox, 10));
  const VisitEnd end = visit(picture_with({40, 24, 81, 32}, 12));
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched) << "it was looked at";
  EXPECT_TRUE(version_of(end)) << "a column of 32 pixels is seen";
  EXPECT_FALSE(version_of(visit(picture_with({40, 24, 81, 32}, 25))));
}

TEST_F(Looks, OfAClockAreSeenThroughAsItsTextIs) {
  const auto page_at = [](std::string_view time) {
    std::string page(kFeesPage);
    const std::string clock = "<p class=\"clock\">" + std::string(time) + "</p>";
    return page.insert(page.find("<main>"), clock);
  };
  visit(picture_with(kBox, 10), page_at("12:04:33"));
  EXPECT_FALSE(version_of(visit(picture_with(kBox, 200), page_at("12:06:12"))));
}

TEST_F(Looks, OfThoseWhoDoNotAskForThemAreNoChange) {
  watch_.watching.kinds = model::Watching().kinds;
  visit(picture_with(kBox, 10));
  EXPECT_FALSE(version_of(visit(picture_with(kBox, 200))));
}

TEST_F(Looks, OfAVersionWithoutAPictureBeginWithTheNextVisit) {
  visit("");
  const VisitEnd end = visit(picture_with(kBox, 10));
  ASSERT_TRUE(version_of(end));
  EXPECT_EQ(version_of(end)->summary, "its first picture");
  EXPECT_TRUE(model::listing_of(end.report.findings)->new_entries.empty());
}

TEST_F(Looks, ThatCannotBeReadAreNotedAndHarmNothing) {
  visit(picture_with(kBox, 10));
  const VisitEnd end = visit("no picture");
  EXPECT_EQ(end.report.outcome, FetchOutcome::kFetched);
  EXPECT_THAT(end.report.note, HasSubstr("how it looks is not compared: PNG"));
}

}  // namespace
}  // namespace curlew::pipeline
