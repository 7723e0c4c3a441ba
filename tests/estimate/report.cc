#include "report.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace curlew::estimate {
namespace {

constexpr double kWidest = 0.30;
constexpr double kClose = 0.15;
constexpr double kContainedShare = 18.0 / 20;
constexpr double kCloseShare = 16.0 / 20;

bool holds(const Trial& trial) {
  return trial.is_contained() && trial.width() <= kWidest;
}

std::string limit_of(const Trial& trial) { return std::to_string(trial.total); }

}  // namespace

void print_heading(std::FILE* out) {
  fmt::print(out,
             "| crawl | hosts | documents | limit | truth s | ours s | interval s "
             "| error | held | paper s | error |\n"
             "|---|---|---|---|---|---|---|---|---|---|---|\n");
}

void print_line(const Trial& trial, std::FILE* out) {
  fmt::print(out,
             "| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f}–{:.2f} | {:+.1f} % | {} "
             "| {:.2f} | {:+.0f} % |\n",
             trial.name, trial.hosts, trial.documents, limit_of(trial),
             trial.truth.count(), trial.ours.time.count(), trial.ours.low.count(),
             trial.ours.high.count(), 100 * trial.error(), holds(trial) ? "yes" : "no",
             trial.paper.time.count(), 100 * trial.paper_error());
  std::fflush(out);
}

Score score_of(std::span<const Trial> trials) {
  Score score{.trials = trials.size()};
  for (const Trial& trial : trials) {
    score.contained += holds(trial);
    score.close += std::abs(trial.error()) <= kClose;
    score.paper_close += std::abs(trial.paper_error()) <= kClose;
  }
  return score;
}

void print_score(const Score& score, std::FILE* out) {
  fmt::print(out,
             "\n{} crawls: the truth is in an interval within 30 % of its point in {}; "
             "the point is within 15 % in {} (the paper's in {})\n",
             score.trials, score.contained, score.close, score.paper_close);
}

bool is_good(const Score& score) {
  const double trials = double(score.trials);
  return double(score.contained) >= std::floor(kContainedShare * trials) &&
         double(score.close) >= std::floor(kCloseShare * trials);
}

}  // namespace curlew::estimate
