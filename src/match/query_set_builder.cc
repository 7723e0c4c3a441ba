#include "match/query_set_builder.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "base/ascii.h"
#include "base/check.h"
#include "match/frequency.h"
#include "match/hashes.h"
#include "match/program.h"

namespace curlew::match {
namespace {

using query::Expression;
using query::Fact;
using query::FactKind;
using query::Field;
using query::NodeKind;
using query::Phrase;
using query::Word;

constexpr std::uint32_t kIsListOfWords = 1U << 31;

bool is_leaf(const Expression& expression) {
  return expression.kind == NodeKind::kPhrase || expression.kind == NodeKind::kFact;
}

// Each of them has a row that names all of them.
constexpr std::size_t kMostAlternatives = 16;

struct RowShape {
  std::size_t wanted = 0;
  std::size_t unwanted = 0;
  std::size_t alternatives = 0;
};

// Whether it is nothing but words that must be there, words that must not (NOT (a OR b)
// is two of these), and one choice between words.
bool has_row_shape(const Expression& expression, bool is_negated, RowShape& shape) {
  if (is_leaf(expression)) {
    ++(is_negated ? shape.unwanted : shape.wanted);
    return true;
  }
  if (expression.kind == NodeKind::kOr && !is_negated) {
    const bool is_first = shape.alternatives == 0;
    shape.alternatives = expression.children.size();
    return is_first && std::ranges::all_of(expression.children, is_leaf);
  }
  if (expression.kind == NodeKind::kAnd && is_negated) return false;
  if (expression.kind == NodeKind::kNot) is_negated = !is_negated;
  return std::ranges::all_of(expression.children, [&](const Expression& child) {
    return has_row_shape(child, is_negated, shape);
  });
}

bool is_row(const Expression& expression) {
  RowShape shape;
  return has_row_shape(expression, false, shape) &&
         shape.wanted + shape.alternatives > 0 && shape.wanted <= kMostOfKind &&
         shape.unwanted + shape.alternatives <= kMostOfKind &&
         shape.alternatives <= kMostAlternatives;
}

bool is_number(std::string_view text) {
  return std::ranges::all_of(text, is_ascii_digit);
}

}  // namespace

void QuerySetBuilder::add(const StandingQuery& query, const Expression& expression) {
  ++set_.size_;
  const std::uint32_t id = set_.ids_.encode(query.id);
  if (is_leaf(expression)) {
    sole_atoms_.push_back(add_leaf(expression, query.owner));
    sole_ids_.push_back(id);
    return;
  }
  if (is_row(expression)) {
    parts_ = {};
    find_parts(expression, query.owner, false);
    // A row is triggered by a word that must be there or by its alternatives: it cannot
    // ask for one of them.
    if (parts_.alternatives.empty() || are_alternatives_rarer()) return add_rows(id);
  }
  add_tree(id, query.owner, expression);
}

void QuerySetBuilder::find_parts(const Expression& expression, std::int64_t owner,
                                 bool is_negated) {
  if (expression.kind == NodeKind::kOr && !is_negated)
    return add_alternatives(expression, owner);
  if (!is_leaf(expression)) {
    if (expression.kind == NodeKind::kNot) is_negated = !is_negated;
    for (const Expression& child : expression.children)
      find_parts(child, owner, is_negated);
    return;
  }
  const Atom atom = add_leaf(expression, owner);
  if (is_negated) return parts_.unwanted.push_back(atom);
  const double frequency = frequency_of(expression);
  parts_.wanted.push_back(atom);
  if (parts_.wanted.size() > 1 && frequency >= parts_.least_frequency) return;
  parts_.least_frequency = frequency;
  std::swap(parts_.wanted.front(), parts_.wanted.back());
}

void QuerySetBuilder::add_alternatives(const Expression& expression,
                                       std::int64_t owner) {
  for (const Expression& child : expression.children) {
    parts_.alternatives.push_back(add_leaf(child, owner));
    parts_.frequency += frequency_of(child);
  }
  auto& atoms = parts_.alternatives;
  std::ranges::sort(atoms);
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
}

bool QuerySetBuilder::are_alternatives_rarer() const {
  return parts_.wanted.empty() || parts_.frequency < parts_.least_frequency;
}

// The rarest of the atoms that must be there triggers, or each of the alternatives.
void QuerySetBuilder::add_rows(std::uint32_t id) {
  const std::span<const Atom> wanted = parts_.wanted;
  const std::span<const Atom> alternatives = parts_.alternatives;
  if (alternatives.empty()) return add_row(id, wanted[0], {}, wanted.subspan(1), {});
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    add_row(id, alternatives[i], alternatives.subspan(i + 1), wanted,
            alternatives.first(i));
  }
}

