#include <algorithm>

#include "extract/article/block_features.h"
#include "extract/article/features/tag_kind.h"

namespace curlew::extract {
namespace {

using dom::Node;
using F = BlockFeature;

class Neighbours {
 public:
  Neighbours(const BlockSight& sight, FeatureRows& rows) : sight_(sight), rows_(rows) {}

  void describe(std::size_t index) {
    at_ = index;
    describe_neighbour(-1, F::before_1_words, F::before_1_links);
    describe_neighbour(-2, F::before_2_words, F::before_2_links);
    describe_neighbour(+1, F::after_1_words, F::after_1_links);
    describe_neighbour(+2, F::after_2_words, F::after_2_links);
    const bool has_before = index > 0;
    const bool has_after = index + 1 < rows_.size();
    set(F::before_1_tag, has_before ? kind_of(sight_.tag(index - 1)) : -1);
    set(F::after_1_tag, has_after ? kind_of(sight_.tag(index + 1)) : -1);
    set(F::before_1_same, has_before ? likeness(index - 1) : -1);
    set(F::after_1_same, has_after ? likeness(index + 1) : -1);
    set(F::before_1_last, has_before ? sight_.facts(index - 1).last : -1);
    set(F::after_1_first, has_after ? sight_.facts(index + 1).first : -1);
    describe_window();
  }

 private:
  void set(F feature, double value) { at(rows_[at_], feature) = float(value); }

  void describe_neighbour(int step, F words, F links) {
    const auto index = std::ptrdiff_t(at_) + step;
    if (index < 0 || index >= std::ptrdiff_t(rows_.size())) {
      set(words, -1);
      set(links, -1);
      return;
    }
    const Block& other = sight_.block(std::size_t(index));
    set(words, sight_.facts(std::size_t(index)).words);
    set(links, share_of(other.link_bytes, other.size()));
  }

  // 0 other holders, 1 the same parent, 2 and the same name, 3 the same holder.
  int likeness(std::size_t other) const {
    const Node own = sight_.holder(at_);
    const Node its = sight_.holder(other);
    if (own == its) return 3;
    if (own.parent() != its.parent()) return 0;
    return own.tag() == its.tag() ? 2 : 1;
  }

  void describe_window() {
    constexpr std::size_t kReach = 5;
    const std::size_t begin = at_ > kReach ? at_ - kReach : 0;
    const std::size_t end = std::min(rows_.size(), at_ + kReach + 1);
    double words = 0;
    double bytes = 0;
    double links = 0;
    for (std::size_t i = begin; i < end; ++i) {
      words += sight_.facts(i).words;
      bytes += sight_.block(i).size();
      links += sight_.block(i).link_bytes;
    }
    set(F::near_words, words / double(end - begin));
    set(F::near_links, share_of(links, bytes));
  }

  const BlockSight& sight_;
  FeatureRows& rows_;
  std::size_t at_ = 0;
};

}  // namespace

void describe_neighbours(const BlockSight& sight, FeatureRows& rows) {
  Neighbours neighbours(sight, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) neighbours.describe(i);
}

}  // namespace curlew::extract
