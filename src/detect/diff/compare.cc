#include "detect/diff/compare.h"

#include <algorithm>
#include <unordered_map>

#include "detect/diff/align.h"
#include "detect/diff/words.h"

namespace curlew::detect {
namespace {

// Shorter ones ("Yes", "0") are there often, and mean nothing when they come back.
constexpr std::uint32_t kMinMovedBytes = 12;
// Blocks less alike than this are not one that was rewritten.
constexpr double kMinSimilarity = 0.35;
// The same for blocks of different shapes.
constexpr double kMinSimilarityOfShapes = 0.6;
// Blocks of a hunk, old × now, that are compared each with each.
constexpr std::size_t kMaxCompared = 4096;
// Words of a block that are compared.
constexpr std::size_t kMaxWords = 512;

using WordBag = std::vector<std::uint64_t>;

WordBag bag_of(std::string_view text) {
  WordBag bag;
  for (const Word& word : cut_words(text, kMaxWords)) bag.push_back(word.hash);
  std::ranges::sort(bag);
  return bag;
}

// Dice's coefficient of the words as multisets.
double similarity_of(const WordBag& a, const WordBag& b) {
  if (a.empty() || b.empty()) return a.empty() && b.empty() ? 1 : 0;
  std::size_t shared = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++shared;
    const bool both = *i == *j;
    const bool first = *i < *j;
    if (both || first) ++i;
    if (both || !first) ++j;
  }
  return 2.0 * double(shared) / double(a.size() + b.size());
}

class BlockComparison {
 public:
  BlockComparison(const PageBlocks& old, const PageBlocks& now)
      : old_(old), now_(now) {}

  std::vector<BlockPair> run() {
    const auto hunks = align(hashes_of(old_), hashes_of(now_));
    find_moved(hunks);
    std::uint32_t old = 0;
    std::uint32_t now = 0;
    for (const Hunk& hunk : hunks) {
      add_same(old, hunk.old_begin, now);
      ++hunk_;
      add_hunk(hunk);
      old = hunk.old_end;
      now = hunk.now_end;
    }
    add_same(old, std::uint32_t(old_.blocks.size()), now);
    return std::move(pairs_);
  }

 private:
  static std::vector<std::uint64_t> hashes_of(const PageBlocks& page) {
    std::vector<std::uint64_t> hashes;
    hashes.reserve(page.blocks.size());
    for (const Block& block : page.blocks) hashes.push_back(block.hash);
    return hashes;
  }

  void add(BlockFate fate, std::uint32_t old, std::uint32_t now) {
    pairs_.push_back({fate, old, now, fate == BlockFate::kSame ? 0 : hunk_});
  }

  void add_same(std::uint32_t old, std::uint32_t old_end, std::uint32_t now) {
    for (; old < old_end; ++old, ++now) add(BlockFate::kSame, old, now);
  }

  // Texts that are missing in one hunk and new in another.
  void find_moved(const std::vector<Hunk>& hunks) {
    moved_from_.assign(now_.blocks.size(), kNoBlock);
    is_moved_.assign(old_.blocks.size(), false);
    std::unordered_multimap<std::uint64_t, std::uint32_t> missing;
    for (const Hunk& hunk : hunks)
      for (std::uint32_t i = hunk.old_begin; i < hunk.old_end; ++i)
        if (old_.blocks[i].size >= kMinMovedBytes)
          missing.emplace(old_.blocks[i].hash, i);
    for (const Hunk& hunk : hunks)
      for (std::uint32_t i = hunk.now_begin; i < hunk.now_end; ++i) {
        const auto found = missing.find(now_.blocks[i].hash);
        if (found == missing.end()) continue;
        moved_from_[i] = found->second;
        is_moved_[found->second] = true;
        missing.erase(found);
      }
  }

  void add_hunk(const Hunk& hunk) {
    if (is_only_wrapped(hunk)) {
      for (std::uint32_t i = hunk.now_begin; i < hunk.now_end; ++i)
        add(BlockFate::kSame, kNoBlock, i);
      return;
    }
    std::vector<std::uint32_t> old;
    std::vector<std::uint32_t> now;
    for (std::uint32_t i = hunk.old_begin; i < hunk.old_end; ++i)
      if (!is_moved_[i]) old.push_back(i);
    for (std::uint32_t i = hunk.now_begin; i < hunk.now_end; ++i)
      if (moved_from_[i] == kNoBlock) now.push_back(i);
    const auto partners = find_partners(old, now);
    std::size_t next_old = 0;
    for (std::uint32_t i = hunk.now_begin; i < hunk.now_end; ++i) {
      if (moved_from_[i] != kNoBlock) {
        add(BlockFate::kMoved, moved_from_[i], i);
        continue;
      }
      const std::uint32_t partner = partners.at(i);
      if (partner == kNoBlock) {
        add(BlockFate::kAdded, kNoBlock, i);
        continue;
      }
      for (; old[next_old] != partner; ++next_old)
        add(BlockFate::kRemoved, old[next_old], kNoBlock);
      add(BlockFate::kRewritten, partner, i);
      ++next_old;
    }
    for (; next_old < old.size(); ++next_old)
      add(BlockFate::kRemoved, old[next_old], kNoBlock);
  }

