// The planner's time: ticks with their budget, days, and clocks that are set back.

#include <algorithm>
#include <cstring>
#include <optional>

#include "schedule/planner.h"

namespace curlew::schedule {
namespace {

// What a restart must not lose of the planner itself; the policy's bytes follow.
struct Kept {
  std::uint64_t version = 3;
  Price::State price;
  double use = 0;
  std::int64_t day_end_ms = 0;
};

// As it was before prices followed demand.
struct KeptBefore {
  std::uint64_t version = 2;
  double price = 0;
  double price_use = 0;
  std::int64_t price_age_ms = 0;
  double use = 0;
  std::int64_t day_end_ms = 0;
};

template <typename Flat>
std::optional<Flat> read_kept(std::string_view bytes) {
  Flat kept;
  if (bytes.size() < sizeof kept) return std::nullopt;
  std::memcpy(&kept, bytes.data(), sizeof kept);
  if (kept.version != Flat{}.version) return std::nullopt;
  return kept;
}

}  // namespace

bool Planner::is_within_tick(Time now) const {
  return now < tick_end_ && tick_end_ - now <= options_.tick;
}

// A clock set back by a year must not hide every source for a year.
void Planner::follow_clock(Time now) {
  if (last_now_ != Time::min() && last_now_ - now > options_.tick) {
    const Milliseconds back = last_now_ - now;
    table_.bring_forward(back);
    queue_.bring_forward(back);
    for (Slot slot = 0; slot < table_.end(); ++slot) {
      if (!table_.holds(slot)) continue;
      PolicyState state = PolicyState::from(table_.state(slot));
      policy_->set_back(state, back);
      table_.set_state(slot, state);
      if (table_.has(slot, Mark::kAsked)) note_asked(slot);
    }
  }
  last_now_ = now;
}

// Of `passed` ticks since the last one ended, those without visits because nothing was
// due. When something was and nobody asked (the machine slept), that says nothing of
// the price.
std::int64_t Planner::idle_ticks(std::int64_t passed) const {
  const auto first = queue_.first_due();
  if (!first || *first <= tick_end_ || lined_up_ > 0) return 0;
  constexpr std::int64_t kMost = 100'000;
  const std::int64_t until_due = 1 + (*first - tick_end_) / options_.tick;
  return std::min({passed, until_due, kMost});
}

void Planner::begin_tick(Time now) {
  if (is_within_tick(now)) return;
  std::int64_t passed = 0;
  if (now >= tick_end_ && tick_end_ != Time::min()) {
    passed = (now - tick_end_) / options_.tick;
    end_tick(now, idle_ticks(passed));
    // Aligned to the first: ticks that begin a little late must not add up.
    tick_end_ += (passed + 1) * options_.tick;
  } else {
    tick_end_ = now + options_.tick;
  }
  dissolve_line();
  allowance_ = budget_.next_tick(table_.size() - unbudgeted_, passed + 1);
  taken_ = 0;
  free_ = 0;
  is_overfull_ = false;
  if (ranks()) line_up_by_rank(now);
}

void Planner::note_use(std::size_t visits, double budget) {
  if (budget <= 0 || options_.budget.kind == BudgetKind::kUnlimited) return;
  const double share = double(options_.tick.count()) /
                       double(Milliseconds(std::chrono::days(1)).count());
  use_ += (double(visits) / budget - use_) * std::min(share, 1.0);
}

void Planner::end_tick(Time now, std::int64_t idle_ticks) {
  const double budget = budget_.per_tick(table_.size() - unbudgeted_);
  note_use(taken_ - std::min(taken_, free_), budget);
  for (std::int64_t i = 0; i < idle_ticks; ++i) note_use(0, budget);
  // When most sources fail (no network), their back-off makes visits few, not the
  // price.
  if (options_.budget.kind == BudgetKind::kPerDay &&
      table_.failing() * 2 <= table_.size()) {
    price_.end_tick(taken_, budget, table_.size(), options_.tick);
    for (; idle_ticks > 0; --idle_ticks) {
      price_.end_tick(0, budget, table_.size(), options_.tick);
    }
  }
  if (now < day_end_ && day_end_ - now <= std::chrono::days(1)) return;
  day_end_ = now + std::chrono::days(1);
  policy_->learn_population(table_, now);
}

std::string Planner::population_bytes() const {
  const Kept kept{
      .price = price_.state(), .use = use_, .day_end_ms = to_unix_ms(day_end_)};
  std::string bytes(reinterpret_cast<const char*>(&kept), sizeof kept);
  return bytes + policy_->population_bytes();
}

void Planner::restore_population(std::string_view bytes) {
  auto kept = read_kept<Kept>(bytes);
  std::size_t size = sizeof(Kept);
  if (const auto before = read_kept<KeptBefore>(bytes)) {
    kept = {.price = {.price = before->price, .age_ms = before->price_age_ms},
            .use = before->use,
            .day_end_ms = before->day_end_ms};
    size = sizeof(KeptBefore);
  }
  if (!kept) return;
  if (options_.budget.kind == BudgetKind::kPerDay) price_.restore(kept->price);
  use_ = kept->use;
  day_end_ = from_unix_ms(kept->day_end_ms);
  policy_->restore_population(bytes.substr(size));
}

}  // namespace curlew::schedule
