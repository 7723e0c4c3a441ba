// How long the database takes for every read that a page or a reader app makes, and how
// it goes about it:
//
//   pages_bench FOLDER PLANS [postgres://… [PART]]
//
// FOLDER is one that fill_store has filled, or holds the key of what it filled on the
// server. Requests go through the whole site; its connections write down what they are
// asked (recording_database.h). Prints a table, writes the plans of all queries to the
// file PLANS, and ends with 1 where all queries of an answer together take more than 50
// ms in the median, or a query reads a large table from end to end. Of requests with
// PART in their view or address, where it is given, with the time of each query of the
// last of the times on stderr; "" as the server is SQLite.

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <map>
#include <set>

#include "api/status_site.h"
#include "base/clock.h"
#include "base/md5.h"
#include "page_requests.h"
#include "plans.h"
#include "recording_database.h"
#include "schedule/make_policy.h"
#include "service/access_keys.h"
#include "service/users.h"
#include "store/key_file.h"
#include "store/postgres/postgres_database.h"
#include "store/query.h"
#include "store/sqlite/sqlite_database.h"

namespace curlew {
namespace {

constexpr int kTimes = 9;
constexpr double kMostMs = 50;

void must(Result<void> result) {
  if (result.ok()) return;
  fmt::print(stderr, "pages_bench: {}\n", result.error().text);
  std::exit(1);
}
template <typename T>
T must(Result<T> result) {
  if (result.ok()) return std::move(result).value();
  fmt::print(stderr, "pages_bench: {}\n", result.error().text);
  std::exit(1);
}

struct Sink final : http::Responder::Sink {
  void answer(http::ServerResponse response) override {
    answered.set_value(std::move(response));
  }
  std::promise<http::ServerResponse> answered;
};

// A query of any page, and one of the times that it was asked.
struct KnownQuery {
  AskedQuery asked;
  std::set<std::string> views;
  double worst_ms = 0;
};

class Bench {
 public:
  Bench(std::string folder, std::string url, std::string part)
      : folder_(std::move(folder)),
        part_(std::move(part)),
        place_{url.empty() ? folder_ + "/central.db" : "", std::move(url)},
        server_(place_.url.empty() ? Server::kSqlite : Server::kPostgres) {
    planning_.make_policy = schedule::make_curlew_policy;
    auto store = must(store::open_store(place_, store::OpenMode::kReadWrite));
    const auto newest = must(store->articles().newest({}, 1)).at(0);
    known_articles_ = newest.id.value;
    // The database as it was when it was filled.
    clock_.jump(newest.found + std::chrono::minutes(1) - clock_.now());
  }

