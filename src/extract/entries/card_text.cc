#include "extract/entries/card_text.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "dom/text.h"
#include "extract/blocks/block.h"
#include "extract/entries/link_words.h"
#include "text/sentences.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;

constexpr std::size_t kMaxSentenceBytes = 150;
// Siblings of a card that are looked at: a heading is near, and a teaser is short.
constexpr int kSiblings = 6;

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

bool says_something(std::string_view line) {
  return judge_words(line) >= LinkWords::kShort;
}

template <typename Visit>
void for_lines(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool is_called_title(Node node) {
  const std::string names = to_ascii_lower(node.attribute(AttributeName::kClass)) +
                            " " +
                            to_ascii_lower(node.attribute(AttributeName::kItemprop));
  return names.find("title") != names.npos || names.find("headline") != names.npos;
}

// Whole words, and a sign that more was there.
std::string cut_at_word(std::string text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  cut_utf8(text, max_bytes);
  const std::size_t space = text.find_last_of(" \n");
  if (space != std::string::npos && space > 0) text.resize(space);
  return text + "…";
}

}  // namespace

std::string CardText::text_of(Node node) const {
  return dom::text_of(node, {.skip = &left_out_});
}

std::string CardText::heading_in(Node card) const {
  for (const Node node : card.subtree()) {
    if (!heading_level(node.tag()) || left_out_.contains(node)) continue;
    std::string text = one_line(text_of(node));
    if (says_something(text)) return text;
  }
  return {};
}

std::string CardText::heading_before(Node card) const {
  Node node = card.previous_sibling();
  for (int i = 0; i < kSiblings && node; ++i, node = node.previous_sibling()) {
    if (measures_.nodes[node.id()].hub > 0) return {};
    if (!heading_level(node.tag())) continue;
    std::string text = one_line(text_of(node));
    return says_something(text) ? text : std::string();
  }
  return {};
}

std::string CardText::best_line(Node link, std::string_view lines) const {
  if (lines.find('\n') == lines.npos) return std::string(lines);
  for (const Node node : link.subtree()) {
    if (!node.is_element() || left_out_.contains(node) || !is_called_title(node))
      continue;
    std::string text = text_of(node);
    if (says_something(text) && text.find('\n') == text.npos) return text;
  }
  std::string_view best;
  LinkWords best_words = LinkWords::kNone;
  for_lines(lines, [&](std::string_view line) {
    const LinkWords words = judge_words(line);
    if (words > best_words) best = line;
    best_words = std::max(best_words, words);
  });
  return std::string(best);
}

std::string CardText::first_sentence(Node card) const {
  const std::string text = text_of(card);
  std::vector<text::ByteRange> sentences;
  text::find_sentences(text, text::Language::kUnknown, sentences);
  for (const text::ByteRange sentence : sentences) {
    if (judge_words(sentence.of(text)) == LinkWords::kHeadline)
      return cut_at_word(one_line(std::string(sentence.of(text))), kMaxSentenceBytes);
  }
  return {};
}

std::string CardText::label_below(Node link) {
  if (const auto label = link.attribute(AttributeName::kAriaLabel); !label.empty())
    return one_line(std::string(trimmed(label)));
  for (const Node node : link.subtree()) {
    const std::string_view alt = trimmed(node.attribute(AttributeName::kAlt));
    if (node.tag() == Tag::kImg && !alt.empty()) return one_line(std::string(alt));
  }
  return {};
}

std::string CardText::summary_of(Node card, const Teaser& teaser) const {
  const std::string title = plain_words(teaser.title);
  std::string summary;
  const auto add = [&](Node node) {
    const std::string text = dom::text_of(node, {.skip = &left_out_of_teasers_});
    for_lines(text, [&](std::string_view line) {
      if (summary.size() > teaser.max_bytes) return;
      if (judge_words(line) != LinkWords::kHeadline || plain_words(line) == title)
        return;
      if (!summary.empty()) summary += '\n';
      summary += line;
    });
  };
  add(card);
  Node node = card.next_sibling();
  for (int i = 0; i < kSiblings && summary.empty() && node && node.id() < teaser.end;
       ++i, node = node.next_sibling()) {
    if (node.end() > teaser.next || heading_level(node.tag())) break;
    if (!left_out_.contains(node)) add(node);
  }
  return cut_at_word(std::move(summary), teaser.max_bytes);
}

}  // namespace curlew::extract
