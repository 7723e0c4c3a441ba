#include "archive/cdxj/line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <utility>
#include <vector>

#include "archive/cdxj/surt.h"
#include "archive/timestamps.h"

namespace curlew::archive {
namespace {

using Member = std::pair<std::string_view, std::string_view>;

// The members of an object of strings without escapes and of numbers, which is what
// lines mostly are. In 10,000 of them this is a third of the time that a tree takes;
// nullopt for all else.
std::optional<std::vector<Member>> plain_members(std::string_view json) {
  std::vector<Member> members;
  members.reserve(8);
  const auto skip_spaces = [&] {
    while (json.starts_with(' ')) json.remove_prefix(1);
  };
  const auto take = [&](char c) {
    skip_spaces();
    if (!json.starts_with(c)) return false;
    json.remove_prefix(1);
    return true;
  };
  const auto take_string = [&]() -> std::optional<std::string_view> {
    if (!take('"')) return std::nullopt;
    const auto end = json.find('"');
    const std::string_view text = json.substr(0, end);
    if (end == json.npos || text.find('\\') != text.npos) return std::nullopt;
    json.remove_prefix(end + 1);
    return text;
  };
  if (!take('{')) return std::nullopt;
  do {
    const auto name = take_string();
    if (!name || !take(':')) return std::nullopt;
    skip_spaces();
    auto value = take_string();
    if (!value) {
      const auto digits = std::min(json.find_first_not_of("0123456789"), json.size());
      if (digits == 0) return std::nullopt;
      value = json.substr(0, digits);
      json.remove_prefix(digits);
    }
    members.emplace_back(*name, *value);
  } while (take(','));
  return take('}') && json.empty() ? std::optional(std::move(members)) : std::nullopt;
}

Bytes to_number(std::string_view digits) {
  Bytes number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

void set_member(Version& version, std::string_view name, std::string_view value) {
  if (name == "url") version.url = value;
  if (name == "mime") version.media_type = value;
  if (name == "status") {
    version.status = static_cast<int>(std::min<Bytes>(to_number(value), 999));
  }
  if (name == "digest") version.digest = value;
  if (name == "sha1") version.sha1 = value;
  if (name == "filename") version.location.segment = value;
  if (name == "offset") version.location.offset = to_number(value);
  if (name == "length") version.location.length = to_number(value);
}

bool set_members(Version& version, std::string_view json) {
  if (const auto members = plain_members(json)) {
    for (const auto& [name, value] : *members) set_member(version, name, value);
    return true;
  }
  std::array<unsigned char, 4096> room;
  boost::json::monotonic_resource memory(room.data(), room.size());
  boost::system::error_code error;
  // Addresses that others archived may have any bytes in them.
  boost::json::parse_options options;
  options.allow_invalid_utf8 = true;
  const auto parsed = boost::json::parse(json, error, &memory, options);
  if (error || !parsed.is_object()) return false;
  for (const auto& [name, value] : parsed.get_object()) {
    if (value.is_string()) set_member(version, name, value.get_string());
    if (value.is_int64()) {
      set_member(version, name, std::to_string(value.get_int64()));
    }
  }
  return true;
}

}  // namespace

std::string cdxj_key(std::string_view surt, Time time) {
  return fmt::format("{} {}", surt, to_timestamp(time));
}

std::string to_cdxj(const Version& version, Precision precision) {
  std::array<unsigned char, 4096> room;
  boost::json::monotonic_resource memory(room.data(), room.size());
  boost::json::object object(&memory);
  object["url"] = version.url;
  object["mime"] = version.media_type;
  if (version.status != 0) object["status"] = std::to_string(version.status);
  object["digest"] = version.digest;
  if (!version.sha1.empty()) object["sha1"] = version.sha1;
  object["length"] = std::to_string(version.location.length);
  object["offset"] = std::to_string(version.location.offset);
  object["filename"] = version.location.segment;
  std::string key = cdxj_key(to_surt(version.url), version.time);
  if (precision == Precision::kSeconds) key.resize(key.size() - 3);
  return fmt::format("{} {}", key, boost::json::serialize(object));
}

std::optional<Version> parse_cdxj(std::string_view line) {
  const auto first = line.find(' ');
  if (first == line.npos) return std::nullopt;
  const auto second = line.find(' ', first + 1);
  if (second == line.npos) return std::nullopt;
  Version version;
  const auto time = parse_timestamp(line.substr(first + 1, second - first - 1));
  if (!time) return std::nullopt;
  version.time = *time;
  if (!set_members(version, line.substr(second + 1))) return std::nullopt;
  return version;
}

}  // namespace curlew::archive
