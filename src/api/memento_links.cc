#include "api/memento_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <chrono>
#include <iterator>
#include <optional>

#include "archive/timestamps.h"
#include "http/date.h"

namespace curlew::api {
namespace {

std::string timemap_address(const TimeMap& map, std::string_view form,
                            std::size_t page) {
  const std::string number = page == 1 ? "" : fmt::format("{}/", page);
  return fmt::format("{}/timemap/{}/{}{}", map.base, form, number, map.url);
}

std::span<const Time> times_of_page(const TimeMap& map, std::size_t page) {
  const std::size_t begin = (page - 1) * kMementosOfTimeMap;
  return map.times.subspan(begin,
                           std::min(kMementosOfTimeMap, map.times.size() - begin));
}

// What a memento is among all: "first last memento".
std::string_view relation(bool is_first, bool is_last) {
  if (is_first) return is_last ? "first last memento" : "first memento";
  return is_last ? "last memento" : "memento";
}

// A time map of its own, or one that goes on: from when until when.
void append_timemap(std::string& out, const TimeMap& map, std::size_t page) {
  const auto times = times_of_page(map, page);
  out += fmt::format(
      ",\n<{}>; rel=\"{}\"; type=\"application/link-format\"; from=\"{}\""
      "; until=\"{}\"",
      timemap_address(map, "link", page), page == map.page ? "self" : "timemap",
      http::to_http_date(times.front()), http::to_http_date(times.back()));
}

// "first prev memento": one that is several things is named once.
std::string relations(const MementoLinks& links, Time time) {
  const store::VersionTimes& times = links.times;
  std::string words;
  if (time == times.first) words += "first ";
  if (time == times.previous) words += "prev ";
  if (time == times.next) words += "next ";
  if (time == times.last) words += "last ";
  return words + "memento";
}

// Versions of one day share most of what their dates say: written anew for each, dates
// were half of what a long TimeMap costs.
class Dates {
 public:
  // "20261117161833123"
  void append_timestamp(std::string& out, Time time) {
    const Milliseconds within = move_to(time);
    out += day_digits_;
    append_digits(out, within / std::chrono::hours(1), 2);
    append_digits(out, within / std::chrono::minutes(1) % 60, 2);
    append_digits(out, within / std::chrono::seconds(1) % 60, 2);
    append_digits(out, within.count() % 1000, 3);
  }

  // "Tue, 17 Nov 2026 16:18:33 GMT"
  void append_http_date(std::string& out, Time time) {
    const Milliseconds within = move_to(time);
    out += day_words_;
    append_clock(out, within);
    out += " GMT";
  }

  // "2026-11-17T16:18:33Z"
  void append_iso8601(std::string& out, Time time) {
    const Milliseconds within = move_to(time);
    out += iso_day_;
    append_clock(out, within);
    out += 'Z';
  }

 private:
  static void append_clock(std::string& out, Milliseconds within) {
    append_digits(out, within / std::chrono::hours(1), 2);
    out += ':';
    append_digits(out, within / std::chrono::minutes(1) % 60, 2);
    out += ':';
    append_digits(out, within / std::chrono::seconds(1) % 60, 2);
  }

  // Returns how far into its day it is.
  Milliseconds move_to(Time time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    if (day_ != day) {
      constexpr std::size_t kDigits = 8;  // "20261117"
      constexpr std::size_t kWords = 17;  // "Tue, 17 Nov 2026 "
      constexpr std::size_t kIso = 11;    // "2026-11-17T"
      day_ = day;
      day_digits_ = archive::to_timestamp(time).substr(0, kDigits);
      day_words_ = http::to_http_date(time).substr(0, kWords);
      iso_day_ = to_iso8601(time).substr(0, kIso);
    }
    return time - day;
  }

  static void append_digits(std::string& out, std::int64_t number, int digits) {
    for (int scale = digits == 3 ? 100 : 10; scale > 0; scale /= 10) {
      out += char('0' + number / scale % 10);
    }
  }

