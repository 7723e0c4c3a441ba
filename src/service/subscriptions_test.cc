#include "service/subscriptions.h"

#include <gmock/gmock.h>

#include "model/sealed_settings_test.h"
#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using std::chrono::hours;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;

class Subscriptions : public store::StoreTest {
 protected:
  Imported import(std::vector<parse::OpmlFeed> feeds) {
    parse::OpmlList list;
    list.feeds = std::move(feeds);
    return must(import_feeds(*store_, list, model::kTestKey, kNow, [](std::size_t) {}));
  }
  model::Source stored(std::string_view url) {
    return must(store_->sources().find(url)).value().source;
  }
};

TEST_F(Subscriptions, AreAddedOnceAndTheRestIsNamedWithItsReason) {
  const Imported first = import({{.url = "https://a.example/", .folder = "/News/"},
                                 {.url = "ftp://a.example/"},
                                 {.url = "https://b.example/", .interval = "5s"}});
  EXPECT_EQ(first.added, 2u);
  ASSERT_EQ(first.invalid.size(), 1u);
  EXPECT_THAT(
      first.left_out,
      ElementsAre(HasSubstr("https://b.example/: watched without its interval")));
  EXPECT_EQ(stored("https://a.example/").folder, "News");
  EXPECT_FALSE(stored("https://b.example/").wishes.interval);
  EXPECT_EQ(import({{.url = "https://a.example/"}}).known, 1u);
}

TEST_F(Subscriptions, WhatIsWatchedIsCheckedAsIfItWasTyped) {
  const Imported list = import({{.url = "https://a.example/",
                                 .kind = "page",
                                 .watching = "changes: 1\npart: a[\n"}});
  EXPECT_EQ(list.added, 1u);
  EXPECT_THAT(list.left_out,
              ElementsAre(HasSubstr("https://a.example/: watched with")));
  EXPECT_FALSE(stored("https://a.example/").watching.changes);
}

TEST_F(Subscriptions, LoginsInTheirAddressesAreSealed) {
  import({{.url = "https://ann:hunter2@a.example/feed" }});
  const model::SealedSettings request = stored("https://a.example/feed").request;
  EXPECT_THAT(request.basic_credentials.kept(), testing::Not(HasSubstr("hunter2")));
  EXPECT_EQ(model::opened(request, "https://a.example").basic_credentials,
            "ann:hunter2");
}

TEST_F(Subscriptions, ASiteThatIsNoWebAddressIsNeitherTakenNorHandedOn) {
  const auto list = must(parse_feed_list(
      "<opml><outline xmlUrl='https://a.example/feed' htmlUrl='javascript:x()'/>"
      "</opml>"));
  must(import_feeds(*store_, list, model::kTestKey, kNow, [](std::size_t) {}));
  model::Source read = must(store_->sources().find("https://a.example/feed"))->source;
  EXPECT_EQ(read.site_url, "");
  read.site_url = "data:text/html,x";
  must(store_->sources().save_found(read));
  EXPECT_THAT(must(export_opml(*store_, "", kNow)), testing::Not(HasSubstr("data:")));
}

TEST_F(Subscriptions, NamesOfAListAreMadeFitToBeShown) {
  import(
      {{.url = "https://a.example/",
        .title = "A\x1b[31m\nfeed",
        .folder = "\xe2\x80\xaeNews/\x01/ Sea\t" }});
  EXPECT_EQ(stored("https://a.example/").folder, "News/Sea");
  EXPECT_EQ(stored("https://a.example/").title, "A[31m feed");
}

TEST_F(Subscriptions, ReadBackAsTheyWereWritten) {
  model::Source page = store::source_at("https://p.example/", "A page");
  page.kind = model::SourceKind::kPage;
  page.folder = "News/Greece";
  page.state = model::SourceState::kPaused;
  page.wishes.interval = std::chrono::minutes(30);
  page.watching.changes = true;
  page.watching.part = "#prices > td\\.last";
  page.objective = model::Objective::kCapture;
  page.policy = "dyn";
  page.request.bearer_token = model::kept("secret");
  const auto id = must(store_->sources().add(page, kNow));
  must(store_->sources().set_state(id, model::SourceState::kPaused));
  const std::string opml = must(export_opml(*store_, "http://localhost:8400", kNow));
  EXPECT_THAT(opml, HasSubstr("http://localhost:8400/sources/1/feed.atom"));
  EXPECT_THAT(opml, testing::Not(HasSubstr("secret")));
  must(store_->sources().remove(id));
  import(parse::parse_opml(opml).value().feeds);
  const model::Source back = stored("https://p.example/");
  EXPECT_EQ(back.kind, page.kind);
  EXPECT_EQ(back.folder, page.folder);
  EXPECT_EQ(back.state, page.state);
  EXPECT_EQ(back.watching, page.watching);
  EXPECT_EQ(back.objective, page.objective);
  EXPECT_EQ(back.policy, page.policy);
  EXPECT_EQ(back.wishes.interval, page.wishes.interval);
  EXPECT_EQ(back.request, model::SealedSettings{});
}

TEST_F(Subscriptions, WithoutWebAPageIsExportedByItsOwnAddress) {
  model::Source page = store::source_at("https://p.example/");
  page.kind = model::SourceKind::kPage;
  must(store_->sources().add(page, kNow));
  const std::string opml = must(export_opml(*store_, "", kNow));
  EXPECT_THAT(opml, HasSubstr("xmlUrl=\"https://p.example/\""));
}

TEST_F(Subscriptions, ATraceHasWhatWasPublishedSinceItsSourceIsWatched) {
  const auto id = add("https://a.example/,b");
  auto found = [&, key = std::uint64_t{0}](Time when,
                                           std::optional<Time> published) mutable {
    model::Entry entry = store::entry_titled(std::to_string(++key));
    entry.published = published;
    store::NewArticle article = store::article_of(id, key, entry);
    article.found = when;
    must(store::add_one(*store_, article));
  };
  found(kNow + hours(1), std::nullopt);     // Of the first visit: unknown.
  found(kNow + hours(1), kNow - hours(5));  // Before it was watched.
  found(kNow + hours(2), kNow + hours(1));  // Its own time.
  found(kNow + hours(3), kNow + hours(9));  // In the future: when found.
  found(kNow + hours(4), std::nullopt);     // When found.
  std::string csv;
  const Trace trace =
      must(export_trace(*store_, kNow, [&](std::string_view line) { csv += line; }));
  const auto line = [](int hour) {
    return "1," + std::to_string(to_unix_ms(kNow + hours(hour)) / 1000) + "\n";
  };
  EXPECT_EQ(csv, "source_id,unix_time\n" + line(1) + line(3) + line(4));
  EXPECT_EQ(trace.events, 3u);
  EXPECT_EQ(trace.names, "source_id,name\n1,\"https://a.example/,b\"\n");
}

}  // namespace
}  // namespace curlew::service
