#include "extract/areas/teasers.h"

#include <algorithm>

namespace curlew::extract {
namespace {

using dom::Node;
using dom::Tag;

class TeaserCounter {
 public:
  TeaserCounter(Node list, const PageMeasures& measures, const TeaserOptions& options)
      : list_(list), measures_(measures), options_(options) {}

  Teasers count() const {
    const Tag usual = usual_tag();
    Teasers found;
    for (const Node child : list_.children()) {
      if (child.tag() != usual || !is_teaser(child)) continue;
      const Measures& own = measures_.nodes[child.id()];
      ++found.items;
      found.targets += own.headlines;
      found.clean_text += own.clean_text();
    }
    return is_list(found) ? found : Teasers();
  }

 private:
  bool is_teaser(Node child) const {
    const Measures& own = measures_.nodes[child.id()];
    return child.is_element() && own.headlines > 0 &&
           own.headlines <= options_.max_targets_per_item &&
           own.clean_text() <= options_.max_bytes_per_target * own.headlines;
  }

  // Of which more than half of them are, if there is such a name (Boyer and Moore's
  // majority vote).
  Tag usual_tag() const {
    Tag candidate = Tag::kOther;
    std::size_t votes = 0;
    for (const Node child : list_.children()) {
      if (!is_teaser(child)) continue;
      if (votes == 0) candidate = child.tag();
      votes = child.tag() == candidate ? votes + 1 : votes - 1;
    }
    return candidate;
  }

  // What is between and around them must not be a text of its own.
  bool is_list(const Teasers& found) const {
    const std::uint32_t all = measures_.nodes[list_.id()].clean_text();
    const std::uint32_t others = all - found.clean_text;
    return found.items >= options_.min_items &&
           others <= std::max(options_.max_bytes_per_target, all / 3);
  }

  Node list_;
  const PageMeasures& measures_;
  const TeaserOptions& options_;
};

}  // namespace

Teasers find_teasers(Node list, const PageMeasures& measures,
                     const TeaserOptions& options) {
  return TeaserCounter(list, measures, options).count();
}

}  // namespace curlew::extract
