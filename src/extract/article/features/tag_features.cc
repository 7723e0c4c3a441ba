#include "extract/article/block_features.h"
#include "extract/article/features/tag_kind.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::Tag;
using F = BlockFeature;

// Inline elements that say something about a whole block.
int inline_kind(Tag tag) {
  switch (tag) {
    case Tag::kA:
      return 1;
    case Tag::kSpan:
      return 2;
    case Tag::kTime:
      return 3;
    case Tag::kLabel:
      return 4;
    case Tag::kStrong:
    case Tag::kB:
      return 5;
    case Tag::kEm:
    case Tag::kI:
    case Tag::kSmall:
      return 6;
    default:
      return 0;
  }
}

}  // namespace

int kind_of(Tag tag) {
  if (heading_level(tag) > 0) return 3;
  switch (tag) {
    case Tag::kP:
      return 0;
    case Tag::kPre:
      return 1;
    case Tag::kBlockquote:
      return 2;
    case Tag::kLi:
      return 4;
    case Tag::kDd:
    case Tag::kDt:
      return 5;
    case Tag::kTd:
    case Tag::kTh:
      return 6;
    case Tag::kFigcaption:
    case Tag::kCaption:
      return 7;
    case Tag::kSection:
    case Tag::kArticle:
    case Tag::kMain:
      return 8;
    case Tag::kDiv:
      return 9;
    case Tag::kSummary:
    case Tag::kDetails:
      return 10;
    case Tag::kButton:
      return 11;
    case Tag::kHeader:
    case Tag::kFooter:
    case Tag::kAside:
    case Tag::kNav:
      return 12;
    default:
      return 13;
  }
}

void describe_tags(const BlockSight& sight, FeatureRows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Node holder = sight.holder(i);
    const Node element = sight.page.node(sight.block(i).element);
    FeatureRow& row = rows[i];
    at(row, F::tag_kind) = float(kind_of(holder.tag()));
    at(row, F::tag_heading) = float(heading_level(holder.tag()));
    at(row, F::tag_gap) = float(sight.block(i).gap);
    at(row, F::tag_depth) = float(holder.depth());
    at(row, F::tag_inline) =
        element == holder ? 0.0F : float(inline_kind(element.tag()));
  }
}

}  // namespace curlew::extract