void QuerySetBuilder::add_row(std::uint32_t id, Atom trigger,
                              std::span<const Atom> optional,
                              std::span<const Atom> wanted,
                              std::span<const Atom> ruled_out) {
  const auto begin = std::uint32_t(records_.size());
  records_.push_back(row_header(optional.size(), wanted.size(),
                                ruled_out.size() + parts_.unwanted.size()));
  records_.push_back(id);
  const std::span<const Atom> unwanted = parts_.unwanted;
  for (const auto atoms : {optional, wanted, ruled_out, unwanted})
    records_.insert(records_.end(), atoms.begin(), atoms.end());
  triggered_.push_back({trigger, begin, std::uint32_t(records_.size())});
}

void QuerySetBuilder::add_tree(std::uint32_t id, std::int64_t owner,
                               const Expression& expression) {
  const auto tree = std::uint32_t(set_.trees_.size());
  set_.trees_.push_back(id);
  set_.trees_.push_back(set_.numbered_count_++);
  tree_begins_.push_back(tree);
  const Trigger trigger = append_tree(expression, owner);
  if (!trigger.is_known) set_.always_.push_back(tree);
  const auto begin = std::uint32_t(records_.size());
  records_.push_back(tree | kIsTree);
  for (const Atom atom : trigger.atoms) triggered_.push_back({atom, begin, begin + 1});
}

QuerySetBuilder::Atom QuerySetBuilder::add_leaf(const Expression& leaf,
                                                std::int64_t owner) {
  if (leaf.kind == NodeKind::kFact) return add_fact(leaf.fact, owner);
  set_.has_title_ |= leaf.phrase.field == Field::kTitle;
  set_.has_author_ |= leaf.phrase.field == Field::kAuthor;
  if (leaf.phrase.words.size() == 1)
    return add_word(leaf.phrase.words.front(), leaf.phrase.field);
  return add_phrase(leaf.phrase);
}

QuerySetBuilder::Atom QuerySetBuilder::add_word(const Word& word, Field field) {
  std::uint64_t key = salt_of(field);
  if (word.is_prefix) {
    key = prefix_hash(word.terms.front(), field);
  } else {
    for (const std::string& term : word.terms) key = mix(key + query::term_hash(term));
  }
  const Atom atom = words_.find_or_add(key, word_count_);
  return atom == word_count_ ? add_new_word(word, field, key) : atom;
}

QuerySetBuilder::Atom QuerySetBuilder::add_new_word(const Word& word, Field field,
                                                    std::uint64_t key) {
  const Atom atom = word_count_++;
  CHECK(word_count_ < kOthers);
  if (word.is_prefix) {
    set_.prefixes_.find_or_add(key, atom);
    set_.prefix_sizes_ |= size_bit(word.terms.front().size());
    return atom;
  }
  for (const std::string& term : word.terms) {
    const std::uint64_t hash = query::term_hash(term) ^ salt_of(field);
    const auto index = std::uint32_t(term_entries_.size());
    const std::uint32_t head = term_heads_.find_or_add(hash, index);
    term_entries_.push_back({atom, HashTable::kNone});
    if (head == index) continue;
    term_entries_.back().next = term_entries_[head].next;
    term_entries_[head].next = index;
  }
  return atom;
}

QuerySetBuilder::Atom QuerySetBuilder::add_phrase(const Phrase& phrase) {
  CHECK(phrase.words.size() > 1 && phrase.words.size() <= kLongestPhrase);
  const auto begin = std::uint32_t(phrase_words_.size());
  std::uint64_t key = phrase.words.size();
  for (const Word& word : phrase.words) {
    const Atom atom = add_word(word, phrase.field);
    phrase_words_.push_back(atom);
    key = mix(key + atom);
  }
  const Atom atom = phrases_.find_or_add(key, next_other());
  if (atom != next_other()) {
    phrase_words_.resize(begin);
    return atom;
  }
  const std::size_t pair = rarest_pair(phrase);
  const Atom* const words = phrase_words_.data() + begin + pair;
  new_phrases_.push_back({.pair_hash = pair_hash(words[0], words[1]),
                          .atom = atom,
                          .begin = begin,
                          .size = std::uint16_t(phrase.words.size()),
                          .pair = std::uint16_t(pair)});
  ++other_count_;
  return atom;
}

