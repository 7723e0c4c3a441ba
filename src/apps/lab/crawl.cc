#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "apps/lab/crawl_plot.h"
#include "apps/lab/crawl_rows.h"
#include "apps/lab/crawl_run.h"
#include "apps/lab/lab.h"
#include "apps/output/progress.h"
#include "apps/whole_file.h"
#include "sim/replay/trace.h"

namespace curlew::apps {
namespace {

Error wrong_crawl_value(std::string_view flag, std::string_view value,
                        std::string_view expected) {
  return {ErrorKind::kUsage, fmt::format("{} {}: {}", flag, value, expected)};
}

std::vector<std::string> parted(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t comma = text.find(',');
    words.emplace_back(text.substr(0, comma));
    if (comma == text.npos) return words;
    text.remove_prefix(comma + 1);
  }
}

Result<std::vector<frontier::CrawlOrder>> read_orders(const std::string& text) {
  using frontier::CrawlOrder;
  if (text == "all") {
    return std::vector{CrawlOrder::kCurlew,       CrawlOrder::kThesis,
                       CrawlOrder::kBreadthFirst, CrawlOrder::kPageRank,
                       CrawlOrder::kBacklinks,    CrawlOrder::kForwardLinks};
  }
  std::vector<CrawlOrder> orders;
  for (const std::string& word : parted(text)) {
    const auto order = frontier::parse_crawl_order(word);
    if (!order)
      return wrong_crawl_value("--order", word,
                               "there are curlew, thesis, breadth-first, pagerank, "
                               "backlinks and forward-links, or all");
    orders.push_back(*order);
  }
  return orders;
}

Result<std::vector<double>> read_stays(const std::string& text) {
  std::vector<double> stays;
  for (const std::string& word : parted(text)) {
    double& stay = stays.emplace_back();
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, stay);
    if (error != std::errc() || stop != end || !(stay >= 0 && stay <= 1))
      return wrong_crawl_value("--stay", word, "a number from 0 to 1 is expected");
  }
  return stays;
}

classify::TopicMethod method_of(const std::string& name, frontier::CrawlOrder order) {
  using classify::TopicMethod;
  if (name == "linear") return TopicMethod::kLinear;
  if (name == "tf-centroid") return TopicMethod::kCentroid;
  if (name == "thesis") return TopicMethod::kThesis;
  return order == frontier::CrawlOrder::kThesis ? TopicMethod::kThesis
                                                : TopicMethod::kLinear;
}

// That of the options, or that which lies among the real data where there is one.
Result<std::optional<sim::Trace>> read_document_trace(const std::string& path) {
  std::string file = path;
  const char* const corpora = std::getenv("CURLEW_CORPORA");
  if (file.empty() && corpora != nullptr) {
    file = std::filesystem::path(corpora) / "traces" / "documents.csv.gz";
    if (!std::filesystem::exists(file)) file.clear();
  }
  if (file.empty()) return std::optional<sim::Trace>();
  TRY_ASSIGN(sim::Trace trace, sim::read_trace(file));
  return std::optional(std::move(trace));
}

class CrawlBench {
 public:
  CrawlBench(const LabCrawlOptions& options, std::vector<frontier::CrawlOrder> orders,
             std::FILE* out)
      : options_(options), orders_(std::move(orders)), out_(out) {}

  Result<void> run(CrawlSite& site, std::optional<double> stay) {
    CrawlContest contest{.stay = stay,
                         .topics = {site.topics().begin(), site.topics().end()},
                         .pages = site.page_count()};
    std::map<classify::TopicMethod, std::unique_ptr<CrawlJudge>> judges;
    Progress progress("crawls", orders_.size(), clock_);
    for (const frontier::CrawlOrder order : orders_) {
      std::unique_ptr<CrawlJudge>& judge = judges[method_of(options_.method, order)];
      if (!judge) {
        TRY_ASSIGN(judge, CrawlJudge::learn(site, method_of(options_.method, order)));
      }
      contest.results.push_back(run_crawl(site, *judge, plan_of(site, order)));
      if (options_.json) print_crawl_json(contest, contest.results.back(), out_);
      progress.advance(1);
    }
    contests_.push_back(std::move(contest));
    return {};
  }

  Result<void> finish() const {
    if (!options_.json) print_crawl_tables(contests_, out_);
    if (!options_.queue.empty()) {
      TRY(write_whole_file(options_.queue, queue_as_csv(contests_, queue_phase()),
                           Overwrite::kYes));
    }
    if (options_.plot.empty()) return {};
    return write_whole_file(options_.plot, draw_crawls(contests_), Overwrite::kYes);
  }

 private:
  std::uint32_t queue_phase() const {
    return options_.queue_phase.value_or(options_.phases);
  }

  CrawlPlan plan_of(const CrawlSite& site, frontier::CrawlOrder order) const {
    const std::uint32_t pages = site.page_count();
    // A recorded site is small: the first phase may visit all of it.
    const bool is_synthetic = options_.site == "synthetic";
    return {
        .order = order,
        .phases = options_.phases,
        .first_phase = options_.first_phase.value_or(is_synthetic ? pages / 10 : pages),
        .later_phase =
            options_.later_phase.value_or(is_synthetic ? pages / 50 : pages / 4),
        .queue_of = options_.queue.empty() ? 0 : queue_phase()};
  }

  const LabCrawlOptions& options_;
  const std::vector<frontier::CrawlOrder> orders_;
  std::FILE* const out_;
  const SystemClock clock_;
  std::vector<CrawlContest> contests_;
};

// Known before the crawls take minutes.
Result<void> check_files(const LabCrawlOptions& options) {
  for (const std::string& path : {options.queue, options.plot}) {
    if (!path.empty()) TRY(can_be_written(path));
  }
  if (options.queue_phase.value_or(1) <= options.phases) return {};
  return wrong_crawl_value("--queue-phase", std::to_string(*options.queue_phase),
                           fmt::format("there are {} phases", options.phases));
}

}  // namespace

Result<void> lab_crawl(const LabCrawlOptions& options, std::FILE* out) {
  TRY_ASSIGN(auto orders, read_orders(options.orders));
  TRY(check_files(options));
  CrawlBench bench(options, std::move(orders), out);
  if (options.site != "synthetic") {
    TRY_ASSIGN(const auto site, read_recorded_site(options.site));
    TRY(bench.run(*site, std::nullopt));
    return bench.finish();
  }
  TRY_ASSIGN(const std::vector<double> stays, read_stays(options.stay));
  TRY_ASSIGN(const auto trace, read_document_trace(options.trace));
  for (const double stay : stays) {
    const sim::TopicalWebOptions web{
        .pages = options.pages,
        .seed = options.seed,
        .stay = stay,
        .length = std::chrono::duration<double, std::ratio<86'400>>(options.phase_days *
                                                                    options.phases)};
    const auto site = make_synthetic_site(web, trace ? &*trace : nullptr);
    TRY(bench.run(*site, stay));
  }
  return bench.finish();
}

}  // namespace curlew::apps
