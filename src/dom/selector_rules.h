// A parsed selector: what dom/selector.cc matches and dom/selector_parser.cc makes.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dom/attribute_name.h"
#include "dom/tag.h"

namespace curlew::dom {

// A set of compounds: bit i is the one at index i.
using CompoundSet = std::uint64_t;
inline constexpr std::size_t kMaxSelectorCompounds = 64;

enum class Comparison : std::uint8_t {
  kExists,
  // =
  kEquals,
  // ~=
  kHasWord,
  // |=
  kDashPrefix,
  // ^=
  kStartsWith,
  // $=
  kEndsWith,
  // *=
  kContains,
};

enum class Case : std::uint8_t { kAsWritten, kIgnored };

// One condition on an element.
struct SimpleSelector {
  enum class Kind : std::uint8_t {
    kTag,
    // An element unknown to HTML.
    kOtherName,
    kClass,
    // #id is one, too.
    kAttribute,
    kLastChild,
    // :first-child is one, too.
    kNthChild,
    kIs,
    kNot,
  };
  Kind kind = Kind::kTag;
  Tag tag = Tag::kOther;
  AttributeName attribute = AttributeName::kOther;
  Comparison comparison = Comparison::kExists;
  Case value_case = Case::kAsWritten;
  // The name of the element, or of an attribute without a number.
  std::string name;
  std::string value;
  // step·n + offset, n = 0, 1, 2 …
  int step = 0;
  int offset = 0;
  // kIs, kNot: the ends of the selectors inside.
  CompoundSet alternatives = 0;
};

enum class Combinator : std::uint8_t {
  // The leftmost compound of its selector.
  kNone,
  // "a b"
  kDescendant,
  // a > b
  kChild,
  // a + b
  kNextSibling,
  // a ~ b
  kLaterSibling,
};

// Conditions that one element must fulfil together, and where it stands relative to an
// element that the compound at `left` matches. Compounds inside :is() and :not() come
// before the one that contains them.
struct Compound {
  Combinator combinator = Combinator::kNone;
  std::size_t left = 0;
  std::vector<SimpleSelector> conditions;
};

struct SelectorRules {
  std::vector<Compound> compounds;
  // The rightmost compounds: what matches one of them matches.
  CompoundSet ends = 0;
};

}  // namespace curlew::dom
