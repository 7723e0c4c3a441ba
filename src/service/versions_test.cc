#include "service/versions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "detect/page/detect.h"
#include "parse/html/page.h"
#include "service/kept_versions_test.h"

namespace curlew::service {
namespace {

using std::chrono::hours;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kUrl = "https://example.org/fees";

// A page that says when its office is open, and what it takes.
std::string page(std::string_view fee, std::string_view office = "open on weekdays") {
  return fmt::format(
      "<html><title>Fees</title><body><main><h1>Fees of the harbour</h1><p>A boat of "
      "up "
      "to six metres pays {} a night, water and light included.</p><p>Larger boats ask "
      "the harbour master before they enter.</p><p>The office is {}, and closed on "
      "the day of the patron saint.</p></main></body></html>",
      fee, office);
}

Moment at(Time time) { return {time, time}; }
Moment day_of(Time time) {
  const Time begin = std::chrono::floor<std::chrono::days>(time);
  return {begin, begin + hours(24) - Milliseconds(1)};
}

class VersionsTest : public KeptVersionsTest {
 protected:
  Document document(Viewer viewer = {}) {
    return must(find_document(*store_, kUrl, viewer));
  }
  std::vector<Time> times(const Document& of) {
    std::vector<Time> times;
    for (const auto& each : must(list_versions(*store_, of, kNever, 10))) {
      times.push_back(each.seen);
    }
    return times;
  }

  const model::SourceId source_ = add_document(kUrl);
};

TEST_F(VersionsTest, AreListedBySourceNumberAndAddressTheNewestFirst) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("twelve euros"));
  for (const std::string word : {"1", "#1", "example.org/fees", "The fees"}) {
    EXPECT_THAT(times(must(find_document(*store_, word))),
                ElementsAre(kNow + hours(2), kNow))
        << word;
  }
  EXPECT_EQ(find_document(*store_, "https://example.org/other").error().kind,
            ErrorKind::kNotFound);
}

TEST_F(VersionsTest, OfAnAddressThatIsNoSourcesAreFoundByIt) {
  const std::string url = "https://example.org/story";
  auto version = keep(source_, kUrl, kNow, page("ten euros"));
  version.url = url;
  version.article = model::ArticleId{7};
  save(version);
  const Document story = must(find_document(*store_, url));
  EXPECT_FALSE(story.source);
  EXPECT_THAT(times(story), ElementsAre(kNow));
}

TEST_F(VersionsTest, OfASourceThatIsPrivateToAnotherAreNotThere) {
  const auto anna = add_user("anna");
  const auto bob = add_user("bob");
  model::Source source = must(store_->sources().find(source_))->source;
  source.is_shared = false;
  must(store_->sources().change(source));
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{anna, source_, kNow, "", ""}}));
  auto version = keep(source_, kUrl, kNow, page("ten euros"));
  version.url = "https://example.org/story";
  version.article = model::ArticleId{7};
  save(version);
  for (const std::string& word : {kUrl, version.url}) {
    EXPECT_TRUE(find_document(*store_, word, anna).ok()) << word;
    EXPECT_FALSE(find_document(*store_, word, bob).ok()) << word;
  }
}

TEST_F(VersionsTest, TheOneInForceIsTheLastOneThatWasSeenByThen) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("twelve euros"));
  const Document of = document();
  const auto seen = [&](std::optional<Moment> moment) {
    return must(find_version(*store_, of, moment)).seen;
  };
  EXPECT_EQ(seen(at(kNow)), kNow);
  EXPECT_EQ(seen(at(kNow + hours(1))), kNow);
  EXPECT_EQ(seen(at(kNow + hours(2))), kNow + hours(2));
  EXPECT_EQ(seen(day_of(kNow)), kNow + hours(2));
  EXPECT_EQ(seen({}), kNow + hours(2));
  EXPECT_EQ(find_version(*store_, of, at(kNow - hours(1))).error().text,
            kUrl +
                ": no version before 2026-09-21T13:13:20Z; the first is of "
                "2026-09-21T14:13:20Z");
}

