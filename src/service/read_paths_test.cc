// Every function of this module that reads is asked by two users: what comes from a
// source that is private to one is told to her, and not to him. A new function is in
// the table, or among those that tell nobody anything, or the last test fails.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>

#include "base/secret_token.h"
#include "model/sealed_settings_test.h"
#include "schedule/make_policy.h"
#include "service/clips.h"
#include "service/explain.h"
#include "service/health.h"
#include "service/indexed_article_test.h"
#include "service/own_sources.h"
#include "service/personal.h"
#include "service/reader_items.h"
#include "service/reader_marks.h"
#include "service/reading.h"
#include "service/search.h"
#include "service/source_table.h"
#include "service/subscriptions.h"
#include "service/topics.h"
#include "service/users.h"
#include "service/versions.h"
#include "service/visit_log.h"
#include "service/watchlists.h"
#include "store/clips_fixture.h"
#include "text/fold.h"

namespace curlew::service {
namespace {

using store::kNow;
using store::must;
using testing::HasSubstr;
using testing::Not;

// One who asks, and the addresses that he knows.
struct Asker {
  std::string name;
  Viewer viewer;
  std::string page;
  std::string feed;
};

// What a function told, as one text; empty where it refused.
std::string told(const std::vector<store::WatchedSource>& sources) {
  std::string text;
  for (const auto& each : sources) text += name_of(each.source) + each.source.url;
  return text;
}
std::string told(const store::WatchedSource& source) {
  return told(std::vector{source});
}
std::string told(const std::vector<store::ArticleRow>& articles) {
  std::string text;
  for (const auto& each : articles) {
    text += each.title + each.source_title + each.url;
    for (const auto& topic : each.topics) text += text::fold(topic.name);
  }
  return text;
}
std::string told(const std::vector<store::VisitRow>& visits) {
  std::string text;
  for (const auto& each : visits) text += each.source_title + each.source_url;
  return text;
}
std::string told(const std::vector<store::ClipRow>& clips) {
  std::string text;
  for (const auto& each : clips) {
    text += each.source_title + each.list_name;
    for (const auto& other : each.also_in) text += other.source_title + other.url;
  }
  return text;
}
std::string told(const std::vector<store::DeliveryRow>& deliveries) {
  std::string text;
  for (const auto& each : deliveries) text += each.list_name;
  return text;
}
std::string told(const ClipTimings& timings) {
  std::string text;
  for (const auto* side : {&timings.lists, &timings.sources}) {
    for (const ClipTiming& each : *side) text += each.name;
  }
  return text;
}
std::string told(const std::vector<SearchRow>& rows) {
  std::string text;
  for (const auto& each : rows) text += told(std::vector{each.article}) + each.snippet;
  return text;
}
std::string told(const SearchResult& result) { return told(result.rows); }
std::string told(const Preview& preview) { return told(preview.rows); }
std::string told(const StatusSnapshot& snapshot) {
  return told(snapshot.due) + told(snapshot.coming) + told(snapshot.problems) +
         told(snapshot.failing) + told(snapshot.latest);
}
std::string told(const SourceDetail& detail) {
  return told(detail.source) + told(detail.visits) + told(detail.articles);
}
std::string told(const std::vector<DayLateness>& days) {
  std::size_t articles = 0;
  for (const DayLateness& each : days) articles += each.lateness.articles;
  return articles > 1 ? "hidden" : "common";
}
std::string told(const ArticleDetail& detail) {
  return told(std::vector{detail.article});
}
std::string told(const publish::PersonalPage& page) {
  std::string text;
  for (const auto& list : page.lists) {
    text += list.name;
    for (const auto& each : list.clips) text += each.source_title;
  }
  return text;
}
std::string told(const publish::ClipFeed& feed) {
  std::string text = feed.title;
  for (const auto& each : feed.clips) text += each.source_title;
  return text;
}
std::string told(const std::vector<ReaderFeed>& feeds) {
  std::string text;
  for (const ReaderFeed& each : feeds) text += each.title + each.url + each.folder;
  return text;
}
std::string told(const std::vector<UsersWatchlist>& lists) {
  std::string text;
  for (const auto& each : lists) text += each.row.list.name;
  return text;
}
std::string told(const store::TopicRow& row) { return text::fold(row.topic.name); }
std::string told(const TopicDetail& detail) { return told(detail.row); }
std::string told(const std::vector<TopicDetail>& topics) {
  std::string text;
  for (const auto& each : topics) text += told(each);
  return text;
}
std::string told(const std::vector<store::TopicLogRow>& rows) {
  return rows.empty() ? "" : "hidden";
}
std::string told(const std::vector<model::Version>& versions) {
  std::string text;
  for (const auto& each : versions) text += each.summary;
  return text;
}
std::string told(const model::Version& version) { return told(std::vector{version}); }
std::string told(const VersionPair& pair) {
  return told(std::vector{pair.old, pair.now});
}
std::string told(const Document& document) {
  return document.source ? document.source->url : "the hidden page of an article";
}
std::string told(const PersonalArticle& found) { return told(found.detail); }
std::string told(const std::string& text) { return text; }
std::string told(const std::vector<ReadingRow>& rows) {
  std::string text;
  for (const auto& each : rows) text += told(std::vector{each.article}) + each.snippet;
  return text;
}
std::string told(const ReadingPage& page) { return told(page.rows); }
std::string told(const ReadArticle& read) {
  std::string text = told(read.detail);
  for (const auto& reason : read.reasons) text += told(std::vector{reason.clip});
  return text;
}
std::string told(const ClipPage& page) {
  std::vector<store::ClipRow> rows;
  for (const auto& each : page.rows) rows.push_back(each.clip);
  return told(rows);
}
std::string told(const CountedList& list) { return list.row.list.name; }
std::string told(const std::vector<CountedList>& lists) {
  std::string text;
  for (const auto& each : lists) text += told(each);
  return text;
}
std::string told(const ReadingFolders& folders) {
  return folders.total > 1 ? "hidden" : "";
}
std::string told(const SourceTablePage& page) {
  std::string text = page.total > 1 ? "hidden" : "";
  for (const auto& each : page.rows) text += told(each.source);
  return text;
}
std::string told(const std::vector<ProblemGroup>& groups) {
  std::string text;
  for (const auto& group : groups) {
    for (const auto& each : group.sources) text += told(each.source);
  }
  return text;
}
std::string told(const Health& health) {
  return health.articles_today > 1 || health.counts.sources > 1 ? "hidden" : "";
}
std::string told(const DelayPicture& picture) {
  std::string text;
  for (const auto& each : picture.sources) text += each.title;
  for (const auto& each : picture.lists) text += each.name;
  return text;
}
std::string told(const TopicPreview& preview) {
  std::string text;
  for (const auto& each : preview.articles) text += told(std::vector{each.article});
  return text;
}
std::string told(const store::CrawlCounts&) { return "hidden"; }
template <typename T>
std::string told(const std::optional<T>& value) {
  return value ? told(*value) : "";
}
template <typename T>
std::string told(const Result<T>& result) {
  return result.ok() ? told(*result) : "";
}

class ReadPaths : public store::UserStoreTest {
 protected:
  ReadPaths() {
    model::Source source =
        store::source_at("https://hidden.example/feed", "The hidden diary");
    source.is_shared = false;
    private_ = must(store_->sources().add(source, kNow));
    must(store_->subscriptions().add(std::vector<model::Subscription>{
        {*anna_.viewer, private_, kNow, "Mine", "My hidden diary"}}));
    secret_ = publish(private_, 1, "hidden rain");
    common_ = publish(shared_, 2, "common rain");
    must(record(*store_, store::report_of(private_, 1), 1));
    must(record(*store_, store::report_of(shared_, 2), 1));
    // His clips were cut when the source was everybody's.
    const auto hers = add_list_at(anna_, "The hidden list");
    const auto his = add_list_at(bob_, "A common list");
    for (const auto list : {hers, his}) {
      const auto lead = add_clip(list, secret_, private_);
      add_clip(list, common_, shared_, {}, lead);
    }
    auto transaction = must(store_->begin());
    for (const Time seen : {kNow, kNow + Milliseconds(1)}) {
      must(store_->versions().add({.source = private_,
                                   .article = secret_,
                                   .url = story_.url,
                                   .seen = seen,
                                   .summary = "hidden words"}));
    }
    must(transaction.commit());
    must(store_->deliveries().add(std::vector<model::Delivery>{
        {.user = *anna_.viewer, .list = hers, .due = kNow},
        {.user = *bob_.viewer, .list = his, .due = kNow}}));
  }