  std::optional<std::chrono::sys_days> day_;
  std::string day_digits_;
  std::string day_words_;
  std::string iso_day_;
};

std::string json_text(std::string_view text) {
  return boost::json::serialize(boost::json::string(text));
}

}  // namespace

std::string memento_address(std::string_view base, Time time, std::string_view url) {
  return fmt::format("{}/memento/{}/{}", base, archive::to_timestamp(time), url);
}

std::string to_link_header(const MementoLinks& links) {
  const auto& [base, url, times, own] = links;
  std::string header = fmt::format("<{}>; rel=\"original\"", url);
  if (own) header += fmt::format(", <{}/timegate/{}>; rel=\"timegate\"", base, url);
  header += fmt::format(
      ", <{}/timemap/link/{}>; rel=\"timemap\"; type=\"application/link-format\"", base,
      url);
  if (times.first && times.last) {
    header +=
        fmt::format("; from=\"{}\"; until=\"{}\"", http::to_http_date(*times.first),
                    http::to_http_date(*times.last));
  }
  std::optional<Time> before;
  for (const auto& time : {times.first, times.previous, own, times.next, times.last}) {
    if (!time || time == before) continue;
    before = time;
    header += fmt::format(", <{}>; rel=\"{}\"; datetime=\"{}\"",
                          memento_address(base, *time, url), relations(links, *time),
                          http::to_http_date(*time));
  }
  return header;
}

std::string to_link_format(const TimeMap& map) {
  constexpr std::size_t kLineRoom = 120;  // Beside the address.
  const auto times = times_of_page(map, map.page);
  std::string out = fmt::format("<{}>; rel=\"original\"", map.url);
  out.reserve((map.base.size() + map.url.size() + kLineRoom) * times.size());
  append_timemap(out, map, map.page);
  out += fmt::format(",\n<{}/timegate/{}>; rel=\"timegate\"", map.base, map.url);
  for (std::size_t page = 1; page <= map.pages(); ++page) {
    if (page != map.page) append_timemap(out, map, page);
  }
  Dates dates;
  for (const Time& time : times) {
    const bool is_first = &time == &map.times.front();
    const bool is_last = &time == &map.times.back();
    out.append(",\n<").append(map.base).append("/memento/");
    dates.append_timestamp(out, time);
    out.append("/").append(map.url).append(">; rel=\"");
    out.append(relation(is_first, is_last)).append("\"; datetime=\"");
    dates.append_http_date(out, time);
    out += '"';
  }
  out += "\n";
  return out;
}

std::string to_json(const TimeMap& map) {
  const auto times = times_of_page(map, map.page);
  // Escaped once for all: what stands before a time and behind it, in its quotes.
  std::string before = json_text(fmt::format("{}/memento/", map.base));
  before.pop_back();
  const std::string behind = json_text(fmt::format("/{}", map.url)).substr(1);
  Dates dates;
  const auto memento = [&](Time time) {
    std::string one = "{\"datetime\":\"";
    one.reserve(before.size() + behind.size() + 80);
    dates.append_iso8601(one, time);
    one.append("\",\"uri\":").append(before);
    dates.append_timestamp(one, time);
    return one.append(behind).append("}");
  };
  std::string out =
      fmt::format("{{\"original_uri\":{},\n\"self\":{},\n\"timegate_uri\":{},\n",
                  json_text(map.url), json_text(timemap_address(map, "json", map.page)),
                  json_text(fmt::format("{}/timegate/{}", map.base, map.url)));
  out += fmt::format(
      "\"timemap_uri\":{{\"link_format\":{},\"json_format\":{}}},\n\"pages\":[",
      json_text(timemap_address(map, "link", map.page)),
      json_text(timemap_address(map, "json", map.page)));
  for (std::size_t page = 1; page <= map.pages(); ++page) {
    if (page > 1) out += ",";
    out += json_text(timemap_address(map, "json", page));
  }
  out += fmt::format("],\n\"mementos\":{{\"first\":{},\n\"last\":{},\n\"list\":[\n",
                     memento(map.times.front()), memento(map.times.back()));
  for (std::size_t i = 0; i < times.size(); ++i) {
    out += memento(times[i]);
    out += i + 1 < times.size() ? ",\n" : "\n";
  }
  out += "]}}\n";
  return out;
}

}  // namespace curlew::api
