#include "store/search/packed_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <deque>
#include <iterator>
#include <vector>

#include "query/terms.h"
#include "store/search_index.h"
#include "text/language.h"

namespace curlew::store {
namespace {

constexpr std::uint32_t kMaxPosition = 250'000;
constexpr std::uint32_t kNoPosition = ~0U;
constexpr std::size_t kLongestTopic = 100;

// A key at a position. Most comparisons are decided by the first eight bytes.
struct Item {
  std::uint64_t head = 0;
  std::string_view key;
  std::uint32_t position = 0;

  Item(std::string_view name, std::uint32_t at) : key(name), position(at) {
    std::memcpy(&head, key.data(), std::min<std::size_t>(8, key.size()));
    if constexpr (std::endian::native == std::endian::little) {
      head = __builtin_bswap64(head);
    }
  }
  bool operator<(const Item& other) const {
    if (head != other.head) return head < other.head;
    if (const int order = key.compare(other.key); order != 0) return order < 0;
    return position < other.position;
  }
};

std::size_t character_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

bool is_marked(std::string_view term) {
  return term.front() == query::kStemMark || term.front() == query::kSoundMark ||
         term.front() == query::kGreeklishMark;
}

bool is_own_key(std::string_view text) {
  return text.front() == kAuthorKey || text.front() == kFactKey ||
         text.front() == kBeginningKey || text.front() == kPairKey;
}

// Memory for one thread's documents.
struct Workspace {
  // Terms of title and text, and all other keys.
  std::vector<Item> terms;
  std::vector<Item> others;
  std::vector<Item> all;
  // What `others` points at; a deque, so that it stays where it is.
  std::deque<std::string> keys;

  void add_other(std::string key, std::uint32_t position) {
    keys.push_back(std::move(key));
    others.emplace_back(keys.back(), position);
  }
};

// Of sorted terms: those with one beginning follow each other.
void add_beginnings(Workspace& work) {
  std::array<std::string_view, kBeginnings> last;
  for (const Item& item : work.terms) {
    if (is_marked(item.key)) continue;
    std::size_t end = 0;
    for (std::size_t i = 0; i < kBeginnings && end < item.key.size(); ++i) {
      end = std::min(item.key.size(), end + character_bytes(item.key[end]));
      const std::string_view beginning = item.key.substr(0, end);
      if (beginning == last[i]) continue;
      last[i] = beginning;
      work.add_other(kBeginningKey + std::string(beginning), kNoPosition);
    }
  }
}

// Positions ascend through title and text.
void add_pairs(const query::ArticleTerms& terms, Workspace& work) {
  const query::Term* last = nullptr;
  for (const query::Term& term : terms.terms()) {
    if (term.field == query::Field::kAuthor || term.position >= kMaxPosition) break;
    if (!is_short_word(terms.text_of(term))) continue;
    if (last && last->position + 1 == term.position) {
      work.add_other(pair_key(terms.text_of(*last), terms.text_of(term)), kNoPosition);
    }
    last = &term;
  }
}

void gather(const query::ArticleTerms& terms, const DocumentFacts& facts,
            Workspace& work) {
  work.terms.clear();
  work.others.clear();
  work.all.clear();
  work.keys.clear();
  for (const query::Term& term : terms.terms()) {
    if (term.position >= kMaxPosition || term.size == 0) continue;
    const std::string_view text = terms.text_of(term);
    // No word begins so; if one did, it would be taken for a key of another kind.
    if (is_own_key(text)) continue;
    if (term.field == query::Field::kAuthor) {
      work.add_other(kAuthorKey + std::string(text), term.position);
    } else {
      work.terms.emplace_back(text, term.position);
    }
  }
  std::sort(work.terms.begin(), work.terms.end());
  add_beginnings(work);
  add_pairs(terms, work);
  work.add_other(source_key(facts.source.value), kNoPosition);
  work.add_other(language_key(text::code_of(terms.language())), kNoPosition);
  if (!facts.topic.empty() && facts.topic.size() <= kLongestTopic) {
    work.add_other(topic_key(facts.topic), kNoPosition);
  }
  std::sort(work.others.begin(), work.others.end());
  std::merge(work.terms.begin(), work.terms.end(), work.others.begin(),
             work.others.end(), std::back_inserter(work.all));
}

std::uint32_t title_end_of(const query::ArticleTerms& terms) {
  std::uint32_t end = 0;
  for (const query::Term& term : terms.terms()) {
    if (term.field != query::Field::kTitle) break;
    end = term.position + 1;
  }
  return end;
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

bool is_short_word(std::string_view term) {
  constexpr std::size_t kShort = 4;
  return !term.empty() && term.size() <= 2 * kShort && !is_marked(term) &&
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

std::string pack_document(const query::ArticleTerms& terms,
                          const DocumentFacts& facts) {
  static thread_local Workspace work;
  gather(terms, facts, work);
  std::string out;
  append_number(out, static_cast<std::uint64_t>(facts.source.value));
  append_number(out, title_end_of(terms));
  append_number(out, std::min(terms.position_count(), kMaxPosition));
  TermBlock keys;
  std::string positions;
  for (auto item = work.all.begin(); item != work.all.end();) {
    const std::string_view key = item->key;
    positions.clear();
    for (std::uint32_t next = 0; item != work.all.end() && item->key == key; ++item) {
      if (item->position == kNoPosition || item->position + 1 == next) continue;
      append_number(positions, item->position - next);
      next = item->position + 1;
    }
    keys.add(key, positions);
  }
  return out + keys.take();
}

PackedDocument::PackedDocument(std::string_view bytes) : keys_({}) {
  ByteReader reader(bytes);
  source_ = static_cast<std::uint32_t>(reader.number());
  title_end_ = static_cast<std::uint32_t>(reader.number());
  words_ = static_cast<std::uint32_t>(reader.number());
  keys_ = TermBlockReader(reader.rest());
}

}  // namespace curlew::store
