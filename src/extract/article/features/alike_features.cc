#include "extract/article/block_features.h"

namespace curlew::extract {
namespace {

using F = BlockFeature;

struct Group {
  double blocks = 0;
  double words = 0;
  double bytes = 0;
  double link_bytes = 0;
  double prose_bytes = 0;
};

}  // namespace

void describe_alike(const BlockSight& sight, FeatureRows& rows) {
  std::vector<Group> groups(sight.outline.kinds_of_make);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Group& group = groups[sight.outline.alike[i]];
    const Block& block = sight.block(i);
    group.blocks += 1;
    group.words += sight.facts(i).words;
    group.bytes += block.size();
    group.link_bytes += block.link_bytes;
    if (sight.is_prose(i)) group.prose_bytes += block.size();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Group& group = groups[sight.outline.alike[i]];
    at(rows[i], F::alike_count) = float(group.blocks);
    at(rows[i], F::alike_words) = float(group.words / group.blocks);
    at(rows[i], F::alike_links) = share_of(group.link_bytes, group.bytes);
    at(rows[i], F::alike_prose) =
        share_of(group.prose_bytes, sight.outline.prose_bytes);
  }
}

}  // namespace curlew::extract
