#include "rdf/term_table.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "base/random.h"

namespace curlew::rdf {
namespace {

// Another one in each process: terms of strangers must not be able to collide.
std::uint32_t hash_of(std::string_view text) {
  static const std::uint64_t seed = Random::from_system()();
  return static_cast<std::uint32_t>(
      XXH3_64bits_withSeed(text.data(), text.size(), seed));
}

}  // namespace

std::size_t TermTable::slot_of(std::string_view wanted, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  const auto is_it = [&](const Slot& slot) {
    const char* const text = texts_.data() + slot.begin;
    // What is longer than all texts together is none of them.
    return slot.hash == hash && slot.begin + wanted.size() < texts_.size() &&
           std::memcmp(text, wanted.data(), wanted.size()) == 0 &&
           text[wanted.size()] == '\n';
  };
  while (slots_[at].id != kNoTerm && !is_it(slots_[at])) at = (at + 1) & mask;
  return at;
}

TermId TermTable::intern(std::string_view wanted) {
  return intern_hashed(wanted, hash_of(wanted));
}

void TermTable::prefetch(std::span<const std::uint32_t> hashes) const {
  const std::size_t mask = slots_.size() - 1;
  for (const std::uint32_t hash : hashes) __builtin_prefetch(&slots_[hash & mask]);
  for (const std::uint32_t hash : hashes) {
    const Slot& slot = slots_[hash & mask];
    if (slot.id != kNoTerm) __builtin_prefetch(texts_.data() + slot.begin);
  }
}

void TermTable::intern_all(std::span<const std::string_view> texts,
                           std::vector<TermId>& ids) {
  std::vector<std::uint32_t> hashes(texts.size());
  std::ranges::transform(texts, hashes.begin(), hash_of);
  prefetch(hashes);
  ids.resize(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i)
    ids[i] = intern_hashed(texts[i], hashes[i]);
}

TermId TermTable::intern_hashed(std::string_view wanted, std::uint32_t hash) {
  Slot& slot = slots_[slot_of(wanted, hash)];
  if (slot.id != kNoTerm) return slot.id;
  const auto id = static_cast<TermId>(size());
  slot = {hash, id, texts_.size()};
  texts_.append(wanted).append("\n");
  begins_.push_back(texts_.size());
  if (2 * size() > slots_.size()) grow();
  return id;
}

std::optional<TermId> TermTable::find(std::string_view wanted) const {
  const Slot& slot = slots_[slot_of(wanted, hash_of(wanted))];
  return slot.id == kNoTerm ? std::nullopt : std::optional(slot.id);
}

std::vector<TermId> TermTable::numbers_of(const TermTable& other) const {
  std::vector<TermId> numbers(other.size(), kNoTerm);
  constexpr std::size_t kAtOnce = 128;
  std::vector<std::uint32_t> hashes;
  for (std::size_t from = 0; from < numbers.size(); from += kAtOnce) {
    hashes.clear();
    const std::size_t to = std::min(from + kAtOnce, numbers.size());
    for (std::size_t id = from; id < to; ++id)
      hashes.push_back(hash_of(other.text(static_cast<TermId>(id))));
    prefetch(hashes);
    for (std::size_t id = from; id < to; ++id) {
      const std::string_view theirs = other.text(static_cast<TermId>(id));
      numbers[id] = slots_[slot_of(theirs, hashes[id - from])].id;
    }
  }
  return numbers;
}

void TermTable::grow() {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(4 * old.size(), {});
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == kNoTerm) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].id != kNoTerm) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace curlew::rdf
