// Fills a data directory with an installation that has grown, by the store's own
// writers, the same one each time:
//
//   fill_store FOLDER [SOURCES ARTICLES CLIPS VISITS]
//   fill_store FOLDER --to postgres://…     what is in the folder, on a server
//
// Users: ann, an administrator, who has read a lot and has the clips; ben, who came
// yesterday and has read nothing; eve, to whom one source in twenty is private.

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/clock.h"
#include "made_up_words.h"
#include "query/parse_query.h"
#include "query/terms.h"
#include "service/users.h"
#include "service/watchlists.h"
#include "store/key_file.h"
#include "store/postgres/postgres_database.h"
#include "store/sqlite/sqlite_database.h"
#include "store/store.h"
#include "store/transfer.h"
#include "text/analyzer.h"

namespace curlew {
namespace {

using std::chrono::hours;

template <typename T>
T must(Result<T> result) {
  if (result.ok()) return std::move(result).value();
  fmt::print(stderr, "fill_store: {}\n", result.error().text);
  std::exit(1);
}
void must(Result<void> result) {
  if (result.ok()) return;
  fmt::print(stderr, "fill_store: {}\n", result.error().text);
  std::exit(1);
}

struct Sizes {
  std::int64_t sources = 100'000;
  std::int64_t articles = 1'000'000;
  std::int64_t clips = 100'000;
  std::int64_t visits = 600'000;
};

constexpr std::int64_t kBatch = 2'000;
constexpr std::int64_t kVersions = 5'000;
// The source that has so many.
constexpr std::int64_t kWatchedPage = 7;
// Those who bring a quarter of all articles.
constexpr std::int64_t kBusySources = 500;

class Filling {
 public:
  Filling(store::Store& store, KeyReader key, Sizes sizes, Time now)
      : store_(store), key_(std::move(key)), sizes_(sizes), now_(now) {}

  void run() {
    tell("users");
    add_users();
    tell("sources");
    add_sources();
    add_topic();
    add_subscriptions();
    tell("articles");
    add_articles();
    tell("clips");
    add_clips();
    tell("marks");
    add_marks();
    tell("visits");
    add_visits();
    add_versions();
    tell("done");
  }

 private:
  void tell(std::string_view what) {
    const double now = std::chrono::duration<double>(
                           std::chrono::steady_clock::now().time_since_epoch())
                           .count();
    if (begun_ == 0) begun_ = now;
    fmt::print(stderr, "{:7.1f} s  {}\n", now - begun_, what);
  }

  // Calls add(i) for 0 to `count`, in transactions of kBatch, and then(i) after each.
  template <typename Add, typename Then>
  void in_batches(std::int64_t count, Add&& add, Then&& then) {
    for (std::int64_t i = 0; i < count;) {
      auto transaction = must(store_.begin());
      for (std::int64_t end = std::min(i + kBatch, count); i < end; ++i) add(i);
      must(transaction.commit());
      then(i);
    }
  }
  template <typename Add>
  void in_batches(std::int64_t count, Add&& add) {
    in_batches(count, add, [](std::int64_t) {});
  }

  model::UserId add_user(std::string_view name, model::Role role) {
    return must(service::add_user(
                    store_, name,
                    {.role = role, .password = std::string("a long password")}, key_,
                    now_))
        .id;
  }
  void add_users() {
    ann_ = add_user("ann", model::Role::kAdmin);
    ben_ = add_user("ben", model::Role::kUser);
    eve_ = add_user("eve", model::Role::kUser);
    const text::Analyzer analyzer;
    const query::Dictionary dictionary{analyzer};
    // What they found came later, and tells of delays.
    const Time before = now_ - hours(24 * 90);
    for (int i = 0; i < 12; ++i) {
      const auto row = must(service::add_watchlist(
          store_, "ann",
          {.name = fmt::format("List {}", i + 1),
           .queries =
               std::vector{words_.word(), words_.word() + " OR " + words_.word()}},
          key_, dictionary, before));
      lists_.push_back(row.list.id);
    }
    must(service::add_watchlist(
        store_, "ben", {.name = "First list", .queries = std::vector{words_.word()}},
        key_, dictionary, before));
  }

