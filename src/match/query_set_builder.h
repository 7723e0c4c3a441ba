// Compiles standing queries into a QuerySet. For one thread.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "match/hash_table.h"
#include "match/program.h"
#include "match/query_set.h"
#include "query/expression.h"

namespace curlew::match {

struct StandingQuery {
  // What a Hit names.
  std::int64_t id = 0;
  // The user whose folders are meant.
  std::int64_t owner = 0;
};

class QuerySetBuilder {
 public:
  QuerySetBuilder() = default;

  void add(const StandingQuery& query, const query::Expression& expression);
  QuerySet build() &&;

 private:
  using Atom = QuerySet::Atom;
  // The atoms of which at least one must be found, and how often that will be so.
  struct Trigger {
    double frequency = 0;
    std::vector<Atom> atoms;
    // False where the query may be true without any word.
    bool is_known = false;
  };
  // A word that has a term, and the next one that has it.
  struct TermEntry {
    Atom atom = 0;
    std::uint32_t next = HashTable::kNone;
  };
  // A phrase, by the pair of words that leads to it.
  struct NewPhrase {
    std::uint64_t pair_hash = 0;
    Atom atom = 0;
    // In phrase_words_.
    std::uint32_t begin = 0;
    std::uint16_t size = 0;
    // Which of its words is the first of the pair.
    std::uint16_t pair = 0;
  };
  // A query that is some atoms, not some others, and one of some.
  struct Parts {
    // The rarest comes first.
    std::vector<Atom> wanted;
    std::vector<Atom> unwanted;
    std::vector<Atom> alternatives;
    double least_frequency = 0;
    // Of all alternatives together.
    double frequency = 0;
  };
  // A part of records_, for an atom's list.
  struct Record {
    Atom trigger = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  // Words get the lowest numbers, so that what is known of them lies close together;
  // the others count from kOthers until their number is known.
  Atom next_other() const { return kOthers + other_count_; }
  Atom final_number(Atom atom) const {
    return atom < kOthers ? atom : atom - kOthers + word_count_;
  }
  void number_atoms();
  void number_row(std::size_t begin);
  void number_tree(std::size_t begin);
  Atom add_leaf(const query::Expression& leaf, std::int64_t owner);
  Atom add_word(const query::Word& word, query::Field field);
  Atom add_new_word(const query::Word& word, query::Field field, std::uint64_t key);
  Atom add_phrase(const query::Phrase& phrase);
  Atom add_fact(const query::Fact& fact, std::int64_t owner);
  void find_parts(const query::Expression& expression, std::int64_t owner,
                  bool is_negated);
  void add_alternatives(const query::Expression& expression, std::int64_t owner);
  bool are_alternatives_rarer() const;
  void add_rows(std::uint32_t id);
  void add_row(std::uint32_t id, Atom trigger, std::span<const Atom> optional,
               std::span<const Atom> wanted, std::span<const Atom> ruled_out);
  void add_tree(std::uint32_t id, std::int64_t owner,
                const query::Expression& expression);
  // Appends the tree, and returns what triggers it.
  Trigger append_tree(const query::Expression& expression, std::int64_t owner);
  Trigger append_children(const query::Expression& expression, std::int64_t owner);

  void build_lists();
  void fill_lists(std::span<const std::uint32_t> sole_counts);
  void build_words();
  void build_phrases();

  QuerySet set_;
  static constexpr Atom kOthers = 1U << 28;
  Atom word_count_ = 0;
  Atom other_count_ = 0;
  // By the hash of all their terms.
  HashTable words_;
  HashTable term_heads_;
  std::vector<TermEntry> term_entries_;
  HashTable phrases_;
  std::vector<NewPhrase> new_phrases_;
  std::vector<Atom> phrase_words_;
  // Queries that are an atom, and their ids (query_ids.h).
  std::vector<Atom> sole_atoms_;
  std::vector<std::uint32_t> sole_ids_;
  std::vector<Record> triggered_;
  std::vector<std::uint32_t> records_;
  std::vector<std::uint32_t> tree_begins_;
  // Memory to use again.
  Parts parts_;
};

}  // namespace curlew::match
