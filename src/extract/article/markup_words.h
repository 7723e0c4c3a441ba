// The words by which an element's markup says what it is for: its classes, id, role and
// microdata property. Every element's words are looked up once; the models read what is
// known about them from here.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/article/learned_words.h"
#include "extract/article/word_cutter.h"

namespace curlew::extract {

template <typename Use>
void for_each_markup_word(dom::Node element, Use use) {
  using dom::AttributeName;
  for (const AttributeName name : {AttributeName::kClass, AttributeName::kId,
                                   AttributeName::kRole, AttributeName::kItemprop}) {
    const std::string_view value = element.attribute(name);
    if (!value.empty()) for_each_name_word(value, use);
  }
}

// The known words of every element of a page.
class MarkupWords {
 public:
  void clear(dom::NodeId nodes);

  // Looks them up; once for each element.
  std::span<const KnownWord* const> find(dom::Node element,
                                         const MarkupVocabulary& vocabulary);
  // Those found before.
  std::span<const KnownWord* const> of(dom::NodeId element) const;

 private:
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  std::vector<Range> ranges_;  // By NodeId.
  std::vector<const KnownWord*> words_;
};

}  // namespace curlew::extract
