#include "store/search/packed_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "query/terms.h"
#include "store/search_index.h"
#include "text/language.h"

namespace curlew::store {
namespace {

constexpr std::uint32_t kMaxPosition = 250'000;
constexpr std::uint32_t kNone = ~0U;
constexpr std::size_t kLongestTopic = 100;

// A term, or with a mark a term of the author or a pair of words: it is put together
// only when it is written.
struct Key {
  std::uint64_t hash = 0;
  char mark = '\0';
  std::string_view first;
  std::string_view second;
  // In DocumentKeys::uses_.
  std::uint32_t first_use = kNone;
  std::uint32_t last_use = kNone;

  bool is_same(const Key& other) const {
    return hash == other.hash && mark == other.mark && first == other.first &&
           second == other.second;
  }
};

// The keys of a document by the order in which they come, each with its positions.
// Keeps its memory from one to the next.
class DocumentKeys {
 public:
  void begin(std::size_t most_keys) {
    slots_.assign(std::bit_ceil(most_keys * 2 + 16), kNone);
    keys_.clear();
    uses_.clear();
  }
  // Positions of a key ascend.
  void add(const Key& key, std::uint32_t position) {
    Key& known = find(key);
    if (position == kNone) return;
    const auto use = static_cast<std::uint32_t>(uses_.size());
    if (known.last_use == kNone) {
      known.first_use = use;
    } else {
      if (uses_[known.last_use].position == position) return;
      uses_[known.last_use].next = use;
    }
    known.last_use = use;
    uses_.push_back({position, kNone});
  }
  void append_to(std::string& out) {
    for (const Key& key : keys_) {
      const bool is_pair = key.mark == kPairKey;
      append_number(
          out, (key.mark != '\0') + key.first.size() + is_pair + key.second.size());
      if (key.mark != '\0') out += key.mark;
      out += key.first;
      if (is_pair) out += ' ';
      out += key.second;
      positions_.clear();
      std::uint32_t next = 0;
      for (std::uint32_t i = key.first_use; i != kNone; i = uses_[i].next) {
        append_number(positions_, uses_[i].position - next);
        next = uses_[i].position + 1;
      }
      append_number(out, positions_.size());
      out += positions_;
    }
  }

 private:
  struct Use {
    std::uint32_t position;
    std::uint32_t next;
  };

  Key& find(const Key& key) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = key.hash & mask;; slot = (slot + 1) & mask) {
      if (slots_[slot] == kNone) {
        slots_[slot] = static_cast<std::uint32_t>(keys_.size());
        return keys_.emplace_back(key);
      }
      Key& known = keys_[slots_[slot]];
      if (known.is_same(key)) return known;
    }
  }

  std::vector<std::uint32_t> slots_;
  std::vector<Key> keys_;
  std::vector<Use> uses_;
  std::string positions_;
};

bool is_own_key(char first) {
  return first == kAuthorKey || first == kFactKey || first == kPairKey ||
         first == kBeginningKey;
}

bool is_marked(char first) {
  return first == query::kStemMark || first == query::kSoundMark ||
         first == query::kGreeklishMark;
}

void gather(const query::ArticleTerms& terms, DocumentKeys& keys) {
  keys.begin(terms.terms().size() * 2);
  // The last word, if it was a short one. Positions ascend through title and text.
  const query::Term* last = nullptr;
  for (const query::Term& term : terms.terms()) {
    if (term.position >= kMaxPosition || term.size == 0) continue;
    const std::string_view text = terms.text_of(term);
    // No word begins so; if one did, it would be taken for a key of another kind.
    if (is_own_key(text.front())) continue;
    if (term.field == query::Field::kAuthor) {
      keys.add({.hash = ~term.hash, .mark = kAuthorKey, .first = text}, term.position);
      continue;
    }
    keys.add({.hash = term.hash, .first = text}, term.position);
    if (!is_short_word(text)) continue;
    if (last && last->position + 1 == term.position) {
      keys.add({.hash = std::rotl(last->hash, 23) ^ term.hash,
                .mark = kPairKey,
                .first = terms.text_of(*last),
                .second = text},
               kNone);
    }
    last = &term;
  }
}

std::uint32_t title_end_of(const query::ArticleTerms& terms) {
  std::uint32_t end = 0;
  for (const query::Term& term : terms.terms()) {
    if (term.field != query::Field::kTitle) break;
    end = term.position + 1;
  }
  return end;
}

void append_fact(std::string& out, std::string_view key) {
  append_number(out, key.size());
  out += key;
  append_number(out, 0);
}

}  // namespace

std::string language_key(std::string_view code) {
  return fmt::format("{}lang:{}", kFactKey, code);
}
std::string source_key(std::int64_t source) {
  return fmt::format("{}source:{}", kFactKey, source);
}
std::string topic_key(std::string_view folded) {
  return fmt::format("{}topic:{}", kFactKey, folded);
}

std::string own_topic_key(std::int64_t topic) {
  return fmt::format("{}in:{}", kFactKey, topic);
}

bool is_word_key(std::string_view key) {
  return !key.empty() && !is_marked(key.front()) && !is_own_key(key.front());
}

bool is_short_word(std::string_view term) {
  constexpr std::size_t kShort = 4;
  return term.size() <= 2 * kShort && is_word_key(term) &&
         characters_in(term) <= kShort;
}

std::string pair_key(std::string_view first, std::string_view second) {
  std::string key(1, kPairKey);
  key.append(first).append(1, ' ').append(second);
  return key;
}

std::size_t characters_in(std::string_view text) {
  return std::size_t(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::size_t first_character_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = static_cast<unsigned char>(text.front());
  const std::size_t size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  return std::min(size, text.size());
}

std::string pack_document(const query::ArticleTerms& terms,
                          const DocumentFacts& facts) {
  static thread_local DocumentKeys keys;
  gather(terms, keys);
  std::string out;
  out.reserve(terms.terms().size() * 12 + 100);
  append_number(out, static_cast<std::uint64_t>(facts.source.value));
  append_number(out, title_end_of(terms));
  append_number(out, std::min(terms.position_count(), kMaxPosition));
  keys.append_to(out);
  append_fact(out, source_key(facts.source.value));
  append_fact(out, language_key(text::code_of(terms.language())));
  if (!facts.topic.empty() && facts.topic.size() <= kLongestTopic) {
    append_fact(out, topic_key(facts.topic));
  }
  for (const model::TopicScore& own : facts.own_topics) {
    append_fact(out, own_topic_key(own.topic.value));
  }
  return out;
}

PackedDocument::PackedDocument(std::string_view bytes) : reader_(bytes) {
  source_ = static_cast<std::uint32_t>(reader_.number());
  title_end_ = static_cast<std::uint32_t>(reader_.number());
  words_ = static_cast<std::uint32_t>(reader_.number());
}

}  // namespace curlew::store
