#include "schedule/documents/neighbourhood.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/fingerprint.h"
#include "base/random.h"
#include "schedule/documents/place.h"

namespace curlew::schedule::documents {
namespace {

// Eight letters as a number that sorts like them.
std::uint64_t eight_letters(std::string_view name) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    number = number << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0u);
  }
  return number;
}

std::uint64_t key_of(std::string_view host, std::string_view path) {
  std::string text(host);
  text += '\0';
  text += path;
  return short_fingerprint_of(text);
}

}  // namespace

void Neighbourhood::join(Slot slot, std::string_view address) {
  leave(slot);
  if (slot >= directory_of_.size()) {
    directory_of_.resize(slot + 1, kNone);
    name_of_.resize(slot + 1);
  }
  const Place place = place_of(address);
  const auto index = directories_.add(key_of(place.host, place.directory));
  Directory& directory = directories_[index];
  if (directory.members.empty()) {
    directory.family = families_.add(key_of(place.host, place.parent));
    directory.host = hosts_.add(short_fingerprint_of(place.host));
  }
  directory.members.push_back(slot);
  families_[directory.family].push_back(slot);
  ++hosts_[directory.host];
  directory_of_[slot] = index;
  name_of_[slot] = eight_letters(place.name);
}

void Neighbourhood::leave(Slot slot) {
  if (!contains(slot)) return;
  const auto index = std::exchange(directory_of_[slot], kNone);
  Directory& directory = directories_[index];
  const auto at = std::find(directory.members.begin(), directory.members.end(), slot);
  if (at - directory.members.begin() < std::ptrdiff_t(directory.sorted)) {
    --directory.sorted;
  }
  directory.members.erase(at);
  Family& family = families_[directory.family];
  std::erase(family, slot);
  if (family.empty()) families_.remove(directory.family);
  // A directory holds its family and its host as long as it has members.
  if (--hosts_[directory.host] == 0) hosts_.remove(directory.host);
  if (directory.members.empty()) directories_.remove(index);
}

bool Neighbourhood::before(Slot a, Slot b) const {
  return std::pair(name_of_[a], a) < std::pair(name_of_[b], b);
}

const std::vector<Slot>& Neighbourhood::in_order(Directory& directory) const {
  auto& members = directory.members;
  const auto old_end = members.begin() + std::ptrdiff_t(directory.sorted);
  if (old_end == members.end()) return members;
  const auto by_name = [this](Slot a, Slot b) { return before(a, b); };
  std::sort(old_end, members.end(), by_name);
  std::inplace_merge(members.begin(), old_end, members.end(), by_name);
  directory.sorted = std::uint32_t(members.size());
  return members;
}

std::size_t Neighbourhood::siblings(Slot slot, Found found) const {
  if (!contains(slot)) return 0;
  const auto& members = in_order(directories_[directory_of_[slot]]);
  const auto self = std::lower_bound(members.begin(), members.end(), slot,
                                     [this](Slot a, Slot b) { return before(a, b); });
  const auto at = std::size_t(self - members.begin());
  // Eight on each side, or more on one where the other ends.
  const std::size_t latest = members.size() - std::min(members.size(), kMost + 1);
  const std::size_t first = std::min(at - std::min(at, kMost / 2), latest);
  std::size_t count = 0;
  for (std::size_t i = first; i < members.size() && count < kMost; ++i) {
    if (i != at) found[count++] = members[i];
  }
  return count;
}

std::size_t Neighbourhood::cousins(Slot slot, Found found) const {
  if (!contains(slot)) return 0;
  const auto own = directory_of_[slot];
  const Family& family = families_[directories_[own].family];
  if (family.size() == directories_[own].members.size()) return 0;
  // Even steps from a place drawn by lot, so that nobody is met twice.
  const std::size_t looks = std::min(family.size(), 4 * kMost);
  const std::size_t step = family.size() / looks;
  std::size_t at = scrambled(slot) % family.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < looks && count < kMost; ++i) {
    if (directory_of_[family[at]] != own) found[count++] = family[at];
    at += step;
    if (at >= family.size()) at -= family.size();
  }
  return count;
}

}  // namespace curlew::schedule::documents
