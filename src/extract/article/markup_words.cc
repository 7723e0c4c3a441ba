#include "extract/article/markup_words.h"

namespace curlew::extract {

void MarkupWords::clear(dom::NodeId nodes) {
  ranges_.assign(nodes, {});
  words_.clear();
}

std::span<const KnownWord* const> MarkupWords::find(
    dom::Node element, const MarkupVocabulary& vocabulary) {
  Range& range = ranges_[element.id()];
  range.begin = std::uint32_t(words_.size());
  for_each_markup_word(element, [&](std::string_view word) {
    if (const KnownWord* const known = vocabulary.find(word)) words_.push_back(known);
  });
  range.end = std::uint32_t(words_.size());
  return of(element.id());
}

std::span<const KnownWord* const> MarkupWords::of(dom::NodeId element) const {
  const Range& range = ranges_[element];
  return std::span(words_).subspan(range.begin, range.end - range.begin);
}

}  // namespace curlew::extract
