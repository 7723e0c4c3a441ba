// Finds a source's slot by its id: 6 to 8 bytes a source.
//
// Open addressing over slots; the ids stand in the sources' rows, and four bits of the
// hash beside each slot spare most looks at wrong rows. The table is cut into 16 parts,
// each of which grows by itself, so growing never stops the planner for long nor needs
// a second copy of more than one part.

#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "model/ids.h"
#include "schedule/large_memory.h"
#include "schedule/policy.h"

namespace curlew::schedule {

// `IdOf` gives the id of a slot that is in the index. Not thread-safe.
template <typename IdOf>
class SlotIndex {
 public:
  static constexpr Slot kMostSlots = Slot{1} << 28;

  explicit SlotIndex(IdOf id_of) : id_of_(std::move(id_of)) {}

  Slot find(model::SourceId id) const {
    const std::uint64_t hash = hash_of(id);
    const Part& part = parts_[part_of(hash)];
    if (part.size == 0) return kNoSlot;
    for (std::size_t at = home(part, hash); part.cells()[at] != 0;
         at = next(part, at)) {
      const Cell cell = part.cells()[at];
      if (tag_of(cell) == tag_of(hash) && id_of_(slot_of(cell)) == id) {
        return slot_of(cell);
      }
    }
    return kNoSlot;
  }

  // An id that is not in it.
  void insert(model::SourceId id, Slot slot) {
    const std::uint64_t hash = hash_of(id);
    Part& part = parts_[part_of(hash)];
    if ((part.used + 1) * kFullOf > part.size * kFullAt) grow(part);
    place(part, hash, slot);
    ++part.used;
    ++size_;
  }

  // While its row still says the id.
  void erase(model::SourceId id) {
    const std::uint64_t hash = hash_of(id);
    Part& part = parts_[part_of(hash)];
    if (part.size == 0) return;
    for (std::size_t at = home(part, hash); part.cells()[at] != 0;
         at = next(part, at)) {
      const Cell cell = part.cells()[at];
      if (tag_of(cell) != tag_of(hash) || id_of_(slot_of(cell)) != id) continue;
      close_gap(part, at);
      --part.used;
      --size_;
      return;
    }
  }

  std::size_t size() const { return size_; }

 private:
  // 0: empty; else (slot + 1) << 4 | tag.
  using Cell = std::uint32_t;
  struct Part {
    LargeMemory memory;
    std::size_t size = 0;
    std::size_t used = 0;

    Cell* cells() const { return reinterpret_cast<Cell*>(memory.data()); }
  };
  // Parts are at most 70 % full, and 54 % after they have grown.
  static constexpr std::size_t kFullAt = 70;
  static constexpr std::size_t kFullOf = 100;

  static std::uint64_t hash_of(model::SourceId id) {
    // The finaliser of splitmix64: ids in a row must not fill cells in a row.
    std::uint64_t z = static_cast<std::uint64_t>(id.value);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  static std::size_t part_of(std::uint64_t hash) { return hash >> 60; }
  static Cell tag_of(std::uint64_t hash) { return Cell(hash >> 56 & 15); }
  static Cell tag_of(Cell cell) { return cell & 15; }
  static Slot slot_of(Cell cell) { return (cell >> 4) - 1; }

  static std::size_t home(const Part& part, std::uint64_t hash) {
    return std::size_t((hash & 0xffffffff) * part.size >> 32);
  }
  static std::size_t next(const Part& part, std::size_t at) {
    return at + 1 == part.size ? 0 : at + 1;
  }

  static void place(Part& part, std::uint64_t hash, Slot slot) {
    std::size_t at = home(part, hash);
    while (part.cells()[at] != 0) at = next(part, at);
    part.cells()[at] = (slot + 1) << 4 | tag_of(hash);
  }

  void grow(Part& part) {
    const std::size_t size = part.size + part.size * 3 / 10 + 64;
    Part grown{LargeMemory(size * sizeof(Cell)), size, part.used};
    for (std::size_t at = 0; at < part.size; ++at) {
      const Cell cell = part.cells()[at];
      if (cell != 0) place(grown, hash_of(id_of_(slot_of(cell))), slot_of(cell));
    }
    part = std::move(grown);
  }

  // Moves what stands behind the gap forward, as far as it may: no tombstones.
  void close_gap(Part& part, std::size_t gap) {
    for (std::size_t at = next(part, gap); part.cells()[at] != 0; at = next(part, at)) {
      const std::size_t wanted = home(part, hash_of(id_of_(slot_of(part.cells()[at]))));
      const bool may_move =
          gap <= at ? wanted <= gap || wanted > at : wanted <= gap && wanted > at;
      if (!may_move) continue;
      part.cells()[gap] = part.cells()[at];
      gap = at;
    }
    part.cells()[gap] = 0;
  }

  IdOf id_of_;
  std::array<Part, 16> parts_;
  std::size_t size_ = 0;
};

}  // namespace curlew::schedule
