#include "schedule/policies/toe.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "schedule/policies/policies.h"
#include "schedule/policies/posting_history.h"

namespace curlew::schedule {
namespace {

constexpr float kShortestWait = 1;
constexpr float kLongestWait = 80;

// What the posting-history phase will start from is recorded meanwhile.
class ToePolicy final : public Policy {
 public:
  explicit ToePolicy(ToeOptions options) : options_(options) {}

  std::string_view name() const override { return "toe"; }
  std::size_t state_bytes() const override { return sizeof(PostingHistory); }

  Time first_visit(PolicyState& state, Time now, Random& random) const override {
    PostingHistory feed;
    const Time due = options_.first_visits == FirstVisits::kAtOnce
                         ? now
                         : first_execution(now, options_.tick, random);
    feed.due = ceil_second(due);
    state.set(feed);
    return due;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms&) const override {
    PostingHistory feed = PostingHistory::read(state.bytes());
    feed.learn_in_training(seen);
    const Time due = seen.at + options_.tick * feed.toe.next_toe(seen.new_items);
    feed.due = ceil_second(due);
    state.set(feed);
    return due;
  }

  std::optional<double> median(std::span<const std::byte> state, Time) const override {
    return PostingHistory::read(state).toe.wait;
  }

  Belief belief(std::span<const std::byte> state, Time now,
                const Terms& terms) const override {
    const PostingHistory feed = PostingHistory::read(state);
    Belief belief = feed.belief(now, terms);
    belief.variables = feed.toe.variables(now, to_time(feed.due), options_.tick);
    return belief;
  }

  void set_back(PolicyState& state, Milliseconds by) const override {
    PostingHistory feed = PostingHistory::read(state.bytes());
    feed.set_back(by);
    state.set(feed);
  }

 private:
  const ToeOptions options_;
};

}  // namespace

int ToeCounters::next_toe(std::uint32_t new_entries) {
  if (new_entries > 0) {
    quiet = 1;
    wait = 0.2f * wait + 0.8f * quiet;
  } else {
    const float longer = quiet + wait;
    wait += 0.3f * quiet;
    quiet = longer;
  }
  wait = std::clamp(wait, kShortestWait, kLongestWait);
  return static_cast<int>(std::ceil(wait));
}

std::vector<std::pair<std::string_view, double>> ToeCounters::variables(
    Time now, Time due, Milliseconds tick) const {
  const double left = std::ceil(double((due - now).count()) / double(tick.count()));
  return {{"M", wait},
          {"T", quiet},
          {"ToE", std::clamp(left, 0.0, double(std::ceil(kLongestWait)))}};
}

Time first_execution(Time now, Milliseconds tick, Random& random) {
  return now + tick * static_cast<int>(random.below(kFirstToeBelow));
}

std::unique_ptr<Policy> make_toe_policy(ToeOptions options) {
  return std::make_unique<ToePolicy>(options);
}

}  // namespace curlew::schedule
