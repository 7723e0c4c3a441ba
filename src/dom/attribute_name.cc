#include "dom/attribute_name.h"

#include <algorithm>
#include <array>

#include "dom/name_index.h"

namespace curlew::dom {
namespace {

constexpr auto kAttributeNames =
    std::to_array<std::string_view>({"",
#define CURLEW_ATTRIBUTE(enumerator, name) name,
                                     CURLEW_HTML_ATTRIBUTES(CURLEW_ATTRIBUTE)
#undef CURLEW_ATTRIBUTE
    });
static_assert(std::ranges::is_sorted(kAttributeNames));

constexpr auto kAttributeIndex = make_name_index(kAttributeNames);

}  // namespace

std::string_view to_name(AttributeName name) {
  return kAttributeNames[std::size_t(name)];
}

AttributeName find_attribute_name(std::string_view name) {
  return AttributeName(kAttributeIndex.find(name));
}

}  // namespace curlew::dom
