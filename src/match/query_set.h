// Many standing queries, compiled: which of them does an article answer?
//
//   QuerySetBuilder builder;
//   for (...) builder.add({.id = 7, .owner = 1}, expression);
//   const QuerySet queries = std::move(builder).build();
//   queries.match(terms, facts, workspace, hits);       // From any thread.
//
// How: everything that a query may ask for is an atom: a word (any of its terms), a
// prefix, a phrase, a fact. An article's terms lead through one hash table to the words
// that have them; neighbouring words through another to the phrases that begin, or go
// on, with that pair. Each atom that was found has the queries that are nothing but it,
// which are hits, and those for which it is the trigger: the part of a boolean query
// that must be there and is the rarest. Only these are evaluated. Queries that may be
// true of an article without any of their words are evaluated for each.
//
// A change makes a small set beside the large one: building one of a single query takes
// microseconds.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/atom_set.h"
#include "match/hash_table.h"
#include "match/query_ids.h"
#include "query/terms.h"
#include "text/language.h"

namespace curlew::match {

// A folder in which a user keeps a source.
struct OwnedFolder {
  std::int64_t owner = 0;
  // Folded: "news/greece".
  std::string_view folder;
};

// A topic of Curlew's that an article belongs to.
struct OwnedTopic {
  // Who sees it; 0: everybody.
  std::int64_t owner = 0;
  // Its name, folded.
  std::string_view topic;
};

// What is known of an article beside its text. Borrowed.
struct ArticleFacts {
  text::Language language = text::Language::kUnknown;
  std::int64_t source = 0;
  // Folded (text/fold.h), as are the address and the topic.
  std::string_view source_title;
  std::string_view source_url;
  // The site's own category.
  std::string_view topic;
  // Those of the article's source, of all users.
  std::span<const OwnedFolder> folders;
  std::span<const OwnedTopic> own_topics = {};
};

inline constexpr std::uint32_t kNoPosition = std::numeric_limits<std::uint32_t>::max();

struct Hit {
  // StandingQuery::id.
  std::int64_t query = 0;
  // Where the first of the query's words was found: in the blocks, else in the title.
  // kNoPosition where facts or the author were all that was asked for.
  std::uint32_t position = kNoPosition;

  bool operator==(const Hit&) const = default;
};

// Memory for matching, to use again with any set; for one thread at a time.
class Workspace {
 private:
  friend class Matcher;
  // The words at one position that phrases have.
  struct Occurrence {
    std::uint32_t position = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  // Two words that follow each other, of which there may be phrases.
  struct Pair {
    std::uint64_t key = 0;
    // Of the first word.
    std::uint32_t occurrence = 0;
    // In QuerySet::phrases_.
    std::uint32_t phrases = 0;
  };
  // What a term of some set leads to. Most words of an article are in every other, and
  // looking for all their beginnings among the prefixes is the dearest step.
  struct Known {
    std::uint64_t key = 0;
    std::uint32_t words = 0;
    // More prefixes are looked for each time.
    std::array<std::uint32_t, 4> prefixes = {};
    std::uint32_t prefix_count = 0;
  };

  std::uint32_t round_ = 0;
  // Empty between articles.
  AtomSet found_;
  // By atom: where it was found. All kNoPosition between articles.
  std::vector<std::uint32_t> positions_;
  // In which round a query was evaluated, of those that several atoms may trigger.
  std::vector<std::uint32_t> evaluated_;
  std::vector<std::uint32_t> atoms_;
  std::vector<Occurrence> occurrences_;
  std::vector<std::uint32_t> occurring_;
  std::vector<Pair> pairs_;
  std::vector<Known> known_;
  // Hashes of a word's first letters.
  std::vector<std::uint64_t> beginnings_;
};

// Does not change: safe from many threads, each with its own workspace. An empty one
// matches nothing.
class QuerySet {
 public:
  QuerySet() = default;

  // Appends the queries that the article answers, each once, in no particular order.
  void match(const query::ArticleTerms& terms, const ArticleFacts& facts,
             Workspace& workspace, std::vector<Hit>& hits) const;

  std::size_t size() const { return size_; }
  std::size_t memory_bytes() const;

 private:
  friend class QuerySetBuilder;
  friend class Matcher;

  // The number of an atom: a word, a prefix, a phrase or a fact.
  using Atom = std::uint32_t;
  struct SourceName {
    std::string part;
    Atom atom = 0;
  };

  std::size_t size_ = 0;
  // Another one for each set that is built in this process.
  std::uint64_t salt_ = 0;
  // By atom: where its list begins in lists_. The next one's beginning is its end.
  std::vector<std::uint32_t> begins_;
  // What an atom leads to lies together: how many queries are nothing but it, their ids
  // and the rows that it triggers (program.h).
  std::vector<std::uint32_t> lists_;
  QueryIds ids_;

  // From the hash of a term to its word, or to several in word_lists_.
  HashTable words_;
  std::vector<std::uint32_t> word_lists_;
  // The words that some phrase has. Words are the first of the atoms.
  AtomSet in_phrase_;
  // From two words to where their phrases begin (program.h), which follow each other up
  // to the one that is the last of its pair.
  HashTable pairs_;
  std::vector<std::uint32_t> phrases_;

  HashTable prefixes_;
  HashFilter prefix_filter_;
  // Bit n: there are prefixes of n bytes; the last one stands for all longer ones.
  std::uint64_t prefix_sizes_ = 0;

  HashTable facts_;
  std::vector<SourceName> source_names_;

  // The queries that are more than rows of atoms (program.h).
  std::vector<std::uint32_t> trees_;
  // Evaluated for each article.
  std::vector<std::uint32_t> always_;
  // Queries that have a place in Workspace::evaluated_.
  std::uint32_t numbered_count_ = 0;
  // Which of title: and author: some query has.
  bool has_title_ = false;
  bool has_author_ = false;
  bool has_folders_ = false;
};

}  // namespace curlew::match