TEST_F(VersionsTest, WhereNoneIsKeptThatIsSaid) {
  EXPECT_EQ(find_version(*store_, document(), {}).error().text,
            kUrl + ": no version is kept yet");
  add_document("https://example.org/links", model::SourceKind::kPage, {});
  const auto links = must(find_document(*store_, "https://example.org/links"));
  EXPECT_THAT(find_version(*store_, links, {}).error().text,
              HasSubstr("--watch changes"));
}

TEST_F(VersionsTest, AreNamedByAnAddressAndATime) {
  const auto named = [](std::string_view typed) {
    const NamedVersion version = parse_named_version(typed, kNow);
    return fmt::format("{} {}", version.document,
                       version.moment ? to_iso8601(version.moment->last) : "newest");
  };
  EXPECT_EQ(named("example.org@2026-11-15"), "example.org 2026-11-15T23:59:59Z");
  EXPECT_EQ(named("7@1h ago"), "7 2026-09-21T13:13:20Z");
  EXPECT_EQ(named("example.org/@anna"), "example.org/@anna newest");
  EXPECT_EQ(named("example.org/@anna@20261115"),
            "example.org/@anna 2026-11-15T23:59:59Z");
  EXPECT_EQ(named("example.org"), "example.org newest");
}

TEST_F(VersionsTest, AreReadAndComparedWhileTheyAreWritten) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("twelve euros"));
  control::Archives archives(folder_.path().string());
  const auto pair = must(find_pair(*store_, document(), {}));
  EXPECT_EQ(pair.old.seen, kNow);
  const auto content = must(archives.read(pair.now.place));
  EXPECT_EQ(content.body, page("twelve euros"));
  EXPECT_THAT(
      readable_text(content, pair.now),
      testing::StartsWith("Fees of the harbour\nA boat of up to six metres pays "
                          "twelve euros a night"));
  const auto difference = must(compare_versions(archives, document(), pair));
  EXPECT_THAT(std::get<detect::PageView>(difference).to_unified(),
              testing::AllOf(HasSubstr("pays [-ten-] euros"),
                             HasSubstr("pays {+twelve+} euros")));
}

TEST_F(VersionsTest, ArePairedByTimes) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("eleven euros"));
  keep(source_, kUrl, kNow + hours(4), page("twelve euros"));
  const auto pair = [&](std::vector<Moment> moments) {
    const auto found = find_pair(*store_, document(), moments);
    if (!found.ok()) return found.error().text;
    return fmt::format("{} {}", (found->old.seen - kNow) / hours(1),
                       (found->now.seen - kNow) / hours(1));
  };
  EXPECT_EQ(pair({}), "2 4");
  EXPECT_EQ(pair({at(kNow)}), "0 4");
  EXPECT_EQ(pair({at(kNow), at(kNow + hours(3))}), "0 2");
  EXPECT_EQ(pair({at(kNow + hours(3)), at(kNow)}), "0 2");
  EXPECT_THAT(pair({at(kNow), at(kNow + hours(1))}), HasSubstr("at both times"));
}

TEST_F(VersionsTest, OfDataAreComparedByWhatTheySay) {
  const std::string url = "https://example.org/rates.csv";
  const auto rates = add_document(url, model::SourceKind::kData);
  keep(rates, url, kNow, "code,rate\nEUR,1\nUSD,1.1\n", "text/csv");
  keep(rates, url, kNow + hours(1), "code,rate\nUSD,1.2\nEUR,1\n", "text/csv");
  const Document of = must(find_document(*store_, url));
  const auto difference =
      must(compare_versions(archives_, of, must(find_pair(*store_, of, {}))));
  const auto& change = std::get<detect::DataChange>(difference);
  ASSERT_EQ(change.edited.size(), 1u);
  EXPECT_EQ(change.edited[0].after, "1.2");
}

