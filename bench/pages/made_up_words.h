// Texts of words that nobody wrote, some frequent and most rare, as in a language.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/random.h"

namespace curlew {

class MadeUpWords {
 public:
  explicit MadeUpWords(std::uint64_t seed);

  // The word `rank` is about 1/rank times as frequent as the first.
  const std::string& word();
  // `count` words, the first with a capital.
  std::string words(std::size_t count);
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

 private:
  Random random_;
  std::vector<std::string> vocabulary_;
};

}  // namespace curlew
