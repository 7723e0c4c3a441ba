#include "detect/new_entries.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/fingerprint.h"

namespace curlew::detect {
namespace {

using model::Entry;

// Guids that several entries with different links share.
std::unordered_set<std::string_view> ambiguous_ids(std::span<const Entry> entries) {
  std::unordered_map<std::string_view, std::string_view> link_of;
  std::unordered_set<std::string_view> ambiguous;
  for (const Entry& entry : entries) {
    if (entry.id.empty()) continue;
    const auto [known, added] = link_of.emplace(entry.id, entry.link);
    if (!added && known->second != entry.link) ambiguous.insert(entry.id);
  }
  return ambiguous;
}

// The letter in front keeps a guid and an equal link apart.
std::uint64_t key_of(char field, std::string_view text) {
  std::string named;
  named.reserve(text.size() + 1);
  named.push_back(field);
  named.append(text);
  return short_fingerprint_of(named);
}

// Summary and content come last: an entry without all three names is still an entry.
std::uint64_t key_without_id(const Entry& entry) {
  if (!entry.link.empty()) return key_of('l', entry.link);
  if (!entry.title.empty()) return key_of('t', entry.title);
  return key_of('c', entry.summary.empty() ? entry.content : entry.summary);
}

Time date_of(const Entry& entry) {
  if (entry.published) return *entry.published;
  return entry.updated.value_or(kNever);
}

}  // namespace

std::vector<std::uint64_t> entry_keys(std::span<const Entry> entries) {
  const auto ambiguous = ambiguous_ids(entries);
  std::vector<std::uint64_t> keys;
  keys.reserve(entries.size());
  for (const Entry& entry : entries) {
    const bool named = !entry.id.empty() && !ambiguous.contains(entry.id);
    keys.push_back(named ? key_of('g', entry.id) : key_without_id(entry));
  }
  return keys;
}

std::vector<std::size_t> find_new_entries(std::span<const Entry> entries,
                                          std::span<const std::uint64_t> keys,
                                          std::span<const std::uint64_t> known) {
  std::unordered_set<std::uint64_t> seen(known.begin(), known.end());
  std::vector<std::size_t> fresh;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (seen.insert(keys[i]).second) fresh.push_back(i);
  }
  std::reverse(fresh.begin(), fresh.end());
  const bool all_dated = std::ranges::all_of(
      fresh, [&](std::size_t i) { return date_of(entries[i]) != kNever; });
  if (all_dated) {
    std::ranges::stable_sort(fresh, {},
                             [&](std::size_t i) { return date_of(entries[i]); });
  }
  return fresh;
}

std::vector<std::uint64_t> remembered_keys(std::span<const std::uint64_t> keys,
                                           std::span<const std::uint64_t> known,
                                           std::size_t limit) {
  std::vector<std::uint64_t> result(keys.begin(), keys.end());
  const std::unordered_set<std::uint64_t> shown(keys.begin(), keys.end());
  for (const std::uint64_t key : known) {
    if (result.size() >= limit) break;
    if (!shown.contains(key)) result.push_back(key);
  }
  return result;
}

}  // namespace curlew::detect
