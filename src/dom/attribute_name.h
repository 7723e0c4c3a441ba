// The names of attributes that are asked for often, as numbers.

#pragma once

#include <cstdint>
#include <string_view>

// In the order of their names, which find_attribute_name() relies on.
// clang-format off
#define CURLEW_HTML_ATTRIBUTES(X)                                                     \
  X(kAlt, "alt") X(kAriaHidden, "aria-hidden") X(kAriaLabel, "aria-label")            \
  X(kAriaLabelledby, "aria-labelledby") X(kClass, "class") X(kColspan, "colspan")     \
  X(kContent, "content") X(kDataSrc, "data-src") X(kDataSrcset, "data-srcset")        \
  X(kDatetime, "datetime") X(kDir, "dir") X(kHeight, "height") X(kHidden, "hidden")   \
  X(kHref, "href") X(kHttpEquiv, "http-equiv") X(kId, "id") X(kItemid, "itemid")      \
  X(kItemprop, "itemprop") X(kItemref, "itemref") X(kItemscope, "itemscope")          \
  X(kItemtype, "itemtype") X(kLang, "lang") X(kMedia, "media") X(kName, "name")       \
  X(kOpen, "open") X(kProperty, "property") X(kRel, "rel") X(kRole, "role")           \
  X(kRowspan, "rowspan") X(kSrc, "src") X(kSrcset, "srcset") X(kStyle, "style")       \
  X(kTitle, "title") X(kType, "type") X(kValue, "value") X(kWidth, "width")
// clang-format on

namespace curlew::dom {

enum class AttributeName : std::uint8_t {
  // data-*, on*, and everything that is seldom asked for.
  kOther,
#define CURLEW_ATTRIBUTE(enumerator, name) enumerator,
  CURLEW_HTML_ATTRIBUTES(CURLEW_ATTRIBUTE)
#undef CURLEW_ATTRIBUTE
      kCount,
};

// "class"; "" for kOther.
std::string_view to_name(AttributeName name);

// kOther when it is none of these. `name` in lower case.
AttributeName find_attribute_name(std::string_view name);

}  // namespace curlew::dom
