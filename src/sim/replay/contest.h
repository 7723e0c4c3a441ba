// Runs a policy by its name on a sample: makes it, gives the references the truth, and
// finds the price at which it makes a given number of downloads.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sim/replay/replay.h"

namespace curlew::sim {

struct ContestOptions {
  ReplayOptions replay;
  // As many visits in all, by a price that stays the same: recall can only be compared
  // at equal cost. Policies that know no price make as many as they make.
  std::optional<std::size_t> downloads;
};

struct Entry {
  std::string policy;
  // What a visit costs at the end; 0: the policy knows no price.
  double price = 0;
  // How many replays it took to find that price.
  int runs = 0;
  Scorecard card;
  std::vector<SourceHistory> followed;
};

Result<Entry> run_policy(std::string_view name, const Sample& sample,
                         const ContestOptions& options);

// The same at several prices from cheap to dear, to draw a curve through. Empty for
// policies that know no price.
Result<std::vector<Score>> run_at_prices(std::string_view name, const Sample& sample,
                                         const ContestOptions& options);

}  // namespace curlew::sim
