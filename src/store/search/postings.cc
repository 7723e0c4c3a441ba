#include "store/search/postings.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace curlew::store {
namespace {

// A difference takes a byte at least.
bool is_bitmap(std::size_t size, std::size_t documents) { return size > documents / 8; }

}  // namespace

void DocumentSet::add_all() {
  std::ranges::fill(words_, ~0ULL);
  if (documents_ % 64 != 0) words_.back() = (1ULL << (documents_ % 64)) - 1;
}

void DocumentSet::add_bitmap(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size() && i / 8 < words_.size(); ++i) {
    words_[i / 8] |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (i % 8 * 8);
  }
}

void DocumentSet::keep_only(const DocumentSet& others) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= others.words_[i];
}

void DocumentSet::add(const DocumentSet& others) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= others.words_[i];
}

void DocumentSet::remove(const DocumentSet& others) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~others.words_[i];
}

std::size_t DocumentSet::count() const {
  return std::accumulate(words_.begin(), words_.end(), std::size_t(0),
                         [](std::size_t sum, std::uint64_t word) {
                           return sum + std::size_t(std::popcount(word));
                         });
}

bool DocumentSet::is_empty() const {
  return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
}

void append_list(std::string& out, const std::vector<std::uint32_t>& list,
                 std::size_t documents) {
  append_number(out, list.size());
  if (is_bitmap(list.size(), documents)) {
    std::string bitmap((documents + 7) / 8, '\0');
    for (const std::uint32_t document : list) {
      bitmap[document / 8] =
          static_cast<char>(bitmap[document / 8] | 1 << (document % 8));
    }
    out += bitmap;
    return;
  }
  std::uint32_t next = 0;
  for (const std::uint32_t document : list) {
    append_number(out, document - next);
    next = document + 1;
  }
}

std::size_t list_size(std::string_view list) { return ByteReader(list).number(); }

void add_list(std::string_view list, DocumentSet& set) {
  ByteReader reader(list);
  const std::size_t size = reader.number();
  if (is_bitmap(size, set.documents())) {
    set.add_bitmap(reader.rest());
    return;
  }
  for (std::uint64_t next = 0; !reader.at_end(); ++next) {
    next += reader.number();
    set.add(static_cast<std::uint32_t>(next));
  }
}

std::vector<std::uint32_t> read_list(std::string_view list, std::size_t documents) {
  DocumentSet set(documents);
  add_list(list, set);
  std::vector<std::uint32_t> out;
  out.reserve(std::min(list_size(list), documents));
  for (auto each = set.next(0); each < documents; each = set.next(each + 1)) {
    out.push_back(each);
  }
  return out;
}

void TermBlock::add(std::string_view term, std::string_view value) {
  if (bytes_.empty()) first_ = term;
  std::size_t shared = 0;
  const std::size_t most = bytes_.empty() ? 0 : std::min(last_.size(), term.size());
  while (shared < most && last_[shared] == term[shared]) ++shared;
  append_number(bytes_, shared);
  append_number(bytes_, term.size() - shared);
  bytes_ += term.substr(shared);
  append_number(bytes_, value.size());
  bytes_ += value;
  last_ = term;
}

std::string TermBlock::take() { return std::exchange(bytes_, {}); }

bool TermBlockReader::next() {
  if (reader_.at_end()) return false;
  term_.resize(std::min<std::size_t>(term_.size(), reader_.number()));
  term_ += reader_.bytes(reader_.number());
  value_ = reader_.bytes(reader_.number());
  return true;
}

}  // namespace curlew::store