  // The number of faults.
  int run(const std::string& plans) {
    fmt::print(
        "| view | answer | p50 ms | p95 | max | in the database: p50 | p95 | max |"
        " queries | slowest query |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (const char* user : {"ann", "ben"}) ask_as(user);
    write_plans(plans);
    for (const std::string& each : faults_) fmt::print("\n- {}", each);
    fmt::print("\n{} faults\n\n", faults_.size());
    return int(faults_.size());
  }

 private:
  std::unique_ptr<store::Database> connect() const {
    if (server_ == Server::kPostgres) {
      return must(store::open_postgres(
          {.url = place_.url, .password = "", .use = store::ServerUse::kReadOnly}));
    }
    return must(store::open_sqlite({.path = place_.file,
                                    .use = store::FileUse::kReadOnly,
                                    .application_id = store::kCentralMark}));
  }

  // What works for this connection: SQLite does in the calling thread.
  std::int64_t server_process(store::Database& db) const {
    if (server_ == Server::kSqlite) return 0;
    store::Query query(db, "SELECT CAST(pg_backend_pid() AS BIGINT)");
    std::int64_t process = 0;
    if (must(query.next())) must(query.read(process));
    return process;
  }

  api::StatusSiteOptions site_options(const std::string& user) {
    api::StatusSiteOptions options;
    options.open_store = [this]() -> Result<std::unique_ptr<store::Store>> {
      auto db = connect();
      const std::int64_t server = server_process(*db);
      return std::make_unique<store::Store>(record(std::move(db), server, recorder_));
    };
    // Fever's requests come as those that write.
    options.open_to_write = options.open_store;
    options.access.open_as = user;
    options.personal.key = [this] {
      return store::read_key(folder_ + "/" + store::kKeyFile);
    };
    options.parts.planning = &planning_;
    options.parts.machine = [] { return service::MachineFacts(); };
    return options;
  }

  Known known_of(const std::string& name) {
    auto store = must(store::open_store(place_, store::OpenMode::kReadWrite));
    const model::User user = must(service::find_user(*store, name)).user;
    const auto key =
        must(service::add_app_password(*store, user, "bench", clock_.now()));
    Known known;
    known.articles = known_articles_;
    known.topic = must(store->topics().all()).at(0).topic.source.value;
    known.list = must(store->watchlists().of_user(user.id)).at(0).list.id.value;
    known.app_login = name + "/" + key.secret;
    known.fever_key = md5_hex(name + ":" + key.secret);
    key_ = key.row.id;
    return known;
  }

  void ask_as(const std::string& user) {
    const Known known = known_of(user);
    const auto site = api::make_status_site(site_options(user), clock_);
    for (const PageRequest& request : page_requests(known)) {
      const bool is_admins = request.view == "operation" ||
                             request.target.ends_with("users") ||
                             request.target.ends_with("invitations");
      if (is_admins && user != "ann") continue;
      if ((request.view + " " + request.target).find(part_) == std::string::npos) {
        continue;
      }
      const std::string body = measure(*site, user, request);
      if (!request.has_next) continue;
      PageRequest next = request;
      next.target += request.target.find('?') == request.target.npos ? '?' : '&';
      next.target += "cursor=" + cursor_in(body);
      if (!next.target.ends_with('=')) measure(*site, user, next);
    }
    auto store = must(store::open_store(place_, store::OpenMode::kReadWrite));
    const model::UserId id = must(service::find_user(*store, user)).user.id;
    const auto removed =
        service::remove_access_key(*store, id, model::KeyKind::kApp, key_);
    if (!removed.ok()) fmt::print(stderr, "{}\n", removed.error().text);
  }

  static std::string cursor_in(const std::string& body) {
    const auto value = boost::json::parse(body);
    const auto& next = value.at("next");
    return next.is_string() ? std::string(next.as_string()) : "";
  }

  http::ServerResponse answer(const http::Router& site, const PageRequest& request) {
    http::ServerRequest asked{
        .method = request.method,
        .path = request.target.substr(0, request.target.find('?')),
        .target = request.target,
        .headers = {{"Host", "127.0.0.1:8400"}},
        .body = request.body,
        .remote_address = "127.0.0.1"};
    for (std::size_t at = 0; (at = asked.path.find("%20", at)) != asked.path.npos;) {
      asked.path.replace(at, 3, " ");
    }
    if (const auto at = request.target.find('?'); at != request.target.npos) {
      asked.query = request.target.substr(at + 1);
    }
    constexpr std::string_view kToken = "X-Auth-Token ";
    if (request.authorization.starts_with(kToken)) {
      asked.headers.emplace_back("X-Auth-Token",
                                 request.authorization.substr(kToken.size()));
    } else if (!request.authorization.empty()) {
      asked.headers.emplace_back("Authorization", request.authorization);
    }
    asked.headers.emplace_back("Content-Type", request.content_type);
    asked.headers.emplace_back("X-Curlew-Request", "1");
    asked.headers.emplace_back("Origin", "http://127.0.0.1:8400");
    const auto sink = std::make_shared<Sink>();
    site(asked, http::Responder(sink));
    return sink->answered.get_future().get();
  }

  // Its body.
  std::string measure(const http::Router& site, const std::string& user,
                      const PageRequest& request) {
    std::vector<double> whole, in_database, worst;
    http::ServerResponse response;
    AskedQuery slowest;
    std::size_t queries = 0;
    // Who calls is looked up once a second: that is not the page's.
    answer(site, request);
    recorder_.take();
    for (int i = 0; i < kTimes; ++i) {
      const auto begun = std::chrono::steady_clock::now();
      response = answer(site, request);
      whole.push_back(std::chrono::duration<double, std::milli>(
                          std::chrono::steady_clock::now() - begun)
                          .count());
      Recorder::Taken taken = recorder_.take();
      in_database.push_back(taken.ms);
      queries = taken.queries.size();
      double longest = 0;
      for (AskedQuery& each : taken.queries) {
        longest = std::max(longest, each.ms);
        if (each.ms > slowest.ms) slowest = each;
        if (!part_.empty() && i + 1 == kTimes) {
          fmt::print(stderr, "{:7.1f} ms {:6} rows  {}\n", each.ms, each.rows,
                     each.sql);
        }
        note(request.view, std::move(each));
      }
      worst.push_back(longest);
    }
    std::ranges::sort(worst);
    std::ranges::sort(whole);
    std::ranges::sort(in_database);
    const double p50 = in_database[kTimes / 2];
    const std::string what = fmt::format("{} `{}`", user, short_target(request));
    if (!part_.empty()) fmt::print(stderr, "{}\n", what);
    fmt::print(
        "| {} | {} | {:.1f} | {:.1f} | {:.1f} | **{:.1f}** | {:.1f} | {:.1f} | {} |"
        " {:.1f} |\n",
        request.view, what, whole[kTimes / 2], whole[kTimes * 95 / 100], whole.back(),
        p50, in_database[kTimes * 95 / 100], in_database.back(), queries,
        worst[kTimes / 2]);
    std::fflush(stdout);
    if (response.status != 200) {
      faults_.push_back(fmt::format("{}: {} {}", what, response.status,
                                    response.body.substr(0, 200)));
    }
    if (p50 > kMostMs) {
      faults_.push_back(
          fmt::format("{}: {:.1f} ms in the database, {:.1f} of them in {}", what, p50,
                      worst[kTimes / 2], slowest.sql));
    }
    return std::move(response.body);
  }

  static std::string short_target(const PageRequest& request) {
    std::string target = request.target;
    if (const auto at = target.find("cursor="); at != target.npos) {
      target = target.substr(0, at) + "cursor=…";
    }
    constexpr std::string_view kBase = "/api/v1/";
    return target.starts_with(kBase) ? target.substr(kBase.size()) : target;
  }

  void note(const std::string& view, AskedQuery query) {
    KnownQuery& known = queries_[query.sql];
    known.views.insert(view);
    known.worst_ms = std::max(known.worst_ms, query.ms);
    // The one that brought most tells most of the plan.
    if (known.asked.sql.empty() || query.rows > known.asked.rows) {
      known.asked = std::move(query);
    }
  }

  void write_plans(const std::string& file) {
    std::ofstream out(file);
    auto db = connect();
    for (const auto& [sql, known] : queries_) {
      if (!sql.starts_with("SELECT") && !sql.starts_with("WITH")) continue;
      const QueryPlan plan = must(explain(*db, server_, known.asked));
      out << fmt::format("{}\n  {}; at most {:.1f} ms; {} rows\n", sql,
                         fmt::join(known.views, ", "), known.worst_ms,
                         known.asked.rows);
      for (const std::string& line : plan.lines) out << "    " << line << "\n";
      out << "\n";
      if (plan.scanned.empty()) continue;
      faults_.push_back(fmt::format("{} is read from end to end ({}): {}", plan.scanned,
                                    fmt::join(known.views, ", "), sql));
    }
  }

  const std::string folder_;
  const std::string part_;
  const store::StorePlace place_;
  const Server server_;
  ManualClock clock_;
  service::PlanningOptions planning_;
  Recorder recorder_;
  std::int64_t known_articles_ = 0;
  model::AccessKeyId key_;
  std::map<std::string, KnownQuery> queries_;
  std::vector<std::string> faults_;
};

}  // namespace
}  // namespace curlew

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  curlew::Bench bench(argv[1], argc > 3 ? argv[3] : "", argc > 4 ? argv[4] : "");
  return bench.run(argv[2]) > 0 ? 1 : 0;
}
