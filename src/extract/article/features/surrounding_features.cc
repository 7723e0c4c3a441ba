#include <algorithm>

#include "extract/article/block_features.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using F = BlockFeature;

// Looks upwards from a block until it has half of the page's prose in sight.
class Surroundings {
 public:
  Surroundings(const BlockSight& sight, FeatureRow& row) : sight_(sight), row_(row) {}

  void run(Node holder) {
    NodeId below_half = holder.id();
    Node node = holder;
    for (int level = 0; node; ++level, node = node.parent()) {
      const ElementFacts& around = sight_.element(node.id());
      most_alike_ = std::max(most_alike_, around.alike_siblings);
      describe_level(level, around);
      const double prose = share_of(around.prose_bytes, sight_.outline.prose_bytes);
      if (tenth_level_ < 0 && prose >= 0.1) tenth_level_ = level;
      if (prose >= 0.5) {
        half_level_ = level;
        break;
      }
      below_half = node.id();
    }
    finish(sight_.element(below_half));
  }

 private:
  void describe_level(int level, const ElementFacts& around) {
    static constexpr F kFirst[] = {F::around_0_links, F::around_1_links,
                                   F::around_2_links, F::around_3_links};
    const float links = share_of(around.link_bytes, around.bytes);
    const float share = share_of(around.bytes, double(sight_.blocks.text.size()));
    if (level == 5) {
      at(row_, F::around_5_links) = links;
      at(row_, F::around_5_share) = share;
      at(row_, F::around_5_alike) = around.alike_siblings;
    }
    if (level >= 4) return;
    float* const first = &at(row_, kFirst[level]);
    first[0] = links;
    first[1] = float(around.blocks);
    first[2] = share;
    first[3] = around.alike_siblings;
    if (level > 0) first[4] = share_of(around.prose_bytes, around.bytes);
  }

  void finish(const ElementFacts& child) {
    at(row_, F::around_most_alike) = most_alike_;
    at(row_, F::around_half_level) = float(half_level_);
    at(row_, F::around_tenth_level) = float(tenth_level_);
    at(row_, F::around_half_child_share) =
        share_of(child.bytes, double(sight_.blocks.text.size()));
    at(row_, F::around_half_child_links) = share_of(child.link_bytes, child.bytes);
  }

  const BlockSight& sight_;
  FeatureRow& row_;
  std::uint16_t most_alike_ = 0;
  int half_level_ = -1;
  int tenth_level_ = -1;
};

}  // namespace

void describe_surroundings(const BlockSight& sight, FeatureRows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    Surroundings(sight, rows[i]).run(sight.holder(i));
}

}  // namespace curlew::extract