  Asker add_asker(const std::string& name) {
    Asker asker{name, add_user(name), name + "'s page", name + "'s feed"};
    auto row = must(store_->users().find(name)).value();
    row.page.mark = mark_of_token(asker.page);
    must(store_->users().change(row));
    return asker;
  }
  model::WatchlistId add_list_at(const Asker& asker, const std::string& name) {
    store::WatchlistRow row = list_named(*asker.viewer, name);
    row.feed.mark = mark_of_token(asker.feed);
    return must(store_->watchlists().add(std::vector{row})).at(0);
  }
  model::ArticleId publish(model::SourceId source, std::uint64_t key,
                           std::string title) {
    model::Entry entry = store::entry_titled(std::move(title));
    entry.published = kNow;
    const auto id =
        must(store::add_one(*store_, store::article_of(source, key, entry))).value();
    index_article(*store_, analyzer_, id);
    return id;
  }
  // Of hers alone, with an article that everybody sees.
  void add_hidden_topic() {
    TopicEdit edit;
    edit.method = model::TopicMethod::kCentroid;
    edit.examples = {{"a.txt", "", "rain and more rain"}};
    edit.subscriber = "anna";
    const auto topic = must(add_topic(*store_, "Hidden interest", edit, kNow));
    const std::vector<model::TopicScore> topics{{topic.topic.source, .5}};
    const auto texts = must(control::stored_texts(*store_, {{common_}}));
    query::TermCache cache;
    query::ArticleTerms terms;
    query::make_terms(texts.at(0).text.text(), analyzer_, cache, terms);
    auto transaction = must(store_->begin());
    must(store_->topics().set_of_article(common_, topics));
    must(store_->index().replace(
        common_, control::document_of(terms, texts.at(0).row.source, "", topics)));
    must(transaction.commit());
  }
  std::string told_items(const Result<std::vector<store::ReaderItem>>& items) {
    std::string text;
    for (const ReaderEntry& each : must(read_reader_entries(*store_, *items, kNow))) {
      if (each.detail) text += told(*each.detail);
      if (each.item.source == private_) text += "hidden";
    }
    return text;
  }
  std::string opml(const Asker& who) {
    return told(export_opml(*store_, "", kNow, who.viewer));
  }
  std::string plans(const Asker& who) {
    std::string text;
    must(explain_all(
        *store_, planning_, kNow,
        [&](const store::PlannedSource& each, const SourcePlan&) { text += each.url; },
        who.viewer));
    return text;
  }
  std::string trace(const Asker& who) {
    std::size_t lines = 0;
    const auto count = [&](std::string_view) { ++lines; };
    const Trace trace = must(export_trace(*store_, kNow, count, who.viewer));
    return trace.names + (lines > 2 ? "hidden" : "common");
  }

