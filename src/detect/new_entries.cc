#include "detect/new_entries.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
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

// How often `value` is among `all`, which is sorted. Not std::ranges::equal_range:
// clang 14 cannot compile its result.
template <typename Value>
auto count_in(const std::vector<Value>& all, const Value& value) {
  const auto [begin, end] = std::equal_range(all.begin(), all.end(), value);
  return end - begin;
}

// The fields of an entry one after another, each on a line. Every entry of every visit
// comes through here: one buffer serves them all.
class Fields {
 public:
  void clear() { size_ = 0; }
  std::string_view text() const { return {buffer_.data(), size_}; }

  void add(std::string_view field) {
    char* end = std::ranges::copy(field, room_for(field.size() + 1)).out;
    end_field(end);
  }

  // As a reader sees it: without tags, and without white space, which publishers'
  // programs change freely. Each byte is written, and the next one over it where it
  // does not count.
  void add_seen(std::string_view html) {
    char* end = room_for(html.size() + 1);
    while (!html.empty()) {
      const std::string_view text = html.substr(0, html.find('<'));
      for (const char c : text) {
        *end = c;
        end += static_cast<unsigned char>(c) > ' ' ? 1 : 0;
      }
      html.remove_prefix(text.size());
      const std::size_t tag_end = html.find('>');
      html.remove_prefix(tag_end == html.npos ? html.size() : tag_end + 1);
    }
    end_field(end);
  }

  void add_date(const Entry& entry) {
    add(entry.published ? std::to_string(to_unix_ms(*entry.published)) : "");
  }

 private:
  char* room_for(std::size_t size) {
    if (buffer_.size() < size_ + size) buffer_.resize(size_ + size);
    return buffer_.data() + size_;
  }
  void end_field(char* end) {
    *end++ = '\n';
    size_ = static_cast<std::size_t>(end - buffer_.data());
  }

  std::vector<char> buffer_;
  std::size_t size_ = 0;
};

std::string_view without_query(std::string_view link) {
  return link.substr(0, link.find('?'));
}

// The letter in front keeps a guid and an equal link apart.
std::uint64_t key_of(char field, std::string_view text) {
  std::string named;
  named.reserve(text.size() + 1);
  named.push_back(field);
  named.append(text);
  return short_fingerprint_of(named);
}

std::uint64_t key_of_all(const Entry& entry) {
  Fields all;
  all.add("c" + entry.title);
  all.add(entry.link);
  all.add_seen(entry.summary);
  all.add_seen(entry.content);
  all.add_date(entry);
  return short_fingerprint_of(all.text());
}

// Gives keys to those of `unnamed` that the field `name` of an entry names, and returns
// the others: entries without it, and those that share it with an entry that is not the
// `same`.
template <typename Name, typename Same>
std::vector<std::size_t> name_by(char field, Name name, Same same,
                                 std::span<const Entry> entries,
                                 std::vector<std::size_t> unnamed,
                                 std::vector<std::uint64_t>& keys) {
  std::vector<std::size_t> left;
  std::ranges::sort(
      unnamed, {}, [&](std::size_t i) -> std::string_view { return name(entries[i]); });
  for (auto begin = unnamed.begin(); begin != unnamed.end();) {
    const Entry& first = entries[*begin];
    const auto end = std::find_if(begin, unnamed.end(), [&](std::size_t i) {
      return name(entries[i]) != name(first);
    });
    const bool names = !name(first).empty() && std::all_of(begin, end, [&](auto i) {
      return same(first, entries[i]);
    });
    for (; begin != end; ++begin) {
      if (names)
        keys[*begin] = key_of(field, name(first));
      else
        left.push_back(*begin);
    }
  }
  return left;
}

std::vector<std::uint64_t> keys_of(std::span<const Entry> entries) {
  std::vector<std::uint64_t> keys(entries.size());
  std::vector<std::size_t> unnamed(entries.size());
  std::iota(unnamed.begin(), unnamed.end(), std::size_t{0});
  const auto id = [](const Entry& entry) -> const std::string& { return entry.id; };
  const auto link = [](const Entry& entry) -> const std::string& { return entry.link; };
  const auto title = [](const Entry& entry) -> const std::string& {
    return entry.title;
  };
  unnamed = name_by(
      'g', id,
      [](const Entry& one, const Entry& other) {
        return one.link == other.link && one.title == other.title;
      },
      entries, std::move(unnamed), keys);
  unnamed = name_by(
      'l', link,
      [](const Entry& one, const Entry& other) { return one.title == other.title; },
      entries, std::move(unnamed), keys);
  unnamed = name_by(
      't', title,
      [](const Entry& one, const Entry& other) {
        return one.link == other.link && one.summary == other.summary &&
               one.content == other.content;
      },
      entries, std::move(unnamed), keys);
  for (const std::size_t i : unnamed) keys[i] = key_of_all(entries[i]);
  return keys;
}

