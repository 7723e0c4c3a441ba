#include "archive/cdxj/line.h"

#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>
#include <charconv>

#include "archive/cdxj/surt.h"
#include "archive/timestamps.h"

namespace curlew::archive {
namespace {

std::string member_of(const boost::json::object& object, std::string_view name) {
  const boost::json::value* const value = object.if_contains(name);
  if (!value) return {};
  if (value->is_string()) return std::string(value->get_string());
  if (value->is_int64()) return std::to_string(value->get_int64());
  return {};
}

Bytes number_of(const boost::json::object& object, std::string_view name) {
  const std::string text = member_of(object, name);
  Bytes number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
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
  std::array<unsigned char, 4096> room;
  boost::json::monotonic_resource memory(room.data(), room.size());
  boost::system::error_code error;
  // Addresses that others archived may have any bytes in them.
  boost::json::parse_options options;
  options.allow_invalid_utf8 = true;
  const auto parsed =
      boost::json::parse(line.substr(second + 1), error, &memory, options);
  if (error || !parsed.is_object()) return std::nullopt;
  const boost::json::object& object = parsed.get_object();
  version.url = member_of(object, "url");
  version.media_type = member_of(object, "mime");
  version.status = static_cast<int>(number_of(object, "status"));
  version.digest = member_of(object, "digest");
  version.sha1 = member_of(object, "sha1");
  version.location = {.segment = member_of(object, "filename"),
                      .offset = number_of(object, "offset"),
                      .length = number_of(object, "length")};
  return version;
}

}  // namespace curlew::archive