QuerySetBuilder::Atom QuerySetBuilder::add_fact(const Fact& fact, std::int64_t owner) {
  const bool is_folder = fact.kind == FactKind::kFolder;
  set_.has_folders_ |= is_folder;
  const bool is_owned = is_folder || fact.kind == FactKind::kOwnTopic;
  const std::uint64_t key = fact_hash(fact.kind, is_owned ? owner : 0, fact.value);
  const Atom atom = set_.facts_.find_or_add(key, next_other());
  if (atom != next_other()) return atom;
  ++other_count_;
  if (fact.kind == FactKind::kSource && !is_number(fact.value))
    set_.source_names_.push_back({fact.value, atom});
  return atom;
}

QuerySetBuilder::Trigger QuerySetBuilder::append_tree(const Expression& expression,
                                                      std::int64_t owner) {
  if (is_leaf(expression)) {
    const Atom atom = add_leaf(expression, owner);
    set_.trees_.push_back(instruction(Operation::kLeaf, atom));
    return {frequency_of(expression), {atom}, true};
  }
  const std::size_t begin = set_.trees_.size();
  set_.trees_.push_back(0);
  Trigger trigger = append_children(expression, owner);
  const Operation operation = expression.kind == NodeKind::kAnd  ? Operation::kAnd
                              : expression.kind == NodeKind::kOr ? Operation::kOr
                                                                 : Operation::kNot;
  set_.trees_[begin] =
      instruction(operation, std::uint32_t(set_.trees_.size() - begin));
  return trigger;
}

// All of an AND must be true, so its rarest part will do; of an OR any may be, so it
// takes all. Of NOT nothing must be there: NOT NOT is rare enough to try each time.
QuerySetBuilder::Trigger QuerySetBuilder::append_children(const Expression& expression,
                                                          std::int64_t owner) {
  Trigger all;
  all.is_known = expression.kind == NodeKind::kOr;
  for (const Expression& child : expression.children) {
    Trigger trigger = append_tree(child, owner);
    if (expression.kind == NodeKind::kOr) {
      all.is_known &= trigger.is_known;
      all.frequency += trigger.frequency;
      all.atoms.insert(all.atoms.end(), trigger.atoms.begin(), trigger.atoms.end());
    } else if (expression.kind == NodeKind::kAnd && trigger.is_known &&
               (!all.is_known || trigger.frequency < all.frequency)) {
      all = std::move(trigger);
    }
  }
  if (!all.is_known) all.atoms.clear();
  return all;
}

QuerySet QuerySetBuilder::build() && {
  static std::atomic<std::uint64_t> sets = 0;
  set_.salt_ = mix(++sets);
  number_atoms();
  build_lists();
  build_words();
  build_phrases();
  set_.prefix_filter_ = HashFilter(set_.prefixes_.size());
  set_.prefixes_.for_each([this](std::uint64_t key, std::uint32_t /*atom*/) {
    set_.prefix_filter_.add(key);
  });
  return std::move(set_);
}

void QuerySetBuilder::number_atoms() {
  CHECK(std::uint64_t(word_count_) + other_count_ < kMaxOperand);
  for (Atom& atom : sole_atoms_) atom = final_number(atom);
  for (Record& record : triggered_) {
    record.trigger = final_number(record.trigger);
    number_row(record.begin);
  }
  for (const std::uint32_t tree : tree_begins_) number_tree(tree + kHeaderSize);
  for (NewPhrase& phrase : new_phrases_) phrase.atom = final_number(phrase.atom);
  for (QuerySet::SourceName& name : set_.source_names_)
    name.atom = final_number(name.atom);
  HashTable facts(set_.facts_.size());
  set_.facts_.for_each([&](std::uint64_t key, Atom atom) {
    facts.find_or_add(key, final_number(atom));
  });
  set_.facts_ = std::move(facts);
}

void QuerySetBuilder::number_row(std::size_t begin) {
  if ((records_[begin] & kIsTree) != 0) return;
  const std::uint32_t* end = records_.data() + begin;
  const Row row = take_row(end);
  const auto first = std::size_t(row.placed.data() - records_.data());
  for (std::size_t i = first; i < std::size_t(end - records_.data()); ++i)
    records_[i] = final_number(records_[i]);
}

void QuerySetBuilder::number_tree(std::size_t begin) {
  const auto tree = std::span(set_.trees_).subspan(begin);
  const std::size_t size = size_at(tree);
  for (std::uint32_t& code : tree.first(size)) {
    if (operation_of(code) == Operation::kLeaf)
      code = instruction(Operation::kLeaf, final_number(operand_of(code)));
  }
}

