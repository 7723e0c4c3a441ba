#include "query/terms.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "query/greek_spelling.h"
#include "text/language_detector.h"

namespace curlew::query {
namespace {

using text::Language;

// More is nobody's article, and every byte may become three terms.
constexpr std::size_t kMaxBytes = 16 << 20;
// What detection looks at.
constexpr std::size_t kSampleBytes = 8192;

bool begins_with_greek(std::string_view text) {
  for (const char c : text.substr(0, 64)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0xCE || byte == 0xCF) return true;
    if ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z') return false;
  }
  return false;
}

// What the text is taken for until its small words have been counted.
Language first_guess(const ArticleText& article) {
  const Language said = text::to_language(article.language);
  if (said != Language::kUnknown) return said;
  const std::string_view text =
      article.blocks.empty() ? article.title : article.blocks.front();
  return begins_with_greek(text) ? Language::kGreek : Language::kEnglish;
}

std::string sample_of(const ArticleText& article) {
  std::string sample(article.title.substr(0, kSampleBytes));
  for (const std::string_view block : article.blocks) {
    if (sample.size() >= kSampleBytes) break;
    sample += '\n';
    sample += block.substr(0, kSampleBytes - sample.size());
  }
  return sample;
}

// English itself, and texts whose Latin words are stemmed as English anyway.
bool needs_english_stems(Language language) {
  return language != Language::kEnglish && language != Language::kGreek &&
         language != Language::kUnknown;
}

}  // namespace

std::uint64_t term_hash(std::string_view term) {
  return XXH3_64bits(term.data(), term.size());
}

class TermMaker {
 public:
  TermMaker(const ArticleText& article, const text::Analyzer& analyzer,
            text::Analysis& analysis, ArticleTerms& out)
      : article_(article), analyzer_(analyzer), analysis_(analysis), out_(out) {}

  // Detection costs as much as all the rest, so the article is first read in the
  // language that it is said to have. A quarter of any prose are its language's stop
  // words, and no other language has so many of them.
  void run() {
    read(first_guess(article_), text::Spelling::kUsual);
    if (words_ >= kEnoughWords && stop_words_ * 4 >= words_) return;
    const auto guess = text::detect_language(sample_of(article_),
                                             text::to_language(article_.language));
    if (guess.language != out_.language_ || guess.spelling != text::Spelling::kUsual)
      read(guess.language, guess.spelling);
  }

 private:
  static constexpr std::size_t kEnoughWords = 8;

  void read(Language language, text::Spelling spelling) {
    out_.terms_.clear();
    out_.letters_.clear();
    out_.places_.clear();
    out_.language_ = language;
    spelling_ = spelling;
    words_ = stop_words_ = bytes_ = 0;
    read_part(article_.title, Field::kTitle, 0);
    for (std::size_t i = 0; i < article_.blocks.size(); ++i) {
      out_.places_.emplace_back();
      read_part(article_.blocks[i], Field::kAnywhere, std::uint32_t(i + 1));
    }
    read_part(article_.author, Field::kAuthor, 0);
  }

  void read_part(std::string_view part, Field field, std::uint32_t index) {
    if (part.size() > kMaxBytes - bytes_) return;
    bytes_ += part.size();
    analyzer_.analyze(part, out_.language_, analysis_);
    const bool is_foreign = needs_english_stems(out_.language_);
    if (is_foreign) analyzer_.analyze(part, Language::kEnglish, out_.as_english_);
    std::uint32_t author_position = 0;
    for (std::size_t i = 0; i < analysis_.tokens().size(); ++i) {
      const text::Token& token = analysis_.tokens()[i];
      if (field == Field::kAuthor) {
        position_ = author_position++;
      } else {
        position_ = std::uint32_t(out_.places_.size());
        out_.places_.push_back({index, token.begin, token.end});
        ++words_;
        stop_words_ += token.kind == text::TokenKind::kStopWord;
      }
      add_word(token, field);
      // Where words begin and end does not depend on their language.
      if (is_foreign) add_english_stem(token, out_.as_english_.tokens()[i], field);
    }
  }

  void add_english_stem(const text::Token& token, const text::Token& english,
                        Field field) {
    const std::string_view stem = out_.as_english_.stem(english);
    if (stem != analysis_.folded(token) && stem != analysis_.stem(token))
      add(kStemMark, stem, field);
  }

  void add_word(const text::Token& token, Field field) {
    const std::string_view folded = analysis_.folded(token);
    const std::string_view stem = analysis_.stem(token);
    add(0, folded, field);
    if (stem != folded) add(kStemMark, stem, field);
    if (token.kind == text::TokenKind::kStopWord) return;
    if (is_greek(folded)) {
      for (const std::string& sound : sounds_of_greek(folded, stem))
        add(kSoundMark, sound, field);
    } else if (spelling_ == text::Spelling::kGreeklish) {
      for (const std::string& sound : sounds_of_latin(folded)) {
        add(kSoundMark, sound, field);
        add(kGreeklishMark, sound, field);
      }
    }
  }

  void add(char mark, std::string_view word, Field field) {
    const auto begin = std::uint32_t(out_.letters_.size());
    if (mark != 0) out_.letters_ += mark;
    out_.letters_ += word;
    const std::string_view term = std::string_view(out_.letters_).substr(begin);
    out_.terms_.push_back({.hash = term_hash(term),
                           .begin = begin,
                           .size = std::uint16_t(term.size()),
                           .field = field,
                           .position = position_});
  }

  const ArticleText& article_;
  const text::Analyzer& analyzer_;
  text::Analysis& analysis_;
  ArticleTerms& out_;
  text::Spelling spelling_ = text::Spelling::kUsual;
  std::uint32_t position_ = 0;
  std::size_t words_ = 0;
  std::size_t stop_words_ = 0;
  std::size_t bytes_ = 0;
};

void make_terms(const ArticleText& article, const text::Analyzer& analyzer,
                text::Analysis& analysis, ArticleTerms& terms) {
  TermMaker(article, analyzer, analysis, terms).run();
}

}  // namespace curlew::query
