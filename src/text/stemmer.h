// What is left of a word when its inflection is taken off, so that "elections" meets
// "election" and "κυβέρνησε" meets "κυβερνώ". English and twenty other languages are
// stemmed by libstemmer (Snowball); Greek by rules of our own (greek/stem.h), because
// Snowball's bring too few forms of a Greek verb together (docs/text.md has figures).

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "text/language.h"

namespace curlew::text {

bool has_stemmer(Language language);

// For one thread at a time. Makes a language's rules when it first needs them.
class Stemmer {
 public:
  Stemmer();
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  // The folded stem of a word as it was written. The word alone does not tell which
  // rules apply, but its letters may: Greek letters are stemmed as Greek in any text,
  // and Latin ones as English in text of a language that is not written with them.
  // Words with digits and words longer than 64 bytes are only folded.
  std::string stem(std::string_view word, Language language);

 private:
  class Rules;
  std::unique_ptr<Rules> rules_;
};

}  // namespace curlew::text
