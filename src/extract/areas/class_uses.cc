#include "extract/areas/class_uses.h"

#include <functional>

#include "base/ascii.h"

namespace curlew::extract {
namespace {

// Takes the first word off `names`; empty when there is none.
std::string_view next_name(std::string_view& names) {
  std::size_t begin = 0;
  while (begin < names.size() && is_ascii_space(names[begin])) ++begin;
  std::size_t end = begin;
  while (end < names.size() && !is_ascii_space(names[end])) ++end;
  const std::string_view name = names.substr(begin, end - begin);
  names.remove_prefix(end);
  return name;
}

std::string_view classes_of(dom::Node element) {
  return element.attribute(dom::AttributeName::kClass);
}

}  // namespace

ClassUses::ClassUses(const dom::Document& page) : slots_(256) {
  for (dom::NodeId id = 0; id < page.size(); ++id) {
    const dom::Node node = page.node(id);
    if (!node.is_element()) continue;
    std::string_view names = classes_of(node);
    for (std::string_view name = next_name(names); !name.empty();
         name = next_name(names)) {
      RareClass& slot = slots_[slot_of(name)];
      if (slot.uses++ > 0) continue;
      slot.name = name;
      if (++used_ * 2 > slots_.size()) grow();
    }
  }
}

std::size_t ClassUses::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = std::hash<std::string_view>()(name) & mask;
  while (slots_[at].uses > 0 && slots_[at].name != name) at = (at + 1) & mask;
  return at;
}

void ClassUses::grow() {
  std::vector<RareClass> old(slots_.size() * 2);
  old.swap(slots_);
  for (const RareClass& each : old)
    if (each.uses > 0) slots_[slot_of(each.name)] = each;
}

RareClass ClassUses::rarest(dom::Node element) const {
  RareClass rarest;
  std::string_view names = classes_of(element);
  for (std::string_view name = next_name(names); !name.empty();
       name = next_name(names)) {
    const std::uint32_t uses = slots_[slot_of(name)].uses;
    if (rarest.uses == 0 || uses < rarest.uses) rarest = {name, uses};
  }
  return rarest;
}

}  // namespace curlew::extract
