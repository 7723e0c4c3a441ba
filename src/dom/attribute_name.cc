#include "dom/attribute_name.h"

#include <algorithm>
#include <array>

#include "dom/name_index.h"

namespace curlew::dom {
namespace {

constexpr auto kNames =
    std::to_array<std::string_view>({"",
#define CURLEW_ATTRIBUTE(enumerator, name) name,
                                     CURLEW_HTML_ATTRIBUTES(CURLEW_ATTRIBUTE)
#undef CURLEW_ATTRIBUTE
    });
static_assert(std::ranges::is_sorted(kNames));

constexpr auto kIndex = make_name_index(kNames);

}  // namespace

std::string_view to_name(AttributeName name) { return kNames[std::size_t(name)]; }

AttributeName find_attribute_name(std::string_view name) {
  return AttributeName(kIndex.find(name));
}

}  // namespace curlew::dom
