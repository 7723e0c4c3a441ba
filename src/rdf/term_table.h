// The distinct terms of a dataset, each under a number of 32 bits.
//
// A term is kept as the text that canonical N-Quads writes for it: `<iri>`, `_:label`,
// `"text"`, `"text"@en`, `"text"^^<type>`. So terms are equal when their texts are,
// writing a quad is joining texts, and a reader of N-Triples hands over what it read.
// One string for all texts and one table for all numbers: 100 bytes less a term than a
// map of strings. Not thread-safe.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::rdf {

using TermId = std::uint32_t;

// In place of a graph's name: the default graph.
inline constexpr TermId kNoTerm = 0xFFFFFFFF;

class TermTable {
 public:
  TermId intern(std::string_view text);
  // The same for many, in a third less time: their places are asked for ahead, so that
  // memory answers while others are looked up.
  void intern_all(std::span<const std::string_view> texts, std::vector<TermId>& ids);
  // Nullopt where no such term is.
  std::optional<TermId> find(std::string_view text) const;
  // The view lives until the next intern().
  std::string_view text(TermId id) const {
    const std::size_t length = begins_[id + 1] - begins_[id] - 1;
    return std::string_view(texts_).substr(begins_[id], length);
  }
  std::size_t size() const { return begins_.size() - 1; }
  // Of all texts together.
  std::size_t bytes() const { return texts_.size(); }

  // Room for texts of so many bytes in all. What is not used costs no memory.
  void reserve(std::size_t bytes) { texts_.reserve(bytes); }

  // For each term of `other`, its number here, or kNoTerm.
  std::vector<TermId> numbers_of(const TermTable& other) const;

 private:
  // With where the text begins, which spares a look into begins_: most of the time goes
  // into waiting for memory.
  struct Slot {
    std::uint32_t hash = 0;
    TermId id = kNoTerm;
    std::size_t begin = 0;
  };

  TermId intern_hashed(std::string_view text, std::uint32_t hash);
  void prefetch(std::span<const std::uint32_t> hashes) const;
  // The slot that holds the text, or the free one where it belongs.
  std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
  void grow();

  // Each with a "\n" behind it, which no text holds.
  std::string texts_;
  // Where each text begins in texts_, and where the last one ends.
  std::vector<std::size_t> begins_{0};
  // A power of two, at most half full.
  std::vector<Slot> slots_ = std::vector<Slot>(64);
};

}  // namespace curlew::rdf
