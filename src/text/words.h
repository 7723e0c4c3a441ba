// Where the words of a text are: the word boundaries of Unicode Standard Annex #29, of
// which only pieces with a letter or a digit are kept. Scripts that write spaces are
// cut here, by the annex's rules and ICU's character classes; runs of Chinese,
// Japanese, Thai and their kin go to ICU's break iterator with its dictionaries. That
// is what ICU does with the whole text, twice as fast (text_bench); a test holds
// the two equal.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace curlew::text {

struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  std::string_view of(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
  bool operator==(const ByteRange&) const = default;
};

// For one thread at a time; cheap to keep, dear to make (ICU's rules are parsed when
// the first text needs them).
class WordBreaker {
 public:
  WordBreaker();
  ~WordBreaker();
  WordBreaker(WordBreaker&&) noexcept;
  WordBreaker& operator=(WordBreaker&&) noexcept;

  // Replaces `words`. Bytes that are not UTF-8 part words.
  void find(std::string_view text, std::vector<ByteRange>& words);

 private:
  class Dictionary;
  std::unique_ptr<Dictionary> dictionary_;
};

}  // namespace curlew::text
