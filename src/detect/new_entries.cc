#include "detect/new_entries.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/fingerprint.h"

namespace curlew::detect {
namespace {

using model::Entry;

// Sorted vectors stand for sets here: for the few dozen entries of a feed, a node for
// each would cost more than everything else.

template <typename Value>
std::vector<Value> sorted(std::span<const Value> values) {
  std::vector<Value> result(values.begin(), values.end());
  std::ranges::sort(result);
  return result;
}

// Guids that several entries with different links share; sorted.
std::vector<std::string_view> ambiguous_ids(std::span<const Entry> entries) {
  std::vector<const Entry*> by_id;
  by_id.reserve(entries.size());
  for (const Entry& entry : entries) {
    if (!entry.id.empty()) by_id.push_back(&entry);
  }
  std::ranges::sort(
      by_id, {}, [](const Entry* entry) -> auto& { return entry->id; });
  std::vector<std::string_view> ambiguous;
  for (std::size_t i = 1; i < by_id.size(); ++i) {
    const Entry &one = *by_id[i - 1], &next = *by_id[i];
    if (one.id == next.id && one.link != next.link) ambiguous.push_back(one.id);
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
    const bool named =
        !entry.id.empty() && !std::ranges::binary_search(ambiguous, entry.id);
    keys.push_back(named ? key_of('g', entry.id) : key_without_id(entry));
  }
  return keys;
}

std::vector<std::size_t> find_new_entries(std::span<const Entry> entries,
                                          std::span<const std::uint64_t> keys,
                                          std::span<const std::uint64_t> known) {
  const std::vector<std::uint64_t> seen = sorted(known);
  std::vector<std::size_t> fresh;
  fresh.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!std::ranges::binary_search(seen, keys[i])) fresh.push_back(i);
  }
  // Of entries with one key the first in the feed counts.
  const auto key_of = [&](std::size_t i) { return keys[i]; };
  std::ranges::sort(fresh, {}, [&](std::size_t i) { return std::pair(keys[i], i); });
  const auto doubles = std::ranges::unique(fresh, {}, key_of);
  fresh.erase(doubles.begin(), doubles.end());
  // Feeds have their newest entry first.
  std::ranges::sort(fresh, std::ranges::greater());
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
  const std::vector<std::uint64_t> shown = sorted(keys);
  for (const std::uint64_t key : known) {
    if (result.size() >= limit) break;
    if (!std::ranges::binary_search(shown, key)) result.push_back(key);
  }
  return result;
}

}  // namespace curlew::detect
