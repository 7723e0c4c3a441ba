// What a user asks for, as parse_query() has understood it: a tree whose leaves are
// phrases of words and facts about an article. Standing queries (`match`) and the
// search index (`store`) both read this tree, so that they mean the same.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace curlew::query {

// Where a phrase must stand.
enum class Field : std::uint8_t {
  // In the title or in the text.
  kAnywhere,
  kTitle,
  kAuthor,
};

// A place of a phrase: any one of these terms (terms.h) at one position.
struct Word {
  std::vector<std::string> terms;
  // Terms that begin with the only one in `terms` will do, too.
  bool is_prefix = false;

  bool operator==(const Word&) const = default;
};

// Words at positions that follow each other; never empty.
struct Phrase {
  Field field = Field::kAnywhere;
  std::vector<Word> words;

  bool operator==(const Phrase&) const = default;
};

enum class FactKind : std::uint8_t {
  // "lang:el". The value is a language's code (text/language.h).
  kLanguage,
  // "source:kathimerini": by number, or by a part of its title or address, folded.
  kSource,
  // "folder:News/Greece": the user's own, and all below it.
  kFolder,
  // "topic:politics", folded: the site's own category.
  kTopic,
  // A topic of Curlew's that the user sees. Not parsed, but added to kTopic
  // (own_topics.h): in standing queries by its folded name, in search by its number.
  kOwnTopic,
};

struct Fact {
  FactKind kind = FactKind::kLanguage;
  std::string value;

  bool operator==(const Fact&) const = default;
};

enum class NodeKind : std::uint8_t { kPhrase, kFact, kAnd, kOr, kNot };

struct Expression {
  NodeKind kind = NodeKind::kPhrase;
  // Of kPhrase.
  Phrase phrase;
  // Of kFact.
  Fact fact;
  // Two or more of kAnd and kOr, one of kNot.
  std::vector<Expression> children;

  bool operator==(const Expression&) const = default;
};

}  // namespace curlew::query
