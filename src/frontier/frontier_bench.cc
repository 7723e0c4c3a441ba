// What a frontier of ten million pages weighs (the process's resident memory, all told)
// and what its operations cost; how long scoring and re-ordering a million pages takes,
// and PageRank on a million pages with ten links each. (DYN: 341 ms and 35 hours, for
// 1,994 pages.)
//
// All of it takes some minutes and 2 GB.

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <optional>
#include <vector>

#include "base/random.h"
#include "frontier/link_graph.h"
#include "frontier/topic_crawl.h"

namespace curlew::frontier {
namespace {

const Time kNow = from_unix_seconds(1'700'000'000);
constexpr TopicIndex kTopic{0};

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0;
  double resident = 0;
  statm >> size >> resident;
  return resident * double(sysconf(_SC_PAGESIZE));
}

CrawlTopic unbounded(CrawlOrder order) {
  CrawlTopic topic = order == CrawlOrder::kThesis ? thesis_topic(0.2) : CrawlTopic{};
  topic.order = order;
  topic.pages_a_phase = 1'000'000'000;
  topic.pages_a_site = 1'000'000'000;
  return topic;
}

// Few owners have most of the pages.
std::uint32_t site_of(Random& random) {
  return std::uint32_t(100'000 * std::pow(random.uniform(), 3));
}

CrawlLink link_of(std::int64_t page, Random& random) {
  CrawlLink link;
  link.page = PageId{page};
  link.topic = kTopic;
  link.anchor_similarity = random.below(3) == 0 ? 0 : random.uniform();
  link.area = random.below(2) == 0 ? LinkArea::kHub : LinkArea::kInformational;
  const std::uint32_t site = site_of(random);
  link.site = SiteNumber{site};
  link.owner = OwnerNumber{site / 2};
  return link;
}

CrawlPageState kept_page(std::int64_t page, Random& random) {
  CrawlPageState row;
  row.page = PageId{page};
  row.topic = kTopic;
  const std::uint32_t site = site_of(random);
  row.site = SiteNumber{site};
  row.owner = OwnerNumber{site / 2};
  row.standing = PageStanding::kKept;
  row.similarity = float(random.uniform());
  row.visits = 8;
  row.changes = std::uint16_t(random.below(8));
  row.structural = row.changes / 2;
  row.textual = row.changes - row.structural;
  row.first_visit = kNow - std::chrono::days(60);
  row.last_visit = kNow - std::chrono::minutes(random.below(30'000));
  row.phase_visited = 1;
  return row;
}

CrawlOrder order_of(const benchmark::State& state) {
  return state.range(0) == 0 ? CrawlOrder::kCurlew : CrawlOrder::kThesis;
}

// Links only, which is what fills a frontier; then known pages only, which also have a
// time to be judged again.
void fill(TopicCrawl& crawl, std::int64_t pages, bool known, Random& random) {
  if (!known) {
    for (std::int64_t page = 1; page <= pages; ++page) {
      crawl.add_link(link_of(page, random));
    }
    return;
  }
  CrawlTopicState row = crawl.topic_state(kTopic);
  row.phase.phase = 1;
  crawl.restore_topics(std::span(&row, 1), {});
  for (std::int64_t page = 1; page <= pages; ++page) {
    const CrawlPageState kept = kept_page(page, random);
    crawl.restore_pages(std::span(&kept, 1), kNow);
  }
}

void BM_TenMillionPages(benchmark::State& state) {
  constexpr std::int64_t kPages = 10'000'000;
  const bool known = state.range(1) == 1;
  const SteadyChange changes;
  for (auto _ : state) {
    malloc_trim(0);
    const double before = resident_bytes();
    const CrawlTopic topic = unbounded(order_of(state));
    TopicCrawl crawl({}, std::span(&topic, 1), changes);
    Random random(1);
    fill(crawl, kPages, known, random);
    crawl.begin_phase(kTopic, kNow);
    benchmark::DoNotOptimize(crawl.page_count());
    const double bytes = resident_bytes() - before;
    state.counters["GiB"] = bytes / (1 << 30);
    state.counters["bytes_a_page"] = bytes / kPages;
    state.counters["said_bytes_a_page"] = double(crawl.memory_bytes()) / kPages;
  }
}
BENCHMARK(BM_TenMillionPages)
    ->ArgNames({"thesis", "known"})
    ->Args({0, 0})
    ->Args({0, 1})
    ->Args({1, 0})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

// One pop, one report and one insertion in a frontier of so many links.
void BM_VisitAmong(benchmark::State& state) {
  const SteadyChange changes;
  const CrawlTopic topic = unbounded(order_of(state));
  TopicCrawl crawl({}, std::span(&topic, 1), changes);
  Random random(1);
  crawl.begin_phase(kTopic, kNow);
  fill(crawl, state.range(1), false, random);
  std::int64_t page = state.range(1);
  Time now = kNow;
  for (auto _ : state) {
    now += Milliseconds(100);
    const std::optional<CrawlVisit> visit = crawl.next(now);
    PageSeen seen;
    seen.topic = kTopic;
    seen.similarity = random.uniform();
    benchmark::DoNotOptimize(crawl.report(*visit, now, seen));
    crawl.add_link(link_of(++page, random));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_VisitAmong)
    ->ArgNames({"thesis", "pages"})
    ->ArgsProduct({{0, 1}, {10'000, 100'000, 1'000'000}});

// The beginning of a phase: every known page gets its score anew, and its place.
void BM_ScoreAndReorder(benchmark::State& state) {
  constexpr std::int64_t kPages = 1'000'000;
  const SteadyChange changes;
  const CrawlTopic topic = unbounded(order_of(state));
  TopicCrawl crawl({}, std::span(&topic, 1), changes);
  Random random(1);
  fill(crawl, kPages, true, random);
  Time now = kNow;
  for (auto _ : state) {
    now += std::chrono::hours(1);
    crawl.begin_phase(kTopic, now);
    crawl.end_phase(kTopic, now);
  }
}
BENCHMARK(BM_ScoreAndReorder)
    ->ArgName("thesis")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);

// Links that prefer pages of low numbers, as links prefer popular pages; every tenth
// page has none of its own.
std::vector<LinkGraph::Link> random_links(std::size_t pages, std::size_t links_a_page) {
  Random random(2);
  std::vector<LinkGraph::Link> links;
  links.reserve(pages * links_a_page);
  for (std::size_t from = 0; from < pages; ++from) {
    if (from % 10 == 9) continue;
    for (std::size_t at = 0; at < links_a_page; ++at) {
      const double place = std::pow(random.uniform(), 2) * double(pages);
      links.push_back({LinkGraph::Node(from), LinkGraph::Node(place)});
    }
  }
  return links;
}

void BM_PageRank(benchmark::State& state) {
  const std::size_t pages = std::size_t(state.range(0));
  const std::vector<LinkGraph::Link> links = random_links(pages, 10);
  for (auto _ : state) {
    const LinkGraph graph(pages, links);
    benchmark::DoNotOptimize(page_rank(graph));
  }
}
BENCHMARK(BM_PageRank)->Arg(2'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace curlew::frontier
