// Finds keywords in text as readers mean them: in any inflection, with or without
// accents, by their synonyms, and Greek words in Latin letters.
//
//   const KeywordFinder finder({"climate change", "εκλογές"}, Language::kGreek,
//                              {analyzer, {&greek_thesaurus}});
//   for (const KeywordHit& hit : finder.find(text, analysis)) ...

#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyzer.h"
#include "text/language.h"
#include "text/thesaurus/thesaurus.h"

namespace curlew::extract {

struct KeywordHit {
  // The index of the keyword.
  std::size_t keyword = 0;
  // In the text; of several words from the first to the last.
  text::ByteRange range;

  bool operator==(const KeywordHit&) const = default;
};

// What stemming and synonyms come from (the paper's dictionary). Borrowed.
struct Dictionary {
  const text::Analyzer& analyzer;
  std::vector<const text::Thesaurus*> thesauri = {};
};

// Does not change after construction: safe from many threads. The dictionary must
// outlive it.
class KeywordFinder {
 public:
  // `language` is that of the texts. Keywords without a word in them are never found.
  KeywordFinder(std::vector<std::string> keywords, text::Language language,
                Dictionary dictionary);

  // In the order of the text. `analysis` is memory to use again, and holds the words
  // and sentences of the text afterwards.
  std::vector<KeywordHit> find(std::string_view text, text::Analysis& analysis) const;

  const std::string& keyword(std::size_t index) const { return keywords_[index]; }

 private:
  // Words that follow each other. Each matches by its stem or by its sound.
  struct Word {
    std::string stem;
    // Of Greek in Latin letters; sorted.
    std::vector<std::string> sounds;
  };
  struct Phrase {
    std::size_t keyword = 0;
    std::vector<Word> words;
  };
  using PhrasesByKey = std::multimap<std::string, std::size_t, std::less<>>;
  class Search;

  void add_keyword(std::size_t index, text::Analysis& analysis);
  void add_synonyms(std::size_t index, const std::string& stems);
  void add_phrase(Phrase phrase);
  Word word_of(const text::Analysis& analysis, const text::Token& token) const;

  std::vector<std::string> keywords_;
  text::Language language_;
  Dictionary dictionary_;
  std::vector<Phrase> phrases_;
  // Phrases by the stem of their first word.
  PhrasesByKey by_stem_;
  // Phrases by the sound of their first word.
  PhrasesByKey by_sound_;
};

}  // namespace curlew::extract
