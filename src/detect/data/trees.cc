#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "base/ascii.h"
#include "base/fingerprint.h"
#include "base/utf8.h"
#include "detect/data/data_change.h"

namespace curlew::detect {
namespace {

using model::Json;

// A number's value as text, so that "1.0", "1" and "10e-1" are one and nothing is
// rounded: digits without zeros at either end, and a power of ten.
std::string value_of_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  std::int64_t power = 0;
  if (e < text.size()) {
    const char* from = text.data() + e + 1;
    if (*from == '+') ++from;
    const auto read = std::from_chars(from, text.data() + text.size(), power);
    // Nobody can count so far; such numbers are compared as they are written.
    if (read.ec != std::errc() || std::abs(power) > 1'000'000'000)
      return std::string(text);
  }
  std::string digits;
  bool is_behind_point = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.') is_behind_point = true;
    if (!is_ascii_digit(c)) continue;
    if (is_behind_point) --power;
    if (c != '0' || !digits.empty()) digits += c;
  }
  while (digits.ends_with('0')) {
    digits.pop_back();
    ++power;
  }
  if (digits.empty()) return "0";
  return fmt::format("{}{}e{}", is_negative ? "-" : "", digits, power);
}

void append_compact(std::string& out, const Json& json, std::size_t limit) {
  if (out.size() > limit) return;
  switch (json.kind) {
    case Json::Kind::kNull:
      out += "null";
      return;
    case Json::Kind::kFalse:
      out += "false";
      return;
    case Json::Kind::kTrue:
      out += "true";
      return;
    case Json::Kind::kNumber:
      out += json.text;
      return;
    case Json::Kind::kString:
      out.append("\"").append(json.text).append("\"");
      return;
    default:
      break;
  }
  out += json.is_array() ? '[' : '{';
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    if (out.size() > limit) return;
    if (i > 0) out += ", ";
    if (json.is_object()) out.append(json.keys[i]).append(": ");
    append_compact(out, json.items[i], limit);
  }
  out += json.is_array() ? ']' : '}';
}

// A value on one line, for people.
std::string shown(const Json& json) {
  constexpr std::size_t kLimit = 200;
  std::string text;
  append_compact(text, json, kLimit);
  if (text.size() > kLimit) {
    cut_utf8(text, kLimit);
    text += "…";
  }
  return text;
}

// The same for values that say the same.
std::uint64_t likeness_of(const Json& json) {
  std::string text(1, static_cast<char>(json.kind));
  const auto add = [&](std::uint64_t number) {
    text.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  if (json.is_number()) {
    text += value_of_number(json.text);
  } else if (json.is_array()) {
    for (const Json& item : json.items) add(likeness_of(item));
  } else if (json.is_object()) {
    // A sum, since the order of members says nothing.
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < json.items.size(); ++i) {
      const std::uint64_t inner = likeness_of(json.items[i]);
      std::string member = json.keys[i];
      member.append(reinterpret_cast<const char*>(&inner), sizeof inner);
      sum += short_fingerprint_of(member);
    }
    add(sum);
  } else {
    text += json.text;
  }
  return short_fingerprint_of(text);
}

using Identities = std::unordered_map<std::string, const Json*>;

std::optional<Identities> identities_by(const Json& array, std::string_view member) {
  Identities identities;
  for (const Json& item : array.items) {
    const Json* const id = item.is_object() ? item.find(member) : nullptr;
    if (!id || (!id->is_string() && !id->is_number()) || id->text.empty())
      return std::nullopt;
    if (!identities.emplace(id->text, &item).second) return std::nullopt;
  }
  return identities;
}

struct KeyedArrays {
  std::string_view member;
  Identities before;
  Identities after;
};

// How much a member's name promises to be an identity: 0 most; nullopt not at all.
std::optional<int> rank_of_identity(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kIds = {
      "@id", "id", "_id", "uuid", "guid", "identifier", "key"};
  static constexpr std::array<std::string_view, 9> kNames = {
      "code", "slug", "path", "url", "uri", "href", "link", "name", "title"};
  const std::string lower = to_ascii_lower(name);
  if (std::ranges::find(kIds, lower) != kIds.end()) return 0;
  if (name.ends_with("Id") || lower.ends_with("_id") || lower.ends_with("uniqueid"))
    return 1;
  const auto found = std::ranges::find(kNames, lower);
  if (found == kNames.end()) return std::nullopt;
  return 2 + static_cast<int>(found - kNames.begin());
}

