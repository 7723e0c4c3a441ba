#include "detect/diff/align.h"

#include <algorithm>
#include <unordered_map>

namespace curlew::detect {
namespace {

using Sequence = std::span<const std::uint64_t>;

// Places of one element in both sequences.
struct Anchor {
  std::uint32_t old = 0;
  std::uint32_t now = 0;
};

// The longest run of anchors that rise in `now`, too. They rise in `old` already.
std::vector<Anchor> rising(const std::vector<Anchor>& anchors) {
  // The last anchor of the best run of each length, and the anchor before each.
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> before(anchors.size(), UINT32_MAX);
  for (std::uint32_t i = 0; i < anchors.size(); ++i) {
    const auto place = std::ranges::lower_bound(
        ends, anchors[i].now, {}, [&](std::uint32_t end) { return anchors[end].now; });
    if (place != ends.begin()) before[i] = *std::prev(place);
    if (place == ends.end())
      ends.push_back(i);
    else
      *place = i;
  }
  std::vector<Anchor> run;
  for (std::uint32_t i = ends.empty() ? UINT32_MAX : ends.back(); i != UINT32_MAX;
       i = before[i])
    run.push_back(anchors[i]);
  std::ranges::reverse(run);
  return run;
}

class Aligner {
 public:
  Aligner(Sequence old, Sequence now, std::uint32_t max_differences)
      : old_(old), now_(now), max_differences_(max_differences) {}

  std::vector<Hunk> run() {
    compare({0, std::uint32_t(old_.size()), 0, std::uint32_t(now_.size())}, 0);
    return std::move(hunks_);
  }

 private:
  // Levels of anchors between anchors. Each one takes time linear in the whole.
  static constexpr int kMaxLevels = 6;

  void compare(Hunk range, int level) {
    trim(range);
    if (range.old_size() == 0 || range.now_size() == 0) return add(range);
    const std::vector<Anchor> anchors =
        level < kMaxLevels ? rising(anchors_of(range)) : std::vector<Anchor>();
    if (anchors.empty()) return compare_by_steps(range);
    Hunk between = range;
    for (const Anchor& anchor : anchors) {
      between.old_end = anchor.old;
      between.now_end = anchor.now;
      compare(between, level + 1);
      between.old_begin = anchor.old + 1;
      between.now_begin = anchor.now + 1;
    }
    between.old_end = range.old_end;
    between.now_end = range.now_end;
    compare(between, level + 1);
  }

  void trim(Hunk& range) const {
    while (range.old_size() > 0 && range.now_size() > 0 &&
           old_[range.old_begin] == now_[range.now_begin])
      ++range.old_begin, ++range.now_begin;
    while (range.old_size() > 0 && range.now_size() > 0 &&
           old_[range.old_end - 1] == now_[range.now_end - 1])
      --range.old_end, --range.now_end;
  }

  void add(const Hunk& hunk) {
    if (hunk.old_size() + hunk.now_size() == 0) return;
    if (!hunks_.empty() && hunks_.back().old_end == hunk.old_begin &&
        hunks_.back().now_end == hunk.now_begin) {
      hunks_.back().old_end = hunk.old_end;
      hunks_.back().now_end = hunk.now_end;
      return;
    }
    hunks_.push_back(hunk);
  }

  // What is there exactly once on both sides.
  std::vector<Anchor> anchors_of(const Hunk& range) const {
    struct Seen {
      std::uint32_t old_times = 0;
      std::uint32_t now_times = 0;
      std::uint32_t now = 0;
    };
    std::unordered_map<std::uint64_t, Seen> seen;
    seen.reserve(range.old_size());
    for (std::uint32_t i = range.old_begin; i < range.old_end; ++i)
      ++seen[old_[i]].old_times;
    for (std::uint32_t i = range.now_begin; i < range.now_end; ++i) {
      const auto found = seen.find(now_[i]);
      if (found == seen.end()) continue;
      ++found->second.now_times;
      found->second.now = i;
    }
    std::vector<Anchor> anchors;
    for (std::uint32_t i = range.old_begin; i < range.old_end; ++i) {
      const Seen& both = seen.at(old_[i]);
      if (both.old_times == 1 && both.now_times == 1) anchors.push_back({i, both.now});
    }
    return anchors;
  }

  // Myers' greedy search. furthest[k] is the furthest place of `old` on diagonal k
  // (place in old − place in now) with d steps; each round is kept for the way back.
  void compare_by_steps(const Hunk& range) {
    const auto old_size = std::int64_t(range.old_size());
    const auto now_size = std::int64_t(range.now_size());
    const std::int64_t limit =
        std::min(std::int64_t(max_differences_), old_size + now_size);
    std::vector<std::vector<std::int64_t>> rounds;
    std::vector<std::int64_t> furthest(std::size_t(2 * limit + 3), 0);
    const auto at = [&](std::int64_t k) -> std::int64_t& {
      return furthest[std::size_t(k + limit + 1)];
    };
    for (std::int64_t d = 0; d <= limit; ++d) {
      rounds.emplace_back(furthest.begin() + (limit + 1 - d),
                          furthest.begin() + (limit + 2 + d));
      for (std::int64_t k = -d; k <= d; k += 2) {
        const bool is_insertion = k == -d || (k != d && at(k - 1) < at(k + 1));
        std::int64_t x = d == 0 ? 0 : is_insertion ? at(k + 1) : at(k - 1) + 1;
        while (x < old_size && x - k < now_size && x - k >= 0 &&
               old_[range.old_begin + x] == now_[range.now_begin + (x - k)])
          ++x;
        at(k) = x;
        if (x >= old_size && x - k >= now_size) return walk_back(range, rounds, d, k);
      }
    }
    add(range);
  }

  // rounds[d] holds furthest[-d … d] as it was before round d.
  void walk_back(const Hunk& range,
                 const std::vector<std::vector<std::int64_t>>& rounds, std::int64_t d,
                 std::int64_t k) {
    std::vector<Hunk> steps;
    for (; d > 0; --d) {
      const auto at = [&](std::int64_t i) {
        return rounds[std::size_t(d)][std::size_t(i + d)];
      };
      const bool is_insertion = k == -d || (k != d && at(k - 1) < at(k + 1));
      const std::int64_t before = is_insertion ? k + 1 : k - 1;
      const std::int64_t x = at(before);
      const auto old = std::uint32_t(range.old_begin + x);
      const auto now = std::uint32_t(range.now_begin + (x - before));
      steps.push_back(is_insertion ? Hunk{old, old, now, now + 1}
                                   : Hunk{old, old + 1, now, now});
      k = before;
    }
    for (std::size_t i = steps.size(); i-- > 0;) add(steps[i]);
  }

  const Sequence old_;
  const Sequence now_;
  const std::uint32_t max_differences_;
  std::vector<Hunk> hunks_;
};

}  // namespace

std::vector<Hunk> align(Sequence old, Sequence now, std::uint32_t max_differences) {
  return Aligner(old, now, max_differences).run();
}

}  // namespace curlew::detect
