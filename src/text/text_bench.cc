// What a byte of text costs. The pairs are the point: words by our rules beside ICU's
// iterator on the whole text, and analysis with a warm cache of forms beside stemming
// every word. Prose of this file's own, so that the figures need no other data;
// $CURLEW_BENCH_TEXT names a file to measure instead.

#include <benchmark/benchmark.h>
#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "text/analyzer.h"
#include "text/fold.h"
#include "text/greek/stem.h"
#include "text/language_detector.h"
#include "text/sentences.h"
#include "text/stemmer.h"
#include "text/words.h"

namespace curlew::text {
namespace {

constexpr std::string_view kEnglish =
    "The city council voted on Tuesday to close the old bridge for repairs, which are "
    "expected to last until the end of March. Dr. Ellis, who leads the engineers, said "
    "that traffic would be led over the northern crossing; shopkeepers fear for their "
    "trade. \"We were promised a ferry in 2019,\" one of them said, \"and it's still "
    "not here.\" The works will cost 3.5 million, of which the region pays a third. "
    "Nobody at the U.S. firm that won the contract wished to comment on the delays.\n";

constexpr std::string_view kGreek =
    "Το δημοτικό συμβούλιο αποφάσισε την Τρίτη να κλείσει την παλιά γέφυρα για "
    "επισκευές, που αναμένεται να διαρκέσουν έως τα τέλη Μαρτίου. Η κ. Νικολάου, "
    "επικεφαλής των μηχανικών, δήλωσε ότι η κυκλοφορία θα διεξάγεται από τη βόρεια "
    "διάβαση· οι καταστηματάρχες φοβούνται για τα έσοδά τους. «Μας υποσχέθηκαν "
    "πορθμείο το 2019», είπε ένας από αυτούς, «και δεν ήρθε ποτέ». Τα έργα θα "
    "κοστίσουν 3,5 εκατομμύρια, από τα οποία η περιφέρεια πληρώνει το ένα τρίτο.\n";

std::string make_text(std::string_view prose) {
  if (const char* const path = std::getenv("CURLEW_BENCH_TEXT")) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string text;
  while (text.size() < (1 << 18)) text += prose;
  return text;
}

const std::string& text_of(Language language) {
  static const std::string english = make_text(kEnglish);
  static const std::string greek = make_text(kGreek);
  return language == Language::kGreek ? greek : english;
}

void count_bytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(state.iterations() * std::int64_t(text.size()));
}

void BM_Words(benchmark::State& state, Language language) {
  const std::string& text = text_of(language);
  WordBreaker breaker;
  std::vector<ByteRange> words;
  for (auto _ : state) breaker.find(text, words);
  count_bytes(state, text);
}
BENCHMARK_CAPTURE(BM_Words, english, Language::kEnglish);
BENCHMARK_CAPTURE(BM_Words, greek, Language::kGreek);

void BM_WordsByIcu(benchmark::State& state, Language language) {
  const std::string& text = text_of(language);
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  UText* utext = nullptr;
  for (auto _ : state) {
    utext = utext_openUTF8(utext, text.data(), std::int64_t(text.size()), &error);
    iterator->setText(utext, error);
    int words = 0;
    while (iterator->next() != icu::BreakIterator::DONE) {
      words += iterator->getRuleStatus() != UBRK_WORD_NONE;
    }
    benchmark::DoNotOptimize(words);
  }
  utext_close(utext);
  count_bytes(state, text);
}
BENCHMARK_CAPTURE(BM_WordsByIcu, english, Language::kEnglish);
BENCHMARK_CAPTURE(BM_WordsByIcu, greek, Language::kGreek);

void BM_Sentences(benchmark::State& state, Language language) {
  const std::string& text = text_of(language);
  std::vector<ByteRange> sentences;
  for (auto _ : state) find_sentences(text, language, sentences);
  count_bytes(state, text);
}
BENCHMARK_CAPTURE(BM_Sentences, english, Language::kEnglish);
BENCHMARK_CAPTURE(BM_Sentences, greek, Language::kGreek);

void BM_Analyze(benchmark::State& state, Language language) {
  const std::string& text = text_of(language);
  const Analyzer analyzer;
  Analysis analysis;
  for (auto _ : state) analyzer.analyze(text, language, analysis);
  count_bytes(state, text);
}
BENCHMARK_CAPTURE(BM_Analyze, english, Language::kEnglish);
BENCHMARK_CAPTURE(BM_Analyze, greek, Language::kGreek);

void BM_StemEveryWord(benchmark::State& state, Language language) {
  const std::string& text = text_of(language);
  WordBreaker breaker;
  Stemmer stemmer;
  std::vector<ByteRange> words;
  for (auto _ : state) {
    breaker.find(text, words);
    for (const ByteRange& word : words) {
      benchmark::DoNotOptimize(stemmer.stem(word.of(text), language));
    }
  }
  count_bytes(state, text);
}
BENCHMARK_CAPTURE(BM_StemEveryWord, english, Language::kEnglish);
BENCHMARK_CAPTURE(BM_StemEveryWord, greek, Language::kGreek);

void BM_Fold(benchmark::State& state, Language language) {
  const std::string& text = text_of(language);
  for (auto _ : state) benchmark::DoNotOptimize(fold(text));
  count_bytes(state, text);
}
BENCHMARK_CAPTURE(BM_Fold, english, Language::kEnglish);
BENCHMARK_CAPTURE(BM_Fold, greek, Language::kGreek);

void BM_DetectLanguage(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(detect_language(kEnglish));
  state.SetBytesProcessed(state.iterations() * std::int64_t(kEnglish.size()));
}
BENCHMARK(BM_DetectLanguage);

}  // namespace
}  // namespace curlew::text