// The member that tells the items of both arrays apart.
std::optional<KeyedArrays> keyed(const Json& before, const Json& after) {
  if (before.items.empty() || after.items.empty()) return std::nullopt;
  std::vector<std::pair<int, std::string_view>> candidates;
  for (const std::string& key : before.items.front().keys)
    if (const auto rank = rank_of_identity(key)) candidates.emplace_back(*rank, key);
  std::ranges::sort(candidates);
  for (const auto& [rank, member] : candidates) {
    auto old_items = identities_by(before, member);
    if (!old_items) continue;
    auto new_items = identities_by(after, member);
    if (new_items)
      return KeyedArrays{member, *std::move(old_items), *std::move(new_items)};
  }
  return std::nullopt;
}

// RFC 6901.
std::string pointer_part(std::string_view key) {
  std::string part = "/";
  for (const char c : key) {
    if (c == '~')
      part += "~0";
    else if (c == '/')
      part += "~1";
    else
      part += c;
  }
  return part;
}

// Where a value stands, written out for the few that are listed: of keys that are long
// and lie in each other, all paths together would be far longer than the document.
struct Path {
  const Path* up = nullptr;
  std::string part = {};

  std::string text() const { return (up ? up->text() : "") + part; }
};

class TreeComparison {
 public:
  explicit TreeComparison(const DataCompareOptions& options) : options_(options) {}

  DataChange run(const Json& before, const Json& after) {
    change_.unit = DataUnit::kPaths;
    compare(Path(), before, after);
    const bool differs = change_.added_count > 0 || change_.removed_count > 0 ||
                         change_.edited_count > 0;
    change_.verdict = differs ? DataVerdict::kDifferent : DataVerdict::kSame;
    return std::move(change_);
  }

 private:
  void add(const Path& path, const Json& value) {
    if (change_.added_count++ < options_.max_listed)
      change_.added.push_back(fmt::format("{}: {}", path.text(), shown(value)));
  }
  void remove(const Path& path, const Json& value) {
    if (change_.removed_count++ < options_.max_listed)
      change_.removed.push_back(fmt::format("{}: {}", path.text(), shown(value)));
  }
  void edit(const Path& path, const Json& before, const Json& after) {
    if (change_.edited_count++ < options_.max_listed)
      change_.edited.push_back(
          {path.up ? path.text() : "/", shown(before), shown(after)});
  }

  void compare(const Path& path, const Json& before, const Json& after) {
    if (before.kind != after.kind) return edit(path, before, after);
    if (before.is_object()) return compare_objects(path, before, after);
    if (before.is_array()) return compare_arrays(path, before, after);
    const bool is_same =
        before.is_number() ? value_of_number(before.text) == value_of_number(after.text)
                           : before.text == after.text;
    if (!is_same) edit(path, before, after);
  }

  void compare_objects(const Path& path, const Json& before, const Json& after) {
    std::unordered_map<std::string_view, const Json*> new_members;
    for (std::size_t i = 0; i < after.keys.size(); ++i)
      new_members.emplace(after.keys[i], &after.items[i]);
    for (std::size_t i = 0; i < before.keys.size(); ++i) {
      const Path inner{&path, pointer_part(before.keys[i])};
      const auto found = new_members.find(before.keys[i]);
      if (found == new_members.end()) {
        remove(inner, before.items[i]);
      } else {
        compare(inner, before.items[i], *found->second);
        new_members.erase(found);
      }
    }
    for (std::size_t i = 0; i < after.keys.size(); ++i)
      if (new_members.contains(after.keys[i]))
        add(Path{&path, pointer_part(after.keys[i])}, after.items[i]);
  }

