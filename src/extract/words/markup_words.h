// The words by which an element's markup says what it is for: its classes, id, role and
// microdata property. Every element's words are looked up once; the models and the
// areas of a page read what is known about them from here.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/words/vocabulary.h"
#include "extract/words/word_cutter.h"

namespace curlew::extract {

// The attributes that name what an element is for, in the order in which they are read.
struct ElementNames {
  std::string_view classes;
  std::string_view id;
  std::string_view role;
  // itemprop
  std::string_view property;
};

ElementNames names_of(dom::Node element);

template <typename Use>
void for_each_markup_word(const ElementNames& names, Use use) {
  for (const std::string_view name :
       {names.classes, names.id, names.role, names.property})
    if (!name.empty()) for_each_name_word(name, use);
}

// The known words of every element of a page.
class MarkupWords {
 public:
  MarkupWords() = default;
  explicit MarkupWords(const dom::Document& page,
                       const MarkupVocabulary& vocabulary = shipped_words().markup) {
    look_up(page, vocabulary);
  }

  // Replaces what was found before; its memory is used again. Known words are borrowed
  // from the vocabulary.
  void look_up(const dom::Document& page,
               const MarkupVocabulary& vocabulary = shipped_words().markup);

  // None for text.
  std::span<const KnownWord* const> of(dom::NodeId element) const {
    const Range& range = ranges_[element];
    return std::span(words_).subspan(range.begin, range.end - range.begin);
  }

 private:
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  Range find(const ElementNames& names, const MarkupVocabulary& vocabulary);

  // By NodeId; elements named alike may share one.
  std::vector<Range> ranges_;
  std::vector<const KnownWord*> words_;
};

}  // namespace curlew::extract
