#include "schedule/make_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "schedule/documents/document_policy.h"
#include "schedule/news/news_policy.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Make = std::unique_ptr<Policy> (*)(const PolicyOptions&);

struct Entry {
  std::string_view name;
  Make make;
};

constexpr Entry kPolicies[] = {
    {"round-robin", [](const PolicyOptions&) { return make_round_robin_policy(); }},
    {"toe", [](const PolicyOptions& o) { return make_toe_policy({o.tick}); }},
    {"posting-rate",
     [](const PolicyOptions& o) {
       return make_posting_rate_policy({o.tick, o.training});
     }},
    {"min-delay", [](const PolicyOptions&) { return make_min_delay_policy(); }},
    {"fix", [](const PolicyOptions&) { return make_fix_policy(); }},
    {"dyn", [](const PolicyOptions&) { return make_dyn_policy(); }},
    {"window", [](const PolicyOptions&) { return make_window_policy(); }},
    {"state-1", [](const PolicyOptions&) { return make_state_1_policy(); }},
    {"state-2", [](const PolicyOptions&) { return make_state_2_policy(); }},
    {"week", [](const PolicyOptions&) { return make_week_policy(); }},
    {"thesis", [](const PolicyOptions&) { return make_thesis_policy(); }},
    {"stormcrawler", [](const PolicyOptions&) { return make_stormcrawler_policy(); }},
    {"nutch", [](const PolicyOptions&) { return make_nutch_policy(); }},
    {"curlew", [](const PolicyOptions& o) { return make_curlew_policy(o.objective); }},
};

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kPolicies)> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kPolicies[i].name;
  return names;
}();

constexpr std::array<std::string_view, 3> kReferences = {"gold", "known",
                                                         "clairvoyant"};

Error unknown_policy(std::string_view name, std::span<const std::string_view> known) {
  return Error{ErrorKind::kUsage, fmt::format("policy '{}' is not one of: {}", name,
                                              fmt::join(known, " "))};
}

}  // namespace

std::span<const std::string_view> policy_names() { return kNames; }

Result<std::unique_ptr<Policy>> make_policy(std::string_view name,
                                            const PolicyOptions& options) {
  for (const Entry& policy : kPolicies) {
    if (policy.name == name) return policy.make(options);
  }
  return unknown_policy(name, kNames);
}

std::unique_ptr<Policy> make_curlew_policy(const model::Aim& aim) {
  switch (aim.objective) {
    case model::Objective::kDelay:
      return news::make_news_policy();
    case model::Objective::kCapture:
    case model::Objective::kFreshness:
      return documents::make_document_policy(aim.objective);
  }
  return news::make_news_policy();
}

std::span<const std::string_view> reference_policy_names() { return kReferences; }

Result<std::unique_ptr<Policy>> make_reference_policy(std::string_view name,
                                                      const PolicyOptions& options,
                                                      const Truth& truth) {
  if (name == "gold") return make_gold_policy(truth);
  if (name == "known") {
    return options.objective == model::Objective::kDelay
               ? make_known_news_policy(truth)
               : make_known_documents_policy(options.objective, truth);
  }
  if (name == "clairvoyant") {
    return make_clairvoyant_policy(options.objective, options.tick, truth);
  }
  return unknown_policy(name, kReferences);
}

}  // namespace curlew::schedule
