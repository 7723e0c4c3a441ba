#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "schedule/policies/policies.h"
#include "schedule/policies/truth.h"

namespace curlew::schedule {
namespace {

constexpr std::array<std::string_view, 3> kNames = {"gold", "known", "clairvoyant"};

}  // namespace

double changes_per_day(const Truth& truth, const SourceTruth& source) {
  const auto changes = std::ranges::count_if(source.events, [&truth](Time event) {
    return truth.begin <= event && event < truth.end;
  });
  const std::chrono::duration<double, std::ratio<86'400>> days =
      truth.end - truth.begin;
  return changes == 0 ? 0 : double(changes) / days.count();
}

std::span<const std::string_view> reference_policy_names() { return kNames; }

Result<std::unique_ptr<Policy>> make_reference_policy(std::string_view name,
                                                      const PolicyOptions& options,
                                                      const Truth& truth) {
  if (name == "gold") return make_gold_policy(truth);
  if (name == "known") {
    return options.objective == model::Objective::kDelay
               ? make_known_news_policy(truth)
               : make_known_documents_policy(options.objective, truth);
  }
  if (name == "clairvoyant") return make_clairvoyant_policy(options, truth);
  return Error{ErrorKind::kUsage, fmt::format("policy '{}' is not one of: {}", name,
                                              fmt::join(kNames, " "))};
}

}  // namespace curlew::schedule
