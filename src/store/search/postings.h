// The byte forms that the search index is made of: numbers of 7 bits a byte, and lists
// of documents. A document is a number within its segment, counted from 0.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::store {

inline void append_number(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

// Reads what append_number() and others wrote. Damaged bytes give zeros and an end,
// never a step beyond it.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; at_ != end_ && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= std::uint64_t(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    at_ = end_;
    return 0;
  }
  std::string_view bytes(std::uint64_t size) {
    if (size > static_cast<std::uint64_t>(end_ - at_)) {
      at_ = end_;
      return {};
    }
    const std::string_view taken(at_, size);
    at_ += size;
    return taken;
  }
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

 private:
  const char* at_;
  const char* end_;
};

// Which documents of a segment.
class DocumentSet {
 public:
  explicit DocumentSet(std::size_t documents = 0)
      : words_((documents + 63) / 64), documents_(documents) {}

  std::size_t documents() const { return documents_; }
  void add(std::uint32_t document) {
    if (document < documents_) words_[document / 64] |= 1ULL << (document % 64);
  }
  void remove(std::uint32_t document) {
    words_[document / 64] &= ~(1ULL << (document % 64));
  }
  bool has(std::uint32_t document) const {
    return document < documents_ && (words_[document / 64] >> (document % 64) & 1) != 0;
  }
  void add_all();
  // Bytes of a bitmap, the lowest bit first.
  void add_bitmap(std::string_view bytes);
  void keep_only(const DocumentSet& others);
  void add(const DocumentSet& others);
  void remove(const DocumentSet& others);
  std::size_t count() const;
  bool is_empty() const;
  // Ascending.
  std::vector<std::uint32_t> to_list() const;

  // The lowest one from `from` on; documents() where there is none.
  std::uint32_t next(std::uint32_t from) const {
    std::size_t word = from / 64;
    if (word >= words_.size()) return static_cast<std::uint32_t>(documents_);
    std::uint64_t bits = words_[word] & (~0ULL << (from % 64));
    while (bits == 0) {
      if (++word == words_.size()) return static_cast<std::uint32_t>(documents_);
      bits = words_[word];
    }
    return static_cast<std::uint32_t>(word * 64 + std::size_t(std::countr_zero(bits)));
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t documents_;
};

// A list of documents, ascending, of a segment with `documents` of them: differences,
// or a bitmap where that is shorter: a difference takes a byte at least.
inline bool is_bitmap(std::size_t size, std::size_t documents) {
  return size > documents / 8;
}
void append_list(std::string& out, std::span<const std::uint32_t> list,
                 std::size_t documents);
void add_list(std::string_view list, DocumentSet& set);
// Calls `visit` with each of its documents until that is true.
template <typename Visit>
bool any_of_list(std::string_view list, std::size_t documents, const Visit& visit) {
  ByteReader reader(list);
  if (is_bitmap(reader.number(), documents)) {
    DocumentSet set(documents);
    set.add_bitmap(reader.rest());
    for (auto each = set.next(0); each < documents; each = set.next(each + 1)) {
      if (visit(each)) return true;
    }
    return false;
  }
  for (std::uint64_t next = 0; !reader.at_end(); ++next) {
    next += reader.number();
    if (next < documents && visit(static_cast<std::uint32_t>(next))) return true;
  }
  return false;
}
template <typename Visit>
void for_each_of(std::string_view list, std::size_t documents, const Visit& visit) {
  any_of_list(list, documents, [&](std::uint32_t document) {
    visit(document);
    return false;
  });
}
// Has it one of the set's documents?
bool has_any_of(std::string_view list, const DocumentSet& set);
void read_list(std::string_view list, std::size_t documents,
               std::vector<std::uint32_t>& out);

// Entries of ascending terms, each with its bytes: terms share their beginnings with
// the one before.
class TermBlock {
 public:
  void add(std::string_view term, std::string_view value);
  bool is_empty() const { return bytes_.empty(); }
  std::size_t size() const { return bytes_.size(); }
  const std::string& first_term() const { return first_; }
  // And is empty again.
  std::string take();

 private:
  std::string bytes_;
  std::string first_;
  std::string last_;
};

class TermBlockReader {
 public:
  explicit TermBlockReader(std::string_view block) : reader_(block) {}
  // False at the end.
  bool next();
  const std::string& term() const { return term_; }
  std::string_view value() const { return value_; }

 private:
  ByteReader reader_;
  std::string term_;
  std::string_view value_;
};

}  // namespace curlew::store
