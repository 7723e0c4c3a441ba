#include "store/search/evaluate.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "store/search/packed_document.h"

namespace curlew::store {
namespace {

using query::Expression;
using query::FactKind;
using query::Field;
using query::NodeKind;
using query::Phrase;
using query::Word;

constexpr std::size_t kMostRankedWords = 16;

std::string key_of(std::string_view term, Field field) {
  return field == Field::kAuthor ? kAuthorKey + std::string(term) : std::string(term);
}

// Has a list of its own?
bool is_short_beginning(const Word& word, Field field) {
  return word.is_prefix && field != Field::kAuthor &&
         characters_in(word.terms.front()) <= kBeginnings;
}

std::string key_of(const query::Fact& fact) {
  switch (fact.kind) {
    case FactKind::kLanguage:
      return language_key(fact.value);
    case FactKind::kSource:
      return std::string(1, kFactKey) + "source:" + fact.value;
    case FactKind::kTopic:
      return topic_key(fact.value);
    case FactKind::kOwnTopic:
      return std::string(1, kFactKey) + "in:" + fact.value;
    case FactKind::kFolder:
      break;
  }
  return {};
}

// Are there short terms on both sides of the place before `index`?
bool has_pair_keys(const Phrase& phrase, std::size_t index) {
  const Word& first = phrase.words[index - 1];
  const Word& second = phrase.words[index];
  return phrase.field != Field::kAuthor && !first.is_prefix && !second.is_prefix &&
         std::ranges::any_of(first.terms, is_short_word) &&
         std::ranges::any_of(second.terms, is_short_word);
}

std::vector<std::pair<std::string_view, std::string_view>> pairs_of(
    const Word& first, const Word& second) {
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (const std::string& a : first.terms) {
    for (const std::string& b : second.terms) {
      if (is_short_word(a) && is_short_word(b)) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

Word longer_terms(const Word& word) {
  Word longer;
  std::ranges::remove_copy_if(word.terms, std::back_inserter(longer.terms),
                              is_short_word);
  return longer;
}

// What costs less comes first, and leaves less to look at for what follows.
int cost_of(const Expression& expression) {
  switch (expression.kind) {
    case NodeKind::kFact:
      return 0;
    case NodeKind::kPhrase: {
      const Phrase& phrase = expression.phrase;
      const bool is_plain = phrase.words.size() == 1 && phrase.field != Field::kTitle;
      return is_plain ? phrase.words.front().is_prefix : 4;
    }
    case NodeKind::kOr:
      return 2;
    case NodeKind::kAnd:
      return 3;
    case NodeKind::kNot:
      return 5;
  }
  return 0;
}

// While something is missing it finds more documents than there are, so that it notes
// all that will be asked for.
class Evaluation {
 public:
  explicit Evaluation(Lists& lists) : lists_(lists) {}

  DocumentSet find(const Expression& expression, const DocumentSet& within) {
    if (within.is_empty()) return within;
    switch (expression.kind) {
      case NodeKind::kPhrase:
        return find_phrase(expression.phrase, within);
      case NodeKind::kFact:
        return find_fact(expression.fact, within);
      case NodeKind::kAnd:
        return find_all_of(expression, within);
      case NodeKind::kOr: {
        DocumentSet found(within.documents());
        for (const Expression& child : expression.children) {
          found.add(find(child, within));
        }
        return found;
      }
      case NodeKind::kNot: {
        const DocumentSet others = find(expression.children.front(), within);
        DocumentSet found = within;
        if (lists_.missing().is_empty()) found.remove(others);
        return found;
      }
    }
    return DocumentSet(within.documents());
  }

  // Where any term of the word stands, ascending.
  std::vector<Place> places(const Word& word, Field field, const DocumentSet& within) {
    std::vector<Place> places;
    for (const std::string& term : word.terms) {
      const std::string key = key_of(term, field);
      const auto known = static_cast<std::ptrdiff_t>(places.size());
      if (word.is_prefix) {
        lists_.add_places_of_beginning(key, within, places);
        std::sort(places.begin() + known, places.end());
      } else {
        lists_.add_places(key, within, places);
      }
      std::inplace_merge(places.begin(), places.begin() + known, places.end());
    }
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  DocumentSet find_word(const Word& word, Field field, const DocumentSet& within) {
    DocumentSet found(within.documents());
    for (const std::string& term : word.terms) {
      const std::string key = key_of(term, field);
      if (is_short_beginning(word, field)) {
        lists_.add_documents(kBeginningKey + key, found);
      } else if (word.is_prefix) {
        lists_.add_beginning(key, found);
      } else {
        lists_.add_documents(key, found);
      }
    }
    found.keep_only(within);
    return found;
  }

 private:
  DocumentSet find_fact(const query::Fact& fact, const DocumentSet& within) {
    DocumentSet found(within.documents());
    const std::string key = key_of(fact);
    if (!key.empty()) lists_.add_documents(key, found);
    found.keep_only(within);
    return found;
  }

  DocumentSet find_all_of(const Expression& expression, const DocumentSet& within) {
    std::vector<const Expression*> children;
    for (const Expression& child : expression.children) children.push_back(&child);
    std::ranges::stable_sort(children, {}, [](auto* child) { return cost_of(*child); });
    DocumentSet found = within;
    for (const Expression* const child : children) {
      found = find(*child, found);
      if (found.is_empty()) break;
    }
    return found;
  }

  // A superset of the documents with both words side by side: those with a pair of
  // short ones, and those where another term of a word may be it. Without any of the
  // latter it is exact.
  DocumentSet find_pair(const Word& first, const Word& second,
                        const DocumentSet& within, bool& is_exact) {
    DocumentSet found(within.documents());
    for (const auto& [a, b] : pairs_of(first, second)) {
      lists_.add_documents(pair_key(a, b), found);
    }
    const Word others[] = {longer_terms(first), longer_terms(second)};
    const Word* const beside[] = {&second, &first};
    for (int i = 0; i < 2; ++i) {
      const DocumentSet some = find_word(others[i], Field::kAnywhere, within);
      if (some.is_empty()) continue;
      const DocumentSet both = find_word(*beside[i], Field::kAnywhere, some);
      is_exact = is_exact && both.is_empty();
      found.add(both);
    }
    found.keep_only(within);
    return found;
  }

  DocumentSet find_phrase(const Phrase& phrase, const DocumentSet& within) {
    DocumentSet candidates = within;
    for (const Word& word : phrase.words) {
      candidates = find_word(word, phrase.field, candidates);
      if (candidates.is_empty()) return candidates;
    }
    if (phrase.words.size() == 1 && phrase.field != Field::kTitle) return candidates;
    // Two short words need no positions, which are long lists.
    bool is_exact = phrase.words.size() == 2 && phrase.field == Field::kAnywhere &&
                    has_pair_keys(phrase, 1);
    for (std::size_t i = 1; i < phrase.words.size(); ++i) {
      if (!has_pair_keys(phrase, i)) continue;
      candidates =
          find_pair(phrase.words[i - 1], phrase.words[i], candidates, is_exact);
      if (candidates.is_empty()) return candidates;
    }
    return is_exact ? candidates : find_in_order(phrase, candidates);
  }

  // Of documents with all words, those where they stand one behind the other.
  DocumentSet find_in_order(const Phrase& phrase, const DocumentSet& candidates) {
    DocumentSet found = candidates;
    std::vector<Place> ends;
    for (std::size_t i = 0; i < phrase.words.size(); ++i) {
      std::vector<Place> next = places(phrase.words[i], phrase.field, found);
      if (!lists_.missing().is_empty()) continue;
      if (i > 0) {
        for (Place& place : ends) ++place;
        std::vector<Place> both;
        std::ranges::set_intersection(ends, next, std::back_inserter(both));
        next = std::move(both);
      }
      ends = std::move(next);
      found = DocumentSet(candidates.documents());
      for (const Place place : ends) {
        if (is_in_field(place, phrase.field)) found.add(document_of(place));
      }
      if (found.is_empty()) break;
    }
    return lists_.missing().is_empty() ? found : candidates;
  }

  bool is_in_field(Place place, Field field) {
    return field != Field::kTitle ||
           static_cast<std::uint32_t>(place) < lists_.title_end(document_of(place));
  }

  Lists& lists_;
};

void add_wanted(const Expression& expression, WantedKeys& wanted) {
  for (const Expression& child : expression.children) add_wanted(child, wanted);
  if (expression.kind == NodeKind::kFact) wanted.keys.insert(key_of(expression.fact));
  if (expression.kind != NodeKind::kPhrase) return;
  const Phrase& phrase = expression.phrase;
  for (std::size_t i = 1; i < phrase.words.size(); ++i) {
    if (!has_pair_keys(phrase, i)) continue;
    for (const auto& [a, b] : pairs_of(phrase.words[i - 1], phrase.words[i])) {
      wanted.keys.insert(pair_key(a, b));
    }
  }
  for (const Word& word : phrase.words) {
    for (const std::string& term : word.terms) {
      const std::string key = key_of(term, phrase.field);
      if (is_short_beginning(word, phrase.field)) {
        wanted.keys.insert(kBeginningKey + key);
        wanted.short_beginnings.insert(key);
      } else {
        (word.is_prefix ? wanted.beginnings : wanted.keys).insert(key);
      }
    }
  }
}

void add_ranked(const Expression& expression, std::vector<RankedWord>& words) {
  if (expression.kind == NodeKind::kNot) return;
  for (const Expression& child : expression.children) add_ranked(child, words);
  if (expression.kind != NodeKind::kPhrase) return;
  for (const Word& word : expression.phrase.words) {
    // Nothing is about "a*".
    if (is_short_beginning(word, expression.phrase.field)) continue;
    if (words.size() == kMostRankedWords) return;
    words.push_back({expression.phrase.field, &word});
  }
}

}  // namespace

WantedKeys wanted_keys(const Expression& expression) {
  WantedKeys wanted;
  add_wanted(expression, wanted);
  return wanted;
}

DocumentSet find_documents(Lists& lists, const Expression& expression,
                           const DocumentSet& within) {
  return Evaluation(lists).find(expression, within);
}

std::vector<RankedWord> ranked_words(const Expression& expression) {
  std::vector<RankedWord> words;
  add_ranked(expression, words);
  return words;
}

std::vector<WordUse> word_uses(Lists& lists, const RankedWord& word,
                               const DocumentSet& within) {
  const std::vector<Place> places =
      Evaluation(lists).places(*word.word, word.field, within);
  std::vector<WordUse> uses;
  for (const Place place : places) {
    const std::uint32_t document = document_of(place);
    if (uses.empty() || uses.back().document != document) {
      WordUse& use = uses.emplace_back();
      use.document = document;
      // The first place is the one nearest to the title.
      if (word.field != query::Field::kAuthor) {
        use.is_in_title = static_cast<std::uint32_t>(place) < lists.title_end(document);
      }
    }
    ++uses.back().times;
  }
  return uses;
}

std::size_t documents_with(Lists& lists, const RankedWord& word) {
  DocumentSet all(lists.documents());
  all.add_all();
  return Evaluation(lists).find_word(*word.word, word.field, all).count();
}

}  // namespace curlew::store
