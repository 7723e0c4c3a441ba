#include "archive/cdxj/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "archive/cdxj/line.h"
#include "archive/cdxj/sorted_lines.h"
#include "archive/cdxj/surt.h"

namespace curlew::archive {
namespace {

constexpr std::string_view kWarcEnding = ".warc.gz";
constexpr std::array<std::string_view, 3> kEndingsOfOthers = {".warc", ".arc",
                                                              ".arc.gz"};
constexpr std::string_view kIndexEnding = ".cdxj";

bool is_named_by_others(std::string_view name) {
  return std::ranges::any_of(kEndingsOfOthers, [&](std::string_view ending) {
    return name.ends_with(ending);
  });
}

// Years of four digits sort as text.
Time within_digits(Time time) {
  constexpr Time kFirst = from_unix_seconds(-62'135'596'800);
  constexpr Time kLast = from_unix_seconds(253'402'300'799);
  return std::clamp(time, kFirst, kLast);
}

bool is_of(std::string_view line, std::string_view surt) {
  return line.size() > surt.size() && line.starts_with(surt) &&
         line[surt.size()] == ' ';
}

}  // namespace

bool is_segment_name(std::string_view name) {
  return name.ends_with(kWarcEnding) || is_named_by_others(name);
}

std::string index_name_of(std::string_view segment) {
  if (segment.ends_with(kWarcEnding)) segment.remove_suffix(kWarcEnding.size());
  return fmt::format("{}{}", segment, kIndexEnding);
}

std::optional<std::string> segment_of_index(std::string_view name) {
  if (!name.ends_with(kIndexEnding)) return std::nullopt;
  name.remove_suffix(kIndexEnding.size());
  if (is_named_by_others(name)) return std::string(name);
  return fmt::format("{}{}", name, kWarcEnding);
}

Result<void> Index::add_file(const std::string& segment) {
  TRY_ASSIGN(auto finished, read_finished(segment));
  finished_.push_back(std::move(finished));
  return {};
}

Result<Index::Finished> Index::read_finished(const std::string& segment) const {
  TRY_ASSIGN(const auto file, disk_.open(index_name_of(segment)));
  const SortedLines lines(*file);
  Finished finished{.segment = segment};
  TRY(lines.walk(0, [&](std::string_view line) {
    finished.first = line;
    return false;
  }));
  // Behind every key: UTF-8 has no such byte.
  TRY_ASSIGN(auto end, lines.find("\xff"));
  finished.last = std::move(end.before).value_or("");
  return finished;
}

void Index::add_line(const std::string& segment, std::string line) {
  open_[segment].insert(std::move(line));
}

Result<void> Index::finish(const std::string& segment) {
  std::string content;
  for (const auto& line : open_[segment]) content += line + "\n";
  TRY(write_whole(disk_, index_name_of(segment), content));
  // Before its lines are forgotten: after an error it is finished again.
  TRY(add_file(segment));
  open_.erase(segment);
  return {};
}

Result<void> Index::remove(const std::string& segment, const std::set<Bytes>& offsets) {
  const auto found = std::ranges::find(finished_, segment, &Finished::segment);
  if (found == finished_.end()) return {};
  std::string content;
  bool has_some = false;
  TRY(walk_segment(segment, [&](std::string_view line) {
    const auto version = parse_cdxj(line);
    const bool is_one = version && offsets.contains(version->location.offset);
    has_some = has_some || is_one;
    if (!is_one) content.append(line) += '\n';
    return true;
  }));
  if (!has_some) return {};
  TRY(write_whole(disk_, index_name_of(segment), content));
  TRY_ASSIGN(*found, read_finished(segment));
  return {};
}

std::vector<std::string> Index::segments() const {
  std::vector<std::string> names;
  for (const auto& each : finished_) names.push_back(each.segment);
  return names;
}

Result<std::vector<Version>> Index::versions(std::string_view url, Time from,
                                             Time to) const {
  const std::string surt = to_surt(url);
  const std::string first = cdxj_key(surt, within_digits(from));
  const std::string last = cdxj_key(surt, within_digits(to)) + "~";
  std::vector<Version> versions;
  const auto take = [&](std::string_view line) {
    if (!is_of(line, surt) || line > last) return false;
    if (auto version = parse_cdxj(line)) versions.push_back(std::move(*version));
    return true;
  };
  for (const auto& each : finished_) {
    if (first > each.last || last < each.first) continue;
    TRY_ASSIGN(const auto file, disk_.open(index_name_of(each.segment)));
    const SortedLines lines(*file);
    TRY_ASSIGN(const auto place, lines.find(first));
    TRY(lines.walk(place.offset, take));
  }
  for (const auto& [segment, lines] : open_) {
    for (auto at = lines.lower_bound(first); at != lines.end() && take(*at); ++at) {
    }
  }
  // As segments follow one another they mostly are in order.
  if (!std::ranges::is_sorted(versions, {}, &Version::time)) {
    std::ranges::stable_sort(versions, {}, &Version::time);
  }
  return versions;
}

Result<std::optional<Version>> Index::nearest(std::string_view url, Time time) const {
  const std::string surt = to_surt(url);
  const std::string key = cdxj_key(surt, within_digits(time));
  std::optional<Version> best;
  const auto consider = [&](std::string_view line) {
    if (!is_of(line, surt)) return;
    auto version = parse_cdxj(line);
    if (!version) return;
    const auto distance = std::chrono::abs(version->time - time);
    if (!best || distance < std::chrono::abs(best->time - time) ||
        (distance == std::chrono::abs(best->time - time) &&
         version->time < best->time)) {
      best = std::move(version);
    }
  };
  for (const auto& each : finished_) {
    TRY_ASSIGN(const auto file, disk_.open(index_name_of(each.segment)));
    const SortedLines lines(*file);
    TRY_ASSIGN(const auto place, lines.find(key));
    if (place.before) consider(*place.before);
    TRY(lines.walk(place.offset, [&](std::string_view line) {
      consider(line);
      return false;
    }));
  }
  for (const auto& [segment, lines] : open_) {
    const auto at = lines.lower_bound(key);
    if (at != lines.end()) consider(*at);
    if (at != lines.begin()) consider(*std::prev(at));
  }
  return best;
}

Result<void> Index::walk(
    const std::function<bool(std::string_view line)>& visit) const {
  bool goes_on = true;
  const auto take = [&](std::string_view line) { return goes_on = visit(line); };
  for (const auto& [segment, lines] : open_) {
    for (const auto& line : lines) {
      if (!take(line)) return {};
    }
  }
  for (auto each = finished_.rbegin(); each != finished_.rend() && goes_on; ++each) {
    TRY(walk_segment(each->segment, take));
  }
  return {};
}

Result<void> Index::walk_segment(
    const std::string& segment,
    const std::function<bool(std::string_view line)>& visit) const {
  TRY_ASSIGN(const auto file, disk_.open(index_name_of(segment)));
  return SortedLines(*file).walk(0, visit);
}

}  // namespace curlew::archive
