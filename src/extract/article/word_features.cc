#include "extract/article/word_features.h"

#include <algorithm>

#include "extract/article/markup_words.h"
#include "extract/article/word_scores.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;
using dom::Tag;

constexpr int kShortText = 25;        // Words.
constexpr float kLoudestElement = 4;  // However many words it has.
constexpr float kTrail = 0.9F;        // How much of a bad word is left a block later.

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

TextScores scores_of_text(std::string_view text) {
  int words = 0;
  int known = 0;
  float sum = 0;
  TextScores out;
  for_each_word(text, [&](std::string_view word) {
    ++words;
    if (words > kShortText) return;
    const auto score = score_of_text_word(word);
    if (!score) return;
    if (words == 1) out.first = *score;
    out.lowest = known == 0 ? *score : std::min(out.lowest, *score);
    out.highest = known == 0 ? *score : std::max(out.highest, *score);
    sum += *score;
    ++known;
  });
  if (words > kShortText || known == 0) return {};
  out.mean = sum / float(words);
  return out;
}

bool is_heading(Tag tag) { return tag >= Tag::kH1 && tag <= Tag::kH6; }

}  // namespace

void score_words(const dom::Document& page, const PageBlocks& blocks,
                 const MarkupWords& words, std::vector<WordFeatures>& out) {
  out.assign(blocks.blocks.size(), {});
  std::vector<Chain> chains(page.size());
  for (NodeId id = 0; id < page.size(); ++id) {
    const Node node = page.node(id);
    if (!node.is_element()) continue;
    chains[id] = extended(id == 0 ? Chain{} : chains[node.parent().id()], words.of(id));
  }
  float heading = 0;
  float trail = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Block& block = blocks.blocks[i];
    out[i].markup = chains[block.element].scores;
    out[i].text = scores_of_text(blocks.text_of(block));
    out[i].text.heading = heading;
    out[i].text.trail = trail;
    trail = std::min(kTrail * trail, out[i].text.mean);
    if (is_heading(page.node(block.holder).tag())) heading = out[i].text.mean;
  }
}

}  // namespace curlew::extract
