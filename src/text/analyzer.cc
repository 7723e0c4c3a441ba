#include "text/analyzer.h"

#include <algorithm>
#include <mutex>

#include "base/utf8.h"
#include "text/code_points.h"
#include "text/sentences.h"
#include "text/word_forms.h"

namespace curlew::text {
namespace {

constexpr std::size_t kLongestIndexed = 255;

struct Workspace {
  WordBreaker breaker;
  WordFormCache forms;
};

void find_words_with(WordBreaker& breaker, std::string_view text,
                     std::vector<ByteRange>& words) {
  breaker.find(text, words);
  for (ByteRange& word : words) {
    if (word.size() > kLongestIndexed)
      word.end = word.begin + utf8_prefix(word.of(text), kLongestIndexed).size();
  }
}

}  // namespace

// Workspaces that nobody uses now.
class Analyzer::Workspaces {
 public:
  std::unique_ptr<Workspace> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto workspace = std::move(idle_.back());
        idle_.pop_back();
        return workspace;
      }
    }
    return std::make_unique<Workspace>();
  }

  void give_back(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(workspace));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> idle_;
};

Analyzer::Analyzer(AnalyzerOptions options)
    : options_(options), workspaces_(std::make_unique<Workspaces>()) {
  // Positions are 32 bits, and forms may be three times as long as their words.
  constexpr std::size_t kLargest = 512 << 20;
  options_.max_text_bytes = std::min(options_.max_text_bytes, kLargest);
}

Analyzer::~Analyzer() = default;

void Analyzer::analyze(std::string_view text, Language language,
                       Analysis& analysis) const {
  text = utf8_prefix(text, options_.max_text_bytes);
  analysis.analysed_bytes_ = text.size();
  analysis.tokens_.clear();
  analysis.forms_.clear();
  find_sentences(text, language, analysis.sentences_);
  auto workspace = workspaces_->take();
  find_words_with(workspace->breaker, text, analysis.words_);
  std::uint32_t sentence = 0;
  for (const ByteRange& range : analysis.words_) {
    while (sentence + 1 < analysis.sentences_.size() &&
           range.begin >= analysis.sentences_[sentence].end) {
      ++sentence;
    }
    const WordForms forms = workspace->forms.find(range.of(text), language);
    if (forms.folded.empty()) continue;
    Token token{.begin = std::uint32_t(range.begin),
                .end = std::uint32_t(range.end),
                .sentence = sentence,
                .folded_begin = std::uint32_t(analysis.forms_.size()),
                .stem_begin = std::uint32_t(analysis.forms_.size()),
                .folded_size = std::uint16_t(forms.folded.size()),
                .stem_size = std::uint16_t(forms.stem.size()),
                .kind = forms.kind};
    analysis.forms_ += forms.folded;
    // Most stems are the beginning of their word.
    if (!forms.folded.starts_with(forms.stem)) {
      token.stem_begin = std::uint32_t(analysis.forms_.size());
      analysis.forms_ += forms.stem;
    }
    analysis.tokens_.push_back(token);
  }
  workspaces_->give_back(std::move(workspace));
}

void Analyzer::find_words(std::string_view text, std::vector<ByteRange>& words) const {
  auto workspace = workspaces_->take();
  find_words_with(workspace->breaker, utf8_prefix(text, options_.max_text_bytes),
                  words);
  workspaces_->give_back(std::move(workspace));
}

WordAnalysis Analyzer::analyze_word(std::string_view word, Language language) const {
  auto workspace = workspaces_->take();
  const WordForms forms = workspace->forms.find(word, language);
  WordAnalysis analysis{std::string(forms.folded), std::string(forms.stem), forms.kind};
  workspaces_->give_back(std::move(workspace));
  return analysis;
}

std::string Analyzer::stem(std::string_view word, Language language) const {
  auto workspace = workspaces_->take();
  std::string stem = workspace->forms.stem(word, language);
  workspaces_->give_back(std::move(workspace));
  return stem;
}

}  // namespace curlew::text
