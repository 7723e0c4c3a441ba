#include "archive/copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "archive/cdxj/index.h"
#include "archive/cdxj/line.h"
#include "archive/cdxj/sorted_lines.h"
#include "archive/pack/pack.h"
#include "archive/segment/scan.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kAtOnce = 1_MiB;
// Of a file that is not finished so much of its end is compared: more than is ever
// written between two syncs.
constexpr Bytes kComparedEnd = 512_MiB;

bool is_warc_file(std::string_view name) { return name.ends_with(".warc.gz"); }
bool is_pack_file(std::string_view name) { return name.ends_with(".pack"); }
bool is_left_over(std::string_view name) { return name.ends_with(".tmp"); }

bool has_name(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::binary_search(names, name);
}

Result<void> remove_left_over(Disk& disk) {
  TRY_ASSIGN(const auto names, disk.names());
  for (const auto& name : names) {
    if (is_left_over(name)) TRY(disk.remove(name));
  }
  return {};
}

Result<void> copy_file(Disk& from, Disk& to, const std::string& name) {
  return copy_whole(from, name, to, name);
}

// Which files of the same length are looked into.
enum class Compared { kUnfinished, kAll };
enum class Direction { kToFirst, kToBoth };

// Nullopt when they are the same from there on.
Result<std::optional<Bytes>> first_difference(const File& first, const File& second,
                                              Bytes offset) {
  while (true) {
    TRY_ASSIGN(const std::string one, first.read(offset, kAtOnce));
    TRY_ASSIGN(const std::string other, second.read(offset, kAtOnce));
    if (one != other) {
      const auto [at, end] = std::ranges::mismatch(one, other);
      return std::optional<Bytes>(offset + Bytes(at - one.begin()));
    }
    if (one.empty()) return std::optional<Bytes>();
    offset += one.size();
  }
}

struct Soundness {
  Bytes parts = 0;
  Bytes troubles = 0;

  bool is_better_than(const Soundness& other) const {
    return parts != other.parts ? parts > other.parts : troubles < other.troubles;
  }
};

Result<Soundness> soundness_of(Disk& disk, const std::string& name) {
  if (is_pack_file(name)) {
    const auto pack = Pack::open(disk, name, Pack::Access::kRead);
    if (!pack.ok()) return Soundness{};
    TRY_ASSIGN(const auto keys, (*pack)->keys());
    TRY_ASSIGN(const auto troubles, (*pack)->verify());
    return Soundness{keys.size(), troubles.size()};
  }
  TRY_ASSIGN(const auto file, disk.open(name));
  if (is_warc_file(name)) {
    TRY_ASSIGN(const auto scan, scan_segment(*file, name));
    return Soundness{scan.records, scan.troubles.size()};
  }
  Soundness soundness;
  if (!segment_of_index(name)) return soundness;
  TRY(SortedLines(*file).walk(0, [&](std::string_view line) {
    ++(parse_cdxj(line) ? soundness.parts : soundness.troubles);
    return true;
  }));
  return soundness;
}

// The names of both halves together, and which of them may be written still.
class Names {
 public:
  Names(const std::vector<std::string>& first, const std::vector<std::string>& second) {
    std::ranges::set_union(first, second, std::back_inserter(all_));
    std::erase_if(all_, is_left_over);
    const auto pack = std::find_if(all_.rbegin(), all_.rend(), is_pack_file);
    if (pack != all_.rend()) last_pack_ = *pack;
  }

  const std::vector<std::string>& all() const { return all_; }

  bool is_unfinished(const std::string& name) const {
    if (is_pack_file(name)) return name == last_pack_;
    return is_warc_file(name) && !has_name(all_, index_name_of(name));
  }

 private:
  std::vector<std::string> all_;
  std::string last_pack_;
};

Result<bool> is_same(Disk& first, Disk& second, const std::string& name,
                     Compared compared, bool is_unfinished) {
  TRY_ASSIGN(const auto one, first.open(name));
  TRY_ASSIGN(const auto other, second.open(name));
  if (one->size() != other->size()) return false;
  if (compared == Compared::kUnfinished && !is_unfinished) return true;
  const Bytes size = one->size();
  const bool is_whole = compared == Compared::kAll || size < kComparedEnd;
  TRY_ASSIGN(const auto difference,
             first_difference(*one, *other, is_whole ? 0 : size - kComparedEnd));
  return !difference;
}

// Of a file that is in both.
Result<std::optional<HalvesDiffer>> compare_file(Disk& first, Disk& second,
                                                 const std::string& name) {
  TRY_ASSIGN(const auto one, first.open(name));
  TRY_ASSIGN(const auto other, second.open(name));
  TRY_ASSIGN(const auto difference, first_difference(*one, *other, 0));
  if (!difference) return std::optional<HalvesDiffer>();
  return std::optional(
      HalvesDiffer{name, *difference,
                   fmt::format("differs from its copy: {} bytes here, {} there",
                               one->size(), other->size())});
}

