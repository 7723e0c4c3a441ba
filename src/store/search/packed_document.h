// An article as pack_document() (search_index.h) makes it and as it waits in the index
// for its segment: its keys, each once, in any order, and where each one stands. Keys
// are the terms of its text (query/terms.h) and some more:
//
//   elections /elect ~eklog    terms of title and text
//   @ann                       of its author
//   #lang:el #source:17        facts; #topic:politics is the site's own category
//   #in:23                     a topic of Curlew's, by number
//   &of the                    it has these words, one behind the other
//
// A segment adds keys of short beginnings: "e*" would otherwise be the union of every
// tenth list of it. Such a key is the byte 0xFE and the beginning, without positions;
// it is behind all others, so that it is written when all of its words were.
//
// Pairs of short words have keys, without positions: nearly every article has these
// words, and a phrase would compare all their positions.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/search/postings.h"

namespace curlew::store {

inline constexpr char kAuthorKey = '@';
inline constexpr char kFactKey = '#';
inline constexpr char kPairKey = '&';
inline constexpr char kBeginningKey = '\xfe';
// Beginnings of so many characters have keys.
inline constexpr std::size_t kBeginnings = 2;

std::string language_key(std::string_view code);
std::string source_key(std::int64_t source);
std::string topic_key(std::string_view folded);
std::string own_topic_key(std::int64_t topic);

// Is it a word as it is written: neither a stem or sound nor a key of another kind?
bool is_word_key(std::string_view key);
// Is it a word, and so short that pairs of such have keys?
bool is_short_word(std::string_view term);
std::string pair_key(std::string_view first, std::string_view second);

// How many characters a beginning has.
std::size_t characters_in(std::string_view text);
// How many bytes the first character has.
std::size_t first_character_size(std::string_view text);

// Reads what pack_document() made.
class PackedDocument {
 public:
  explicit PackedDocument(std::string_view bytes);

  std::uint32_t source() const { return source_; }
  // Positions below it are of the title.
  std::uint32_t title_end() const { return title_end_; }
  std::uint32_t words() const { return words_; }

  bool next() {
    if (reader_.at_end()) return false;
    key_ = reader_.bytes(reader_.number());
    positions_ = reader_.bytes(reader_.number());
    return !key_.empty();
  }
  std::string_view key() const { return key_; }
  // Differences less one; empty where a key has none.
  std::string_view positions() const { return positions_; }

 private:
  ByteReader reader_;
  std::uint32_t source_ = 0;
  std::uint32_t title_end_ = 0;
  std::uint32_t words_ = 0;
  std::string_view key_;
  std::string_view positions_;
};

}  // namespace curlew::store
