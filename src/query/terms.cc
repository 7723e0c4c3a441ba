#include "query/terms.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

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

}  // namespace

std::uint64_t term_hash(std::string_view term) {
  return XXH3_64bits(term.data(), term.size());
}

class TermMaker {
 public:
  TermMaker(const ArticleText& article, const text::Analyzer& analyzer,
            TermCache& cache, ArticleTerms& out)
      : article_(article), analyzer_(analyzer), cache_(cache), out_(out) {}

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
    reading_ = {language, spelling};
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
    std::uint32_t author_position = 0;
    const auto add_word = [&](const text::ByteRange& range, const WordTerms& word) {
      if (field == Field::kAuthor) return add(word, field, author_position++);
      add(word, field, std::uint32_t(out_.places_.size()));
      out_.places_.push_back(
          {index, std::uint32_t(range.begin), std::uint32_t(range.end)});
      ++words_;
      stop_words_ += word.is_stop_word;
    };
    cache_.for_each_word(part, reading_, analyzer_, add_word);
  }

  void add(const WordTerms& word, Field field, std::uint32_t position) {
    auto begin = std::uint32_t(out_.letters_.size());
    out_.letters_ += word.letters;
    for (std::size_t i = 0; i < word.sizes.size(); ++i) {
      out_.terms_.push_back({.hash = word.hashes[i],
                             .begin = begin,
                             .size = word.sizes[i],
                             .field = field,
                             .position = position});
      begin += word.sizes[i];
    }
  }

  const ArticleText& article_;
  const text::Analyzer& analyzer_;
  TermCache& cache_;
  ArticleTerms& out_;
  Reading reading_;
  std::size_t words_ = 0;
  std::size_t stop_words_ = 0;
  std::size_t bytes_ = 0;
};

void make_terms(const ArticleText& article, const text::Analyzer& analyzer,
                TermCache& cache, ArticleTerms& terms) {
  TermMaker(article, analyzer, cache, terms).run();
}

}  // namespace curlew::query
