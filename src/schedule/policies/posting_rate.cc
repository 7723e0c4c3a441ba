#include "schedule/policies/policies.h"
#include "schedule/policies/posting_history.h"

namespace curlew::schedule {
namespace {

// Above every other rank, and finite when it is multiplied by weights: who was never
// visited, and who is in training and whose ToE has come.
constexpr double kNeverVisited = 1e12;
constexpr double kTimeOfExecution = 1e9;

// What a visit is worth: the difference between the two policies.
using Worth = double (PostingHistory::*)(Time now) const;

// RSS-A §III.B: those worth most are visited in every execution.
//   rank(f) = worth(f)·(1 + c·subscribers(f))   (eq. 6)
//
// With a training phase this is advaRSS as a whole: a new source is visited when its
// ToE has come, without a budget, and its posting history is recorded; "after four
// weeks, the system has enough information" and the posting-history phase takes over
// with it.
class PostingHistoryPolicy final : public Policy {
 public:
  PostingHistoryPolicy(std::string_view name, Worth worth, TrainingOptions options)
      : name_(name), worth_(worth), options_(options) {}

  std::string_view name() const override { return name_; }
  Speaks speaks() const override { return Speaks::kRanks; }
  std::size_t state_bytes() const override { return sizeof(PostingHistory); }

  Time first_visit(PolicyState& state, Time now, Random& random) const override {
    PostingHistory feed;
    const Time due = has_training() ? first_execution(now, options_.tick, random) : now;
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
      due += options_.tick * feed.toe.next_toe(seen.new_items);
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
    return (feed.*worth_)(now)*terms.weight;
  }

  bool is_beyond_budget(std::span<const std::byte> state, Time now) const override {
    return has_training() && is_training(PostingHistory::read(state), now);
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
      belief.variables = feed.toe.variables(now, to_time(feed.due), options_.tick);
    }
    return belief;
  }

  void set_back(PolicyState& state, Milliseconds by) const override {
    PostingHistory feed = PostingHistory::read(state.bytes());
    feed.set_back(by);
    state.set(feed);
  }

 private:
  bool has_training() const { return options_.training > Milliseconds(0); }
  bool is_training(const PostingHistory& feed, Time now) const {
    return has_training() &&
           (feed.since == 0 || now < to_time(feed.since) + options_.training);
  }

  const std::string_view name_;
  const Worth worth_;
  const TrainingOptions options_;
};

}  // namespace

// Most articles expected since the last retrieval,
//   articles(now) = ∫ last→now r[hour(t)]/3600 dt   (eq. 5)
std::unique_ptr<Policy> make_posting_rate_policy(TrainingOptions options) {
  return std::make_unique<PostingHistoryPolicy>("posting-rate",
                                                &PostingHistory::articles, options);
}

// The "minimum-delay" policy that RSS-A §IV.B compares with: the posting pattern serves
// to minimise how long articles wait altogether,
//   rank = ∫ last→now (now-t)·r[hour(t)]/3600 dt, here in article-days.
std::unique_ptr<Policy> make_min_delay_policy() {
  return std::make_unique<PostingHistoryPolicy>("min-delay", &PostingHistory::waiting,
                                                TrainingOptions{});
}

}  // namespace curlew::schedule
