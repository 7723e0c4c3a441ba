#include "rdf/iri.h"

#include <algorithm>
#include <array>

namespace curlew::rdf {
namespace {

// Where a part is absent its view has no data.
struct IriParts {
  std::string_view scheme;
  std::string_view authority;
  std::string_view path;
  std::string_view query;
  std::string_view fragment;
};

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The length of the scheme before its ":", or npos.
std::size_t scheme_length(std::string_view iri) {
  if (iri.empty() || !is_ascii_letter(iri[0])) return iri.npos;
  for (std::size_t i = 1; i < iri.size(); ++i) {
    const char c = iri[i];
    if (c == ':') return i;
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_ascii_letter(c) && !is_digit && c != '+' && c != '-' && c != '.') break;
  }
  return iri.npos;
}

IriParts parts_of(std::string_view iri) {
  IriParts parts;
  if (const std::size_t length = scheme_length(iri); length != iri.npos) {
    parts.scheme = iri.substr(0, length);
    iri.remove_prefix(length + 1);
  }
  if (const std::size_t hash = iri.find('#'); hash != iri.npos) {
    parts.fragment = iri.substr(hash + 1);
    iri = iri.substr(0, hash);
  }
  if (const std::size_t mark = iri.find('?'); mark != iri.npos) {
    parts.query = iri.substr(mark + 1);
    iri = iri.substr(0, mark);
  }
  if (iri.starts_with("//")) {
    const std::size_t end = std::min(iri.find('/', 2), iri.size());
    parts.authority = iri.substr(2, end - 2);
    iri.remove_prefix(end);
  }
  parts.path = iri;
  return parts;
}

void drop_last_segment(std::string& path) {
  const std::size_t slash = path.rfind('/');
  path.resize(slash == path.npos ? 0 : slash);
}

// RFC 3986, section 5.2.4.
std::string without_dot_segments(std::string_view in) {
  std::string out;
  while (!in.empty()) {
    if (in.starts_with("../")) {
      in.remove_prefix(3);
    } else if (in.starts_with("./") || in.starts_with("/./")) {
      in.remove_prefix(2);
    } else if (in == "/.") {
      in = "/";
    } else if (in.starts_with("/../")) {
      in.remove_prefix(3);
      drop_last_segment(out);
    } else if (in == "/..") {
      in = "/";
      drop_last_segment(out);
    } else if (in == "." || in == "..") {
      in = {};
    } else {
      const std::size_t end = std::min(in.find('/', 1), in.size());
      out += in.substr(0, end);
      in.remove_prefix(end);
    }
  }
  return out;
}

// RFC 3986, section 5.2.3.
std::string merged_path(const IriParts& base, std::string_view path) {
  if (base.authority.data() && base.path.empty()) return std::string("/").append(path);
  const std::size_t slash = base.path.rfind('/');
  return std::string(base.path.substr(0, slash == base.path.npos ? 0 : slash + 1))
      .append(path);
}

std::string joined(std::string_view scheme, std::string_view authority,
                   std::string_view path, std::string_view query,
                   std::string_view fragment) {
  std::string iri(scheme);
  iri += ':';
  if (authority.data()) iri.append("//").append(authority);
  iri += path;
  if (query.data()) iri.append("?").append(query);
  if (fragment.data()) iri.append("#").append(fragment);
  return iri;
}

constexpr std::array<bool, 256> make_iri_characters() {
  std::array<bool, 256> is_fine{};
  for (int c = 0x21; c < 256; ++c) is_fine[c] = true;
  for (const char c : {'<', '>', '"', '{', '}', '|', '^', '`', '\\'})
    is_fine[static_cast<unsigned char>(c)] = false;
  return is_fine;
}

constexpr std::array<bool, 256> kIsIriCharacter = make_iri_characters();

}  // namespace

bool is_absolute_iri(std::string_view iri) { return scheme_length(iri) != iri.npos; }

bool has_only_iri_characters(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return kIsIriCharacter[static_cast<unsigned char>(c)]; });
}

std::string resolve_iri(std::string_view base, std::string_view reference) {
  const IriParts r = parts_of(reference);
  if (r.scheme.data())
    return joined(r.scheme, r.authority, without_dot_segments(r.path), r.query,
                  r.fragment);
  const IriParts b = parts_of(base);
  if (!b.scheme.data()) return std::string(reference);
  if (r.authority.data())
    return joined(b.scheme, r.authority, without_dot_segments(r.path), r.query,
                  r.fragment);
  if (r.path.empty())
    return joined(b.scheme, b.authority, b.path, r.query.data() ? r.query : b.query,
                  r.fragment);
  const std::string path =
      r.path.starts_with('/') ? std::string(r.path) : merged_path(b, r.path);
  return joined(b.scheme, b.authority, without_dot_segments(path), r.query, r.fragment);
}

}  // namespace curlew::rdf
