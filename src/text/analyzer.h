// From a text to its words, as matching, classification and search see them: the one
// entry of this module that the stages use.
//
//   const Analyzer analyzer;                      // One for the whole program.
//   Analysis analysis;                            // One per thread, used again.
//   analyzer.analyze(text, Language::kGreek, analysis);
//   for (const Token& token : analysis.tokens()) use(analysis.stem(token));

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/language.h"
#include "text/words.h"

namespace curlew::text {

enum class TokenKind : std::uint8_t { kWord, kStopWord, kNumber };

// A word of the text. Its position is its index among the tokens.
struct Token {
  // Bytes in the text.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t sentence = 0;
  // Bytes in the analysis' own store.
  std::uint32_t folded_begin = 0;
  std::uint32_t stem_begin = 0;
  std::uint16_t folded_size = 0;
  std::uint16_t stem_size = 0;
  TokenKind kind = TokenKind::kWord;
};

// A word by itself.
struct WordAnalysis {
  std::string folded;
  std::string stem;
  TokenKind kind = TokenKind::kWord;
};

// The words and sentences of one text. Keeps its memory from text to text; what it
// hands out lives until the next analyze().
class Analysis {
 public:
  std::span<const Token> tokens() const { return tokens_; }
  std::span<const ByteRange> sentences() const { return sentences_; }

  std::string_view folded(const Token& token) const {
    return std::string_view(forms_).substr(token.folded_begin, token.folded_size);
  }
  std::string_view stem(const Token& token) const {
    return std::string_view(forms_).substr(token.stem_begin, token.stem_size);
  }
  // Text beyond this byte was not looked at; the size of the text for all but giants.
  std::size_t analysed_bytes() const { return analysed_bytes_; }

 private:
  friend class Analyzer;
  std::vector<Token> tokens_;
  std::vector<ByteRange> sentences_;
  std::vector<ByteRange> words_;
  std::string forms_;
  std::size_t analysed_bytes_ = 0;
};

struct AnalyzerOptions {
  // Longer texts are cut at a character: nobody reads them, and they cost memory.
  std::size_t max_text_bytes = 64 << 20;
};

// Safe to use from several threads at once after construction. Each call borrows a
// workspace (break iterator, stemmers, a cache of word forms; about 2 MB), of which
// there are as many as calls ever ran at the same time.
class Analyzer {
 public:
  explicit Analyzer(AnalyzerOptions options = {});
  ~Analyzer();
  Analyzer(const Analyzer&) = delete;
  Analyzer& operator=(const Analyzer&) = delete;

  // Any bytes will do; those that are not UTF-8 part words. Words longer than 255
  // bytes are cut there.
  void analyze(std::string_view text, Language language, Analysis& analysis) const;

  // Only where the words are, in the same order; words of which nothing is left when
  // they are folded are among them, and are no tokens.
  void find_words(std::string_view text, std::vector<ByteRange>& words) const;
  // What analyze() makes of one of these words.
  WordAnalysis analyze_word(std::string_view word, Language language) const;

  // What analyze() gives as the stem of a single word.
  std::string stem(std::string_view word, Language language) const;

 private:
  class Workspaces;
  AnalyzerOptions options_;
  std::unique_ptr<Workspaces> workspaces_;
};

}  // namespace curlew::text
