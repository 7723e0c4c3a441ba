#include "sim/prose/prose.h"

#include <fmt/format.h>

#include <optional>

namespace curlew::sim {
namespace {

// A paragraph of a few sentences; shorter, or empty, once the phrase book is used up.
std::string write_paragraph(Storyteller& teller, std::string_view symbol,
                            Random& random) {
  std::string paragraph;
  for (std::uint64_t wanted = 2 + random.below(2); wanted > 0; --wanted) {
    const std::optional<std::string> sentence = teller.tell_anew(symbol);
    if (!sentence) break;
    if (!paragraph.empty()) paragraph += ' ';
    paragraph += *sentence;
  }
  return paragraph;
}

}  // namespace

std::string_view language_tag(Language language) {
  return language == Language::kGreek ? "el" : "en";
}

std::string_view section_name(Section section) {
  switch (section) {
    case Section::kPolitics:
      return "politics";
    case Section::kEconomy:
      return "economy";
    case Section::kTechnology:
      return "technology";
    case Section::kCulture:
      return "culture";
    case Section::kSport:
      return "sport";
  }
  return "";
}

std::string_view section_title(Section section, Language language) {
  const bool greek = language == Language::kGreek;
  switch (section) {
    case Section::kPolitics:
      return greek ? "Πολιτική" : "Politics";
    case Section::kEconomy:
      return greek ? "Οικονομία" : "Economy";
    case Section::kTechnology:
      return greek ? "Τεχνολογία" : "Technology";
    case Section::kCulture:
      return greek ? "Πολιτισμός" : "Culture";
    case Section::kSport:
      return greek ? "Αθλητισμός" : "Sport";
  }
  return "";
}

const Grammar& grammar_of(Language language) {
  static const Grammar english(kEnglishGrammar);
  static const Grammar greek(kGreekGrammar);
  return language == Language::kGreek ? greek : english;
}

Prose write_prose(Language language, Section section, std::uint64_t seed,
                  Extent extent) {
  Random random(seed);
  Storyteller teller(grammar_of(language), Random(random()));
  const std::string_view name = section_name(section);
  Prose prose;
  prose.headline = teller.tell(fmt::format("headline.{}", name));
  prose.author = teller.tell("author");
  prose.lead = teller.tell(fmt::format("lead.{}", name));
  if (extent == Extent::kTeaser) return prose;

  for (std::uint64_t i = 0, count = 5 + random.below(3); i < count; ++i) {
    const std::string symbol =
        i % 2 == 0 ? fmt::format("sentence.{}", name) : std::string("sentence");
    std::string paragraph = write_paragraph(teller, symbol, random);
    if (!paragraph.empty()) prose.paragraphs.push_back(std::move(paragraph));
  }
  return prose;
}

}  // namespace curlew::sim
