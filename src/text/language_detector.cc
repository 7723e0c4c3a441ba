#include "text/language_detector.h"

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include <algorithm>
#include <array>
#include <string>

#include "text/fold.h"
#include "text/greek/sound.h"
#include "text/script_census.h"
#include "text/stop_words.h"

namespace curlew::text {
namespace {

// More text changes no answer.
constexpr std::size_t kSampleBytes = 8192;
// Where so much is all of one language, the rest is not read: cld2 takes a quarter of a
// microsecond a byte.
constexpr std::size_t kFirstBytes = 700;

constexpr double kCertain = 1.0;
constexpr double kSure = 0.9;
constexpr double kLikely = 0.7;
constexpr double kPerhaps = 0.5;

// Scripts that one language of ours is written in. A share of the letters is enough:
// names of firms and products are Latin everywhere.
struct ScriptRule {
  Script script;
  Language language;
  double share;
};
constexpr std::array kScriptRules{
    ScriptRule{Script::kGreek, Language::kGreek, 0.3},
    ScriptRule{Script::kKana, Language::kJapanese, 0.15},
    ScriptRule{Script::kHangul, Language::kKorean, 0.3},
    ScriptRule{Script::kThai, Language::kThai, 0.3},
    ScriptRule{Script::kArmenian, Language::kArmenian, 0.3},
    ScriptRule{Script::kGeorgian, Language::kGeorgian, 0.3},
    ScriptRule{Script::kHebrew, Language::kHebrew, 0.3},
    ScriptRule{Script::kHan, Language::kChinese, 0.3},
};

LanguageGuess guess_by_script(const ScriptCensus& census) {
  for (const ScriptRule& rule : kScriptRules) {
    if (census.share(rule.script) < rule.share) continue;
    // A title of ideographs alone may be Japanese.
    const bool is_sure = rule.script != Script::kHan || census.total > 30;
    return {rule.language, is_sure ? kCertain : kLikely};
  }
  return {};
}

struct Cld2Answer {
  Language language = Language::kUnknown;
  int percent = 0;   // Of the text.
  double score = 0;  // How well it fits, per kilobyte: about 1000 for plain prose.
  bool is_reliable = false;
};

// kBest is cld2's flag for "answer even when there is little text", which its header
// does not name. It then calls "xkcd" reliably English; what that is worth shows in the
// score.
enum class Effort { kSound = 0, kBest = 0x4000 };

Cld2Answer ask_cld2(const std::string& words, Language hint, Effort effort) {
  const std::string code(hint == Language::kUnknown ? "" : code_of(hint));
  const CLD2::CLDHints hints{code.empty() ? nullptr : code.c_str(), nullptr,
                             CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percents{};
  std::array<double, 3> scores{};
  int text_bytes = 0;
  Cld2Answer answer;
  CLD2::ExtDetectLanguageSummary(
      words.data(), int(words.size()), true, &hints, int(effort), languages.data(),
      percents.data(), scores.data(), nullptr, &text_bytes, &answer.is_reliable);
  answer.language = to_language(CLD2::LanguageCode(languages[0]));
  answer.percent = percents[0];
  answer.score = scores[0];
  return answer;
}

// How many of the words are stop words of each language.
class StopWordVotes {
 public:
  explicit StopWordVotes(std::string_view words) {
    constexpr int kEnough = 200;
    for (std::size_t begin = 0; begin < words.size() && words_ < kEnough;) {
      const std::size_t end = std::min(words.find(' ', begin), words.size());
      count(fold(words.substr(begin, end - begin)));
      begin = end + 1;
    }
  }

  // The language with most votes, when no other has as many.
  Language leader() const {
    const auto most = std::max_element(votes_.begin(), votes_.end());
    const bool is_alone = std::count(votes_.begin(), votes_.end(), *most) == 1;
    return *most > 0 && is_alone ? Language(most - votes_.begin()) : Language::kUnknown;
  }
  int votes(Language language) const { return votes_[int(language)]; }

 private:
  void count(const std::string& word) {
    ++words_;
    for (int i = 0; i < kLanguageCount; ++i) {
      votes_[i] += is_stop_word(word, Language(i));
    }
  }

  std::array<int, kLanguageCount> votes_{};
  int words_ = 0;
};

bool covers(const Cld2Answer& answer, int percent) {
  return answer.language != Language::kUnknown && answer.is_reliable &&
         answer.percent >= percent;
}

bool covers_the_text(const Cld2Answer& answer) {
  constexpr int kMost = 60;
  return covers(answer, kMost);
}

// What can be said of a text on which cld2 would rather say nothing.
LanguageGuess guess_in_doubt(const std::string& words, Language hint) {
  constexpr double kFits = 700;
  const Cld2Answer answer = ask_cld2(words, hint, Effort::kBest);
  const StopWordVotes votes(words);
  const Language leader = votes.leader();
  if (answer.language != Language::kUnknown &&
      (answer.language == leader || answer.language == hint)) {
    return {answer.language, kLikely};
  }
  if (votes.votes(leader) >= 2) return {leader, kPerhaps};
  if (hint != Language::kUnknown) return {hint, kPerhaps};
  const bool fits = covers_the_text(answer) && answer.score >= kFits;
  return fits ? LanguageGuess{answer.language, kPerhaps} : LanguageGuess{};
}

// What the beginning of a long text says of all of it, where it is of one language and
// not one that needs a closer look; kUnknown otherwise.
Language language_of_beginning(std::string_view text, Language hint) {
  constexpr int kAll = 95;
  const ScriptCensus census = take_script_census(text, kFirstBytes);
  const bool is_special = guess_by_script(census).language != Language::kUnknown ||
                          is_greeklish(fold(census.words));
  if (census.total == 0 || is_special) return Language::kUnknown;
  const Cld2Answer answer = ask_cld2(census.words, hint, Effort::kSound);
  return covers(answer, kAll) ? answer.language : Language::kUnknown;
}

}  // namespace

LanguageGuess detect_language(std::string_view text, Language hint) {
  if (text.size() > 2 * kFirstBytes) {
    const Language language = language_of_beginning(text, hint);
    if (language != Language::kUnknown) return {language, kSure};
  }
  const ScriptCensus census = take_script_census(text, kSampleBytes);
  if (census.total == 0) return {};
  if (const LanguageGuess guess = guess_by_script(census);
      guess.language != Language::kUnknown) {
    return guess;
  }
  // cld2 takes it for Lithuanian, or English.
  if (is_greeklish(fold(census.words))) {
    return {Language::kGreek, kLikely, Spelling::kGreeklish};
  }
  const Cld2Answer answer = ask_cld2(census.words, hint, Effort::kSound);
  if (covers_the_text(answer)) return {answer.language, kSure};
  return guess_in_doubt(census.words, hint);
}

}  // namespace curlew::text
