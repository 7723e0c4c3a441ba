#include <algorithm>

#include "extract/article/block_features.h"
#include "extract/words/word_cutter.h"

namespace curlew::extract {
namespace {

using F = BlockFeature;

// How often the page says the same, by the first block that says it.
std::vector<std::uint32_t> repeats_of(const BlockSight& sight) {
  std::vector<std::uint32_t> repeats(sight.size());
  for (const std::uint32_t twin : sight.outline.twins) ++repeats[twin];
  return repeats;
}

// The words of a title, asked for by those of short texts.
class TitleWords {
 public:
  explicit TitleWords(std::string_view title) {
    for_each_word_hash(title, [&](std::uint32_t word) { words_.push_back(word); });
    std::ranges::sort(words_);
  }

  // Which share of the text's words the title has; one or two words are not a sign.
  double share(std::string_view text) const {
    if (words_.empty()) return 0;
    double words = 0;
    double found = 0;
    for_each_word_hash(text, [&](std::uint32_t word) {
      words += 1;
      found += std::ranges::binary_search(words_, word);
    });
    return words > 0 ? found / words * std::min(1.0, words / 3) : 0;
  }

 private:
  std::vector<std::uint32_t> words_;  // Hashes, sorted.
};

void describe(const Block& block, const TextFacts& text, FeatureRow& row) {
  const auto set = [&row](F feature, double value) { at(row, feature) = float(value); };
  const double letters = std::max(text.letters, 1u);
  const double words = std::max(text.words, 1u);
  set(F::text_words, text.words);
  set(F::text_bytes, block.size());
  set(F::text_link_share, share_of(block.link_bytes, block.size()));
  set(F::text_links, block.links);
  set(F::text_bold_share, share_of(block.bold_bytes, block.size()));
  set(F::text_digit_share, text.digits / letters);
  set(F::text_capital_share, text.capitals / letters);
  set(F::text_capitalised_share, text.capitalised_words / words);
  set(F::text_short_word_share, text.short_words / words);
  set(F::text_word_length, text.letters / words);
  set(F::text_sentence_ends, text.sentence_ends);
  set(F::text_commas, text.commas);
  set(F::text_separators, text.separators);
  set(F::text_quotes, text.quotes);
  set(F::text_years, text.years);
  set(F::text_clock_times, text.clock_times);
  set(F::text_currencies, text.currencies);
  set(F::text_at, text.has_at);
  set(F::text_copyright, text.has_copyright);
  set(F::text_address, text.has_address);
  set(F::text_first, text.first);
  set(F::text_last, text.last);
}

}  // namespace

void describe_texts(const BlockSight& sight, std::string_view title,
                    FeatureRows& rows) {
  constexpr std::uint32_t kLongerThanTitles = 30;
  const TitleWords title_words(title);
  const std::vector<std::uint32_t> repeats = repeats_of(sight);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Block& block = sight.block(i);
    const TextFacts& facts = sight.facts(i);
    describe(block, facts, rows[i]);
    at(rows[i], F::text_repeated) = float(repeats[sight.outline.twins[i]]);
    if (facts.words <= kLongerThanTitles)
      at(rows[i], F::text_in_title) =
          float(title_words.share(sight.blocks.text_of(block)));
  }
}

}  // namespace curlew::extract
