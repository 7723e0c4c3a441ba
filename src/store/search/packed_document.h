// An article as pack_document() (search_index.h) makes it and as it waits in the index
// for its segment: its keys in ascending order, and where each one stands. Keys are the
// terms of its text (query/terms.h) and some more:
//
//   elections /elect ~eklog    terms of title and text
//   @ann                       of its author
//   #lang:el #source:17        facts; #topic:politics is the site's own category
//   *e *el                     it has words that begin so
//   &of the                    it has these words, one behind the other
//
// Short beginnings have keys of their own, without positions: "e*" would otherwise be
// the union of every tenth list of a segment. So have pairs of short words, which
// nearly every article has, and of which a phrase would compare all positions.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/search/postings.h"

namespace curlew::store {

inline constexpr char kAuthorKey = '@';
inline constexpr char kFactKey = '#';
inline constexpr char kBeginningKey = '*';
inline constexpr char kPairKey = '&';
// Beginnings of so many characters have keys.
inline constexpr std::size_t kBeginnings = 2;

std::string language_key(std::string_view code);
std::string source_key(std::int64_t source);
std::string topic_key(std::string_view folded);

// Is it a word, and so short that pairs of such have keys?
bool is_short_word(std::string_view term);
std::string pair_key(std::string_view first, std::string_view second);

// How many characters a beginning has.
std::size_t characters_in(std::string_view text);

// Reads what pack_document() made.
class PackedDocument {
 public:
  explicit PackedDocument(std::string_view bytes);

  std::uint32_t source() const { return source_; }
  // Positions below it are of the title.
  std::uint32_t title_end() const { return title_end_; }
  std::uint32_t words() const { return words_; }

  bool next() { return keys_.next(); }
  const std::string& key() const { return keys_.term(); }
  // Differences, as append_positions() writes them; empty where a key has none.
  std::string_view positions() const { return keys_.value(); }

 private:
  std::uint32_t source_ = 0;
  std::uint32_t title_end_ = 0;
  std::uint32_t words_ = 0;
  TermBlockReader keys_;
};

}  // namespace curlew::store