  model::Source source(std::int64_t number) {
    model::Source source;
    const std::string name = words_.word();
    source.title = words_.words(2 + words_.below(3));
    source.site_url = fmt::format("https://{}{}.example/", name, number);
    source.url = fmt::format("{}{}/feed.xml", source.site_url, words_.word());
    source.kind = model::SourceKind::kFeed;
    if (number % 16 == kWatchedPage) {
      source.kind = model::SourceKind::kPage;
      source.watching.changes = true;
    }
    if (number % 5 != 0) {
      source.folder = fmt::format("Area {}", number % 100);
      if (number % 3 == 0) source.folder += fmt::format("/Place {}", number / 100 % 10);
    }
    source.is_shared = number % 20 != 11;
    source.added = now_ - hours(24 * 90);
    source.language = number % 5 == 0 ? "el" : "en";
    return source;
  }

  store::ScheduleRow schedule(model::SourceId id) {
    const std::int64_t number = id.value;
    store::ScheduleRow row;
    row.source = id;
    row.next_due = now_ + Milliseconds(number * 7'919 % (6 * 3'600'000) - 60'000);
    row.last_visit = now_ - Milliseconds(number * 104'729 % (6 * 3'600'000));
    row.last_success = row.last_visit;
    row.last_new = now_ - Milliseconds(number * 15'485'863 % (20ll * 86'400'000));
    row.last_status = number % 3 == 0 ? 200 : 304;
    row.last_outcome = number % 3 == 0 ? model::FetchOutcome::kFetched
                                       : model::FetchOutcome::kNotModified;
    row.due_reason = model::DueReason::kPolicy;
    row.policy_state = std::string(32, 'p');
    if (number % 25 != 3) return row;
    row.failures = std::uint32_t(1 + number % 40);
    row.last_success = now_ - hours(24 * (1 + number % 30));
    row.last_status = number % 2 == 0 ? 404 : number % 3 == 0 ? 503 : 403;
    row.last_outcome = number % 7 == 0 ? model::FetchOutcome::kTimedOut
                                       : model::FetchOutcome::kHttpError;
    row.last_error = fmt::format("the server answered {}", row.last_status);
    return row;
  }

  void add_sources() {
    std::vector<model::Source> batch;
    for (std::int64_t number = 1; number <= sizes_.sources; ++number) {
      batch.push_back(source(number));
      if (std::int64_t(batch.size()) < kBatch && number < sizes_.sources) continue;
      auto transaction = must(store_.begin());
      for (const auto& id : must(store_.sources().add_all(batch, now_))) {
        if (!id) continue;
        must(store_.schedule().save(schedule(*id)));
        using model::SourceState;
        if (id->value % 25 == 3 && id->value % 2 == 0) {
          must(store_.sources().set_state(*id, SourceState::kFailing));
        }
        if (id->value % 100 == 1) {
          must(store_.sources().set_state(*id, SourceState::kPaused));
        }
      }
      must(transaction.commit());
      batch.clear();
    }
  }

  void add_topic() {
    model::Source source;
    source.kind = model::SourceKind::kTopic;
    source.url = "topic:energy";
    source.title = "energy";
    source.added = now_;
    topic_ = must(store_.sources().add(source, now_));
    model::Topic topic;
    topic.source = topic_;
    topic.name = source.title;
    must(store_.topics().add(topic));
  }

  void add_subscriptions() {
    std::vector<model::Subscription> all;
    for (std::int64_t i = 1; i <= 400; ++i) {
      const model::SourceId source{i * (sizes_.sources / 400)};
      all.push_back({ann_, source, now_, i % 4 == 0 ? "Mine" : "",
                     i % 20 == 0 ? fmt::format("My {}", i) : ""});
      if (i % 10 == 0) all.push_back({ben_, source, now_, "", ""});
    }
    for (std::int64_t i = 11; i <= sizes_.sources; i += 20) {
      all.push_back({eve_, {i}, now_, "", ""});
    }
    must(store_.subscriptions().add(all));
  }

  model::SourceId source_of_article() {
    const auto of = words_.below(4) == 0 ? kBusySources : sizes_.sources;
    return {std::int64_t(words_.below(std::uint64_t(of))) + 1};
  }
  Time found(std::int64_t article) const {
    constexpr std::int64_t kSpan = 60ll * 86'400'000;
    const double share = double(sizes_.articles - article) / double(sizes_.articles);
    return now_ - Milliseconds(std::int64_t(share * double(kSpan)));
  }

  void add_articles() {
    const text::Analyzer analyzer;
    query::TermCache cache;
    query::ArticleTerms terms;
    const auto add = [&](std::int64_t i) {
      model::Entry entry;
      entry.title = words_.words(6 + words_.below(5));
      entry.link = fmt::format("https://news.example/{}", i);
      entry.id = entry.link;
      entry.author = words_.words(2);
      entry.summary = "<p>" + words_.words(30 + words_.below(20)) + ".</p>";
      store::NewArticle article;
      article.source = source_of_article();
      article.key = std::uint64_t(i + 1) * 0x9e3779b97f4a7c15u;
      article.entry = &entry;
      article.found = found(i);
      if (i % 10 != 0) {
        entry.published =
            article.found - Milliseconds(std::int64_t(words_.below(7'200'000)));
      }
      article.language = "en";
      article.category = "News";
      pack(article);
      const model::ArticleId id{i + 1};
      must(store_.articles().insert(id, article));
      if (i % 50 == 0) must(store_.topics().set_of_article(id, std::vector{score()}));
      query::make_terms({.title = entry.title,
                         .author = entry.author,
                         .language = "en",
                         .blocks = {entry.summary}},
                        analyzer, cache, terms);
      const store::DocumentFacts facts{article.source, "news", {}};
      must(store_.index().add(id, store::pack_document(terms, facts)));
      must(store_.articles().note_inserted(1));
      sources_of_.push_back(article.source);
    };
    in_batches(sizes_.articles, add, [&](std::int64_t done) {
      while (must(store_.index().tidy())) {
      }
      if (done % 100'000 == 0) tell(fmt::format("{} articles", done));
    });
  }
  model::TopicScore score() const {
    model::TopicScore score;
    score.topic = topic_;
    return score;
  }

  // Six in ten are of the first list; one in ten tells what the one before it told.
  void add_clips() {
    std::vector<store::NewClip> clips;
    std::vector<model::ClipId> last(lists_.size());
    for (std::int64_t i = 0; i < sizes_.clips; ++i) {
      const std::size_t list = i % 10 < 6 ? 0 : std::size_t(i) % lists_.size();
      const std::int64_t article = 1 + i * (sizes_.articles / sizes_.clips);
      store::NewClip& clip = clips.emplace_back();
      clip.clip.list = lists_[list];
      clip.clip.article = {article};
      clip.clip.source = sources_of_[std::size_t(article - 1)];
      clip.clip.keyword = words_.word();
      clip.clip.title = words_.words(7);
      clip.clip.summary = words_.words(12) + " " + clip.clip.keyword + ".";
      clip.clip.mark_end = std::uint32_t(clip.clip.summary.size() - 1);
      clip.clip.mark_begin =
          clip.clip.mark_end - std::uint32_t(clip.clip.keyword.size());
      clip.clip.url = fmt::format("https://news.example/{}", article - 1);
      clip.clip.found = found(article);
      clip.clip.matched = clip.clip.found + Milliseconds(1'500);
      if (i % 10 == 9 && last[list]) clip.clip.same_as = last[list];
      if (std::int64_t(clips.size()) < kBatch && i + 1 < sizes_.clips) continue;
      auto transaction = must(store_.begin());
      model::ClipId id = must(store_.clips().take_ids(clips.size()));
      for (store::NewClip& each : clips) {
        each.clip.id = id;
        id.value += 1;
        for (std::size_t l = 0; l < lists_.size(); ++l) {
          if (each.clip.list == lists_[l] && !each.clip.same_as) last[l] = each.clip.id;
        }
      }
      must(store_.clips().insert(clips));
      must(transaction.commit());
      clips.clear();
    }
  }

  void add_marks() {
    std::vector<store::ArticleStateEdit> edits;
    const std::int64_t first = sizes_.articles * 7 / 10;
    for (std::int64_t i = first; i <= sizes_.articles; ++i) {
      if (i % 2 == 0 && i % 100 != 0) continue;
      store::ArticleStateEdit& edit = edits.emplace_back();
      edit.user = ann_;
      edit.article = {i};
      edit.is_read = i % 100 != 0;
      edit.is_starred = i % 100 == 0;
      edit.is_muted = i % 1'500 == 1;
      if (i % 600 == 0) edit.add_tags = {"later"};
      if (std::int64_t(edits.size()) < kBatch && i < sizes_.articles) continue;
      must(store_.article_states().change(edits));
      edits.clear();
    }
  }

  // In the order of time, over two days.
  void add_visits() {
    const std::string headers = store::pack_headers(
        "Server: nginx/1.22.1\r\nContent-Type: application/rss+xml\r\n"
        "ETag: W/\"6918dc36-2f1a\"\r\n");
    in_batches(sizes_.visits, [&](std::int64_t i) {
      model::VisitReport report;
      report.started =
          now_ - Milliseconds((sizes_.visits - i) * (48 * 3'600'000ll) / sizes_.visits);
      report.id = {model::first_visit_id(report.started).value + i % 1'000};
      report.source = {
          std::int64_t(scrambled(std::uint64_t(i)) % std::uint64_t(sizes_.sources)) +
          1};
      report.terminal = i % 2 == 0 ? "terminal-1" : "terminal-2";
      report.took = Milliseconds(120);
      report.http_status = i % 4 == 0 ? 200 : 304;
      report.wire_bytes = i % 4 == 0 ? 12'000 : 300;
      report.outcome = i % 50 == 0  ? model::FetchOutcome::kHttpError
                       : i % 4 == 0 ? model::FetchOutcome::kFetched
                                    : model::FetchOutcome::kNotModified;
      must(store_.visits().record(report, headers, {.new_articles = i % 4 == 0}));
    });
  }

  void add_versions() {
    const std::string url =
        must(store_.sources().find(model::SourceId{kWatchedPage})).value().source.url;
    in_batches(kVersions, [&](std::int64_t i) {
      model::Version version;
      version.source = {kWatchedPage};
      version.url = url;
      version.seen = now_ - Milliseconds((kVersions - i) * 900'000);
      version.digest = fmt::format("sha256:{:064x}", i);
      version.media_type = "text/html";
      version.bytes = 50'000;
      version.place = {"terminal-1", "curlew-00000.warc.gz", std::uint64_t(i) * 9'000,
                       9'000};
      version.kinds = {model::ChangeKind::kText};
      version.score = .1;
      version.summary = "1 paragraph rewritten";
      must(store_.versions().add(version));
    });
  }

  store::Store& store_;
  const KeyReader key_;
  const Sizes sizes_;
  const Time now_;
  MadeUpWords words_{15};
  model::UserId ann_, ben_, eve_;
  model::SourceId topic_;
  std::vector<model::WatchlistId> lists_;
  std::vector<model::SourceId> sources_of_;
  double begun_ = 0;
};

void transfer_to(const std::string& file, const std::string& url) {
  const auto from = must(store::open_sqlite({.path = file,
                                             .use = store::FileUse::kReadOnly,
                                             .application_id = store::kCentralMark}));
  const auto to = must(store::open_postgres({.url = url, .password = ""}));
  store::TransferOptions options;
  std::string last;
  options.progress = [&](const store::TransferProgress& progress) {
    const std::string now = fmt::format("{} {}", progress.doing, progress.table);
    if (now != last) fmt::print(stderr, "{}\n", now);
    last = now;
  };
  must(store::transfer(*from, *to, options));
}

}  // namespace
}  // namespace curlew

int main(int argc, char** argv) {
  using namespace curlew;
  if (argc < 2) return 2;
  const std::string folder = argv[1];
  const std::string file = folder + "/central.db";
  if (argc == 4 && std::string_view(argv[2]) == "--to") {
    transfer_to(file, argv[3]);
    return 0;
  }
  Sizes sizes;
  if (argc > 2) sizes.sources = std::atoll(argv[2]);
  if (argc > 3) sizes.articles = std::atoll(argv[3]);
  if (argc > 4) sizes.clips = std::atoll(argv[4]);
  if (argc > 5) sizes.visits = std::atoll(argv[5]);
  const auto store = must(store::open_sqlite_store(file, store::OpenMode::kReadWrite));
  const KeyReader key = [&folder] {
    return store::read_or_make_key(folder + "/" + store::kKeyFile);
  };
  Filling(*store, key, sizes, SystemClock().now()).run();
}
