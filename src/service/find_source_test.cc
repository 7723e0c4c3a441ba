#include "service/find_source.h"

#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using store::kNow;
using store::must;
using store::source_at;
using testing::ElementsAre;

class FindSource : public store::StoreTest {
 protected:
  model::SourceId file(std::string url, std::string title, std::string folder) {
    model::Source source = source_at(std::move(url), std::move(title));
    source.folder = std::move(folder);
    return must(store_->sources().add(source, kNow));
  }
  // Its id, or what is wrong with the word.
  std::string found(std::string_view word) {
    const auto source = find_source(*store_, word);
    return source.ok() ? "#" + std::to_string(source->source.id.value)
                       : source.error().text;
  }
  std::vector<std::int64_t> targets(const Targets& named) {
    std::vector<std::int64_t> ids;
    for (const auto& each : must(find_targets(*store_, named, kNow))) {
      ids.push_back(each.source.id.value);
    }
    return ids;
  }
};

TEST_F(FindSource, ByNumberAddressHostAndPartOfTheTitle) {
  add("https://www.one.example/feed", "Morning News");
  add("https://two.example/", "Evening Post");
  EXPECT_EQ(found("1"), "#1");
  EXPECT_EQ(found("#2"), "#2");
  EXPECT_EQ(found("https://two.example/"), "#2");
  EXPECT_EQ(found("two.example"), "#2");
  EXPECT_EQ(found("ONE.example"), "#1");
  EXPECT_EQ(found("evening"), "#2");
}

TEST_F(FindSource, ByAnAddressThatItHadBefore) {
  const auto id = add("https://old.example/");
  auto moved = must(store_->sources().find(id))->source;
  moved.url = "https://new.example/";
  must(store_->sources().change(moved));
  EXPECT_EQ(found("https://old.example/"), "#1");
}

TEST_F(FindSource, NamesThemWhereSeveralFit) {
  add("https://a.example/1", "One");
  add("https://a.example/2", "Two");
  EXPECT_EQ(found("a.example"), "a.example: 2 sources fit: #1 One, #2 Two");
  EXPECT_EQ(found("https://a.example/3"), "https://a.example/3: no such source");
  EXPECT_EQ(found("9"), "9: no such source");
}

TEST_F(FindSource, DoesNotTakeAWholeAddressForAPartOfATitle) {
  add("https://a.example/", "About b.example/feed");
  EXPECT_EQ(found("b.example/feed"), "b.example/feed: no such source");
}

TEST_F(FindSource, TargetsAreThoseOfAFolderAndThoseBelowIt) {
  file("https://a.example/", "", "News");
  file("https://b.example/", "", "News/Greece");
  file("https://c.example/", "", "Newspapers");
  EXPECT_THAT(targets({.folder = "/News/"}), testing::UnorderedElementsAre(1, 2));
  EXPECT_THAT(targets({.words = {"2"}, .folder = "News/Greece"}), ElementsAre(2));
  EXPECT_EQ(targets({.all = true}).size(), 3u);
}

TEST_F(FindSource, TargetsAreRefusedWhenOneIsMistypedOrNothingIsNamed) {
  add("https://a.example/");
  const auto mistyped = find_targets(*store_, {.words = {"1", "nosuch"}}, kNow);
  ASSERT_FALSE(mistyped.ok());
  EXPECT_EQ(mistyped.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(find_targets(*store_, {}, kNow).error().kind, ErrorKind::kUsage);
  EXPECT_EQ(find_targets(*store_, {.folder = "/"}, kNow).error().kind,
            ErrorKind::kUsage);
  EXPECT_EQ(find_targets(*store_, {.folder = "None"}, kNow).error().text,
            "--folder None: no such folder");
}

TEST_F(FindSource, ListsThoseOfAStateInAFolder) {
  const auto one = file("https://a.example/", "", "News");
  file("https://b.example/", "", "News");
  const auto other = file("https://c.example/", "", "");
  must(store_->sources().set_state(one, model::SourceState::kPaused));
  must(store_->sources().set_state(other, model::SourceState::kPaused));
  const auto listed = must(list_sources(*store_, {store::SourceFilter::kPaused, "News"},
                                        kNow, store::kLateAfter));
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0].source.id, one);
}

}  // namespace
}  // namespace curlew::service
