#include "match/query_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/prefetch.h"
#include "match/hashes.h"
#include "match/hit_iterator.h"
#include "match/program.h"

namespace curlew::match {

using query::Field;
using query::Term;

namespace {

constexpr std::uint32_t kIsList = 1U << 31;
// 300 KB: most words of most articles, and still in the processor's second cache.
constexpr std::size_t kKnown = 8192;
// How many terms ahead memory is asked for what they lead to.
constexpr std::size_t kAhead = 8;
constexpr std::size_t kListsAhead = 12;
// 64 bytes; and how many numbers of a list are fetched ahead.
constexpr std::uint32_t kNumbersInLine = 16;
constexpr std::uint32_t kFetched = 8 * kNumbersInLine;
// Until an atom is found in the blocks, its position is that of the title, marked.
constexpr std::uint32_t kInTitle = 1U << 31;
// So that phrases never go from one field to another.
constexpr std::uint32_t kTitleOffset = 1U << 29;
constexpr std::uint32_t kAuthorOffset = 2U << 29;

template <typename T, typename Allocator>
std::size_t bytes_of(const std::vector<T, Allocator>& values) {
  return values.capacity() * sizeof(T);
}

bool is_folded_word(std::string_view term) {
  return term[0] != query::kStemMark && term[0] != query::kSoundMark &&
         term[0] != query::kGreeklishMark;
}

}  // namespace

// One article against one set.
class Matcher {
 public:
  Matcher(const QuerySet& set, const query::ArticleTerms& terms, Workspace& memory,
          std::vector<Hit>& hits)
      : set_(set), terms_(terms), memory_(memory), hits_(hits) {
    const std::size_t atoms = set.begins_.size();
    if (memory_.positions_.size() < atoms) {
      memory_.found_.resize(atoms);
      memory_.positions_.resize(atoms, kNoPosition);
    }
    if (memory_.evaluated_.size() < set.numbered_count_)
      memory_.evaluated_.resize(set.numbered_count_);
    memory_.known_.resize(kKnown);
    if (++memory_.round_ == 0) forget_all_rounds();
  }

  ~Matcher() {
    for (const std::uint32_t atom : memory_.atoms_) {
      memory_.found_.remove(atom);
      memory_.positions_[atom] = kNoPosition;
    }
    memory_.atoms_.clear();
    memory_.pairs_.clear();
    memory_.occurrences_.clear();
    memory_.occurring_.clear();
  }

  void run(const ArticleFacts& facts) {
    const auto all = terms_.terms();
    const auto field_end = [&all](Field field) {
      return std::ranges::find_if(
          all, [field](const Term& term) { return term.field == field; });
    };
    const std::size_t author = std::size_t(field_end(Field::kAuthor) - all.begin());
    read_words(all.first(author), Field::kAnywhere, 0);
    if (set_.has_title_) {
      const auto is_other = [](const Term& term) {
        return term.field != Field::kTitle;
      };
      const auto end = std::ranges::find_if(all, is_other);
      read_words(all.first(std::size_t(end - all.begin())), Field::kTitle,
                 kTitleOffset);
    }
    if (set_.has_author_)
      read_words(all.subspan(author), Field::kAuthor, kAuthorOffset);
    read_pairs();
    read_facts(facts);
    report();
  }

 private:
  void forget_all_rounds() {
    std::ranges::fill(memory_.evaluated_, 0);
    memory_.round_ = 1;
  }

  void read_words(std::span<const Term> terms, Field field, std::uint32_t offset) {
    const std::uint64_t salt = salt_of(field);
    offset_ = offset;
    std::uint32_t position = kNoPosition;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      prefetch_terms(terms, i, salt);
      const Term& term = terms[i];
      if (term.position != position) {
        end_position();
        position = term.position;
        begin_ = std::uint32_t(memory_.occurring_.size());
      }
      position_ = position;
      evidence_ = field == Field::kAuthor       ? kNoPosition
                  : term.field == Field::kTitle ? position | kInTitle
                                                : position;
      read_term(term.hash ^ salt, terms_.text_of(term), field);
    }
    end_position();
  }

  // What is known of a term is fetched first; later, where nothing is, its words.
  void prefetch_terms(std::span<const Term> terms, std::size_t next,
                      std::uint64_t salt) const {
    if (next + 2 * kAhead >= terms.size()) return;
    curlew::prefetch(&known_at(terms[next + 2 * kAhead].hash ^ salt));
    const std::uint64_t hash = terms[next + kAhead].hash ^ salt;
    if (known_at(hash).key != (hash ^ set_.salt_)) set_.words_.prefetch(hash);
  }

