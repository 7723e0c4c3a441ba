#include "apps/config/thesauri.h"

#include <utility>

namespace curlew::apps {

Result<std::vector<text::Thesaurus>> load_thesauri(
    const std::vector<std::string>& files, const text::Analyzer& analyzer) {
  std::vector<text::Thesaurus> thesauri;
  for (const std::string& file : files) {
    const bool is_wordnet = file.ends_with(".tab");
    TRY_ASSIGN(
        text::Thesaurus thesaurus,
        is_wordnet
            ? text::Thesaurus::load_omw(file, text::Language::kGreek, analyzer)
            : text::Thesaurus::load_mythes(file, text::Language::kEnglish, analyzer));
    thesauri.push_back(std::move(thesaurus));
  }
  return thesauri;
}

std::vector<const text::Thesaurus*> pointers_to(
    const std::vector<text::Thesaurus>& thesauri) {
  std::vector<const text::Thesaurus*> pointers;
  for (const text::Thesaurus& thesaurus : thesauri) pointers.push_back(&thesaurus);
  return pointers;
}

}  // namespace curlew::apps
