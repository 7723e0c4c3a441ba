#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Sources : public StoreTest {
 protected:
  std::vector<std::string> titles(SourceFilter filter, std::size_t limit = 100) {
    std::vector<std::string> titles;
    for (const auto& watched :
         must(store_->list_sources(filter, kNow, kLateAfter, limit))) {
      titles.push_back(watched.source.title);
    }
    return titles;
  }
  void be_due(model::SourceId source, Time due) {
    const auto batch = must(store_->begin());
    must(batch->save_schedule({.source = source, .next_due = due}));
    must(batch->commit());
  }
};

TEST_F(Sources, KeepEverythingTheyWereAddedWith) {
  model::Source source = source_at("https://example.org/feed", "Mine");
  source.kind = model::SourceKind::kFeed;
  source.state = model::SourceState::kPaused;
  source.site_url = "https://example.org/";
  source.folder = "News/Ελλάδα";
  source.language = "el";
  source.request.headers = {{"X-Key", "a: b"}, {"Accept", "*/*"}};
  source.request.basic_credentials = "user:pass";
  source.request.bearer_token = "token";
  source.request.proxy = "http://proxy:3128";
  source.fetch_pages = false;
  source.own_interval = std::chrono::minutes(7);
  source.id = must(store_->add_source(source, kNow + std::chrono::hours(1)));

  const auto found = must(store_->find_source(source.url)).value();
  EXPECT_EQ(found.source.id, source.id);
  EXPECT_EQ(found.source.kind, source.kind);
  EXPECT_EQ(found.source.state, source.state);
  EXPECT_EQ(found.source.title, source.title);
  EXPECT_EQ(found.source.site_url, source.site_url);
  EXPECT_EQ(found.source.folder, source.folder);
  EXPECT_EQ(found.source.language, source.language);
  EXPECT_EQ(found.source.request, source.request);
  EXPECT_EQ(found.source.fetch_pages, source.fetch_pages);
  EXPECT_EQ(found.source.own_interval, source.own_interval);
  EXPECT_EQ(found.source.added, source.added);
  EXPECT_EQ(found.schedule, (ScheduleRow{.source = source.id,
                                         .next_due = kNow + std::chrono::hours(1)}));
  EXPECT_EQ(must(store_->source_by_id(source.id))->source.url, source.url);
}

TEST_F(Sources, HaveOneAddressEach) {
  const auto id = add("https://example.org/feed");
  const auto again = store_->add_source(source_at("https://example.org/feed"), kNow);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::kExists);
  EXPECT_THAT(again.error().text, HasSubstr("source " + std::to_string(id.value)));
  EXPECT_EQ(must(store_->status(kNow, kLateAfter)).sources, 1);
}

TEST_F(Sources, AreAddedTogetherExceptThoseThatAreThereAlready) {
  const auto known = add("https://example.org/1");
  const std::vector<model::Source> sources{source_at("https://example.org/0"),
                                           source_at("https://example.org/1"),
                                           source_at("https://example.org/0")};
  const auto ids = must(store_->add_sources(sources, kNow));
  ASSERT_EQ(ids.size(), 3u);
  EXPECT_GT(ids[0].value(), known);
  EXPECT_EQ(ids[1], std::nullopt);
  EXPECT_EQ(ids[2], std::nullopt);
}

TEST_F(Sources, ThatAreNotThereAreNotFound) {
  EXPECT_EQ(must(store_->find_source("https://example.org/")), std::nullopt);
  EXPECT_EQ(must(store_->source_by_id({7})), std::nullopt);
  EXPECT_EQ(store_->remove_source({7}).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_->set_state({7}, model::SourceState::kPaused).error().kind,
            ErrorKind::kNotFound);
}

TEST_F(Sources, TakeEverythingWithThemWhenRemoved) {
  const auto kept = add("https://example.org/kept");
  const auto removed = add("https://example.org/removed");
  add_article(kept, 1, "kept");
  const auto article = add_article(removed, 1, "removed", true);
  const auto page = add_article(removed, 2, "with a page", true);
  const auto batch = must(store_->begin());
  must(batch->record_visit(report_of(removed, 1), 2));
  must(batch->save_page(page, {.html = "<p>"}, kNow));
  must(batch->commit());

  must(store_->remove_source(removed));

  EXPECT_EQ(must(store_->latest_articles(10)).size(), 1u);
  EXPECT_THAT(must(store_->visits_of(removed, 10)), IsEmpty());
  EXPECT_EQ(must(store_->page_html(page)), std::nullopt);
  const auto status = must(store_->status(kNow, kLateAfter));
  EXPECT_EQ(status.sources, 1);
  EXPECT_EQ(status.articles, 1);
  EXPECT_EQ(status.pages_wanted, 0);
  EXPECT_EQ(status.visits_last_hour, 0);
  EXPECT_GT(add_article(kept, 2, "next"), page) << "ids are never used twice";
  EXPECT_GT(page, article);
}

