// Who stands near whom. Documents of one directory are often changed together, and
// those of the directories beside it sometimes.
//
// About 24 bytes a document: a directory keeps its documents in the order of their
// names, which are cut to eight letters, and neighbours are looked up when they are
// wanted instead of being listed for everyone (that would be 128 bytes).

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "schedule/documents/registry.h"
#include "schedule/policy.h"

namespace curlew::schedule::documents {

using HostIndex = std::uint32_t;

class Neighbourhood {
 public:
  static constexpr std::size_t kMost = 16;
  using Found = std::span<Slot, kMost>;

  void join(Slot slot, std::string_view address);
  void leave(Slot slot);
  bool contains(Slot slot) const {
    return slot < directory_of_.size() && directory_of_[slot] != kNone;
  }

  // A small number, used again when the last document of a host has left.
  HostIndex host(Slot slot) const { return directories_[directory_of_[slot]].host; }
  std::uint32_t documents_of(HostIndex host) const { return hosts_[host]; }

  // Up to kMost documents of the same directory, the nearest by name, in the order of
  // their names. Returns how many.
  std::size_t siblings(Slot slot, Found found) const;
  // Up to kMost documents of the directories beside it, chosen at random: the same
  // ones as long as nobody joins or leaves.
  std::size_t cousins(Slot slot, Found found) const;

 private:
  // The first eight letters, as a number.
  using Name = std::uint64_t;
  struct Directory {
    std::uint32_t family = 0;
    HostIndex host = 0;
    // So many members are in order, the others came since.
    std::uint32_t sorted = 0;
    // By name.
    std::vector<Slot> members;
  };
  // All below one parent.
  using Family = std::vector<Slot>;

  bool before(Slot a, Slot b) const;
  const std::vector<Slot>& in_order(Directory& directory) const;

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // By slot.
  std::vector<std::uint32_t> directory_of_;
  // By slot.
  std::vector<Name> name_of_;
  // Put in order when somebody looks: a million that join one by one are sorted once.
  mutable Registry<Directory> directories_;
  Registry<Family> families_;
  // How many documents each has.
  Registry<std::uint32_t> hosts_;
};

}  // namespace curlew::schedule::documents
