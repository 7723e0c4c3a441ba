// Learns how much single words say: log odds that text with a word around it (markup)
// or in it (short texts) belongs to the article. Every page has one voice, so that long
// pages do not decide.

#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/blocks/block.h"
#include "extract/words/word_table.h"

namespace curlew::tools {

// What a page says of each of its words: the share of text with it that belongs.
using Votes = std::map<std::string, float, std::less<>>;

struct Labels {
  std::vector<float> label;  // By block: does it belong? 0 … 1
  std::vector<bool> known;   // Has anybody said so?
};

Votes markup_votes(const dom::Document& page, const extract::PageBlocks& blocks,
                   const Labels& labels);
Votes text_votes(const extract::PageBlocks& blocks, const Labels& labels);

struct Voter {
  std::string_view owner;
  const Votes& votes;
};

class Lexicon {
 public:
  // The `limit` most widely used words that at least `owners` owners use.
  Lexicon(std::span<const Voter> voters, std::size_t limit, std::size_t owners);

  // Sorted by word; good as long as this.
  const std::vector<extract::WordScore>& scores() const { return scores_; }

 private:
  std::vector<std::string> words_;
  std::vector<extract::WordScore> scores_;
};

}  // namespace curlew::tools
