#include "match/query_set_builder.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>

#include "base/ascii.h"
#include "base/check.h"
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

// How often texts have a word, by its length alone: each letter halves it. Only the
// order matters, for the choice of what to look at first.
double frequency_of(const Word& word) {
  double frequency = word.is_prefix ? 4 : 1;
  const std::size_t size = std::min<std::size_t>(word.terms.front().size(), 40);
  for (std::size_t i = 0; i < size; ++i) frequency /= 2;
  return frequency;
}

double frequency_of(const Fact& fact) {
  switch (fact.kind) {
    case FactKind::kLanguage:
      return 1;
    case FactKind::kTopic:
    case FactKind::kSource:
      return 0.1;
    case FactKind::kFolder:
      return 0.02;
  }
  return 1;
}

double frequency_of(const Expression& leaf) {
  if (leaf.kind == NodeKind::kFact) return frequency_of(leaf.fact);
  double frequency = 1;
  for (const Word& word : leaf.phrase.words) frequency *= frequency_of(word);
  // Titles and authors are short.
  return leaf.phrase.field == Field::kAnywhere ? frequency : frequency / 16;
}

// The first word of the rarest pair.
std::size_t rarest_pair(const Phrase& phrase) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i + 1 < phrase.words.size(); ++i) {
    const double frequency =
        frequency_of(phrase.words[i]) * frequency_of(phrase.words[i + 1]);
    if (frequency < least) {
      least = frequency;
      best = i;
    }
  }
  return best;
}

constexpr std::size_t kLongestRow = 1 << 14;

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
         shape.wanted + shape.alternatives > 0 && shape.wanted < kLongestRow &&
         shape.unwanted < kLongestRow;
}

bool is_number(std::string_view text) {
  return std::ranges::all_of(text, is_ascii_digit);
}

}  // namespace

