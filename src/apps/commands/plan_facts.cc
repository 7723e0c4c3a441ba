#include "apps/commands/plan_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/commands/source_facts.h"

namespace curlew::apps {
namespace {

constexpr std::size_t kHours = 24;
constexpr std::size_t kDays = 7;

// In the currency of the objective: waiting and rightness are times, versions are not.
constexpr double kDay = 86'400'000;  // In milliseconds, as amounts are told.

std::string amount(model::Objective objective, double value) {
  if (objective == model::Objective::kCapture) {
    return fmt::format("{:.2g} versions", value);
  }
  const std::string time =
      to_human(Milliseconds(static_cast<std::int64_t>(value * kDay)));
  return objective == model::Objective::kDelay ? time + " of waiting"
                                               : time + " of a right copy";
}

// Is it more than nothing as amount() tells it?
bool is_amount(model::Objective objective, double value) {
  return objective == model::Objective::kCapture ? value > 0 : value * kDay >= 1;
}

std::string_view shade(float intensity) {
  constexpr std::array<std::pair<float, std::string_view>, 4> kShades{
      {{0.25F, "·"}, {0.75F, "░"}, {1.5F, "▒"}, {3.0F, "▓"}}};
  for (const auto& [below, text] : kShades) {
    if (intensity < below) return text;
  }
  return "█";
}

}  // namespace

std::string number_text(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", value, digits);
  return text == "-0" ? "0" : text;
}

std::string week_map(const std::vector<float>& profile) {
  if (profile.size() != kHours * kDays) return {};
  constexpr std::array kNames = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  std::string map = "UTC  0     6     12    18\n";
  for (std::size_t day = 0; day < kDays; ++day) {
    map += fmt::format("{}  ", kNames[day]);
    for (std::size_t hour = 0; hour < kHours; ++hour) {
      map += shade(profile[day * kHours + hour]);
    }
    map += '\n';
  }
  return map;
}

void print_plan(const Screen& screen, const service::SourcePlan& plan, Rhythm rhythm) {
  print_fact(screen, "objective",
             fmt::format("{}, planned by {}", to_string(plan.objective), plan.policy));
  const bool is_news = plan.objective == model::Objective::kDelay;
  if (plan.rate_per_day > 0) {
    print_fact(
        screen, "believed",
        fmt::format(
            "{:.3g} {} a day; {:.2g} waiting now{}", plan.rate_per_day,
            is_news ? "articles" : "changes", plan.expected_items,
            rhythm == Rhythm::kUnknown ? "; its rhythm is still being learned" : ""));
  }
  if (is_amount(plan.objective, plan.value) || is_amount(plan.objective, plan.price)) {
    print_fact(screen, "a visit now",
               fmt::format("is worth {}, costs {}", amount(plan.objective, plan.value),
                           amount(plan.objective, plan.price)));
  }
  for (const auto& [name, value] : plan.variables) {
    print_fact(screen, name, number_text(value, 4));
  }
  if (!plan.profile.empty()) fmt::print(screen.out, "\n{}", week_map(plan.profile));
}

void print_planning(const Screen& screen, const service::Planning& planning) {
  std::string budget = "no budget";
  if (planning.budget_per_hour) {
    budget = fmt::format("budget {:.4g} % an hour, {:.0f} % of it used",
                         *planning.budget_per_hour * 100, planning.budget_use * 100);
  }
  const std::string price =
      is_amount(planning.objective, planning.price)
          ? fmt::format("; a visit costs {}",
                        amount(planning.objective, planning.price))
          : "";
  fmt::print(screen.out, "{}: {}, {}{}\n", to_string(planning.objective),
             planning.policy, budget, price);
}

}  // namespace curlew::apps
