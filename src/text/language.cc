#include "text/language.h"

#include <array>

#include "base/ascii.h"

namespace curlew::text {
namespace {

struct Names {
  Language language;
  std::string_view code;
  std::string_view name;
};

constexpr std::array<Names, kLanguageCount> kNames{{
    {Language::kUnknown, "und", "unknown"},
    {Language::kEnglish, "en", "English"},
    {Language::kGreek, "el", "Greek"},
    {Language::kAlbanian, "sq", "Albanian"},
    {Language::kArabic, "ar", "Arabic"},
    {Language::kArmenian, "hy", "Armenian"},
    {Language::kBulgarian, "bg", "Bulgarian"},
    {Language::kCatalan, "ca", "Catalan"},
    {Language::kChinese, "zh", "Chinese"},
    {Language::kCroatian, "hr", "Croatian"},
    {Language::kCzech, "cs", "Czech"},
    {Language::kDanish, "da", "Danish"},
    {Language::kDutch, "nl", "Dutch"},
    {Language::kEstonian, "et", "Estonian"},
    {Language::kFinnish, "fi", "Finnish"},
    {Language::kFrench, "fr", "French"},
    {Language::kGeorgian, "ka", "Georgian"},
    {Language::kGerman, "de", "German"},
    {Language::kHebrew, "he", "Hebrew"},
    {Language::kHindi, "hi", "Hindi"},
    {Language::kHungarian, "hu", "Hungarian"},
    {Language::kIndonesian, "id", "Indonesian"},
    {Language::kItalian, "it", "Italian"},
    {Language::kJapanese, "ja", "Japanese"},
    {Language::kKorean, "ko", "Korean"},
    {Language::kLatvian, "lv", "Latvian"},
    {Language::kLithuanian, "lt", "Lithuanian"},
    {Language::kNorwegian, "no", "Norwegian"},
    {Language::kPersian, "fa", "Persian"},
    {Language::kPolish, "pl", "Polish"},
    {Language::kPortuguese, "pt", "Portuguese"},
    {Language::kRomanian, "ro", "Romanian"},
    {Language::kRussian, "ru", "Russian"},
    {Language::kSerbian, "sr", "Serbian"},
    {Language::kSlovak, "sk", "Slovak"},
    {Language::kSlovenian, "sl", "Slovenian"},
    {Language::kSpanish, "es", "Spanish"},
    {Language::kSwedish, "sv", "Swedish"},
    {Language::kThai, "th", "Thai"},
    {Language::kTurkish, "tr", "Turkish"},
    {Language::kUkrainian, "uk", "Ukrainian"},
    {Language::kVietnamese, "vi", "Vietnamese"},
}};

// The table is indexed by the enumerators.
consteval bool is_in_order() {
  for (int i = 0; i < kLanguageCount; ++i) {
    if (int(kNames[i].language) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

// Other tags for the same: the two written forms of Norwegian, and what Java and old
// pages still say for Hebrew and Indonesian.
constexpr std::array<Names, 5> kAliases{{
    {Language::kNorwegian, "nb", ""},
    {Language::kNorwegian, "nn", ""},
    {Language::kHebrew, "iw", ""},
    {Language::kIndonesian, "in", ""},
    {Language::kGreek, "ell", ""},
}};

}  // namespace

std::string_view code_of(Language language) { return kNames[int(language)].code; }

std::string_view english_name_of(Language language) {
  return kNames[int(language)].name;
}

Language to_language(std::string_view tag) {
  const std::string_view primary = tag.substr(0, tag.find_first_of("-_"));
  for (const Names& names : kNames) {
    if (equals_ignoring_case(primary, names.code)) return names.language;
  }
  for (const Names& names : kAliases) {
    if (equals_ignoring_case(primary, names.code)) return names.language;
  }
  return Language::kUnknown;
}

}  // namespace curlew::text