TEST_F(Sources, NeverGetTheIdOfARemovedOne) {
  const auto first = add("https://example.org/1");
  must(store_->remove_source(first));
  EXPECT_GT(add("https://example.org/1"), first);
}

TEST_F(Sources, AreListedByTitleWhateverItsCase) {
  add("https://example.org/1", "beta");
  add("https://example.org/2", "Alpha");
  add("https://example.org/3", "Gamma");
  EXPECT_THAT(titles(SourceFilter::kAll), ElementsAre("Alpha", "beta", "Gamma"));
  EXPECT_THAT(titles(SourceFilter::kAll, 2), ElementsAre("Alpha", "beta"));
}

TEST_F(Sources, AreDueOnlyWhileTheyAreVisited) {
  be_due(add("https://example.org/1", "late"), kNow - kLateAfter);
  be_due(add("https://example.org/2", "due"), kNow);
  be_due(add("https://example.org/3", "later"), kNow + Milliseconds(1));
  be_due(add("https://example.org/4", "never"), kNever);
  const auto failing = add("https://example.org/5", "failing");
  const auto paused = add("https://example.org/6", "paused");
  const auto gone = add("https://example.org/7", "gone");
  must(store_->set_state(failing, model::SourceState::kFailing));
  must(store_->set_state(paused, model::SourceState::kPaused));
  must(store_->set_state(gone, model::SourceState::kGone));

  EXPECT_THAT(titles(SourceFilter::kDue), ElementsAre("late", "due", "failing"));
  EXPECT_THAT(titles(SourceFilter::kComing), ElementsAre("later", "never"));
  EXPECT_THAT(titles(SourceFilter::kLate), ElementsAre("late"));
  EXPECT_THAT(titles(SourceFilter::kFailing), ElementsAre("failing"));
  EXPECT_THAT(titles(SourceFilter::kPaused), ElementsAre("paused"));
  EXPECT_THAT(titles(SourceFilter::kGone), ElementsAre("gone"));

  const auto status = must(store_->status(kNow, kLateAfter));
  EXPECT_EQ(status.sources, 7);
  EXPECT_EQ(status.active, 4);
  EXPECT_EQ(status.failing, 1);
  EXPECT_EQ(status.paused, 1);
  EXPECT_EQ(status.gone, 1);
  EXPECT_EQ(status.due, 3);
  EXPECT_EQ(status.late, 1);
}

TEST_F(Sources, TellTheControllerWhatOthersChanged) {
  const auto first = add("https://example.org/1");
  const auto second = add("https://example.org/2");
  const auto all = must(store_->changes_since(0));
  EXPECT_EQ(all.changed.size(), 2u);
  EXPECT_THAT(all.removed, IsEmpty());

  const auto nothing = must(store_->changes_since(all.revision));
  EXPECT_EQ(nothing.revision, all.revision);
  EXPECT_THAT(nothing.changed, IsEmpty());

  must(store_->set_state(second, model::SourceState::kPaused));
  must(store_->remove_source(first));
  const auto changes = must(store_->changes_since(all.revision));
  ASSERT_EQ(changes.changed.size(), 1u);
  EXPECT_EQ(changes.changed[0].source.id, second);
  EXPECT_EQ(changes.changed[0].source.state, model::SourceState::kPaused);
  EXPECT_THAT(changes.removed, ElementsAre(first));
  EXPECT_THAT(must(store_->changes_since(changes.revision)).removed, IsEmpty());
  EXPECT_THAT(must(store_->changes_since(0)).removed, IsEmpty());
}

TEST_F(Sources, DoNotTellTheControllerWhatItDidItself) {
  const auto id = add("https://example.org/1");
  const auto before = must(store_->changes_since(0)).revision;
  const auto batch = must(store_->begin());
  must(batch->set_state(id, model::SourceState::kFailing));
  must(batch->save_feed_head(id, {.title = "Said"}));
  must(batch->move_source(id, "https://example.org/moved", model::SourceKind::kFeed));
  must(batch->save_schedule({.source = id, .next_due = kNow}));
  must(batch->commit());
  EXPECT_EQ(must(store_->changes_since(before)).revision, before);
}

}  // namespace
}  // namespace curlew::store
