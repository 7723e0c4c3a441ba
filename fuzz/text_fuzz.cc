// Any bytes as text: sentences and words lie in order within the text, folding twice is
// folding once, and a stem depends on nothing but its word.
//
// seeds: src/text/testdata src/text/testdata/sentences

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "text/analyzer.h"
#include "text/fold.h"
#include "text/greek/sound.h"
#include "text/greek/stem.h"
#include "text/language_detector.h"

namespace {

using curlew::text::Analysis;
using curlew::text::Analyzer;
using curlew::text::ByteRange;
using curlew::text::Language;
using curlew::text::Token;

void check_sentences(std::string_view text, const Analysis& analysis) {
  std::size_t end = 0;
  for (const ByteRange& sentence : analysis.sentences()) {
    CHECK(sentence.begin >= end && sentence.begin < sentence.end);
    CHECK(sentence.end <= text.size());
    end = sentence.end;
  }
}

void check_tokens(std::string_view text, const Analysis& analysis) {
  std::size_t end = 0;
  std::uint32_t sentence = 0;
  for (const Token& token : analysis.tokens()) {
    CHECK(token.begin >= end && token.begin < token.end);
    CHECK(token.end <= text.size());
    CHECK(token.sentence >= sentence);
    CHECK(token.sentence < analysis.sentences().size());
    CHECK(!analysis.folded(token).empty());
    end = token.end;
    sentence = token.sentence;
  }
}

void check_forms(std::string_view text, Language language, const Analyzer& analyzer,
                 const Analysis& analysis) {
  for (const Token& token : analysis.tokens()) {
    const std::string folded(analysis.folded(token));
    CHECK(curlew::text::fold(folded) == folded);
    const std::string_view word = text.substr(token.begin, token.end - token.begin);
    if (token.kind != curlew::text::TokenKind::kNumber) {
      CHECK(analyzer.stem(word, language) == analysis.stem(token));
    }
    const auto keys = curlew::text::greeklish_keys(folded);
    CHECK(keys.size() <= curlew::text::kMaxGreeklishKeys);
    curlew::text::greek_sound_key(folded);
    CHECK(!curlew::text::greek_stem(folded).empty());
  }
}

}  // namespace

// The first byte chooses the language.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Analyzer analyzer;
  static Analysis analysis;
  if (size == 0) return 0;
  const auto language = Language(data[0] % curlew::text::kLanguageCount);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  analyzer.analyze(text, language, analysis);
  CHECK(analysis.analysed_bytes() == text.size());
  check_sentences(text, analysis);
  check_tokens(text, analysis);
  check_forms(text, language, analyzer, analysis);
  const auto guess = curlew::text::detect_language(text, language);
  CHECK((guess.confidence == 0) == (guess.language == Language::kUnknown));
  return 0;
}