  bool is_only_wrapped(const Hunk& hunk) const {
    if (hunk.old_size() == hunk.now_size()) return false;
    return without_space(old_, hunk.old_begin, hunk.old_end) ==
           without_space(now_, hunk.now_begin, hunk.now_end);
  }

  static std::string without_space(const PageBlocks& page, std::uint32_t begin,
                                   std::uint32_t end) {
    std::string text;
    for (; begin < end; ++begin)
      for (const char c : page.text_of(page.blocks[begin]))
        if (c != ' ') text += c;
    return text;
  }

  // Of each block of `now`, the one of `old` that it was; both rise together.
  std::unordered_map<std::uint32_t, std::uint32_t> find_partners(
      const std::vector<std::uint32_t>& old,
      const std::vector<std::uint32_t>& now) const {
    std::unordered_map<std::uint32_t, std::uint32_t> partners;
    for (const std::uint32_t i : now) partners[i] = kNoBlock;
    if (old.size() * now.size() > kMaxCompared) {
      pair_in_order(old, now, partners);
      return partners;
    }
    std::size_t old_next = 0;
    std::size_t now_next = 0;
    const auto pair_rest = [&](std::size_t old_end, std::size_t now_end) {
      pair_in_order(std::span(old).subspan(old_next, old_end - old_next),
                    std::span(now).subspan(now_next, now_end - now_next), partners);
    };
    for (const auto& [i, j] : most_alike(old, now)) {
      pair_rest(i, j);
      partners[now[j]] = old[i];
      old_next = i + 1;
      now_next = j + 1;
    }
    pair_rest(old.size(), now.size());
    return partners;
  }

  // One that took another's place, though they share no words.
  void pair_in_order(std::span<const std::uint32_t> old,
                     std::span<const std::uint32_t> now,
                     std::unordered_map<std::uint32_t, std::uint32_t>& partners) const {
    if (old.size() != now.size()) return;
    for (std::size_t i = 0; i < old.size(); ++i)
      if (old_.blocks[old[i]].role == now_.blocks[now[i]].role &&
          old_.blocks[old[i]].shape == now_.blocks[now[i]].shape)
        partners[now[i]] = old[i];
  }

  // The pairs, rising on both sides, with the largest sum of similarities.
  std::vector<std::pair<std::size_t, std::size_t>> most_alike(
      const std::vector<std::uint32_t>& old,
      const std::vector<std::uint32_t>& now) const {
    std::vector<WordBag> old_bags;
    std::vector<WordBag> now_bags;
    for (const std::uint32_t i : old)
      old_bags.push_back(bag_of(old_.text_of(old_.blocks[i])));
    for (const std::uint32_t i : now)
      now_bags.push_back(bag_of(now_.text_of(now_.blocks[i])));
    const std::size_t width = now.size() + 1;
    std::vector<double> best((old.size() + 1) * width, 0);
    std::vector<double> own(best.size(), 0);
    for (std::size_t i = old.size(); i-- > 0;)
      for (std::size_t j = now.size(); j-- > 0;) {
        const std::size_t at = i * width + j;
        const double alike = similarity_of(old_bags[i], now_bags[j]);
        const bool is_same_shape =
            old_.blocks[old[i]].shape == now_.blocks[now[j]].shape;
        own[at] = alike >= (is_same_shape ? kMinSimilarity : kMinSimilarityOfShapes)
                      ? alike
                      : 0;
        best[at] = std::max({best[at + 1], best[at + width],
                             own[at] > 0 ? own[at] + best[at + width + 1] : 0});
      }
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0, j = 0; i < old.size() && j < now.size();) {
      const std::size_t at = i * width + j;
      if (own[at] > 0 && best[at] == own[at] + best[at + width + 1])
        pairs.emplace_back(i++, j++);
      else if (best[at] == best[at + width])
        ++i;
      else
        ++j;
    }
    return pairs;
  }

  const PageBlocks& old_;
  const PageBlocks& now_;
  // Of each block of `now`, where it was; kNoBlock for those that were not moved.
  std::vector<std::uint32_t> moved_from_;
  std::vector<bool> is_moved_;
  std::uint32_t hunk_ = 0;
  std::vector<BlockPair> pairs_;
};

}  // namespace

std::vector<BlockPair> compare_blocks(const PageBlocks& old, const PageBlocks& now) {
  return BlockComparison(old, now).run();
}

double similarity(std::string_view a, std::string_view b) {
  return similarity_of(bag_of(a), bag_of(b));
}

}  // namespace curlew::detect
