// The stemmer of M. F. Porter, "An algorithm for suffix stripping" (Program 14, 1980),
// as it was published. What the paper DYN uses; everything else takes stems from
// stemmer.h, whose English rules are Porter's later and better ones.

#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace curlew::text {

// For one thread at a time.
class PorterStemmer {
 public:
  PorterStemmer();
  ~PorterStemmer();
  PorterStemmer(PorterStemmer&&) noexcept;
  PorterStemmer& operator=(PorterStemmer&&) noexcept;

  // `folded` as fold() makes it. What it hands out lives until the next call.
  std::string_view stem(std::string_view folded);

 private:
  class Rules;
  std::unique_ptr<Rules> rules_;
};

}  // namespace curlew::text