  Document story_for(const Asker& who) const { return {story_.url, {}, who.viewer}; }

  using Read = std::function<std::string(const Asker&)>;
  // What is read by each function, by its name.
  const std::multimap<std::string, Read> reads_ = {
      {"find_source",
       [&](const Asker& who) {
         return told(find_source(*store_, "hidden diary", who.viewer));
       }},
      {"find_source",
       [&](const Asker& who) { return told(find_source(*store_, "#2", who.viewer)); }},
      {"source_with",
       [&](const Asker& who) {
         const auto found =
             source_with(*store_, {.viewer = who.viewer, .is_admin = false}, {2}, {},
                         model::kTestKey);
         return found.ok() ? name_of(*found) + found->url : found.error().text;
       }},
      {"find_folder",
       [&](const Asker& who) {
         const bool is_known = find_folder(*store_, "Mine", who.viewer).ok();
         return std::string(is_known ? "hidden" : "");
       }},
      {"list_sources",
       [&](const Asker& who) {
         return told(list_sources(*store_, {.viewer = who.viewer}, kNow, {}));
       }},
      {"list_articles",
       [&](const Asker& who) {
         return told(list_articles(*store_, {.viewer = who.viewer}));
       }},
      {"read_articles",
       [&](const Asker& who) {
         return told(read_articles(*store_, {.viewer = who.viewer},
                                   {.analyzer = analyzer_}, kNow));
       }},
      {"read_articles",
       [&](const Asker& who) {
         return told(read_articles(*store_, {.viewer = who.viewer, .source = private_},
                                   {.analyzer = analyzer_}, kNow));
       }},
      {"read_articles",
       [&](const Asker& who) {
         return told(read_articles(*store_, {.viewer = who.viewer, .folder = "Mine"},
                                   {.analyzer = analyzer_}, kNow));
       }},
      {"read_articles",
       [&](const Asker& who) {
         return told(read_articles(*store_, {.viewer = who.viewer, .text = "rain"},
                                   {.analyzer = analyzer_}, kNow));
       }},
      {"read_article",
       [&](const Asker& who) {
         return told(read_article(*store_, secret_, kNow, who.viewer));
       }},
      {"read_article",
       [&](const Asker& who) {
         return told(read_article(*store_, common_, kNow, who.viewer));
       }},
      {"read_clips",
       [&](const Asker& who) {
         return told(read_clips(*store_, {.user = *who.viewer}, {}, 10));
       }},
      {"read_lists",
       [&](const Asker& who) { return told(read_lists(*store_, *who.viewer)); }},
      {"read_list",
       [&](const Asker& who) {
         const auto hers =
             must(store_->watchlists().find(*anna_.viewer, "The hidden list"));
         return told(read_list(*store_, *who.viewer, hers->list.id));
       }},
      {"read_folders",
       [&](const Asker& who) { return told(read_folders(*store_, who.viewer)); }},
      {"read_source_table",
       [&](const Asker& who) {
         return told(read_source_table(*store_, {.viewer = who.viewer}, kNow, {}));
       }},
      {"read_source_table",
       [&](const Asker& who) {
         return told(read_source_table(
             *store_, {.viewer = who.viewer, .text = "hidden.example"}, kNow, {}));
       }},
      {"read_problems",
       [&](const Asker& who) {
         auto row = must(store_->sources().find(private_))->schedule;
         row.last_visit = kNow;
         row.last_outcome = model::FetchOutcome::kHttpError;
         row.last_status = 404;
         auto transaction = must(store_->begin());
         must(store_->schedule().save(row));
         must(transaction.commit());
         return told(read_problems(*store_, who.viewer));
       }},
      {"take_health",
       [&](const Asker& who) {
         return told(take_health(*store_, kNow, {}, who.viewer));
       }},
      {"take_delays",
       [&](const Asker& who) {
         return told(take_delays(*store_, 7, kNow, who.viewer, who.name));
       }},
      {"find_seen_targets",
       [&](const Asker& who) {
         return told(find_seen_targets(
             *store_, {.viewer = who.viewer, .name = who.name, .is_admin = false},
             {.words = {"#2"}}, kNow));
       }},
      {"preview_topic",
       [&](const Asker& who) {
         return told(preview_topic(*store_, "hidden interest", {}, 10, who.viewer));
       }},
      {"preview_new_topic",
       [&](const Asker& who) {
         TopicEdit edit;
         edit.examples = {{"a", "", "A secret word of the hidden interest"}};
         return told(preview_new_topic(*store_, edit, 10, who.viewer));
       }},
      {"read_frontier",
       [&](const Asker& who) {
         return told(read_frontier(*store_, "hidden interest", who.viewer));
       }},
      {"find_article",
       [&](const Asker& who) {
         return told(find_article(*store_, secret_, kNow, who.viewer));
       }},
      {"take_snapshot",
       [&](const Asker& who) {
         return told(take_snapshot(*store_, kNow, {}, who.viewer));
       }},
      {"lateness_by_day",
       [&](const Asker& who) {
         return told(lateness_by_day(*store_, {}, kNow, who.viewer));
       }},
      {"take_detail",
       [&](const Asker& who) -> std::string {
         const auto source = find_source(*store_, "#2", who.viewer);
         if (!source.ok()) return "";
         return told(take_detail(*store_, *source, kNow, 10, who.viewer));
       }},
      {"explain_source",
       [&](const Asker& who) -> std::string {
         const auto source = find_source(*store_, "#2", who.viewer);
         if (!source.ok()) return "";
         return told(explain_source(*store_, planning_, *source, kNow, 10, who.viewer));
       }},
      {"explain_all", [&](const Asker& who) { return plans(who); }},
      {"VisitLog",
       [&](const Asker& who) {
         return told(VisitLog(*store_, {}, who.viewer).newest(10));
       }},
      {"VisitLog",
       [&](const Asker& who) {
         return told(VisitLog(*store_, private_, who.viewer).newest(10));
       }},
      {"VisitLog",
       [&](const Asker& who) {
         return told(VisitLog(*store_, {}, who.viewer).follow(kNow, 10));
       }},
      {"export_opml", [&](const Asker& who) { return opml(who); }},
      {"export_trace", [&](const Asker& who) { return trace(who); }},
      {"search",
       [&](const Asker& who) {
         return told(search(*store_, {.query = "rain", .viewer = who.viewer},
                            {.analyzer = analyzer_}, kNow));
       }},
      {"search",
       [&](const Asker& who) {
         return told(search(*store_, {.query = "source:2", .viewer = who.viewer},
                            {.analyzer = analyzer_}, kNow));
       }},
      {"find_recent",
       [&](const Asker& who) {
         const auto found =
             must(find_recent(*store_, {.query = "rain", .viewer = who.viewer},
                              {.analyzer = analyzer_}, kNow));
         return told(must(store_->articles().rows_without_topics(found)));
       }},
      {"preview",
       [&](const Asker& who) {
         return told(preview(*store_, {.query = "rain", .viewer = who.viewer},
                             {.analyzer = analyzer_}, kNow));
       }},
      {"list_topics",
       [&](const Asker& who) { return told(list_topics(*store_, who.viewer)); }},
      {"find_topic_row",
       [&](const Asker& who) {
         return told(find_topic_row(*store_, "hidden interest", who.viewer));
       }},
      {"find_topic",
       [&](const Asker& who) {
         return told(find_topic(*store_, "hidden interest", who.viewer));
       }},
      {"list_topic_log",
       [&](const Asker& who) {
         return told(list_topic_log(*store_, "hidden interest", 9, who.viewer));
       }},
      {"export_topics",
       [&](const Asker& who) {
         return text::fold(told(export_topics(*store_, {}, who.viewer)));
       }},
      {"unknown_topics",
       [&](const Asker& who) {
         const auto unknown =
             must(unknown_topics(*store_, {"topic:\"hidden interest\""}, who.viewer));
         return std::string(unknown.empty() ? "hidden" : "");
       }},
      {"search",
       [&](const Asker& who) {
         return told(search(
             *store_, {.query = "topic:\"hidden interest\"", .viewer = who.viewer},
             {.analyzer = analyzer_}, kNow));
       }},
      {"list_articles",
       [&](const Asker& who) {
         return told(list_articles(*store_,
                                   {.topic = "hidden interest", .viewer = who.viewer}));
       }},
      {"list_clips",
       [&](const Asker& who) { return told(list_clips(*store_, {.user = who.name})); }},
      {"time_clips",
       [&](const Asker& who) {
         return told(time_clips(*store_, {.user = who.name}, kNow));
       }},
      {"list_deliveries",
       [&](const Asker& who) {
         return told(list_deliveries(*store_, {.user = who.name}));
       }},
      {"mark_articles",
       [&](const Asker& who) {
         const bool is_there =
             mark_articles(*store_, who.name, {secret_}, {.is_read = true}, kNow).ok();
         return std::string(is_there ? "hidden" : "");
       }},
      {"list_reader_feeds",
       [&](const Asker& who) { return told(list_reader_feeds(*store_, *who.viewer)); }},
      {"list_reader_items",
       [&](const Asker& who) {
         return told_items(list_reader_items(*store_, {.user = *who.viewer}));
       }},
      {"find_reader_items",
       [&](const Asker& who) {
         // All that there can be.
         std::vector<std::int64_t> numbers(100);
         std::iota(numbers.begin(), numbers.end(), 1);
         return told_items(find_reader_items(*store_, *who.viewer, numbers));
       }},
      {"count_reader_items",
       [&](const Asker& who) {
         std::string text;
         for (const auto& each : must(count_reader_items(*store_, *who.viewer))) {
           if (each.source == private_) text += "hidden";
         }
         return text;
       }},
      {"find_personal_page",
       [&](const Asker& who) {
         return told(find_personal_page(*store_, who.page, addresses_));
       }},
      {"find_personal_article",
       [&](const Asker& who) {
         return told(find_personal_article(*store_, who.page, secret_, kNow));
       }},
      {"find_clip_feed",
       [&](const Asker& who) {
         return told(find_clip_feed(*store_, who.feed, "atom", "", addresses_));
       }},
      {"find_feed_article",
       [&](const Asker& who) {
         return told(find_feed_article(*store_, who.feed, secret_, kNow));
       }},
      {"find_document",
       [&](const Asker& who) {
         return told(find_document(*store_, "hidden diary", who.viewer));
       }},
      {"find_document",
       [&](const Asker& who) {
         return told(find_document(*store_, story_.url, who.viewer));
       }},
      {"list_versions",
       [&](const Asker& who) {
         return told(list_versions(*store_, story_for(who), kNever, 10));
       }},
      {"find_version",
       [&](const Asker& who) {
         return told(find_version(*store_, story_for(who), {}));
       }},
      {"find_pair",
       [&](const Asker& who) { return told(find_pair(*store_, story_for(who), {})); }},
      {"list_watchlists",
       [&](const Asker& who) { return told(list_watchlists(*store_, who.name)); }},
      {"find_watchlist",
       [&](const Asker& who) -> std::string {
         return find_watchlist(*store_, *who.viewer, "The hidden list").ok() ? "hidden"
                                                                             : "";
       }},
      {"export_watchlists",
       [&](const Asker& who) {
         return told(export_watchlists(*store_, who.name, model::kTestKey));
       }},
  };

