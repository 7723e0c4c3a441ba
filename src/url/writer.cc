#include "url/writer.h"

#include <array>
#include <utility>

namespace curlew::url {
namespace {

constexpr std::array<std::pair<std::string_view, std::uint16_t>, 6> kSpecialSchemes{{
    {"https", 443},
    {"http", 80},
    {"file", 0},
    {"ws", 80},
    {"wss", 443},
    {"ftp", 21},
}};

// Parse limits keep every URL far below 4 GiB.
std::uint32_t offset(std::size_t size) { return static_cast<std::uint32_t>(size); }

}  // namespace

bool is_special_scheme(std::string_view scheme) {
  for (const auto& [name, port] : kSpecialSchemes) {
    if (name == scheme) return true;
  }
  return false;
}

std::uint16_t default_port(std::string_view scheme) {
  for (const auto& [name, port] : kSpecialSchemes) {
    if (name == scheme) return port;
  }
  return 0;
}

void UrlWriter::write_authority(const UrlRecord& record, Url& url) {
  std::string& href = url.href_;
  if (record.host) href += "//";
  url.username_begin_ = offset(href.size());
  href += record.username;
  url.username_end_ = offset(href.size());
  if (!record.password.empty()) href.append(":").append(record.password);
  url.credentials_end_ = offset(href.size());
  if (url.has_credentials()) href += '@';
  url.host_begin_ = offset(href.size());
  if (record.host) href += *record.host;
  url.host_end_ = offset(href.size());
  if (record.port) href.append(":").append(std::to_string(*record.port));
  url.port_ = record.port.value_or(0);
  url.has_port_ = record.port.has_value();
}

Url UrlWriter::write(const UrlRecord& record) {
  Url url;
  std::string& href = url.href_;
  href.reserve(record.scheme.size() + record.path.size() + 64);
  href = record.scheme;
  url.scheme_end_ = offset(href.size());
  href += ':';
  write_authority(record, url);
  // Without a host, a path that begins with "//" would be read as one.
  if (!record.host && !record.has_opaque_path && record.path.starts_with("//")) {
    href += "/.";
  }
  url.has_opaque_path_ = record.has_opaque_path;
  url.path_begin_ = offset(href.size());
  href += record.path;
  url.path_end_ = offset(href.size());
  if (record.query) href.append("?").append(*record.query);
  url.query_end_ = offset(href.size());
  if (record.fragment) href.append("#").append(*record.fragment);
  return url;
}

Url UrlWriter::write(std::string href, const PlainParts& parts) {
  Url url;
  url.href_ = std::move(href);
  url.scheme_end_ = offset(parts.scheme_end);
  url.username_begin_ = url.username_end_ = url.credentials_end_ = url.host_begin_ =
      offset(parts.scheme_end + 3);
  url.host_end_ = offset(parts.host_end);
  url.port_ = parts.port.value_or(0);
  url.has_port_ = parts.port.has_value();
  url.path_begin_ = offset(parts.path_begin);
  url.path_end_ = offset(parts.path_end);
  url.query_end_ = offset(parts.query_end);
  return url;
}

Url UrlWriter::write_below(const Url& base, std::string_view rest, std::size_t path_end,
                           std::size_t query_end) {
  Url url;
  url.href_.reserve(base.path_begin_ + rest.size());
  url.href_.append(base.href().substr(0, base.path_begin_)).append(rest);
  url.scheme_end_ = base.scheme_end_;
  url.username_begin_ = base.username_begin_;
  url.username_end_ = base.username_end_;
  url.credentials_end_ = base.credentials_end_;
  url.host_begin_ = base.host_begin_;
  url.host_end_ = base.host_end_;
  url.port_ = base.port_;
  url.has_port_ = base.has_port_;
  url.path_begin_ = base.path_begin_;
  url.path_end_ = base.path_begin_ + offset(path_end);
  url.query_end_ = base.path_begin_ + offset(query_end);
  return url;
}

}  // namespace curlew::url
