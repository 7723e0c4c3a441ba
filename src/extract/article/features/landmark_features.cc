#include "extract/article/block_features.h"

namespace curlew::extract {
namespace {

using dom::Node;
using F = BlockFeature;

// The share of the page's prose that is in the same landmark as this; -1 outside.
double prose_of_landmark(const BlockSight& sight, Node node, Landmark landmark) {
  const int depth = sight.element(node.id()).landmark[std::size_t(landmark)] - 1;
  if (depth < 0) return -1;
  while (node.depth() > depth) node = node.parent();
  return share_of(sight.element(node.id()).prose_bytes, sight.outline.prose_bytes);
}

}  // namespace

void describe_landmarks(const BlockSight& sight, FeatureRows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Node node = sight.page.node(sight.block(i).element);
    const auto& marks = sight.element(node.id()).landmark;
    int innermost = -1;
    for (std::size_t mark = 0; mark < kLandmarkCount; ++mark) {
      const int distance = marks[mark] == 0 ? -1 : node.depth() + 1 - marks[mark];
      rows[i][std::size_t(F::mark_navigation) + mark] = float(distance);
      const bool is_main_kind = mark < std::size_t(Landmark::kFigure);
      if (!is_main_kind || marks[mark] == 0) continue;
      if (innermost < 0 || marks[mark] > marks[std::size_t(innermost)])
        innermost = int(mark);
    }
    at(rows[i], F::mark_innermost) = float(innermost);
    at(rows[i], F::mark_article_prose) =
        float(prose_of_landmark(sight, node, Landmark::kArticle));
  }
}

}  // namespace curlew::extract
