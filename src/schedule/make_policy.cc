#include "schedule/make_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

constexpr std::array<std::string_view, 2> kNames = {"round-robin", "toe"};

}  // namespace

std::span<const std::string_view> policy_names() { return kNames; }

Result<std::unique_ptr<Policy>> make_policy(std::string_view name,
                                            const PolicyOptions& options) {
  if (name == "round-robin") return make_round_robin_policy();
  if (name == "toe") return make_toe_policy({options.tick});
  return Error{ErrorKind::kUsage, fmt::format("policy '{}' is not one of: {}", name,
                                              fmt::join(kNames, " "))};
}

}  // namespace curlew::schedule