void QuerySetBuilder::add(const StandingQuery& query, const Expression& expression) {
  ++set_.size_;
  if (is_leaf(expression)) {
    sole_atoms_.push_back(add_leaf(expression, query.owner));
    sole_ids_.push_back(query.id);
  } else if (is_row(expression)) {
    parts_ = {};
    find_parts(expression, query.owner, false);
    add_row(query.id);
  } else {
    add_tree(query, expression);
  }
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

// The rarest of the atoms that must be there triggers, or all alternatives do, where
// these are rarer.
void QuerySetBuilder::add_row(std::int64_t id) {
  const auto& [wanted, unwanted, alternatives, least_frequency, frequency] = parts_;
  const bool by_wanted =
      !wanted.empty() && (alternatives.empty() || least_frequency <= frequency);
  const auto begin = std::uint32_t(records_.size());
  records_.push_back(std::uint32_t(unwanted.size() << 16) |
                     std::uint32_t(wanted.size() - (by_wanted ? 1 : 0)) |
                     (alternatives.empty() ? 0 : kHasAlternatives));
  append_id(id, records_);
  if (!alternatives.empty()) {
    records_.push_back(set_.numbered_count_++);
    records_.push_back(std::uint32_t(alternatives.size()));
  }
  records_.insert(records_.end(), wanted.begin() + (by_wanted ? 1 : 0), wanted.end());
  records_.insert(records_.end(), unwanted.begin(), unwanted.end());
  records_.insert(records_.end(), alternatives.begin(), alternatives.end());
  const auto end = std::uint32_t(records_.size());
  if (by_wanted) return triggered_.push_back({wanted.front(), begin, end});
  for (const Atom atom : alternatives) triggered_.push_back({atom, begin, end});
}

void QuerySetBuilder::add_tree(const StandingQuery& query,
                               const Expression& expression) {
  const auto tree = std::uint32_t(set_.trees_.size());
  append_id(query.id, set_.trees_);
  set_.trees_.push_back(set_.numbered_count_++);
  tree_begins_.push_back(tree);
  const Trigger trigger = append_tree(expression, query.owner);
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
  CHECK(phrase.words.size() > 1 && phrase.words.size() < 1 << 15);
  const auto begin = std::uint32_t(set_.phrase_words_.size());
  std::uint64_t key = phrase.words.size();
  for (const Word& word : phrase.words) {
    const Atom atom = add_word(word, phrase.field);
    set_.phrase_words_.push_back(atom);
    key = mix(key + atom);
  }
  const Atom atom = phrases_.find_or_add(key, next_other());
  if (atom != next_other()) {
    set_.phrase_words_.resize(begin);
    return atom;
  }
  const std::size_t pair = rarest_pair(phrase);
  const Atom* const words = set_.phrase_words_.data() + begin + pair;
  paired_phrases_.push_back({pair_hash(words[0], words[1]),
                             {.atom = atom,
                              .begin = begin,
                              .size = std::uint16_t(phrase.words.size()),
                              .pair = std::uint16_t(pair),
                              .is_last = 0}});
  ++other_count_;
  return atom;
}

QuerySetBuilder::Atom QuerySetBuilder::add_fact(const Fact& fact, std::int64_t owner) {
  const bool is_folder = fact.kind == FactKind::kFolder;
  set_.has_folders_ |= is_folder;
  const std::uint64_t key = fact_hash(fact.kind, is_folder ? owner : 0, fact.value);
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
  set_.postings_.resize(std::size_t(word_count_) + other_count_ + 1);
  build_sole();
  build_triggered();
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
  for (PairedPhrase& paired : paired_phrases_)
    paired.phrase.atom = final_number(paired.phrase.atom);
  for (QuerySet::SourceName& name : set_.source_names_)
    name.atom = final_number(name.atom);
  HashTable facts(set_.facts_.size());
  set_.facts_.for_each([&](std::uint64_t key, Atom atom) {
    facts.find_or_add(key, final_number(atom));
  });
  set_.facts_ = std::move(facts);
}

// A row of several triggers comes several times, and is changed once: final numbers are
// below kOthers.
void QuerySetBuilder::number_row(std::size_t begin) {
  if ((records_[begin] & kIsTree) != 0) return;
  const std::uint32_t* end = records_.data() + begin;
  const Row row = take_row(end);
  const auto first = std::size_t(row.wanted.data() - records_.data());
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

// Counts each atom's queries, then puts them in their places.
void QuerySetBuilder::build_sole() {
  for (const Atom atom : sole_atoms_) ++set_.postings_[atom].sole;
  std::uint32_t end = 0;
  for (QuerySet::Postings& postings : set_.postings_)
    postings.sole = end += postings.sole;
  set_.sole_.resize(sole_ids_.size());
  for (std::size_t i = sole_ids_.size(); i-- > 0;)
    set_.sole_[--set_.postings_[sole_atoms_[i]].sole] = sole_ids_[i];
  sole_atoms_ = {};
  sole_ids_ = {};
}

// Those of one trigger lie together.
void QuerySetBuilder::build_triggered() {
  std::ranges::stable_sort(triggered_, {}, &Record::trigger);
  set_.triggered_.reserve(records_.size());
  std::size_t next = 0;
  for (Atom atom = 0; atom < set_.postings_.size(); ++atom) {
    set_.postings_[atom].triggered = std::uint32_t(set_.triggered_.size());
    for (; next < triggered_.size() && triggered_[next].trigger == atom; ++next) {
      set_.triggered_.insert(set_.triggered_.end(),
                             records_.begin() + std::ptrdiff_t(triggered_[next].begin),
                             records_.begin() + std::ptrdiff_t(triggered_[next].end));
    }
  }
  triggered_ = {};
  records_ = {};
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
  set_.phrase_words_.shrink_to_fit();
  for (const Atom word : set_.phrase_words_) set_.in_phrase_[word] = true;
  std::ranges::sort(paired_phrases_, {}, &PairedPhrase::pair);
  set_.pairs_ = HashTable(paired_phrases_.size());
  set_.pair_filter_ = HashFilter(paired_phrases_.size());
  set_.phrases_.reserve(paired_phrases_.size());
  for (std::size_t i = 0; i < paired_phrases_.size(); ++i) {
    const std::uint64_t pair = paired_phrases_[i].pair;
    set_.pairs_.find_or_add(pair, std::uint32_t(i));
    set_.pair_filter_.add(pair);
    set_.phrases_.push_back(paired_phrases_[i].phrase);
    set_.phrases_.back().is_last =
        i + 1 == paired_phrases_.size() || paired_phrases_[i + 1].pair != pair;
  }
  paired_phrases_ = {};
  phrases_ = HashTable();
}

}  // namespace curlew::match
