#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "parse/html/feed_links.h"

namespace curlew::parse {
namespace {

constexpr std::size_t kSniffed = 4096;

// https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type,
// and <meta>, which pages without a head begin with.
constexpr auto kBeginnings = std::to_array<std::string_view>(
    {"<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font",
     "<table", "<a", "<style", "<title", "<b", "<body", "<br", "<p", "<meta"});

// The beginning in ASCII, of UTF-16 too, so far as it is ASCII.
std::string ascii_beginning(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, kSniffed))
    if (static_cast<unsigned char>(c) < 0x80 && c != '\0') text += c;
  return text;
}

bool skip(std::string_view& text, std::string_view begin, std::string_view end) {
  if (!text.starts_with(begin)) return false;
  const std::size_t found = text.find(end, begin.size());
  text.remove_prefix(found == text.npos ? text.size() : found + end.size());
  return true;
}

}  // namespace

bool looks_like_html(std::string_view bytes) {
  const std::string beginning = ascii_beginning(bytes);
  std::string_view text = trimmed(beginning);
  // Feeds begin with comments and instructions as well: what follows decides.
  while (skip(text, "<!--", "-->") || skip(text, "<?", ">")) text = trimmed(text);
  return std::ranges::any_of(kBeginnings, [&](std::string_view tag) {
    if (!starts_with_ignoring_case(text, tag) || text.size() == tag.size())
      return false;
    const char next = text[tag.size()];
    return next == '>' || is_ascii_space(next);
  });
}

}  // namespace curlew::parse
