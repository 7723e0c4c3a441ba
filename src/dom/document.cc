#include "dom/document.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/bytes.h"

namespace curlew::dom {
namespace {

// What a page of one megabyte needs; more is given back between pages.
constexpr std::size_t kWorthKeeping = 2_MiB;

template <typename Container>
void empty_for_reuse(Container& container) {
  container.clear();
  if (container.capacity() * sizeof(container[0]) > kWorthKeeping)
    container.shrink_to_fit();
}

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != words.npos;
       at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || is_ascii_space(words[at - 1])) &&
        (end == words.size() || is_ascii_space(words[end])))
      return true;
  }
  return false;
}

}  // namespace

std::string_view Attribute::name() const {
  if (record_->name != AttributeName::kOther) return to_name(record_->name);
  return document_->in_arena(record_->name_begin, record_->name_size);
}

std::string_view Node::name() const {
  const NodeRecord& own = record();
  if (!own.has_own_name) return to_name(own.tag);
  const AttributeRecord& name = document_->attributes_[own.begin];
  return document_->in_arena(name.value_begin, name.value_size);
}

AttributeRange Node::attributes() const {
  return {*document_, document_->attributes_of(record())};
}

bool Node::has_attribute(AttributeName name) const {
  const auto all = document_->attributes_of(record());
  return std::ranges::find(all, name, &AttributeRecord::name) != all.end();
}

bool Node::has_attribute(std::string_view name) const {
  return std::ranges::any_of(document_->attributes_of(record()), [&](const auto& each) {
    return Attribute(*document_, each).name() == name;
  });
}

std::string_view Node::attribute(std::string_view name) const {
  for (const Attribute each : attributes())
    if (each.name() == name) return each.value();
  return {};
}

bool Node::has_class(std::string_view name) const {
  return !name.empty() && has_word(attribute(AttributeName::kClass), name);
}

Node Document::body() const {
  if (empty()) return {};
  for (const Node child : root().children())
    if (child.tag() == Tag::kBody) return child;
  return {};
}

void Document::clear() {
  empty_for_reuse(nodes_);
  empty_for_reuse(attributes_);
  empty_for_reuse(arena_);
}

std::size_t Document::memory() const {
  return nodes_.capacity() * sizeof(NodeRecord) +
         attributes_.capacity() * sizeof(AttributeRecord) + arena_.capacity();
}

}  // namespace curlew::dom