  Workspace::Known& known_at(std::uint64_t hash) const {
    return memory_.known_[(hash ^ set_.salt_) % kKnown];
  }

  void read_term(std::uint64_t hash, std::string_view text, Field field) {
    Workspace::Known& known = known_at(hash);
    if (known.key != (hash ^ set_.salt_)) {
      known = {.key = hash ^ set_.salt_, .words = set_.words_.find(hash)};
      if (set_.prefix_sizes_ != 0) find_prefixes(text, field, known);
    }
    add_all(known.words);
    if (known.prefix_count > known.prefixes.size()) find_prefixes(text, field, known);
    const std::size_t prefixes = std::min<std::size_t>(known.prefix_count, 4);
    for (std::size_t i = 0; i < prefixes; ++i) add(known.prefixes[i]);
  }

  void add_all(std::uint32_t found) {
    if (found == HashTable::kNone) return;
    if ((found & kIsList) == 0) return add(found);
    const std::uint32_t* const list = set_.word_lists_.data() + (found & ~kIsList);
    for (std::uint32_t i = 1; i <= list[0]; ++i) add(list[i]);
  }

  void add(std::uint32_t atom) {
    mark(atom, evidence_);
    if (!set_.in_phrase_.has(atom)) return;
    // A word and its stem lead to the same queries.
    auto& occurring = memory_.occurring_;
    const auto here = occurring.begin() + std::ptrdiff_t(begin_);
    if (std::find(here, occurring.end(), atom) == occurring.end())
      occurring.push_back(atom);
  }

  // Remembers an atom and the first place where it was found, the blocks before the
  // title.
  void mark(std::uint32_t atom, std::uint32_t evidence) {
    if (!memory_.found_.has(atom)) {
      memory_.found_.add(atom);
      memory_.positions_[atom] = evidence;
      memory_.atoms_.push_back(atom);
    } else if ((evidence & kInTitle) == 0 &&
               (memory_.positions_[atom] & kInTitle) != 0) {
      memory_.positions_[atom] = evidence;
    }
  }

  // The prefixes that the word begins with. Those that have no room among what is known
  // are added at once.
  void find_prefixes(std::string_view word, Field field, Workspace::Known& known) {
    if (word.empty() || !is_folded_word(word)) return;
    known.prefix_count = 0;
    find_beginnings(word, field);
    for (const std::uint64_t beginning : memory_.beginnings_) {
      const std::uint32_t atom = set_.prefixes_.find(beginning);
      if (atom == HashTable::kNone) continue;
      if (known.prefix_count < known.prefixes.size()) {
        known.prefixes[known.prefix_count] = atom;
      } else {
        add(atom);
      }
      ++known.prefix_count;
    }
  }

  // Every beginning of the word of which there may be a prefix.
  void find_beginnings(std::string_view word, Field field) {
    memory_.beginnings_.clear();
    PrefixHash hash(field);
    for (std::size_t i = 0; i < word.size(); ++i) {
      hash.add(word[i]);
      if ((set_.prefix_sizes_ & size_bit(i + 1)) == 0) continue;
      const std::uint64_t key = hash.value();
      if (!set_.prefix_filter_.may_have(key)) continue;
      set_.prefixes_.prefetch(key);
      memory_.beginnings_.push_back(key);
    }
  }

  void end_position() {
    const auto end = std::uint32_t(memory_.occurring_.size());
    if (begin_ != end)
      memory_.occurrences_.push_back({position_ + offset_, begin_, end});
    begin_ = end;
  }

  std::span<const std::uint32_t> words_at(std::size_t occurrence) const {
    const auto& found = memory_.occurrences_[occurrence];
    return std::span(memory_.occurring_).subspan(found.begin, found.end - found.begin);
  }

  // Each step asks memory for what the next one reads, for all pairs at once: one after
  // the other they would wait three times for each.
  void read_pairs() {
    find_pairs();
    auto& pairs = memory_.pairs_;
    for (Workspace::Pair& pair : pairs) {
      pair.phrases = set_.pairs_.find(pair.key);
      if (pair.phrases != HashTable::kNone)
        curlew::prefetch(set_.phrases_.data() + pair.phrases);
    }
    for (const Workspace::Pair& pair : pairs) {
      if (pair.phrases != HashTable::kNone) read_phrases(pair.phrases, pair.occurrence);
    }
  }