// Of the names in `only`, or of all.
Result<std::vector<HalvesDiffer>> compare_once(Disk& first, Disk& second,
                                               const std::set<std::string>* only) {
  TRY_ASSIGN(const auto ones, first.names());
  TRY_ASSIGN(const auto others, second.names());
  const Names names(ones, others);
  std::vector<HalvesDiffer> differences;
  for (const auto& name : names.all()) {
    if (only && !only->contains(name)) continue;
    if (!has_name(others, name)) {
      differences.push_back({name, 0, "is not in the copy"});
    } else if (!has_name(ones, name)) {
      differences.push_back({name, 0, "is only in the copy"});
    } else {
      auto difference = compare_file(first, second, name);
      // Packed away since it was listed.
      if (!difference.ok() && difference.error().kind == ErrorKind::kNotFound) continue;
      TRY(difference);
      if (*difference) differences.push_back(std::move(**difference));
    }
  }
  return differences;
}

// Which half lacks what the other has: a file, or sound records of it.
enum class Lacks { kNone, kFirst, kSecond };

Result<Lacks> find_lack(Disk& first, Disk& second, const std::string& name,
                        Compared compared, bool is_unfinished) {
  TRY_ASSIGN(const bool same, is_same(first, second, name, compared, is_unfinished));
  if (same) return Lacks::kNone;
  TRY_ASSIGN(const Soundness one, soundness_of(first, name));
  TRY_ASSIGN(const Soundness other, soundness_of(second, name));
  return other.is_better_than(one) ? Lacks::kFirst : Lacks::kSecond;
}

Result<std::vector<std::string>> copy_lacking(Disk& first, Disk& second,
                                              Compared compared, Direction direction) {
  TRY_ASSIGN(const auto first_lock, first.lock());
  TRY_ASSIGN(const auto second_lock, second.lock());
  TRY(remove_left_over(first));
  TRY(remove_left_over(second));
  TRY_ASSIGN(const auto ones, first.names());
  TRY_ASSIGN(const auto others, second.names());
  const Names names(ones, others);
  std::vector<std::string> copied;
  for (const auto& name : names.all()) {
    Lacks lacks = has_name(ones, name) ? Lacks::kSecond : Lacks::kFirst;
    if (has_name(ones, name) && has_name(others, name)) {
      TRY_ASSIGN(lacks,
                 find_lack(first, second, name, compared, names.is_unfinished(name)));
    }
    if (lacks == Lacks::kFirst) {
      TRY(copy_file(second, first, name));
    } else if (lacks == Lacks::kSecond && direction == Direction::kToBoth) {
      TRY(copy_file(first, second, name));
    } else {
      continue;
    }
    copied.push_back(name);
  }
  TRY(first.sync_names());
  TRY(second.sync_names());
  return copied;
}

}  // namespace

Result<void> copy_whole(Disk& from, const std::string& name, Disk& to,
                        const std::string& as) {
  const std::string unfinished = as + ".tmp";
  TRY_ASSIGN(const auto source, from.open(name));
  if (auto removed = to.remove(unfinished);
      !removed.ok() && removed.error().kind != ErrorKind::kNotFound) {
    return removed;
  }
  TRY_ASSIGN(const auto target, to.create(unfinished));
  for (Bytes offset = 0; offset < source->size();) {
    TRY_ASSIGN(const std::string bytes, source->read(offset, kAtOnce));
    if (bytes.empty()) {
      return Error{ErrorKind::kCorrupt, fmt::format("{} ends after {} of {} bytes",
                                                    name, offset, source->size())};
    }
    TRY(target->append(bytes));
    offset += bytes.size();
  }
  TRY(target->sync());
  return to.rename(unfinished, as);
}

Result<bool> has_same_content(const File& first, const File& second) {
  TRY_ASSIGN(const auto difference, first_difference(first, second, 0));
  return !difference;
}

Result<std::vector<std::string>> make_equal(Disk& first, Disk& second) {
  return copy_lacking(first, second, Compared::kUnfinished, Direction::kToBoth);
}

Result<std::vector<std::string>> take_over(Disk& to, Disk& from) {
  return copy_lacking(to, from, Compared::kAll, Direction::kToFirst);
}

Result<std::vector<HalvesDiffer>> compare_halves(Disk& first, Disk& second) {
  TRY_ASSIGN(auto differences, compare_once(first, second, nullptr));
  constexpr int kLooks = 3;
  for (int look = 1; look < kLooks && !differences.empty(); ++look) {
    std::set<std::string> names;
    for (const auto& each : differences) names.insert(each.file);
    TRY_ASSIGN(differences, compare_once(first, second, &names));
  }
  return differences;
}

}  // namespace curlew::archive