  const PlanningOptions planning_{{}, schedule::make_curlew_policy};
  const text::Analyzer analyzer_;
  // Of which versions are kept as an article of hers.
  const Document story_{.url = "https://example.org/story"};
  const PersonalAddresses addresses_{"", "here", model::kTestKey};
  const Asker anna_ = add_asker("anna");
  const Asker bob_ = add_asker("bob");
  const model::SourceId shared_ = add("https://common.example/feed", "Common news");
  model::SourceId private_;
  model::ArticleId secret_, common_;
};

TEST_F(ReadPaths, TellAUserNothingOfASourceThatIsPrivateToAnother) {
  add_hidden_topic();
  for (const auto& [name, read] : reads_) {
    EXPECT_THAT(read(anna_), HasSubstr("hidden")) << name;
    EXPECT_THAT(read(bob_), Not(HasSubstr("hidden"))) << name;
  }
}

// Those that show an article of hers.
TEST_F(ReadPaths, ShowAUserNothingThatHeMuted) {
  must(mark_articles(*store_, "anna", {secret_}, {.is_muted = true}, kNow));
  for (const std::string name :
       {"list_articles", "find_article", "search", "find_recent", "preview",
        "list_clips", "find_personal_article", "find_feed_article", "list_reader_items",
        "find_reader_items", "count_reader_items"}) {
    const auto [begin, end] = reads_.equal_range(name);
    ASSERT_NE(begin, end) << name;
    for (auto read = begin; read != end; ++read) {
      EXPECT_THAT(read->second(anna_), Not(HasSubstr("hidden"))) << name;
    }
  }
  // He is shown it where he asks for that, and nobody else is.
  const auto muted = [&](const Asker& who) {
    return must(read_articles(*store_, {.viewer = who.viewer, .is_muted = true},
                              {.analyzer = analyzer_}, kNow));
  };
  ASSERT_EQ(muted(anna_).rows.size(), 1U);
  EXPECT_EQ(muted(anna_).rows.front().article.id, secret_);
  EXPECT_TRUE(muted(bob_).rows.empty());
  EXPECT_TRUE(must(read_article(*store_, secret_, kNow, anna_.viewer, Muted::kShown)));
  EXPECT_FALSE(must(read_article(*store_, secret_, kNow, bob_.viewer, Muted::kShown)));
  EXPECT_EQ(
      must(list_articles(*store_, {.viewer = anna_.viewer, .is_muted = true})).size(),
      1U);
  EXPECT_EQ(must(preview(*store_, {.query = "rain", .viewer = anna_.viewer},
                         {.analyzer = analyzer_}, kNow))
                .count,
            1U);
}

TEST_F(ReadPaths, AFeedOpensOnlyArticlesOfItsList) {
  const auto other = publish(shared_, 20, "not clipped");
  EXPECT_FALSE(must(find_feed_article(*store_, anna_.feed, other, kNow)));
  EXPECT_TRUE(must(find_personal_article(*store_, anna_.page, other, kNow)));
  EXPECT_TRUE(must(find_feed_article(*store_, anna_.feed, common_, kNow)));
}

TEST_F(ReadPaths, ACountTellsNothingOfItEither) {
  const auto hers = must(take_snapshot(*store_, kNow, {}, anna_.viewer)).counts;
  const auto his = must(take_snapshot(*store_, kNow, {}, bob_.viewer)).counts;
  const auto all = must(take_snapshot(*store_, kNow, {})).counts;
  for (const auto& [counts, one] : {std::pair{&hers, 2}, {&his, 1}, {&all, 2}}) {
    EXPECT_EQ(counts->sources, one);
    EXPECT_EQ(counts->active, one);
    EXPECT_EQ(counts->due, one);
    EXPECT_EQ(counts->articles, one);
    EXPECT_EQ(counts->visits_last_hour, one);
    EXPECT_EQ(counts->new_last_hour, one);
  }
}

TEST_F(ReadPaths, AStoryWhoseLeadIsNotSeenIsToldByACopyThatIs) {
  const auto hers = must(list_clips(*store_, {.user = "anna"}));
  ASSERT_EQ(hers.size(), 1U);
  EXPECT_EQ(hers[0].clip.article, secret_);
  ASSERT_EQ(hers[0].also_in.size(), 1U);
  EXPECT_EQ(hers[0].also_in[0].source_title, "Common news");
  const auto his = must(list_clips(*store_, {.user = "bob"}));
  ASSERT_EQ(his.size(), 1U);
  EXPECT_EQ(his[0].clip.article, common_);
  EXPECT_TRUE(his[0].also_in.empty());
  // A second copy is told with the first one.
  const auto third = publish(add("https://third.example/feed", "Third"), 3, "third");
  add_clip(his[0].clip.list, third, must(store_->articles().find(third))->source, {},
           his[0].clip.same_as);
  const auto now = must(list_clips(*store_, {.user = "bob"}));
  ASSERT_EQ(now.size(), 1U);
  ASSERT_EQ(now[0].also_in.size(), 1U);
  EXPECT_EQ(now[0].also_in[0].source_title, "Third");
  must(mark_articles(*store_, "bob", {common_}, {.is_muted = true}, kNow));
  EXPECT_TRUE(must(list_clips(*store_, {.user = "bob"})).empty())
      << "what was muted is muted from all that tell it";
}

// Functions that need no row, and why.
const std::map<std::string, std::string> kTellNothing = {
    {"plan_next_crawl", "the operator's"},
    {"next_round", "the operator's"},
    {"find_targets", "the operator's: what is done to sources"},
    {"offer_budgets", "sums over all sources, which name none"},
    {"take_operation", "the operator's"},
    {"take_courtesy", "the operator's"},
    {"take_retention", "the operator's"},
    {"write_first_clips", "writes"},
    {"find_first", "of articles that find_recent() found"},
    {"reading_rows", "of articles that were read by one of the others"},
    {"yield_of", "of a source that was read by one of the others"},
    {"told_version", "of an article that was read by one of the others"},
    {"list_version_days", "of a document that find_document() found"},
    {"find_neighbours", "of a document that find_document() found"},
    {"preview_watch", "of a document that find_document() found"},
    {"may_change", "whether, of what find_source() found"},
    {"change_source", "writes"},
    {"act_on_sources", "writes"},
    {"send_now", "writes"},
    {"choose_keeping", "writes"},
    {"states_of", "of articles that were read by one of the others"},
    {"take_details", "of articles that were read by one of the others"},
    {"sources_of_other_keys", "the operator's"},
    {"user_secrets_of_other_keys", "the operator's"},
    {"seal_plain_secrets", "writes"},
    {"revoke_user_secrets", "writes"},
    {"read_reader_entries", "of items that were listed by one of the others"},
    {"mark_reader_items", "writes"},
    {"mark_all_read", "writes"},
    {"add_reader_feed", "writes"},
    {"change_reader_feed", "writes"},
    {"remove_reader_feed", "writes"},
    {"move_reader_folder", "writes"},
    {"stop_notices", "writes"},
    {"say_no_change", "writes; of a document that find_document() found"},
    {"say_change", "writes; of a document that find_document() found"},
    {"find_named_version", "a word; find_document() finds what it means"},
    {"verify_archives", "the operator's"},
    {"find_list_to_stop", "the name of the one list that its token is for"},
    {"switch_channel_off", "writes"},
    {"settle_waiting", "writes"},
    {"add_sources", "writes"},
    {"remove_sources", "writes"},
    {"unsubscribe", "writes"},
    {"subscribe", "writes"},
    {"join", "writes"},
    {"refile", "writes"},
    {"subscription_of", "of its asker, who calls and files it so"},
    {"pause_unseen", "writes"},
    {"may_join", "whether, of an address that its asker typed"},
    {"follow_folder", "writes"},
    {"other_folders", "names of users and their folders, for the operator alone"},
    {"pause_sources", "writes"},
    {"resume_sources", "writes"},
    {"ask_visits", "writes"},
    {"look_again", "what came of ask_visits()"},
    {"import_feeds", "writes"},
    {"log_in", "of a user, nothing of sources"},
    {"begin_session", "writes"},
    {"find_session", "of a user, nothing of sources"},
    {"note_session_used", "writes"},
    {"list_sessions", "of a user, nothing of sources"},
    {"end_session", "writes"},
    {"end_other_sessions", "writes"},
    {"find_ended", "of sessions, nothing of sources"},
    {"add_token", "writes"},
    {"add_app_password", "writes"},
    {"list_access_keys", "of a user, nothing of sources"},
    {"remove_access_key", "writes"},
    {"find_token", "of a user, nothing of sources"},
    {"find_app_key", "of a user, nothing of sources"},
    {"find_app_password", "of a user, nothing of sources"},
    {"find_fever_key", "of a user, nothing of sources"},
    {"note_key_used", "writes"},
    {"is_claimable", "of users, nothing of sources"},
    {"offer_claim", "writes"},
    {"claim", "writes"},
    {"invite", "writes"},
    {"list_invitations", "of users, nothing of sources"},
    {"withdraw_invitation", "writes"},
    {"register_user", "writes"},
    {"add_user", "writes"},
    {"change_user", "writes"},
    {"remove_user", "writes"},
    {"find_user", "of a user, nothing of sources"},
    {"viewer_named", "of a user, nothing of sources"},
    {"may_log_in", "of a user, nothing of sources"},
    {"note_active", "writes"},
    {"page_token", "of a user, nothing of sources"},
    {"find_page_owner", "of a user, nothing of sources"},
    {"find_feed_owner", "of a user, nothing of sources"},
    {"renew_page", "writes"},
    {"revoke_page", "writes"},
    {"add_watchlist", "writes"},
    {"change_watchlist", "writes"},
    {"remove_watchlists", "writes"},
    {"pause_watchlists", "writes"},
    {"feed_token", "of a list, nothing of sources"},
    {"renew_feed", "writes"},
    {"revoke_feed", "writes"},
    {"import_watchlists", "writes"},
    {"add_topic", "writes"},
    {"add_topics", "writes"},
    {"write_new_topic", "writes"},
    {"write_changed_topic", "writes"},
    {"note_learned", "writes"},
    {"change_topic", "writes"},
    {"remove_topics", "writes"},
    {"pause_topics", "writes"},
    {"import_topics", "writes"},
    {"time_lists", "of clips that time_clips() and take_delays() chose"},
    {"answer_hub", "writes; what the hub said itself"},
    {"take_push", "writes"},
    {"judge_push", "whether a hub signed it"},
    {"is_of_ours", "whether a hub knows its secret address"},
    {"take_subscription", "writes"},
    {"feed_state", "a number; who may read the feed is asked before"},
};

TEST_F(ReadPaths, AreAllInTheTable) {
  std::set<std::string> named;
  for (const auto& [name, read] : reads_) named.insert(name);
  for (const auto& [name, why] : kTellNothing) named.insert(name);
  const std::regex takes_store(R"((\w+)\(\s*(?:const \w+& \w+,\s*)?store::Store[&*])");
  std::set<std::string> declared;
  for (const auto& file :
       std::filesystem::directory_iterator(CURLEW_SOURCE_DIR "/src/service")) {
    const std::string name = file.path().filename();
    if (!name.ends_with(".h") || name.ends_with("_test.h")) continue;
    std::ifstream in(file.path());
    std::stringstream text;
    text << in.rdbuf();
    const std::string header = text.str();
    for (std::sregex_iterator at(header.begin(), header.end(), takes_store), end;
         at != end; ++at) {
      declared.insert((*at)[1]);
    }
  }
  declared.erase("make");  // An Explainer, which reads no source by itself.
  EXPECT_EQ(named, declared) << "a function that reads has no row";
}

}  // namespace
}  // namespace curlew::service
