#include "service/snippet.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "base/plain_text.h"
#include "base/utf8.h"

namespace curlew::service {
namespace {

using query::Expression;
using query::NodeKind;

constexpr std::size_t kSnippetBytes = 200;
// Of them before the first mark, at most.
constexpr std::size_t kBefore = 60;

// A word of the text that answers, and which phrase of the query it is part of.
struct Hit {
  query::Place place;
  std::size_t phrase = 0;
};

void add_phrases(const Expression& expression,
                 std::vector<const query::Phrase*>& phrases) {
  if (expression.kind == NodeKind::kNot) return;
  if (expression.kind == NodeKind::kPhrase) phrases.push_back(&expression.phrase);
  for (const Expression& child : expression.children) add_phrases(child, phrases);
}

bool answers(std::string_view term, const query::Word& word) {
  if (word.is_prefix) return term.starts_with(word.terms.front());
  return std::ranges::find(word.terms, term) != word.terms.end();
}

// Where the whole phrase stands: the position of its first word.
std::vector<std::uint32_t> begins_of(const query::Phrase& phrase,
                                     const query::ArticleTerms& terms) {
  std::vector<std::uint32_t> begins;
  for (std::size_t i = 0; i < phrase.words.size(); ++i) {
    std::unordered_set<std::uint32_t> at;
    for (const query::Term& term : terms.terms()) {
      if (term.field == query::Field::kAuthor || term.position < i) continue;
      if (phrase.field == query::Field::kTitle && term.field != phrase.field) continue;
      if (answers(terms.text_of(term), phrase.words[i])) {
        at.insert(term.position - std::uint32_t(i));
      }
    }
    if (i == 0) {
      begins.assign(at.begin(), at.end());
    } else {
      std::erase_if(begins, [&](std::uint32_t begin) { return !at.contains(begin); });
    }
  }
  return begins;
}

std::vector<Hit> hits_in(const Expression& expression,
                         const query::ArticleTerms& terms) {
  std::vector<const query::Phrase*> phrases;
  add_phrases(expression, phrases);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (phrases[i]->field == query::Field::kAuthor) continue;
    for (const std::uint32_t begin : begins_of(*phrases[i], terms)) {
      for (std::uint32_t word = 0; word < phrases[i]->words.size(); ++word) {
        hits.push_back({terms.place_of(begin + word), i});
      }
    }
  }
  std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
    return std::pair(a.place.part, a.place.begin) <
           std::pair(b.place.part, b.place.begin);
  });
  return hits;
}

// The hit from which on the next 140 bytes answer the most phrases; the text before the
// title, since that is shown anyway. hits.size(): there is none.
std::size_t best_of(const std::vector<Hit>& hits) {
  std::size_t best = hits.size(), most = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (hits[i].place.part == 0) continue;
    std::unordered_set<std::size_t> phrases;
    for (std::size_t k = i;
         k < hits.size() && hits[k].place.part == hits[i].place.part &&
         hits[k].place.end <= hits[i].place.begin + kSnippetBytes - kBefore;
         ++k) {
      phrases.insert(hits[k].phrase);
    }
    if (phrases.size() <= most) continue;
    most = phrases.size();
    best = i;
  }
  return best;
}

// To the next end of a word, at most 30 bytes further, and never into a character.
std::size_t word_begin(std::string_view text, std::size_t at) {
  const std::size_t space = text.find_first_of(" \n", at);
  if (space != text.npos && space < at + 30) return space + 1;
  while (at < text.size() && (text[at] & 0xC0) == 0x80) ++at;
  return at;
}

std::size_t word_end(std::string_view text, std::size_t at) {
  const std::size_t space = text.find_last_of(" \n", at);
  if (space != text.npos && space + 30 > at) return space;
  while (at > 0 && (text[at] & 0xC0) == 0x80) --at;
  return at;
}

std::string on_one_line(std::string_view text) {
  std::string line = plain_piece(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace

Snippet snippet_of(const control::ReadableArticle& article,
                   const Expression& expression, const text::Analyzer& analyzer) {
  query::TermCache cache;
  query::ArticleTerms terms;
  query::make_terms(article.text(), analyzer, cache, terms);
  const std::vector<Hit> hits = hits_in(expression, terms);
  const std::size_t best = best_of(hits);
  const bool has_hit = best < hits.size();
  std::string_view text;
  if (has_hit) text = article.blocks[hits[best].place.part - 1].text;
  if (!has_hit && !article.blocks.empty()) text = article.blocks.front().text;
  std::size_t begin = 0;
  if (has_hit && hits[best].place.begin > kBefore) {
    begin = std::min<std::size_t>(hits[best].place.begin,
                                  word_begin(text, hits[best].place.begin - kBefore));
  }
  std::size_t end = text.size();
  if (end - begin > kSnippetBytes) end = word_end(text, begin + kSnippetBytes);
  Snippet snippet;
  if (begin > 0) snippet.text = "…";
  std::size_t done = begin;
  for (std::size_t i = best; i < hits.size(); ++i) {
    const query::Place& place = hits[i].place;
    if (place.part != hits[best].place.part || place.end > end) break;
    if (place.begin < done) continue;
    snippet.text += on_one_line(text.substr(done, place.begin - done));
    const std::size_t mark = snippet.text.size();
    snippet.text += on_one_line(text.substr(place.begin, place.end - place.begin));
    snippet.marks.push_back({mark, snippet.text.size()});
    done = place.end;
  }
  if (end > done) snippet.text += on_one_line(text.substr(done, end - done));
  if (end < text.size()) snippet.text += "…";
  return snippet;
}

}  // namespace curlew::service
