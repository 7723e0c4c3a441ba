#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "schedule/policies/policies.h"
#include "schedule/policies/truth.h"

namespace curlew::schedule {
namespace {

constexpr std::array<std::string_view, 2> kNames = {"gold", "clairvoyant"};

}  // namespace

std::span<const std::string_view> reference_policy_names() { return kNames; }

Result<std::unique_ptr<Policy>> make_reference_policy(std::string_view name,
                                                      const PolicyOptions& options,
                                                      const Truth& truth) {
  if (name == "gold") return make_gold_policy(truth);
  if (name == "clairvoyant") return make_clairvoyant_policy(options, truth);
  return Error{ErrorKind::kUsage, fmt::format("policy '{}' is not one of: {}", name,
                                              fmt::join(kNames, " "))};
}

}  // namespace curlew::schedule
