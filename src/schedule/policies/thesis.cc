#include <algorithm>
#include <chrono>

#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;

struct ThesisState {
  StateKind kind = StateKind::kThesis;
  std::uint8_t unused[3] = {};
  std::uint32_t structural = 0;
  std::uint32_t textual = 0;
  // Of the last visit, in seconds; 0: none.
  std::uint32_t seen = 0;
};

ThesisState read(std::span<const std::byte> bytes) {
  return bytes[0] == std::byte(StateKind::kThesis)
             ? PolicyState::read_state<ThesisState>(bytes)
             : ThesisState{};
}

std::uint32_t to_seconds(Time time) {
  using std::chrono::seconds;
  const auto count = std::chrono::floor<seconds>(time.time_since_epoch()).count();
  return std::uint32_t(std::clamp<std::int64_t>(count, 0, ~std::uint32_t{0}));
}

// The frontiers of the thesis on dynamic pages (DYN §4), for pages that are watched:
//   ID = structural counter + textual counter
// In each phase a page is visited once: those of the dynamic frontier (ID >= 1) first,
// the highest ID before the others; then those of the static one, which never changed.
// A budget that does not suffice for all leaves out static ones.
//
// The thesis orders by IC = IS + ID, and the static frontier by IS, the similarity to a
// topic. Where there is no topic it is the same for all, and static pages come in the
// order in which they have waited. A phase is a day.
class ThesisPolicy final : public Policy {
 public:
  std::string_view name() const override { return "thesis"; }
  Speaks speaks() const override { return Speaks::kRanks; }
  std::size_t state_bytes() const override { return sizeof(ThesisState); }

  Time first_visit(PolicyState& state, Time now, Random&) const override {
    state.set(ThesisState{});
    return now;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms&) const override {
    state.set(ThesisState{.structural = seen.changes.structural,
                          .textual = seen.changes.textual,
                          .seen = to_seconds(seen.at)});
    return std::chrono::floor<days>(seen.at) + days(1);
  }

  double rank(std::span<const std::byte> state, Time now, const Terms&) const override {
    const ThesisState page = read(state);
    const double dynamic = double(page.structural) + page.textual;
    if (dynamic >= 1) return dynamic;
    const double waited = double(to_seconds(now)) - page.seen;
    return waited > 0 ? waited / (waited + 86'400) : 0;
  }

  Belief belief(std::span<const std::byte> state, Time, const Terms&) const override {
    const ThesisState page = read(state);
    Belief belief;
    belief.variables = {{"structural", page.structural},
                        {"textual", page.textual},
                        {"ID", double(page.structural) + page.textual}};
    return belief;
  }
};

}  // namespace

std::unique_ptr<Policy> make_thesis_policy() {
  return std::make_unique<ThesisPolicy>();
}

}  // namespace curlew::schedule