// Counts each atom's numbers, then puts them in their places.
void QuerySetBuilder::build_lists() {
  const std::size_t atoms = std::size_t(word_count_) + other_count_;
  std::vector<std::uint32_t> sole(atoms), triggered(atoms);
  for (const Atom atom : sole_atoms_) ++sole[atom];
  for (const Record& record : triggered_)
    triggered[record.trigger] += record.end - record.begin;
  set_.begins_.resize(atoms + 1);
  std::uint64_t end = 0;
  for (std::size_t atom = 0; atom < atoms; ++atom) {
    set_.begins_[atom] = std::uint32_t(end);
    const std::uint64_t size = sole[atom] + triggered[atom];
    if (size > 0) end += 1 + size;
  }
  CHECK(end < HashTable::kNone);
  set_.begins_[atoms] = std::uint32_t(end);
  set_.lists_.resize(end);
  fill_lists(sole);
  sole_atoms_ = {};
  sole_ids_ = {};
  triggered_ = {};
  records_ = {};
}

void QuerySetBuilder::fill_lists(std::span<const std::uint32_t> sole_counts) {
  std::vector<std::uint32_t> next(set_.begins_.begin(), set_.begins_.end());
  for (std::size_t atom = 0; atom < sole_counts.size(); ++atom) {
    if (next[atom] != next[atom + 1]) set_.lists_[next[atom]++] = sole_counts[atom];
  }
  for (std::size_t i = 0; i < sole_ids_.size(); ++i)
    set_.lists_[next[sole_atoms_[i]]++] = sole_ids_[i];
  // Rows of one shape follow each other, so that the processor guesses right how long
  // the next one is.
  std::ranges::stable_sort(
      triggered_, {}, [this](const Record& record) { return records_[record.begin]; });
  for (const Record& record : triggered_) {
    std::copy(records_.begin() + record.begin, records_.begin() + record.end,
              set_.lists_.begin() + next[record.trigger]);
    next[record.trigger] += record.end - record.begin;
  }
}

void QuerySetBuilder::build_words() {
  words_ = HashTable();
  set_.words_ = HashTable(term_heads_.size());
  term_heads_.for_each([this](std::uint64_t hash, std::uint32_t head) {
    const TermEntry first = term_entries_[head];
    if (first.next == HashTable::kNone) {
      set_.words_.find_or_add(hash, first.atom);
      return;
    }
    const std::size_t list = set_.word_lists_.size();
    CHECK(list < kIsListOfWords);
    set_.words_.find_or_add(hash, std::uint32_t(list) | kIsListOfWords);
    set_.word_lists_.push_back(0);
    for (std::uint32_t i = head; i != HashTable::kNone; i = term_entries_[i].next)
      set_.word_lists_.push_back(term_entries_[i].atom);
    set_.word_lists_[list] = std::uint32_t(set_.word_lists_.size() - list - 1);
  });
  set_.word_lists_.shrink_to_fit();
  term_heads_ = HashTable();
  term_entries_ = {};
}

void QuerySetBuilder::build_phrases() {
  set_.in_phrase_.resize(word_count_);
  for (const Atom word : phrase_words_) set_.in_phrase_.add(word);
  std::ranges::sort(new_phrases_, {}, &NewPhrase::pair_hash);
  set_.pairs_ = HashTable(new_phrases_.size());
  set_.phrases_.reserve(phrase_words_.size());
  std::vector<Atom> others;
  for (std::size_t i = 0; i < new_phrases_.size(); ++i) {
    const NewPhrase& phrase = new_phrases_[i];
    set_.pairs_.find_or_add(phrase.pair_hash, std::uint32_t(set_.phrases_.size()));
    const auto words = std::span(phrase_words_).subspan(phrase.begin, phrase.size);
    others.assign(words.begin(), words.end());
    others.erase(others.begin() + phrase.pair, others.begin() + phrase.pair + 2);
    append_phrase({.atom = phrase.atom,
                   .size = phrase.size,
                   .pair = phrase.pair,
                   .is_last_of_pair = i + 1 == new_phrases_.size() ||
                                      new_phrases_[i + 1].pair_hash != phrase.pair_hash,
                   .others = others},
                  set_.phrases_);
  }
  new_phrases_ = {};
  phrase_words_ = {};
  phrases_ = HashTable();
}

}  // namespace curlew::match
