// How versions are added to a table that grows, and how long a TimeMap of 10,000 takes:
//
//   timemap_bench PLACE VERSIONS
//
// PLACE is a new SQLite file or the address of an empty PostgreSQL database. One
// address has 10,000 versions, all others have about a hundred; they come as visits
// bring them, a hundred in a transaction, in the order of time and of sources in none:
// in an order that repeats itself those of a transaction would lie together. Prints
// Markdown.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <future>
#include <string>
#include <vector>

#include "api/status_site.h"
#include "base/clock.h"
#include "base/random.h"
#include "store/store.h"

namespace curlew {
namespace {

constexpr std::int64_t kOfOne = 10'000;
constexpr std::int64_t kBatch = 100;
constexpr int kTimes = 21;
const std::string kUrl = "https://one.example/news/front-page";

template <typename T>
T must(Result<T> result) {
  if (result.ok()) return std::move(result).value();
  fmt::print(stderr, "timemap_bench: {}\n", result.error().text);
  std::exit(1);
}
void must(Result<void> result) {
  if (result.ok()) return;
  fmt::print(stderr, "timemap_bench: {}\n", result.error().text);
  std::exit(1);
}

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double own_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

model::Version version(std::int64_t number, std::int64_t all) {
  const auto others = std::uint64_t(all / 100);
  const bool is_of_one = number % (all / kOfOne) == 0;
  const std::int64_t source =
      is_of_one ? 1 : 2 + std::int64_t(scrambled(std::uint64_t(number)) % others);
  model::Version version;
  version.source = {source};
  version.url = is_of_one ? kUrl : fmt::format("https://site{}.example/page", source);
  version.seen = from_unix_ms(1'700'000'000'000 + number * 1'000);
  version.digest = fmt::format("sha256:{:064x}", number);
  version.media_type = "text/html";
  version.bytes = 50'000;
  version.place = {"terminal-1", "curlew-20261117161833123-00000.warc.gz",
                   std::uint64_t(number) * 9'000, 9'000};
  version.summary = "1 paragraph rewritten under ‘Fees’";
  return version;
}

// A row for each tenth of them: does it stay as it was?
void append(store::Store& store, std::int64_t all) {
  fmt::print(
      "| versions there | processor µs each | by the clock µs |\n|---|---|---|\n");
  const std::int64_t part = all / 10;
  for (std::int64_t number = 0; number < all;) {
    const double begin = now();
    const double spent = own_seconds();
    const std::int64_t end = number + part;
    while (number < end) {
      auto transaction = must(store.begin());
      for (std::int64_t i = 0; i < kBatch; ++i) {
        must(store.versions().add(version(number++, all)));
      }
      must(transaction.commit());
    }
    fmt::print("| {} | {:.1f} | {:.1f} |\n", number,
               (own_seconds() - spent) * 1e6 / double(part),
               (now() - begin) * 1e6 / double(part));
  }
}

struct Sink final : http::Responder::Sink {
  void answer(http::ServerResponse response) override {
    answered.set_value(std::move(response));
  }
  std::promise<http::ServerResponse> answered;
};

void ask(const http::Router& site, const std::string& what, const std::string& target) {
  std::vector<double> times;
  std::size_t bytes = 0;
  const double spent = own_seconds();
  for (int i = 0; i < kTimes; ++i) {
    http::ServerRequest request{.method = "GET",
                                .path = target,
                                .target = target,
                                .headers = {{"Host", "127.0.0.1:8400"}}};
    const auto sink = std::make_shared<Sink>();
    const double begin = now();
    site(request, http::Responder(sink));
    bytes = sink->answered.get_future().get().body.size();
    times.push_back((now() - begin) * 1000);
  }
  const double processor = own_seconds() - spent;
  std::ranges::sort(times);
  fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", what, bytes,
             processor * 1000 / kTimes, times.front(), times[kTimes / 2], times.back());
}

}  // namespace
}  // namespace curlew

int main(int argc, char** argv) {
  using namespace curlew;
  if (argc < 3) return 2;
  const std::string where = argv[1];
  store::StorePlace place;
  (where.find("://") == std::string::npos ? place.file : place.url) = where;
  const SystemClock clock;
  const auto store = must(store::open_store(place, store::OpenMode::kReadWrite));
  append(*store, std::atoll(argv[2]));
  api::StatusSiteOptions options;
  options.open_store = [place] {
    return store::open_store(place, store::OpenMode::kReadOnly);
  };
  const auto site = api::make_status_site(options, clock);
  fmt::print(
      "\n| answer | bytes | processor ms | best ms | median ms | worst ms |\n"
      "|---|---|---|---|---|---|\n");
  ask(*site, "TimeMap, link", "/timemap/link/" + kUrl);
  ask(*site, "TimeMap, JSON", "/timemap/json/" + kUrl);
  ask(*site, "TimeGate", "/timegate/" + kUrl);
  fmt::print("\n");
}