  void find_pairs() {
    const auto& occurrences = memory_.occurrences_;
    for (std::size_t i = 0; i + 1 < occurrences.size(); ++i) {
      if (occurrences[i].position + 1 != occurrences[i + 1].position) continue;
      for (const std::uint32_t first : words_at(i)) {
        for (const std::uint32_t second : words_at(i + 1)) {
          const std::uint64_t key = pair_hash(first, second);
          set_.pairs_.prefetch(key);
          memory_.pairs_.push_back({key, std::uint32_t(i), HashTable::kNone});
        }
      }
    }
  }

  // The phrases of the pair that was found at this occurrence.
  void read_phrases(std::uint32_t begin, std::size_t occurrence) {
    const std::uint32_t* record = set_.phrases_.data() + begin;
    for (;;) {
      const PairedPhrase phrase = take_phrase(record);
      if (occurrence >= phrase.pair && is_phrase_at(phrase, occurrence - phrase.pair))
        mark(phrase.atom, evidence_at(occurrence - phrase.pair));
      if (phrase.is_last_of_pair) return;
    }
  }

  bool is_phrase_at(const PairedPhrase& phrase, std::size_t occurrence) const {
    const auto& occurrences = memory_.occurrences_;
    if (occurrence + phrase.size > occurrences.size()) return false;
    const std::uint32_t* other = phrase.others.data();
    for (std::size_t i = 0; i < phrase.size; ++i) {
      if (occurrences[occurrence + i].position != occurrences[occurrence].position + i)
        return false;
      if (i == phrase.pair || i == phrase.pair + 1U) continue;
      if (std::ranges::count(words_at(occurrence + i), *other++) == 0) return false;
    }
    return true;
  }

  std::uint32_t evidence_at(std::size_t occurrence) const {
    const std::uint32_t position = memory_.occurrences_[occurrence].position;
    if (position >= kAuthorOffset) return kNoPosition;
    if (position >= kTitleOffset) return (position - kTitleOffset) | kInTitle;
    return terms_.place_of(position).part == 0 ? position | kInTitle : position;
  }

  void find_fact(query::FactKind kind, std::int64_t owner, std::string_view value) {
    const std::uint32_t atom = set_.facts_.find(fact_hash(kind, owner, value));
    if (atom != HashTable::kNone) mark(atom, kNoPosition);
  }

  void read_facts(const ArticleFacts& facts) {
    using query::FactKind;
    for (const QuerySet::SourceName& name : set_.source_names_) {
      if (facts.source_title.find(name.part) != std::string_view::npos ||
          facts.source_url.find(name.part) != std::string_view::npos)
        mark(name.atom, kNoPosition);
    }
    if (set_.facts_.empty()) return;
    find_fact(FactKind::kLanguage, 0, text::code_of(facts.language));
    find_fact(FactKind::kSource, 0, fmt::format_int(facts.source).c_str());
    if (!facts.topic.empty()) find_fact(FactKind::kTopic, 0, facts.topic);
    for (const OwnedTopic& own : facts.own_topics) {
      find_fact(own.owner == 0 ? FactKind::kTopic : FactKind::kOwnTopic, own.owner,
                own.topic);
    }
    if (!set_.has_folders_) return;
    // A folder is in all those above it.
    for (const OwnedFolder& owned : facts.folders) {
      for (std::size_t end = 0; end != std::string_view::npos;) {
        end = owned.folder.find('/', end + 1);
        find_fact(FactKind::kFolder, owned.owner, owned.folder.substr(0, end));
      }
    }
  }

  // Lists lie anywhere in memory, so they are fetched some atoms ahead: the first lines
  // of each. The processor fetches the rest of a longer one by itself.
  void prefetch_list(std::size_t index) const {
    const auto& atoms = memory_.atoms_;
    if (index + kListsAhead < atoms.size())
      curlew::prefetch(&set_.begins_[atoms[index + kListsAhead]]);
    if (index >= atoms.size()) return;
    const std::uint32_t atom = atoms[index];
    const std::uint32_t begin = set_.begins_[atom];
    const std::uint32_t end = std::min(set_.begins_[atom + 1], begin + kFetched);
    for (std::uint32_t at = begin; at < end; at += kNumbersInLine)
      curlew::prefetch(set_.lists_.data() + at);
  }

