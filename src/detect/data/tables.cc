#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "detect/data/data_change.h"
#include "detect/data/solutions.h"

namespace curlew::detect {
namespace {

using model::Table;
using Row = std::vector<std::string>;
// Places of columns.
using Columns = std::vector<std::size_t>;

// The columns that both tables have, at the same place of both lists.
struct CommonColumns {
  std::vector<std::string> names;
  Columns before;
  Columns after;
};

std::optional<std::size_t> place_of_column(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table.columns, name);
  if (found == table.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table.columns.begin());
}

CommonColumns common_columns(const Table& before, const Table& after,
                             DataChange& change) {
  CommonColumns common;
  for (std::size_t i = 0; i < before.columns.size(); ++i) {
    const auto there = place_of_column(after, before.columns[i]);
    if (!there) {
      change.remarks.push_back(fmt::format("column {} removed", before.columns[i]));
      continue;
    }
    common.names.push_back(before.columns[i]);
    common.before.push_back(i);
    common.after.push_back(*there);
  }
  for (const std::string& name : after.columns)
    if (!place_of_column(before, name))
      change.remarks.push_back(fmt::format("column {} added", name));
  return common;
}

// The cells of a row in some columns as one text. U+001F, the unit separator, stands
// between them: it is not in text.
std::string key_text(const Row& row, const Columns& columns) {
  std::string text;
  for (const std::size_t column : columns) text.append(row[column]).append("\x1F");
  return text;
}

// The rows that both tables have by a key; nullopt where it does not tell the rows of
// one of them apart.
std::optional<std::size_t> rows_in_common(const Table& before, const Columns& old_key,
                                          const Table& after, const Columns& new_key) {
  std::unordered_set<std::string> old_keys, new_keys;
  const auto gather = [](const Table& table, const Columns& key, auto& keys) {
    for (const Row& row : table.rows) {
      for (const std::size_t column : key)
        if (row[column].empty()) return false;
      if (!keys.insert(key_text(row, key)).second) return false;
    }
    return true;
  };
  if (!gather(before, old_key, old_keys) || !gather(after, new_key, new_keys))
    return std::nullopt;
  const auto is_in_both = [&](const std::string& key) {
    return new_keys.contains(key);
  };
  return static_cast<std::size_t>(std::ranges::count_if(old_keys, is_in_both));
}

bool is_named_like_key(std::string_view name) {
  const std::string lower = to_ascii_lower(name);
  static constexpr std::array<std::string_view, 8> kNames = {
      "id", "key", "code", "uuid", "guid", "identifier", "number", "iso"};
  return std::ranges::find(kNames, lower) != kNames.end() || lower.ends_with("_id") ||
         lower.ends_with(" id") || lower.ends_with("number") || lower.ends_with("code");
}

// Indexes into the common columns: the one that tells rows apart and finds most of
// them again, or where it finds less than half of them, two. A column named like a key
// is tried first, and then those further left.
Columns find_key(const Table& before, const Table& after, const CommonColumns& common) {
  Columns best;
  std::size_t most = 0;
  const auto try_key = [&](const Columns& candidate) {
    Columns old_key, new_key;
    for (const std::size_t i : candidate) {
      old_key.push_back(common.before[i]);
      new_key.push_back(common.after[i]);
    }
    const auto found = rows_in_common(before, old_key, after, new_key);
    if (!found || (!best.empty() && *found <= most)) return;
    best = candidate;
    most = *found;
  };
  constexpr std::size_t kTried = 12, kTriedInPairs = 7;
  Columns order(common.names.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
    return is_named_like_key(common.names[i]);
  });
  order.resize(std::min(order.size(), kTried));
  const std::size_t enough = std::min(before.rows.size(), after.rows.size()) / 2;
  for (const std::size_t i : order) {
    try_key({i});
    if (!best.empty() && most > enough && is_named_like_key(common.names[i]))
      return best;
  }
  if (!best.empty() && most >= enough) return best;
  order.resize(std::min(order.size(), kTriedInPairs));
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) try_key({order[i], order[j]});
  return best;
}

std::optional<Columns> wanted_key(const std::vector<std::string>& names,
                                  const CommonColumns& common) {
  Columns key;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(common.names, name);
    if (found == common.names.end()) return std::nullopt;
    key.push_back(static_cast<std::size_t>(found - common.names.begin()));
  }
  return key;
}

class TableComparison {
 public:
  TableComparison(const Table& before, const Table& after,
                  const DataCompareOptions& options)
      : before_(before), after_(after), options_(options) {}

  DataChange run() {
    change_.unit = DataUnit::kRows;
    common_ = common_columns(before_, after_, change_);
    change_.columns = common_.names;
    const bool has_other_columns = !change_.remarks.empty();
    const Columns key = key_columns();
    if (key.empty()) {
      compare_as_multiset();
    } else {
      for (const std::size_t i : key) change_.key.push_back(common_.names[i]);
      compare_by_key(key);
    }
    const bool differs = has_other_columns || change_.added_count > 0 ||
                         change_.removed_count > 0 || change_.edited_count > 0;
    change_.verdict = differs ? DataVerdict::kDifferent : DataVerdict::kSame;
    return std::move(change_);
  }

