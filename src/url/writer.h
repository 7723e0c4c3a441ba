// How a Url comes into being: the parts that the parser found, and the serialiser that
// makes them one string (https://url.spec.whatwg.org/#url-serializing).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "url/url.h"

namespace curlew::url {

// The standard's URL record. A path that is not opaque is "" or each segment after "/".
struct UrlRecord {
  std::string scheme;
  std::string username;
  std::string password;
  std::optional<std::string> host;
  std::optional<std::uint16_t> port;
  std::string path;
  bool has_opaque_path = false;
  std::optional<std::string> query;
  std::optional<std::string> fragment;
};

class UrlWriter {
 public:
  static Url write(const UrlRecord& record);

  // An http URL of plain parts, already serialised: see plain_http.h.
  struct PlainParts {
    std::size_t scheme_end;
    std::size_t host_end;
    std::optional<std::uint16_t> port;
    std::size_t path_begin;
    std::size_t path_end;
    std::size_t query_end;
  };
  static Url write(std::string href, const PlainParts& parts);

  // `base` up to its path, then `rest`, whose path and query end at these offsets.
  static Url write_below(const Url& base, std::string_view rest, std::size_t path_end,
                         std::size_t query_end);

 private:
  static void write_authority(const UrlRecord& record, Url& url);
};

bool is_special_scheme(std::string_view scheme);

// 0 where the scheme has none.
std::uint16_t default_port(std::string_view scheme);

}  // namespace curlew::url