  void report() {
    for (std::size_t i = 0; i < kListsAhead; ++i) prefetch_list(i);
    for (std::size_t i = 0; i < memory_.atoms_.size(); ++i) {
      prefetch_list(i + kListsAhead);
      const std::uint32_t atom = memory_.atoms_[i];
      const std::uint32_t* const list = set_.lists_.data() + set_.begins_[atom];
      const std::uint32_t* const end = set_.lists_.data() + set_.begins_[atom + 1];
      if (list == end) continue;
      const std::uint32_t sole = list[0];
      report_sole({list + 1, sole}, unmarked(memory_.positions_[atom]));
      report_triggered(list + 1 + sole, end, memory_.positions_[atom]);
    }
    for (const std::uint32_t tree : set_.always_) evaluate_tree(tree);
  }

  void report_sole(std::span<const std::uint32_t> ids, std::uint32_t position) {
    const std::uint32_t* const begin = ids.data();
    hits_.insert(hits_.end(), HitIterator(begin, set_.ids_, position),
                 HitIterator(begin + ids.size(), set_.ids_, position));
  }

  void report_triggered(const std::uint32_t* record, const std::uint32_t* end,
                        std::uint32_t position) {
    while (record != end) {
      if ((*record & kIsTree) != 0) {
        evaluate_tree(*record++ & ~kIsTree);
        continue;
      }
      const Row row = take_row(record);
      if (is_true(row))
        hits_.push_back({set_.ids_.decode(row.id), position_of(row, position)});
    }
  }

  bool is_found(std::uint32_t atom) const { return memory_.found_.has(atom); }

  // Looks at all atoms: leaving at the first that decides costs more, since processors
  // cannot guess which that is.
  bool is_true(const Row& row) const {
    bool is_true = true;
    for (const std::uint32_t atom : row.wanted) is_true &= is_found(atom);
    for (const std::uint32_t atom : row.unwanted) is_true &= !is_found(atom);
    return is_true;
  }

  // Positions in the title are marked, so that those in the blocks are less; those of
  // atoms that were not found are the greatest.
  std::uint32_t position_of(const Row& row, std::uint32_t trigger) const {
    std::uint32_t first = trigger;
    for (const std::uint32_t atom : row.placed)
      first = std::min(first, memory_.positions_[atom]);
    return unmarked(first);
  }

  bool is_first_visit(std::uint32_t number) {
    std::uint32_t& evaluated = memory_.evaluated_[number];
    if (evaluated == memory_.round_) return false;
    evaluated = memory_.round_;
    return true;
  }

  static std::uint32_t unmarked(std::uint32_t position) {
    return position == kNoPosition ? position : position & ~kInTitle;
  }

  void evaluate_tree(std::uint32_t index) {
    const auto whole = std::span(set_.trees_).subspan(index);
    if (!is_first_visit(whole[1])) return;
    const auto tree = whole.subspan(kHeaderSize);
    if (!evaluate(tree, [this](std::uint32_t atom) { return is_found(atom); })) return;
    std::uint32_t position = kNoPosition;
    for_each_wanted(tree, [&](std::uint32_t atom) {
      position = std::min(position, memory_.positions_[atom]);
    });
    hits_.push_back({set_.ids_.decode(whole[0]), unmarked(position)});
  }

  const QuerySet& set_;
  const query::ArticleTerms& terms_;
  Workspace& memory_;
  std::vector<Hit>& hits_;
  // Of the position that is being read.
  std::uint32_t position_ = 0;
  std::uint32_t offset_ = 0;
  std::uint32_t evidence_ = 0;
  std::uint32_t begin_ = 0;
};

void QuerySet::match(const query::ArticleTerms& terms, const ArticleFacts& facts,
                     Workspace& workspace, std::vector<Hit>& hits) const {
  if (size_ > 0) Matcher(*this, terms, workspace, hits).run(facts);
}

std::size_t QuerySet::memory_bytes() const {
  std::size_t names = bytes_of(source_names_);
  for (const SourceName& name : source_names_) names += name.part.capacity();
  return sizeof *this + bytes_of(begins_) + bytes_of(lists_) + ids_.memory_bytes() +
         words_.memory_bytes() + bytes_of(word_lists_) + in_phrase_.memory_bytes() +
         pairs_.memory_bytes() + bytes_of(phrases_) + prefixes_.memory_bytes() +
         prefix_filter_.memory_bytes() + facts_.memory_bytes() + names +
         bytes_of(trees_) + bytes_of(always_);
}

}  // namespace curlew::match
