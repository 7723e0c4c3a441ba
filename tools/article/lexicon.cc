#include "lexicon.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "extract/blocks/text_facts.h"
#include "extract/words/markup_words.h"

namespace curlew::tools {
namespace {

using dom::Node;
using extract::Block;

constexpr std::size_t kShortText = 25;  // Words; extract's word features say the same.

struct Share {
  double good = 0;
  double all = 0;
  void add(double label, double weight) {
    good += label * weight;
    all += weight;
  }
};

Votes to_votes(const std::map<std::string, Share, std::less<>>& shares) {
  Votes votes;
  for (const auto& [word, share] : shares)
    if (share.all > 0) votes[word] = float(share.good / share.all);
  return votes;
}

std::set<std::string> words_around(Node node) {
  std::set<std::string> words;
  for (; node; node = node.parent())
    extract::for_each_markup_word(extract::names_of(node),
                                  [&](std::string_view word, extract::NameWord kind) {
                                    if (kind == extract::NameWord::kPlain)
                                      words.emplace(word);
                                  });
  return words;
}

}  // namespace

Votes markup_votes(const dom::Document& page, const extract::PageBlocks& blocks,
                   const Labels& labels) {
  std::map<std::string, Share, std::less<>> shares;
  std::map<dom::NodeId, std::set<std::string>> around;
  for (std::size_t i = 0; i < blocks.blocks.size(); ++i) {
    if (!labels.known[i]) continue;
    const Block& block = blocks.blocks[i];
    auto [found, is_new] = around.try_emplace(block.element);
    if (is_new) found->second = words_around(page.node(block.element));
    const double words = extract::count_text(blocks.text_of(block)).words;
    for (const std::string& word : found->second)
      shares[word].add(labels.label[i], words);
  }
  return to_votes(shares);
}

Votes text_votes(const extract::PageBlocks& blocks, const Labels& labels) {
  std::map<std::string, Share, std::less<>> shares;
  for (std::size_t i = 0; i < blocks.blocks.size(); ++i) {
    if (!labels.known[i]) continue;
    std::vector<std::string> words;
    extract::for_each_word(blocks.text_of(blocks.blocks[i]),
                           [&](std::string_view word) { words.emplace_back(word); });
    if (words.size() > kShortText) continue;
    for (const std::string& word : std::set(words.begin(), words.end()))
      shares[word].add(labels.label[i], 1);
  }
  return to_votes(shares);
}

Lexicon::Lexicon(std::span<const Voter> voters, std::size_t limit, std::size_t owners) {
  struct Opinion {
    double sum = 0;
    double number = 0;
    std::set<std::string_view> owners;
  };
  std::map<std::string_view, Opinion> opinions;
  double total = 0;
  double count = 0;
  for (const Voter& voter : voters) {
    for (const auto& [word, share] : voter.votes) {
      Opinion& opinion = opinions[word];
      opinion.sum += share;
      opinion.number += 1;
      opinion.owners.insert(voter.owner);
      total += share;
      count += 1;
    }
  }
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const auto& [word, opinion] : opinions)
    if (opinion.owners.size() >= owners)
      ranked.emplace_back(opinion.owners.size(), word);
  std::ranges::sort(ranked, std::greater{});
  ranked.resize(std::min(ranked.size(), limit));
  words_.reserve(ranked.size());
  for (const auto& [owners_of_it, word] : ranked) words_.emplace_back(word);
  std::ranges::sort(words_);

  const double prior = total / std::max(count, 1.0);
  constexpr double kStrength = 4;  // Voices of the prior.
  const auto odds = [](double share) { return std::log(share / (1 - share)); };
  for (const std::string& word : words_) {
    const Opinion& opinion = opinions[word];
    const double share =
        (opinion.sum + kStrength * prior) / (opinion.number + kStrength);
    const double score = odds(std::clamp(share, 0.01, 0.99)) - odds(prior);
    scores_.push_back({word, int(std::lround(100 * score))});
  }
}

}  // namespace curlew::tools
