#include "text/greek/stem.h"

#include "text/greek/endings.h"
#include "text/greek/noun_stem.h"
#include "text/greek/verb_stem.h"

namespace curlew::text {
namespace {

// Folded Greek is α to ω, two bytes a letter, from CE B1 to CF 89.
bool has_only_greek_letters(std::string_view word) {
  if (word.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < word.size(); i += 2) {
    const auto first = static_cast<unsigned char>(word[i]);
    const auto second = static_cast<unsigned char>(word[i + 1]);
    if (first == 0xCE ? second < 0xB1 : first != 0xCF || second > 0x89) return false;
  }
  return true;
}

}  // namespace

std::string greek_stem(std::string_view folded) {
  if (folded.empty() || !has_only_greek_letters(folded)) return std::string(folded);
  if (const auto known = find_short_verb_form(folded)) return std::string(*known);
  const GreekEnding ending = find_ending(folded);
  const std::string_view stem = folded.substr(0, folded.size() - ending.letters.size());
  switch (ending.part) {
    case GreekPart::kNoun:
      return noun_stem(stem, ending.letters);
    case GreekPart::kParticiple:
      return present_stem(stem, VerbForm::kParticiple);
    case GreekPart::kPassive:
      return present_stem(stem, VerbForm::kPassiveAorist);
    case GreekPart::kPast:
      return present_stem(stem, VerbForm::kPast);
    case GreekPart::kVerb:
      return present_stem(stem, VerbForm::kOther);
  }
  return std::string(folded);
}

}  // namespace curlew::text
