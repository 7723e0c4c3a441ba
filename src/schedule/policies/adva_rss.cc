#include "schedule/policies/policies.h"
#include "schedule/policies/posting_history.h"

namespace curlew::schedule {
namespace {

constexpr Milliseconds kForEver = Milliseconds::max();

// Above every other rank, and finite when it is multiplied by weights: who was never
// visited, and who is in training and whose ToE has come.
constexpr double kNeverVisited = 1e12;
constexpr double kTimeOfExecution = 1e9;

// What sets `toe`, `posting-rate` and `min-delay` apart.
struct Phases {
  std::string_view name;
  Milliseconds tick;
  Milliseconds training;  // kForEver: there is no second phase.
  FirstVisits first_visits = FirstVisits::kByToe;
  // What a visit is worth after the training.
  double (PostingHistory::*worth)(Time now) const = &PostingHistory::articles;
};

// RSS-A §III.B: those worth most are visited in every execution.
//   rank(f) = worth(f)·(1 + c·subscribers(f))   (eq. 6)
//
// With a training phase this is advaRSS as a whole: a new source is visited when its
// ToE has come, without a budget, and its posting history is recorded; "after four
// weeks, the system has enough information" and the posting-history phase takes over
// with it. One that trains for ever names times instead of ranks and keeps the budget.
class AdvaRssPolicy final : public Policy {
 public:
  explicit AdvaRssPolicy(Phases phases) : phases_(phases) {}

  std::string_view name() const override { return phases_.name; }
  Speaks speaks() const override {
    return trains_for_ever() ? Policy::speaks() : Speaks::kRanks;
  }
  std::size_t state_bytes() const override { return sizeof(PostingHistory); }

  Time first_visit(PolicyState& state, Time now, Random& random) const override {
    PostingHistory feed;
    const bool is_by_toe =
        has_training() && phases_.first_visits == FirstVisits::kByToe;
    const Time due = is_by_toe ? first_execution(now, phases_.tick, random) : now;
    feed.due = ceil_second(due);
    state.set(feed);
    return due;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms&) const override {
    PostingHistory feed = PostingHistory::read(state.bytes());
    const bool training = is_training(feed, seen.at);
    Time due = seen.at;
    if (training) {
      feed.learn_in_training(seen);
      due += phases_.tick * feed.toe.next_toe(seen.new_items);
    } else {
      feed.learn(seen);
    }
    feed.due = ceil_second(due);
    state.set(feed);
    return due;
  }

  double rank(std::span<const std::byte> state, Time now,
              const Terms& terms) const override {
    const PostingHistory feed = PostingHistory::read(state);
    if (is_training(feed, now)) {
      // Who waits longest for its execution is first, should there be too many.
      const Milliseconds late = now - to_time(feed.due);
      return late < Milliseconds(0) ? 0
                                    : kTimeOfExecution + double(late.count()) * 1e-6;
    }
    if (feed.is_new()) return kNeverVisited * terms.weight;
    return (feed.*phases_.worth)(now)*terms.weight;
  }

  bool is_beyond_budget(std::span<const std::byte> state, Time now) const override {
    return has_training() && !trains_for_ever() &&
           is_training(PostingHistory::read(state), now);
  }

  std::optional<double> median(std::span<const std::byte> state,
                               Time now) const override {
    const PostingHistory feed = PostingHistory::read(state);
    if (!is_training(feed, now)) return std::nullopt;
    return feed.toe.wait;
  }

  Belief belief(std::span<const std::byte> state, Time now,
                const Terms& terms) const override {
    const PostingHistory feed = PostingHistory::read(state);
    Belief belief = feed.belief(now, terms);
    if (is_training(feed, now)) {
      belief.variables = feed.toe.variables(now, to_time(feed.due), phases_.tick);
    }
    return belief;
  }

  void set_back(PolicyState& state, Milliseconds by) const override {
    PostingHistory feed = PostingHistory::read(state.bytes());
    feed.set_back(by);
    state.set(feed);
  }

 private:
  bool has_training() const { return phases_.training > Milliseconds(0); }
  bool trains_for_ever() const { return phases_.training == kForEver; }
  bool is_training(const PostingHistory& feed, Time now) const {
    return trains_for_ever() ||
           (has_training() &&
            (feed.since == 0 || now < to_time(feed.since) + phases_.training));
  }

  const Phases phases_;
};

}  // namespace

// Only the training phase, for ever (RSS-A §III.A). What the posting-history phase
// would start from is recorded meanwhile.
std::unique_ptr<Policy> make_toe_policy(ToeOptions options) {
  return std::make_unique<AdvaRssPolicy>(Phases{.name = "toe",
                                                .tick = options.tick,
                                                .training = kForEver,
                                                .first_visits = options.first_visits});
}

// Most articles expected since the last retrieval,
//   articles(now) = ∫ last→now r[hour(t)]/3600 dt   (eq. 5)
std::unique_ptr<Policy> make_posting_rate_policy(TrainingOptions options) {
  return std::make_unique<AdvaRssPolicy>(Phases{
      .name = "posting-rate", .tick = options.tick, .training = options.training});
}

// The "minimum-delay" policy that RSS-A §IV.B compares with: the posting pattern serves
// to minimise how long articles wait altogether,
//   rank = ∫ last→now (now-t)·r[hour(t)]/3600 dt, here in article-days.
std::unique_ptr<Policy> make_min_delay_policy() {
  return std::make_unique<AdvaRssPolicy>(Phases{.name = "min-delay",
                                                .tick = TrainingOptions{}.tick,
                                                .training = Milliseconds(0),
                                                .worth = &PostingHistory::waiting});
}

}  // namespace curlew::schedule
