#include "control/revisit_plan.h"

namespace curlew::control {

std::optional<store::Revisit> next_revisit(model::ArticleId article, Time counted_from,
                                           Time now,
                                           const store::Revisits::Habits& habits) {
  const bool is_tried_anyway = article.value % kStillTriedOf == 0;
  for (std::uint32_t step = 0; step < kRevisitSteps.size(); ++step) {
    const Time due = counted_from + kRevisitSteps[step];
    if (due <= now) continue;
    const auto habit = habits.find(step);
    const bool is_quiet =
        habit != habits.end() && habit->second.unchanged >= kQuietRevisits;
    if (is_quiet && !is_tried_anyway) continue;
    return store::Revisit{
        .step = step, .due = due, .counted_from = counted_from, .validators = {}};
  }
  return std::nullopt;
}

}  // namespace curlew::control
