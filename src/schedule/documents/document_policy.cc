#include "schedule/documents/document_policy.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"
#include "schedule/documents/document_state.h"
#include "schedule/documents/evidence.h"
#include "schedule/documents/host_habits.h"
#include "schedule/documents/neighbour_visits.h"
#include "schedule/documents/neighbourhood.h"
#include "schedule/documents/phase_filter.h"
#include "schedule/documents/plan_table.h"
#include "schedule/poisson_rule.h"

namespace curlew::schedule::documents {
namespace {

// The first gaps are shares of the best gap, drawn at random. What the early ones find
// teaches the host's prior in time for the others.
constexpr double kLeastFirstShare = 0.2;
constexpr double kMostFirstShare = 0.8;
constexpr double kLeastLearned = 1.0 / 24;  // Days; less tells nothing.
constexpr int kDaysBetweenPriors = 10;
// Hosts' priors are not stored: they are learned anew from the documents' own states.
const std::string kPopulationVersion = "documents 2\n";

// In [0, 1), always the same for one document.
double share_of(Slot slot) { return double(scrambled(slot) >> 11) * 0x1p-53; }

double to_days(Milliseconds span) {
  return std::chrono::duration<double, std::chrono::days::period>(span).count();
}

Milliseconds to_duration(double days) {
  return Milliseconds(std::int64_t(std::llround(days * 24 * 60)) * 60'000);
}

class DocumentPolicy final : public Policy {
 public:
  explicit DocumentPolicy(model::Objective objective) : plans_(objective) {}

  std::string_view name() const override { return "curlew"; }
  std::size_t state_bytes() const override { return sizeof(DocumentState); }

  Time first_visit(PolicyState& state, Time now, Random&) const override {
    state = {};
    return now;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms& terms) const override {
    if (!state.is(StateKind::kDocument)) return begin(state, seen, terms);
    auto document = state.as<DocumentState>();
    const Habits& prior = prior_of(seen.slot);
    learn(document, seen, prior);
    state.set(document);
    const Conditions weights = with_prior(document.get_likelihoods(), prior);
    const double gap = plan(terms).best_gap(weights);
    return seen.at +
           to_duration(gap <= gaps().front() ? short_gap(document.past, terms) : gap);
  }

  Belief belief(std::span<const std::byte> state, Time now,
                const Terms&) const override {
    if (!is_document(state)) return {};
    const auto document = PolicyState::read_state<DocumentState>(state);
    const Conditions weights =
        with_prior(document.get_likelihoods(), population_prior());
    const double days = days_between(document.past.last, to_minute(now));
    Belief belief;
    belief.rate_per_day = dot(weights, phase_model().rates());
    belief.expected_items = dot(weights, phase_model().changes(days));
    const double unchanged = dot(weights, phase_model().survival(days));
    // Capture: the version that is caught. Freshness: the days that the copy will be
    // right from now on, against those that it is right now (Cho & Garcia-Molina).
    belief.value =
        plans_.objective() == model::Objective::kCapture
            ? 1 - unchanged
            : dot(weights, phase_model().days_unchanged(days)) - days * unchanged;
    return belief;
  }

  void set_back(PolicyState& state, Milliseconds by) const override {
    if (!state.is(StateKind::kDocument)) return;
    auto document = state.as<DocumentState>();
    DocumentPast& past = document.past;
    for (Minute* time : {&past.last, &past.previous}) {
      if (*time != 0) *time = std::max(to_minute(to_time(*time) - by), Minute{1});
    }
    state.set(document);
  }

  // Where the price will settle, nearly. Capture: measured on documents, where a tenth
  // of a version buys a visit in 43 days, a fifth one in 75 and .0035 one in a week.
  // Freshness: for documents that change every fifty days.
  double first_price(double share_per_hour) const override {
    const double gap = 1 / (24 * std::max(1e-6, share_per_hour));
    constexpr double kRate = 0.02;
    if (plans_.objective() == model::Objective::kFreshness) {
      return value_of_waiting(kRate * gap) / kRate;
    }
    const double u = std::clamp(std::log(gap / 43), -4.0, 2.5);
    return 0.1 * std::exp(1.387 * u - 0.253 * u * u);
  }

  void joined(Slot slot, const Subject& subject) override {
    neighbourhood_.join(slot, subject.address);
    const HostIndex host = neighbourhood_.host(slot);
    if (neighbourhood_.documents_of(host) == 1) hosts_.begin(host);
  }
  void left(Slot slot) override { neighbourhood_.leave(slot); }

  void settled(const Observation& seen, const StateTable& table,
               std::vector<Slot>& reconsidered) override {
    if (!neighbourhood_.contains(seen.slot)) return;
    const auto past = PolicyState::read_state<DocumentPast>(table.state(seen.slot));
    if (past.kind != StateKind::kDocument || past.previous == 0) return;
    const Cells cells =
        cells_at(seen.slot, table, past.previous, past.last, past.habit);
    const double predicted = -std::expm1(-past.expected * evidence_.multiplier(cells));
    evidence_.learn(cells, past.found_change(), predicted);
    hosts_.add_visit(neighbourhood_.host(seen.slot), past.last, past.found_change(),
                     predicted);
    if (past.found_change()) append_neighbours(seen.slot, reconsidered);
  }

  Time reconsider(Slot slot, const StateTable& table, Time now, Time due,
                  const Terms& terms) const override {
    if (!neighbourhood_.contains(slot) || !is_document(table.state(slot))) return due;
    const auto past = PolicyState::read_state<DocumentPast>(table.state(slot));
    if (past.previous == 0) return due;  // Nothing is known yet.
    const Time when = due <= now ? now : now + terms.tick;
    const double elapsed = days_between(past.last, to_minute(when));
    if ((due > now && due <= when) || elapsed < gaps().front()) return due;
    const double multiplier = evidence_.multiplier(cells_at(
        slot, table, past.last, to_minute(when), habit_cell(elapsed, past.bits)));
    // What makes changes less likely brings nothing forward.
    if (due > now && multiplier <= 1) return due;
    const double gap = best_gap(slot, table, elapsed, multiplier, terms);
    if (gap <= elapsed) return when;
    return to_time(past.last) + to_duration(std::min(gap, elapsed + patience(elapsed)));
  }

  void learn_population(const StateTable& table, Time) override {
    if (days_++ % kDaysBetweenPriors != 0) return;
    for (Slot slot = 0; slot < table.end(); ++slot) {
      if (!table.holds(slot) || !is_document(table.state(slot))) continue;
      const auto document = PolicyState::read_state<DocumentState>(table.state(slot));
      hosts_.add_document(neighbourhood_.host(slot),
                          with_prior(document.get_likelihoods(), prior_of(slot)));
    }
    hosts_.finish_priors();
  }

  std::string population_bytes() const override {
    return kPopulationVersion + evidence_.to_bytes();
  }
  void restore_population(std::string_view bytes) override {
    if (!bytes.starts_with(kPopulationVersion)) return;
    evidence_.restore(bytes.substr(kPopulationVersion.size()));
  }

 private:
  static bool is_document(std::span<const std::byte> state) {
    return state[0] == std::byte(StateKind::kDocument);
  }

  std::span<const float> gaps() const { return plans_.gaps().gaps(); }

  // Plans are made of days. Of a document that is worth one a day every version is
  // wanted: twice as often while it changes, half as often when it does not.
  double short_gap(const DocumentPast& past, const Terms& terms) const {
    const double day = gaps().front();
    if (plans_.objective() != model::Objective::kCapture) return day;
    const double shortest = std::min(day, to_days(terms.shortest_gap));
    const double last = std::max(shortest, days_between(past.previous, past.last));
    return past.found_change() ? std::max(shortest, std::min(last, day) / 2)
                               : std::min(day, last * 2);
  }

  // How long to wait until a visit is thought over again: a quarter of what passed, in
  // whole days where visits are.
  double patience(double elapsed) const {
    const double shortest = gaps().front();
    return std::max(shortest, std::floor(elapsed / 4 / shortest) * shortest);
  }

  const PlanTable& plan(const Terms& terms) const {
    return plans_.at(terms.price / std::max(1e-9, terms.weight));
  }

  const Habits& prior_of(Slot slot) const {
    return neighbourhood_.contains(slot) ? hosts_.prior(neighbourhood_.host(slot))
                                         : population_prior();
  }

  Time begin(PolicyState& state, const Observation& seen, const Terms& terms) const {
    DocumentState fresh;
    fresh.past.last = to_minute(seen.at);
    fresh.set_likelihoods(unseen());
    state.set(fresh);
    const double gap = plan(terms).best_gap(with_prior(unseen(), prior_of(seen.slot)));
    const double share =
        std::lerp(kLeastFirstShare, kMostFirstShare, share_of(seen.slot));
    return seen.at +
           to_duration(std::max<double>(gaps().front(), std::floor(gap * share)));
  }

  static void learn(DocumentState& document, const Observation& seen,
                    const Habits& prior) {
    DocumentPast& past = document.past;
    const Minute now = to_minute(seen.at);
    const double days = std::max(kLeastLearned, days_between(past.last, now));
    const bool changed = seen.has_changed();
    const Conditions before = document.get_likelihoods();
    const double unchanged =
        dot(with_prior(before, prior), phase_model().survival(days));
    past.expected = float(-std::log(std::max(1e-12, unchanged)));
    past.habit = habit_cell(days, past.bits);
    past.bits = std::uint8_t(past.bits << 1 | (changed ? 1 : 0));
    past.previous = past.last;
    past.last = now;
    document.set_likelihoods(after_visit(phase_model(), before, days,
                                         changed ? Seen::kChanged : Seen::kUnchanged));
  }

  double best_gap(Slot slot, const StateTable& table, double elapsed, double multiplier,
                  const Terms& terms) const {
    const auto document = PolicyState::read_state<DocumentState>(table.state(slot));
    const Conditions weights = with_prior(document.get_likelihoods(), prior_of(slot));
    const PlanTable& gaps_at_price = plan(terms);
    const double unchanged = std::max(1e-12, gaps_at_price.unchanged(weights, elapsed));
    return gaps_at_price.best_gap_from(weights, elapsed,
                                       std::pow(unchanged, multiplier - 1));
  }

  Cells cells_at(Slot slot, const StateTable& table, Minute from, Minute to,
                 std::uint8_t habit) const {
    std::array<Slot, Neighbourhood::kMost> found;
    const NeighbourVisits siblings = count_visits(
        std::span(found).first(neighbourhood_.siblings(slot, found)), table, from, to);
    const NeighbourVisits cousins = count_visits(
        std::span(found).first(neighbourhood_.cousins(slot, found)), table, from, to);
    return cells_of(siblings, cousins, hosts_.ratio(neighbourhood_.host(slot), to),
                    habit);
  }

  void append_neighbours(Slot slot, std::vector<Slot>& to) const {
    std::array<Slot, Neighbourhood::kMost> found;
    to.insert(to.end(), found.begin(),
              found.begin() + std::ptrdiff_t(neighbourhood_.siblings(slot, found)));
    to.insert(to.end(), found.begin(),
              found.begin() + std::ptrdiff_t(neighbourhood_.cousins(slot, found)));
  }

  mutable PlanCache plans_;
  Neighbourhood neighbourhood_;
  HostHabits hosts_;
  EvidenceTables evidence_;
  int days_ = 0;
};

}  // namespace

std::unique_ptr<Policy> make_document_policy(model::Objective objective) {
  return std::make_unique<DocumentPolicy>(objective);
}

}  // namespace curlew::schedule::documents
