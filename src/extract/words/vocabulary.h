// The one list of what is known about words of the web: those by which markup names the
// parts of a page ("related", "menu"), and those of short texts ("subscribe"). Scores
// are learned from pages of many owners; a word has one only when at least twelve of
// them use it, so that these are words of the web and not of a site.

#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "extract/words/landmark.h"
#include "extract/words/word_table.h"

namespace curlew::extract {

// A word of markup that means something to one of the models.
struct KnownWord {
  // Does text below it belong to an article? Log odds.
  std::optional<float> score;
  // The part of a page that it names.
  std::optional<Landmark> landmark;
  // Its place in page_words().
  int page_word = -1;
  // Links below it lead about the site.
  bool is_navigation = false;
};

// Words of markup that tell kinds of pages apart when they are counted.
std::span<const std::string_view> page_words();

class MarkupVocabulary {
 public:
  explicit MarkupVocabulary(std::span<const WordScore> scores);

  // What is known about a word in small letters; null when nothing is.
  const KnownWord* find(std::string_view word) const { return words_.find(word); }

 private:
  WordTable<KnownWord> words_;
};

// The words themselves are borrowed.
struct LearnedWords {
  MarkupVocabulary markup;
  WordTable<float> text;

  LearnedWords(std::span<const WordScore> of_markup,
               std::span<const WordScore> of_text);
};

// Those of the tables beside this file.
const LearnedWords& shipped_words();

}  // namespace curlew::extract
