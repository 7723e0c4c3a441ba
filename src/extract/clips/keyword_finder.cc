#include "extract/clips/keyword_finder.h"

#include <algorithm>

#include "extract/clips/greek_spelling.h"
#include "text/language_detector.h"

namespace curlew::extract {
namespace {

bool have_one_in_common(const std::vector<std::string>& a,
                        const std::vector<std::string>& b) {
  return std::ranges::any_of(
      a, [&b](const std::string& key) { return std::ranges::binary_search(b, key); });
}

std::vector<std::string> words_of(std::string_view stems) {
  std::vector<std::string> words;
  while (!stems.empty()) {
    const std::size_t end = std::min(stems.find(' '), stems.size());
    if (end > 0) words.emplace_back(stems.substr(0, end));
    stems.remove_prefix(std::min(end + 1, stems.size()));
  }
  return words;
}

}  // namespace

KeywordFinder::KeywordFinder(std::vector<std::string> keywords, text::Language language,
                             Dictionary dictionary)
    : keywords_(std::move(keywords)),
      language_(language),
      dictionary_(std::move(dictionary)) {
  text::Analysis analysis;
  for (std::size_t i = 0; i < keywords_.size(); ++i) add_keyword(i, analysis);
}

void KeywordFinder::add_keyword(std::size_t index, text::Analysis& analysis) {
  dictionary_.analyzer.analyze(keywords_[index], language_, analysis);
  Phrase phrase{.keyword = index, .words = {}};
  std::string stems;
  for (const text::Token& token : analysis.tokens()) {
    phrase.words.push_back(word_of(analysis, token));
    if (!stems.empty()) stems += ' ';
    stems += analysis.stem(token);
  }
  if (phrase.words.empty()) return;
  add_phrase(std::move(phrase));
  add_synonyms(index, stems);
}

KeywordFinder::Word KeywordFinder::word_of(const text::Analysis& analysis,
                                           const text::Token& token) const {
  Word word{.stem = std::string(analysis.stem(token)), .sounds = {}};
  // Latin words sound Greek only to those who read Greek.
  if (language_ == text::Language::kGreek)
    word.sounds = sounds_of_keyword(analysis.folded(token), word.stem);
  return word;
}

void KeywordFinder::add_synonyms(std::size_t index, const std::string& stems) {
  for (const text::Thesaurus* thesaurus : dictionary_.thesauri) {
    for (const text::Synonym& synonym : thesaurus->find(stems)) {
      Phrase phrase{.keyword = index, .words = {}};
      for (std::string& stem : words_of(synonym.stems))
        phrase.words.push_back({.stem = std::move(stem), .sounds = {}});
      if (!phrase.words.empty()) add_phrase(std::move(phrase));
    }
  }
}

void KeywordFinder::add_phrase(Phrase phrase) {
  const std::size_t index = phrases_.size();
  const Word& first = phrase.words.front();
  by_stem_.emplace(first.stem, index);
  for (const std::string& sound : first.sounds) by_sound_.emplace(sound, index);
  phrases_.push_back(std::move(phrase));
}

// One pass over the words of one text.
class KeywordFinder::Search {
 public:
  Search(const KeywordFinder& finder, std::string_view text,
         const text::Analysis& analysis)
      : finder_(finder), analysis_(analysis) {
    if (finder.by_sound_.empty()) return;
    hears_ = true;
    if (text::detect_language(text).spelling == text::Spelling::kGreeklish)
      latin_ = LatinLetters::kGreeklish;
  }

  std::vector<KeywordHit> run() {
    for (std::size_t i = 0; i < analysis_.tokens().size(); ++i) look_at(i);
    return std::move(hits_);
  }

 private:
  void look_at(std::size_t token) {
    const std::size_t before = hits_.size();
    const auto stems = finder_.by_stem_.equal_range(analysis_.stem(at(token)));
    for (auto found = stems.first; found != stems.second; ++found)
      try_phrase(found->second, token, before);
    if (!hears_) return;
    for (const std::string& sound : sounds(token)) {
      const auto phrases = finder_.by_sound_.equal_range(sound);
      for (auto found = phrases.first; found != phrases.second; ++found)
        try_phrase(found->second, token, before);
    }
  }

  // Each keyword once at one place, whatever brings it there.
  void try_phrase(std::size_t index, std::size_t token, std::size_t first_hit) {
    const Phrase& phrase = finder_.phrases_[index];
    const auto is_known = [&phrase](const KeywordHit& hit) {
      return hit.keyword == phrase.keyword;
    };
    if (std::any_of(hits_.begin() + std::ptrdiff_t(first_hit), hits_.end(), is_known))
      return;
    if (token + phrase.words.size() > analysis_.tokens().size()) return;
    for (std::size_t i = 1; i < phrase.words.size(); ++i) {
      if (!matches(phrase.words[i], token + i)) return;
    }
    const text::Token& last = at(token + phrase.words.size() - 1);
    hits_.push_back({phrase.keyword, {at(token).begin, last.end}});
  }

  bool matches(const Word& word, std::size_t token) const {
    if (analysis_.stem(at(token)) == word.stem) return true;
    return hears_ && have_one_in_common(sounds(token), word.sounds);
  }

  std::vector<std::string> sounds(std::size_t token) const {
    return sounds_of_word(analysis_.folded(at(token)), analysis_.stem(at(token)),
                          latin_);
  }

  const text::Token& at(std::size_t token) const { return analysis_.tokens()[token]; }

  const KeywordFinder& finder_;
  const text::Analysis& analysis_;
  bool hears_ = false;  // Whether sounds count.
  LatinLetters latin_ = LatinLetters::kForeign;
  std::vector<KeywordHit> hits_;
};

std::vector<KeywordHit> KeywordFinder::find(std::string_view text,
                                            text::Analysis& analysis) const {
  dictionary_.analyzer.analyze(text, language_, analysis);
  return Search(*this, text, analysis).run();
}

}  // namespace curlew::extract
