#include "extract/words/markup_words.h"

#include <array>
#include <functional>

namespace curlew::extract {
namespace {

// The models were not taught names with numbers; that "menu2" is a menu is plain.
constexpr KnownWord kNumberedMenu{.is_navigation = true};

}  // namespace

ElementNames names_of(dom::Node element) {
  using dom::AttributeName;
  ElementNames names;
  const auto set_once = [](std::string_view& name, std::string_view value) {
    if (name.empty()) name = value;
  };
  for (const dom::Attribute attribute : element.attributes()) {
    switch (attribute.known_name()) {
      case AttributeName::kClass:
        set_once(names.classes, attribute.value());
        break;
      case AttributeName::kId:
        set_once(names.id, attribute.value());
        break;
      case AttributeName::kRole:
        set_once(names.role, attribute.value());
        break;
      case AttributeName::kItemprop:
        set_once(names.property, attribute.value());
        break;
      default:
        break;
    }
  }
  return names;
}

void MarkupWords::look_up(const dom::Document& page,
                          const MarkupVocabulary& vocabulary) {
  // Most elements have nothing but classes, and those of others before them: what was
  // found for one of a few hundred last ones is found again.
  struct Seen {
    std::string_view classes;
    Range range;
  };
  std::array<Seen, 256> seen{};
  ranges_.assign(page.size(), {});
  words_.clear();
  for (dom::NodeId id = 0; id < page.size(); ++id) {
    const dom::Node node = page.node(id);
    if (!node.is_element()) continue;
    const ElementNames names = names_of(node);
    if (!names.id.empty() || !names.role.empty() || !names.property.empty()) {
      ranges_[id] = find(names, vocabulary);
      continue;
    }
    if (names.classes.empty()) continue;
    Seen& like = seen[std::hash<std::string_view>()(names.classes) % seen.size()];
    if (like.classes != names.classes) like = {names.classes, find(names, vocabulary)};
    ranges_[id] = like.range;
  }
}

MarkupWords::Range MarkupWords::find(const ElementNames& names,
                                     const MarkupVocabulary& vocabulary) {
  const auto begin = std::uint32_t(words_.size());
  for_each_markup_word(names, [&](std::string_view word, NameWord kind) {
    const KnownWord* const known = vocabulary.find(word);
    if (known == nullptr) return;
    if (kind == NameWord::kPlain)
      words_.push_back(known);
    else if (known->is_navigation)
      words_.push_back(&kNumberedMenu);
  });
  return {begin, std::uint32_t(words_.size())};
}

}  // namespace curlew::extract