  void compare_arrays(const Path& path, const Json& before, const Json& after) {
    if (const auto arrays = keyed(before, after))
      return compare_keyed(path, before, after, *arrays);
    std::vector<std::uint64_t> old_marks, new_marks;
    for (const Json& item : before.items) old_marks.push_back(likeness_of(item));
    for (const Json& item : after.items) new_marks.push_back(likeness_of(item));
    std::size_t begin = 0;
    std::size_t old_end = old_marks.size(), new_end = new_marks.size();
    while (begin < old_end && begin < new_end && old_marks[begin] == new_marks[begin])
      ++begin;
    while (old_end > begin && new_end > begin &&
           old_marks[old_end - 1] == new_marks[new_end - 1]) {
      --old_end;
      --new_end;
    }
    for (const auto& [i, j] :
         common_items(old_marks, new_marks, begin, old_end, new_end)) {
      compare_runs(path, before, after, i.first, i.second, j.first, j.second);
    }
  }

  void compare_keyed(const Path& path, const Json& before, const Json& after,
                     const KeyedArrays& arrays) {
    const auto named = [&](const Json& item) {
      return Path{
          &path, fmt::format("[{}={}]", arrays.member, item.find(arrays.member)->text)};
    };
    for (const Json& item : before.items) {
      const auto found = arrays.after.find(item.find(arrays.member)->text);
      if (found == arrays.after.end()) {
        remove(named(item), item);
      } else {
        compare(named(item), item, *found->second);
      }
    }
    for (const Json& item : after.items)
      if (!arrays.before.contains(item.find(arrays.member)->text))
        add(named(item), item);
  }

  // Items that stand between those which both arrays have, pair by pair.
  void compare_runs(const Path& path, const Json& before, const Json& after,
                    std::size_t i, std::size_t old_end, std::size_t j,
                    std::size_t new_end) {
    for (; i < old_end && j < new_end; ++i, ++j)
      compare(Path{&path, fmt::format("/{}", j)}, before.items[i], after.items[j]);
    for (; i < old_end; ++i)
      remove(Path{&path, fmt::format("/{}", i)}, before.items[i]);
    for (; j < new_end; ++j) add(Path{&path, fmt::format("/{}", j)}, after.items[j]);
  }

  using Range = std::pair<std::size_t, std::size_t>;
  using Runs = std::vector<std::pair<Range, Range>>;

  // The runs of both arrays between the items of their longest common subsequence, by
  // a table; where that would be too large, all as one run.
  static Runs common_items(const std::vector<std::uint64_t>& old_marks,
                           const std::vector<std::uint64_t>& new_marks,
                           std::size_t begin, std::size_t old_end,
                           std::size_t new_end) {
    constexpr std::size_t kMaxTable = 4'000'000;
    const std::size_t rows = old_end - begin, columns = new_end - begin;
    const Range all_old{begin, old_end}, all_new{begin, new_end};
    if (rows == 0 || columns == 0 || rows > kMaxTable / columns)
      return {{all_old, all_new}};
    std::vector<std::uint32_t> lengths((rows + 1) * (columns + 1));
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
      return lengths[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;)
      for (std::size_t j = columns; j-- > 0;)
        at(i, j) = old_marks[begin + i] == new_marks[begin + j]
                       ? at(i + 1, j + 1) + 1
                       : std::max(at(i + 1, j), at(i, j + 1));
    Runs runs;
    std::size_t i = 0, j = 0, run_i = 0, run_j = 0;
    const auto close_run = [&] {
      if (run_i < i || run_j < j)
        runs.push_back({{begin + run_i, begin + i}, {begin + run_j, begin + j}});
    };
    while (i < rows && j < columns) {
      if (old_marks[begin + i] == new_marks[begin + j]) {
        close_run();
        run_i = ++i;
        run_j = ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        ++i;
      } else {
        ++j;
      }
    }
    i = rows;
    j = columns;
    close_run();
    return runs;
  }

  const DataCompareOptions& options_;
  DataChange change_;
};

}  // namespace

DataChange compare_trees(const Json& before, const Json& after,
                         const DataCompareOptions& options) {
  return TreeComparison(options).run(before, after);
}

}  // namespace curlew::detect
