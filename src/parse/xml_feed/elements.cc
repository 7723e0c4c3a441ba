#include "parse/xml_feed/elements.h"

#include <algorithm>
#include <array>
#include <compare>
#include <string>
#include <tuple>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

using enum Element;

// Lengths come first: most words are told apart without looking at their letters.
constexpr auto key_of(Namespace name_space, std::string_view name) {
  return std::tuple(name.size(), name_space, name);
}

struct Word {
  Namespace name_space;
  std::string_view name;
  Element element;

  constexpr auto key() const { return key_of(name_space, name); }
};

constexpr auto sorted_words() {
  using enum Namespace;
  auto words = std::to_array<Word>({
      {kFeed, "rss", kRss},
      {kFeed, "rdf", Element::kRdf},
      {Namespace::kRdf, "rdf", Element::kRdf},
      {kFeed, "feed", Element::kFeed},
      {kFeed, "channel", kChannel},
      {kFeed, "items", kItems},
      {kFeed, "item", kEntry},
      {kFeed, "entry", kEntry},
      {kFeed, "title", kTitle},
      {kDublinCore, "title", kOtherTitle},
      {kMedia, "title", kOtherTitle},
      {kItunes, "title", kOtherTitle},
      {kFeed, "link", kLink},
      {kFeed, "guid", kId},
      {kFeed, "id", kId},
      {kDublinCore, "identifier", kId},
      {kFeed, "description", kSummary},
      {kFeed, "summary", kSummary},
      {kFeed, "abstract", kSummary},
      {kFeed, "subtitle", kSummary},
      {kFeed, "tagline", kSummary},
      {kDublinCore, "description", kOtherSummary},
      {kDublinCoreTerms, "abstract", kOtherSummary},
      {kItunes, "summary", kOtherSummary},
      {kItunes, "subtitle", kOtherSummary},
      {kGooglePlay, "description", kOtherSummary},
      {kMedia, "description", kOtherSummary},
      {kFeed, "content", Element::kContent},
      {Namespace::kContent, "encoded", kFullText},
      {kXhtml, "body", kFullText},
      {kFeed, "body", kFullText},
      {kFeed, "fullitem", kFullText},
      {kFeed, "author", kAuthor},
      {kFeed, "managingeditor", kAuthor},
      {kDublinCore, "creator", kCreator},
      {kDublinCore, "author", kCreator},
      {kItunes, "author", kCreator},
      {kGooglePlay, "author", kCreator},
      {kFeed, "category", kCategory},
      {kItunes, "category", kCategory},
      {kMedia, "category", kCategory},
      {kDublinCore, "subject", kSubject},
      {kFeed, "pubdate", kPublished},
      {kFeed, "published", kPublished},
      {kFeed, "issued", kPublished},
      {kDublinCoreTerms, "issued", kPublished},
      {kFeed, "updated", kUpdated},
      {kFeed, "modified", kUpdated},
      {kFeed, "lastbuilddate", kUpdated},
      {kDublinCoreTerms, "modified", kUpdated},
      {kFeed, "created", kCreated},
      {kDublinCoreTerms, "created", kCreated},
      {kDublinCore, "date", kDate},
      {kFeed, "language", kLanguage},
      {kDublinCore, "language", kLanguage},
      {kFeed, "enclosure", kEnclosure},
      {kMedia, "content", kMediaContent},
      {kMedia, "group", kMediaGroup},
      {kFeed, "ttl", kTtl},
      {kFeed, "skiphours", kSkipHours},
      {kFeed, "skipdays", kSkipDays},
      {kFeed, "hour", kHour},
      {kFeed, "day", kDay},
      {kSyndication, "updateperiod", kUpdatePeriod},
      {kSyndication, "updatefrequency", kUpdateFrequency},
  });
  std::ranges::sort(words, {}, &Word::key);
  return words;
}

constexpr auto kWords = sorted_words();
constexpr std::size_t kLongestWord = 16;

}  // namespace

Element element_of(Namespace name_space, std::string_view local_name) {
  if (name_space == Namespace::kOther || local_name.size() > kLongestWord) {
    return kUnknown;
  }
  std::array<char, kLongestWord> lower;
  std::ranges::transform(local_name, lower.begin(),
                         [](char c) { return to_ascii_lower(c); });
  const auto key =
      key_of(name_space, std::string_view(lower.data(), local_name.size()));
  const auto word = std::ranges::lower_bound(kWords, key, {}, &Word::key);
  return word != kWords.end() && word->key() == key ? word->element : kUnknown;
}

}  // namespace curlew::parse
