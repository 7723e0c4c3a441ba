// The words of the little web: made-up news in English and Greek.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/prose/grammar.h"

namespace curlew::sim {

enum class Language { kEnglish, kGreek };

// "en", "el"
std::string_view language_tag(Language language);

enum class Section { kPolitics, kEconomy, kTechnology, kCulture, kSport };
inline constexpr std::array kSections = {Section::kPolitics, Section::kEconomy,
                                         Section::kTechnology, Section::kCulture,
                                         Section::kSport};

// "politics": in addresses. section_title() is what readers see.
std::string_view section_name(Section section);
std::string_view section_title(Section section, Language language);

// The phrases of a language. Built once, for the life of the program.
const Grammar& grammar_of(Language language);

struct Prose {
  std::string headline;
  std::string author;
  // One paragraph: the summary in the feed, the first of the article.
  std::string lead;
  // The rest; empty in a teaser.
  std::vector<std::string> paragraphs;
};

// A teaser costs a tenth of the article, and feeds need no more.
enum class Extent { kTeaser, kArticle };

// The same words for the same arguments, on every machine; an article begins with the
// words of its teaser.
Prose write_prose(Language language, Section section, std::uint64_t seed,
                  Extent extent);

// The grammars' sources.
extern const std::string_view kEnglishGrammar;
extern const std::string_view kGreekGrammar;

}  // namespace curlew::sim
