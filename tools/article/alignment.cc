#include "alignment.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <unordered_map>

namespace curlew::tools {
namespace {

constexpr std::size_t kGram = 3;
constexpr std::size_t kShort = 4;       // Words: no three in a row can be looked for.
constexpr std::size_t kMaxPlaces = 50;  // Of three words that come again and again.
constexpr int kDrift = 8;               // Words inserted or dropped within a block.
constexpr float kLeastShare = 0.34F;

std::uint64_t hash_of(const Tokens& words, std::size_t at) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < kGram; ++i)
    hash = hash * 0x9E3779B97F4A7C15u + words[at + i];
  return hash;
}

class Aligner {
 public:
  Aligner(const std::vector<Tokens>& blocks, const Tokens& truth)
      : blocks_(blocks),
        truth_(truth),
        taken_(truth.size() + 1),
        label_(blocks.size()),
        where_(blocks.size(), -1) {
    for (std::size_t at = 0; at + kGram <= truth.size(); ++at)
      places_[hash_of(truth, at)].push_back(int(at));
  }

  std::vector<float> run() {
    std::vector<std::size_t> order(blocks_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto rank = [&](std::size_t i) {
      return std::pair(-int(std::min<std::size_t>(blocks_[i].size(), 40)), i);
    };
    std::ranges::sort(order, {}, rank);
    for (const std::size_t i : order)
      if (blocks_[i].size() >= kShort) place_long(i);
    place_short_ones();
    return std::move(label_);
  }

 private:
  void take(std::size_t begin, std::size_t size) {
    const std::size_t end = std::min(begin + size, taken_.size());
    for (std::size_t at = begin; at < end; ++at) taken_[at] = true;
  }

  // By votes of its word triples for where it begins.
  void place_long(std::size_t i) {
    const Tokens& block = blocks_[i];
    std::map<int, int> votes;
    for (std::size_t at = 0; at + kGram <= block.size(); ++at) {
      const auto found = places_.find(hash_of(block, at));
      if (found == places_.end()) continue;
      const std::size_t count = std::min(found->second.size(), kMaxPlaces);
      for (std::size_t k = 0; k < count; ++k)
        if (!taken_[std::size_t(found->second[k])]) ++votes[found->second[k] - int(at)];
    }
    if (votes.empty()) return;
    const int start = std::ranges::max_element(votes, {}, [](const auto& vote) {
                        return std::pair(vote.second, -vote.first);
                      })->first;
    int hits = 0;
    for (auto vote = votes.lower_bound(start - kDrift);
         vote != votes.upper_bound(start + kDrift); ++vote)
      hits += vote->second;
    const float share = std::min(1.0F, float(hits) / float(block.size() - kGram + 1));
    if (share < kLeastShare) return;
    label_[i] = share;
    where_[i] = std::max(0, start);
    take(std::size_t(where_[i]), block.size());
  }

  bool is_free_match(const Tokens& block, std::size_t at) const {
    for (std::size_t k = 0; k < block.size(); ++k)
      if (taken_[at + k] || truth_[at + k] != block[k]) return false;
    return true;
  }

  void place_short_ones() {
    const int size = int(truth_.size());
    std::vector<int> after(blocks_.size() + 1, size);
    for (std::size_t i = blocks_.size(); i-- > 0;)
      after[i] = where_[i] >= 0 ? where_[i] : after[i + 1];
    int before = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const int words = int(blocks_[i].size());
      if (where_[i] >= 0) {
        before = where_[i] + words;
      } else if (words > 0 && words < int(kShort)) {
        const int end = after[i + 1] >= before ? after[i + 1] : before + 30;
        place_short(i, std::max(0, before - 2), std::min(end + 2, size) - words,
                    before);
      }
    }
  }

  void place_short(std::size_t i, int first, int last, int& before) {
    for (int at = first; at <= last; ++at) {
      if (!is_free_match(blocks_[i], std::size_t(at))) continue;
      label_[i] = 1;
      where_[i] = at;
      take(std::size_t(at), blocks_[i].size());
      before = at + int(blocks_[i].size());
      return;
    }
  }

  const std::vector<Tokens>& blocks_;
  const Tokens& truth_;
  std::unordered_map<std::uint64_t, std::vector<int>> places_;
  std::vector<bool> taken_;
  std::vector<float> label_;
  std::vector<int> where_;  // In the truth; -1: not there.
};

}  // namespace

std::vector<float> align(const std::vector<Tokens>& blocks, const Tokens& truth) {
  return Aligner(blocks, truth).run();
}

}  // namespace curlew::tools
