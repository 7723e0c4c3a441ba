#include "extract/areas/class_uses.h"

#include "base/ascii.h"

namespace curlew::extract {
namespace {

// Takes the first word off `names`; empty when there is none.
std::string_view next_name(std::string_view& names) {
  names = trimmed(names);
  std::size_t size = 0;
  while (size < names.size() && !is_ascii_space(names[size])) ++size;
  const std::string_view name = names.substr(0, size);
  names.remove_prefix(size);
  return name;
}

std::string_view classes_of(dom::Node element) {
  return element.attribute(dom::AttributeName::kClass);
}

}  // namespace

ClassUses::ClassUses(const dom::Document& page) {
  for (dom::NodeId id = 0; id < page.size(); ++id) {
    const dom::Node node = page.node(id);
    if (!node.is_element()) continue;
    std::string_view names = classes_of(node);
    for (std::string_view name = next_name(names); !name.empty();
         name = next_name(names))
      ++uses_[name];
  }
}

RareClass ClassUses::rarest(dom::Node element) const {
  RareClass rarest;
  std::string_view names = classes_of(element);
  for (std::string_view name = next_name(names); !name.empty();
       name = next_name(names)) {
    const std::uint32_t uses = uses_.at(name);
    if (rarest.uses == 0 || uses < rarest.uses) rarest = {name, uses};
  }
  return rarest;
}

}  // namespace curlew::extract
