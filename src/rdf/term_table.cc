#include "rdf/term_table.h"

#include <xxhash.h>

namespace curlew::rdf {
namespace {

std::uint32_t hash_of(std::string_view text) {
  return static_cast<std::uint32_t>(XXH3_64bits(text.data(), text.size()));
}

}  // namespace

std::size_t TermTable::slot_of(std::string_view wanted, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].id != kNoTerm &&
         (slots_[at].hash != hash || text(slots_[at].id) != wanted)) {
    at = (at + 1) & mask;
  }
  return at;
}

TermId TermTable::intern(std::string_view wanted) {
  const std::uint32_t hash = hash_of(wanted);
  Slot& slot = slots_[slot_of(wanted, hash)];
  if (slot.id != kNoTerm) return slot.id;
  const auto id = static_cast<TermId>(size());
  slot = {hash, id};
  texts_ += wanted;
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
  for (const Slot& theirs : other.slots_) {
    if (theirs.id == kNoTerm) continue;
    numbers[theirs.id] = slots_[slot_of(other.text(theirs.id), theirs.hash)].id;
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