 private:
  Columns key_columns() {
    if (!options_.key.empty()) {
      const auto key = wanted_key(options_.key, common_);
      if (key) return *key;
      change_.remarks.push_back(
          fmt::format("no column {}", fmt::join(options_.key, ", ")));
      return {};
    }
    return find_key(before_, after_, common_);
  }

  std::string written(const Row& row, const Columns& places) const {
    std::string text;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (row[places[i]].empty()) continue;
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", common_.names[i],
                          row[places[i]]);
    }
    return text;
  }
  static Row cells(const Row& row, const Columns& places) {
    Row cells;
    for (const std::size_t place : places) cells.push_back(row[place]);
    return cells;
  }
  void add(const Row& row) {
    if (change_.added_count++ >= options_.max_listed) return;
    change_.added.push_back(written(row, common_.after));
    change_.rows.push_back({{}, cells(row, common_.after)});
  }
  void remove(const Row& row) {
    if (change_.removed_count++ >= options_.max_listed) return;
    change_.removed.push_back(written(row, common_.before));
    change_.rows.push_back({cells(row, common_.before), {}});
  }

  // A key that was asked for may be that of several rows: those that are the same in
  // all cells are paired first, the others in their order, and the rest came or went.
  void compare_by_key(const Columns& key) {
    Columns old_key, new_key;
    for (const std::size_t i : key) {
      old_key.push_back(common_.before[i]);
      new_key.push_back(common_.after[i]);
    }
    const auto [old_rest, new_rest] = rows_that_differ();
    struct SameKey {
      std::vector<const Row*> rows;
      std::size_t paired = 0;
    };
    std::unordered_map<std::string, SameKey> old_rows;
    for (const Row* const row : old_rest)
      old_rows[key_text(*row, old_key)].rows.push_back(row);
    for (const Row* const row : new_rest) {
      const auto found = old_rows.find(key_text(*row, new_key));
      if (found == old_rows.end() || found->second.paired == found->second.rows.size())
        add(*row);
      else
        compare_cells(*found->second.rows[found->second.paired++], *row, key);
    }
    // In the document's order, not in the map's.
    std::vector<const Row*> rest;
    for (const auto& [text, same] : old_rows)
      rest.insert(rest.end(), same.rows.begin() + std::ptrdiff_t(same.paired),
                  same.rows.end());
    std::ranges::sort(rest);
    for (const Row* const row : rest) remove(*row);
  }

  void compare_cells(const Row& before, const Row& after, const Columns& key) {
    bool is_edited = false;
    for (std::size_t i = 0; i < common_.names.size(); ++i) {
      const std::string& old_cell = before[common_.before[i]];
      const std::string& new_cell = after[common_.after[i]];
      if (old_cell == new_cell) continue;
      is_edited = true;
      if (change_.edited.size() == options_.max_listed) continue;
      std::vector<std::string> names;
      for (const std::size_t k : key) names.push_back(after[common_.after[k]]);
      change_.edited.push_back(
          {fmt::format("{}, {}", fmt::join(names, " "), common_.names[i]), old_cell,
           new_cell});
    }
    if (!is_edited) return;
    if (change_.edited_count++ >= options_.max_listed) return;
    change_.rows.push_back(
        {cells(before, common_.before), cells(after, common_.after)});
  }

  // Old and new ones, without a row that is the same in all common columns.
  std::pair<std::vector<const Row*>, std::vector<const Row*>> rows_that_differ() const {
    std::vector<const Row*> old_rest, new_rest;
    std::unordered_map<std::string, int> counts;
    for (const Row& row : before_.rows) ++counts[key_text(row, common_.before)];
    for (const Row& row : after_.rows)
      if (--counts[key_text(row, common_.after)] < 0) new_rest.push_back(&row);
    for (const Row& row : before_.rows) {
      int& count = counts[key_text(row, common_.before)];
      if (count <= 0) continue;
      --count;
      old_rest.push_back(&row);
    }
    return {std::move(old_rest), std::move(new_rest)};
  }

  void compare_as_multiset() {
    const auto [old_rest, new_rest] = rows_that_differ();
    for (const Row* const row : new_rest) add(*row);
    for (const Row* const row : old_rest) remove(*row);
  }

  const Table& before_;
  const Table& after_;
  const DataCompareOptions& options_;
  CommonColumns common_;
  DataChange change_;
};

}  // namespace

DataChange compare_tables(const Table& before, const Table& after,
                          const DataCompareOptions& options) {
  if (before.has_terms && after.has_terms) {
    return compare_solutions(before, after, options,
                             [&](const auto& old, const auto& now) {
                               return TableComparison(old, now, options).run();
                             });
  }
  return TableComparison(before, after, options).run();
}

}  // namespace curlew::detect