TEST_F(VersionsTest, OfJsonLdWithoutItsContextAreComparedAsTrees) {
  const std::string url = "https://example.org/port.jsonld";
  const auto port = add_document(url, model::SourceKind::kData);
  const std::string_view form =
      R"({{"@context":"https://schema.example/","name":"{}"}})";
  keep(port, url, kNow, fmt::format(fmt::runtime(form), "A"), "application/ld+json");
  keep(port, url, kNow + hours(1), fmt::format(fmt::runtime(form), "B"),
       "application/ld+json");
  const Document of = must(find_document(*store_, url));
  const auto difference =
      must(compare_versions(archives_, of, must(find_pair(*store_, of, {}))));
  EXPECT_EQ(std::get<detect::DataChange>(difference).edited_count, 1u);
}

class NoChangeTest : public VersionsTest {
 protected:
  // What the next visit would make of it.
  bool is_told(const std::string& html) {
    const std::vector<model::SourceId> sources{source_};
    const auto state = must(store_->versions().states(sources)).at(source_);
    const auto last = must(archives_.read(state.last->place));
    dom::Document old, now;
    parse::parse_html_page(last.body, "text/html", old);
    parse::parse_html_page(html, "text/html", now);
    const detect::Rules rules;
    const auto old_blocks = rules.read(old);
    const auto blocks = rules.read(now);
    return detect::detect_change({old, old_blocks}, {now, blocks},
                                 must(detect::parse_notes(state.notes)), rules)
        .change.changed;
  }
};

TEST_F(NoChangeTest, SaidByAUserHidesThatPlaceFromThenOn) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(1), page("ten euros", "open at noon"));
  EXPECT_TRUE(is_told(page("ten euros", "open in the evening")));
  const auto version =
      must(say_no_change(*store_, archives_, document(), at(kNow + hours(1))));
  EXPECT_TRUE(version.is_no_change);
  EXPECT_FALSE(is_told(page("ten euros", "open at noon")));
  EXPECT_FALSE(is_told(page("ten euros", "open in the evening")));
  EXPECT_TRUE(is_told(page("twelve euros", "open at noon")));
  const auto versions = must(list_versions(*store_, document(), kNever, 10));
  EXPECT_TRUE(versions.at(0).is_no_change);
  EXPECT_FALSE(versions.at(1).is_no_change);
  // Again is not wrong.
  EXPECT_TRUE(say_no_change(*store_, archives_, document(), at(kNow + hours(1))).ok());
}

TEST_F(NoChangeTest, IsSaidOfAVersionThatWasSeenThen) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(1), page("twelve euros"));
  const auto none = say_no_change(*store_, archives_, document(), at(kNow + hours(2)));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(none.error().text,
              HasSubstr("the one before is of 2026-09-21T15:13:20Z"));
  const auto first = say_no_change(*store_, archives_, document(), at(kNow));
  ASSERT_FALSE(first.ok());
  EXPECT_THAT(first.error().text, HasSubstr("it is the first one"));
}

TEST_F(NoChangeTest, IsRefusedWhereItWouldBeToldAgain) {
  keep(source_, kUrl, kNow, page("ten euros"));
  std::string html = page("ten euros");
  html.replace(html.find("<main>"), 6, "<main class=\"wide\">");
  keep(source_, kUrl, kNow + hours(1), html);
  const auto said = say_no_change(*store_, archives_, document(), at(kNow + hours(1)));
  ASSERT_FALSE(said.ok());
  EXPECT_THAT(said.error().text, HasSubstr("--changes-of"));
  const std::string url = "https://example.org/rates.csv";
  const auto rates = add_document(url, model::SourceKind::kData);
  keep(rates, url, kNow, "a\n1\n", "text/csv");
  keep(rates, url, kNow + hours(1), "a\n2\n", "text/csv");
  const auto of = must(find_document(*store_, url));
  EXPECT_EQ(say_no_change(*store_, archives_, of, at(kNow + hours(1))).error().kind,
            ErrorKind::kUsage);
}

}  // namespace
}  // namespace curlew::service
