#include <algorithm>

#include "extract/article/block_features.h"
#include "extract/words/markup_words.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using F = BlockFeature;

constexpr int kShortText = 25;        // Words.
constexpr float kLoudestElement = 4;  // However many words it has.
constexpr float kTrail = 0.9F;        // How much of a bad word is left a block later.

// The markup around a block, from it upwards.
struct MarkupScores {
  float own = 0;   // Of its smallest element.
  float near = 0;  // Of the first element upwards that says anything,
  float far = 0;   // and of the second.
  float lowest = 0;
  float highest = 0;
  float sum = 0;
};

// The words in a block, where it is short.
struct TextScores {
  float mean = 0;
  float lowest = 0;
  float highest = 0;
  float first = 0;
};

// What an element's markup and that of all around it say.
struct Chain {
  MarkupScores scores;
  bool is_spoken = false;  // Somebody on the way says something.
};

Chain extended(const Chain& outer, std::span<const KnownWord* const> words) {
  float sum = 0;
  bool is_known = false;
  for (const KnownWord* const word : words) {
    if (!word->score) continue;
    sum += *word->score;
    is_known = true;
  }
  Chain chain = outer;
  chain.scores.own = 0;
  if (!is_known) return chain;
  const float own = std::clamp(sum, -kLoudestElement, kLoudestElement);
  MarkupScores& scores = chain.scores;
  scores.own = own;
  scores.far = scores.near;
  scores.near = own;
  scores.lowest = outer.is_spoken ? std::min(scores.lowest, own) : own;
  scores.highest = outer.is_spoken ? std::max(scores.highest, own) : own;
  scores.sum += own;
  chain.is_spoken = true;
  return chain;
}

TextScores scores_of_text(std::string_view text, const WordTable<float>& known_words) {
  int words = 0;
  int known = 0;
  float sum = 0;
  TextScores out;
  const auto weigh = [&](std::string_view word) {
    ++words;
    if (words > kShortText) return;
    const float* const score = known_words.find(word);
    if (!score) return;
    if (words == 1) out.first = *score;
    out.lowest = known == 0 ? *score : std::min(out.lowest, *score);
    out.highest = known == 0 ? *score : std::max(out.highest, *score);
    sum += *score;
    ++known;
  };
  for_each_word(text, weigh, kShortText + 1);
  if (words > kShortText || known == 0) return {};
  out.mean = sum / float(words);
  return out;
}

void write(const MarkupScores& scores, FeatureRow& row) {
  at(row, F::class_own) = scores.own;
  at(row, F::class_near) = scores.near;
  at(row, F::class_far) = scores.far;
  at(row, F::class_min) = scores.lowest;
  at(row, F::class_max) = scores.highest;
  at(row, F::class_sum) = scores.sum;
}

void write(const TextScores& scores, FeatureRow& row) {
  at(row, F::word_mean) = scores.mean;
  at(row, F::word_min) = scores.lowest;
  at(row, F::word_max) = scores.highest;
  at(row, F::word_first) = scores.first;
}

std::vector<Chain> chains_of(const BlockSight& sight) {
  const dom::Document& page = sight.page;
  std::vector<Chain> chains(page.size());
  for (NodeId id = 0; id < page.size(); ++id) {
    const Node node = page.node(id);
    if (!node.is_element()) continue;
    const Chain outer = id == 0 ? Chain{} : chains[node.parent().id()];
    chains[id] = extended(outer, sight.outline.words->of(id));
  }
  return chains;
}

}  // namespace

void describe_words(const BlockSight& sight, const LearnedWords& words,
                    FeatureRows& rows) {
  const std::vector<Chain> chains = chains_of(sight);
  float heading = 0;
  float trail = 0;  // Of the worst text a short way back.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Block& block = sight.block(i);
    const TextScores text = scores_of_text(sight.blocks.text_of(block), words.text);
    write(chains[block.element].scores, rows[i]);
    write(text, rows[i]);
    at(rows[i], F::word_heading) = heading;
    at(rows[i], F::word_trail) = trail;
    trail = std::min(kTrail * trail, text.mean);
    if (heading_level(sight.tag(i)) > 0) heading = text.mean;
  }
}

}  // namespace curlew::extract