// How many entries lead to each address without its query; sorted by address.
class Addresses {
 public:
  explicit Addresses(std::span<const Entry> entries) {
    for (const Entry& entry : entries) all_.push_back(without_query(entry.link));
    std::ranges::sort(all_);
    tell_all_apart_ = all_.size() > 1 && !all_.front().empty() &&
                      std::ranges::adjacent_find(all_) == all_.end();
  }

  // Does its address name this entry? One with a query may name it by that, and does
  // not where the other entries of the document show that the rest suffices.
  bool names(const Entry& entry) const {
    if (entry.link.empty()) return false;
    if (tell_all_apart_) return true;
    const std::string_view address = without_query(entry.link);
    if (address.size() != entry.link.size()) return false;
    return count_in(all_, address) == 1;
  }

 private:
  std::vector<std::string_view> all_;
  bool tell_all_apart_ = false;
};

std::uint64_t likeness_of(const Entry& entry, const Addresses& addresses,
                          Fields& fields) {
  fields.clear();
  fields.add_seen(entry.title);
  const std::size_t title_end = fields.text().size();
  fields.add_seen(entry.summary);
  fields.add_seen(entry.content);
  const bool has_text = fields.text().size() > title_end + 2;  // Two line ends.
  if (!has_text && title_end == 1) return 0;
  fields.add(without_query(entry.link));
  if (!addresses.names(entry)) {
    if (!has_text && !entry.published) return 0;
    fields.add_date(entry);
  }
  std::uint64_t likeness = 0;
  std::memcpy(&likeness, fingerprint_of(fields.text()).bytes.data(), sizeof likeness);
  return likeness;
}

// A likeness that two entries share tells neither of them.
void drop_doubles(std::vector<std::uint64_t>& likenesses) {
  const auto all = sorted<std::uint64_t>(likenesses);
  for (std::uint64_t& likeness : likenesses) {
    if (count_in(all, likeness) > 1) likeness = 0;
  }
}

Time date_of(const Entry& entry) {
  if (entry.published) return *entry.published;
  return entry.updated.value_or(kNever);
}

}  // namespace

EntryMarks mark_entries(std::span<const Entry> entries) {
  EntryMarks marks{.keys = keys_of(entries), .likenesses = {}};
  const Addresses addresses(entries);
  marks.likenesses.reserve(entries.size());
  Fields fields;
  for (const Entry& entry : entries) {
    marks.likenesses.push_back(likeness_of(entry, addresses, fields));
  }
  drop_doubles(marks.likenesses);
  return marks;
}

std::vector<std::size_t> find_new_entries(std::span<const Entry> entries,
                                          const EntryMarks& marks,
                                          const KnownEntries& known) {
  const std::vector<std::uint64_t> keys = sorted(known.keys);
  const std::vector<std::uint64_t> likenesses = sorted(known.likenesses);
  const auto is_as_it_was = [&](std::size_t i) {
    const std::uint64_t likeness = marks.likenesses[i];
    if (likeness != 0 && std::ranges::binary_search(likenesses, likeness)) return true;
    // Of one that is known by name only, nobody can say that it changed.
    const bool is_comparable = likeness != 0 && !likenesses.empty();
    return !is_comparable && std::ranges::binary_search(keys, marks.keys[i]);
  };
  std::vector<std::size_t> fresh;
  fresh.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!is_as_it_was(i)) fresh.push_back(i);
  }
  // Of entries with one key the first in the feed counts.
  const std::vector<std::uint64_t>& names = marks.keys;
  std::ranges::sort(fresh, {}, [&](std::size_t i) { return std::pair(names[i], i); });
  // Not std::ranges::unique, for the same reason.
  const auto is_double = [&](std::size_t a, std::size_t b) {
    return names[a] == names[b];
  };
  fresh.erase(std::unique(fresh.begin(), fresh.end(), is_double), fresh.end());
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

bool is_edit(const Entry& stored, const Entry& now) {
  if (stored.link == now.link || stored.title == now.title) return true;
  return stored.published && stored.published == now.published;
}

}  // namespace curlew::detect
