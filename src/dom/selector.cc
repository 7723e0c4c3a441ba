#include "dom/selector.h"

#include <algorithm>

#include "base/ascii.h"

namespace curlew::dom {
namespace {

constexpr CompoundSet bit(std::size_t compound) { return CompoundSet(1) << compound; }

bool equal(std::string_view a, std::string_view b, Case letters) {
  return letters == Case::kIgnored ? equals_ignoring_case(a, b) : a == b;
}

bool has_word(std::string_view words, std::string_view word, Case letters) {
  while (!(words = trimmed(words)).empty()) {
    const auto end =
        std::size_t(std::ranges::find_if(words, is_ascii_space) - words.begin());
    if (equal(words.substr(0, end), word, letters)) return true;
    words.remove_prefix(end);
  }
  return false;
}

bool contains(std::string_view text, std::string_view part, Case letters) {
  if (letters == Case::kAsWritten) return text.find(part) != text.npos;
  return to_ascii_lower(text).find(to_ascii_lower(part)) != text.npos;
}

bool compare(std::string_view actual, const SimpleSelector& wanted) {
  const std::string_view value = wanted.value;
  const Case letters = wanted.value_case;
  const bool is_longer = actual.size() >= value.size();
  switch (wanted.comparison) {
    case Comparison::kExists:
      return true;
    case Comparison::kEquals:
      return equal(actual, value, letters);
    case Comparison::kHasWord:
      return has_word(actual, value, letters);
    case Comparison::kDashPrefix:
      return is_longer && equal(actual.substr(0, value.size()), value, letters) &&
             (actual.size() == value.size() || actual[value.size()] == '-');
    case Comparison::kStartsWith:
      return !value.empty() && equal(actual.substr(0, value.size()), value, letters);
    case Comparison::kEndsWith:
      return !value.empty() && is_longer &&
             equal(actual.substr(actual.size() - value.size()), value, letters);
    case Comparison::kContains:
      return !value.empty() && contains(actual, value, letters);
  }
  return false;
}

bool has_matching_attribute(Node node, const SimpleSelector& wanted) {
  for (const Attribute attribute : node.attributes())
    if (attribute.known_name() == wanted.attribute &&
        (wanted.attribute != AttributeName::kOther ||
         equals_ignoring_case(attribute.name(), wanted.name)))
      return compare(attribute.value(), wanted);
  return false;
}

bool is_last_element(Node node) {
  while ((node = node.next_sibling()))
    if (node.is_element()) return false;
  return true;
}

// Is `position` step·n + offset for some n ≥ 0?
bool is_nth(int position, int step, int offset) {
  const int beyond = position - offset;
  if (step == 0) return beyond == 0;
  return beyond % step == 0 && beyond / step >= 0;
}

// What is known about the elements that are open at one depth of the tree.
struct Level {
  CompoundSet current = 0;             // What the latest element matches.
  CompoundSet current_or_above = 0;    // It or one of its ancestors.
  CompoundSet current_or_earlier = 0;  // It or one of its earlier siblings.
  int position = 0;                    // Of it among the elements of its parent.
};

class Matcher {
 public:
  explicit Matcher(const SelectorRules& rules) : rules_(rules) {}

  // To be called for every element in document order.
  bool visit(Node node) {
    const auto depth = std::size_t(node.depth());
    if (levels_.size() < depth + 2) levels_.resize(depth + 2);
    static constexpr Level kAboveRoot;
    const Level& above = depth == 0 ? kAboveRoot : levels_[depth - 1];
    Level& level = levels_[depth];
    const CompoundSet matched = match(node, above, level);
    ++level.position;
    level.current = matched;
    level.current_or_above = matched | above.current_or_above;
    level.current_or_earlier |= matched;
    levels_[depth + 1] = {};
    return (matched & rules_.ends) != 0;
  }

 private:
  CompoundSet match(Node node, const Level& above, const Level& before) const {
    CompoundSet matched = 0;
    for (std::size_t i = 0; i < rules_.compounds.size(); ++i) {
      const Compound& compound = rules_.compounds[i];
      if (!stands_right(compound, above, before)) continue;
      const auto fulfils = [&](const SimpleSelector& condition) {
        return holds(condition, node, before.position + 1, matched);
      };
      if (std::ranges::all_of(compound.conditions, fulfils)) matched |= bit(i);
    }
    return matched;
  }

  static bool stands_right(const Compound& compound, const Level& above,
                           const Level& before) {
    const CompoundSet left = bit(compound.left);
    switch (compound.combinator) {
      case Combinator::kNone:
        return true;
      case Combinator::kDescendant:
        return (above.current_or_above & left) != 0;
      case Combinator::kChild:
        return (above.current & left) != 0;
      case Combinator::kNextSibling:
        return (before.current & left) != 0;
      case Combinator::kLaterSibling:
        return (before.current_or_earlier & left) != 0;
    }
    return false;
  }

  static bool holds(const SimpleSelector& condition, Node node, int position,
                    CompoundSet matched) {
    using Kind = SimpleSelector::Kind;
    switch (condition.kind) {
      case Kind::kTag:
        return node.tag() == condition.tag;
      case Kind::kOtherName:
        return equals_ignoring_case(node.name(), condition.name);
      case Kind::kClass:
        return node.has_class(condition.value);
      case Kind::kAttribute:
        return has_matching_attribute(node, condition);
      case Kind::kLastChild:
        return is_last_element(node);
      case Kind::kNthChild:
        return is_nth(position, condition.step, condition.offset);
      case Kind::kIs:
        return (matched & condition.alternatives) != 0;
      case Kind::kNot:
        return (matched & condition.alternatives) == 0;
    }
    return false;
  }

  const SelectorRules& rules_;
  std::vector<Level> levels_;
};

}  // namespace

std::vector<NodeId> Selector::select(Node top) const {
  std::vector<NodeId> found;
  if (!top) return found;
  Matcher matcher(rules_);
  for (NodeId id = 0; id < top.end(); ++id) {
    const Node node = top.document().node(id);
    if (node.is_element() && matcher.visit(node) && id > top.id()) found.push_back(id);
  }
  return found;
}

}  // namespace curlew::dom
