#include "text/porter.h"

#include <libstemmer.h>

namespace curlew::text {

class PorterStemmer::Rules {
 public:
  Rules() : stemmer_(sb_stemmer_new("porter", nullptr)) {}
  ~Rules() { sb_stemmer_delete(stemmer_); }
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  std::string_view apply(std::string_view word) {
    const sb_symbol* const stem = sb_stemmer_stem(
        stemmer_, reinterpret_cast<const sb_symbol*>(word.data()), int(word.size()));
    if (!stem) return word;
    return {reinterpret_cast<const char*>(stem),
            std::size_t(sb_stemmer_length(stemmer_))};
  }

 private:
  sb_stemmer* stemmer_;
};

PorterStemmer::PorterStemmer() : rules_(std::make_unique<Rules>()) {}
PorterStemmer::~PorterStemmer() = default;
PorterStemmer::PorterStemmer(PorterStemmer&&) noexcept = default;
PorterStemmer& PorterStemmer::operator=(PorterStemmer&&) noexcept = default;

std::string_view PorterStemmer::stem(std::string_view folded) {
  return rules_->apply(folded);
}

}  // namespace curlew::text
