// The languages that Curlew knows by name: those that detection can tell apart on news
// text and that readers of feeds are likely to meet. Anything else is kUnknown, and is
// still cut into words and folded, only not stemmed.

#pragma once

#include <cstdint>
#include <string_view>

namespace curlew::text {

enum class Language : std::uint8_t {
  kUnknown,
  kEnglish,
  kGreek,
  kAlbanian,
  kArabic,
  kArmenian,
  kBulgarian,
  kCatalan,
  kChinese,
  kCroatian,
  kCzech,
  kDanish,
  kDutch,
  kEstonian,
  kFinnish,
  kFrench,
  kGeorgian,
  kGerman,
  kHebrew,
  kHindi,
  kHungarian,
  kIndonesian,
  kItalian,
  kJapanese,
  kKorean,
  kLatvian,
  kLithuanian,
  kNorwegian,
  kPersian,
  kPolish,
  kPortuguese,
  kRomanian,
  kRussian,
  kSerbian,
  kSlovak,
  kSlovenian,
  kSpanish,
  kSwedish,
  kThai,
  kTurkish,
  kUkrainian,
  kVietnamese,
};

inline constexpr int kLanguageCount = int(Language::kVietnamese) + 1;

// ISO 639-1, such as "el"; "und" for kUnknown.
std::string_view code_of(Language language);
// "Greek".
std::string_view english_name_of(Language language);
// The language of a BCP 47 tag such as "el", "EL_gr" or "en-GB"; kUnknown for others.
Language to_language(std::string_view tag);

}  // namespace curlew::text
