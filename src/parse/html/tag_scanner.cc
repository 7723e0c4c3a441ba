#include "parse/html/tag_scanner.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

constexpr auto kRawText = std::to_array<std::string_view>(
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"});

bool is_name_end(char c) { return is_ascii_space(c) || c == '/' || c == '>'; }

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_ascii_space(text[at])) ++at;
  return at;
}

// The end of a value that begins at `at`: quotes count only here.
std::size_t value_end(std::string_view text, std::size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const std::size_t end = text.find(text[at], at + 1);
    return end == text.npos ? text.size() : end + 1;
  }
  while (at < text.size() && !is_ascii_space(text[at]) && text[at] != '>') ++at;
  return at;
}

std::string_view without_quotes(std::string_view value) {
  if (value.empty() || (value.front() != '"' && value.front() != '\'')) return value;
  const char quote = value.front();
  value.remove_prefix(1);
  if (value.ends_with(quote)) value.remove_suffix(1);
  return value;
}

struct Attribute {
  std::string_view name;
  std::string_view value;
  std::size_t end;
};

// The attribute at `at`, which is not white space.
Attribute read_attribute(std::string_view text, std::size_t at) {
  const std::size_t begin = at++;  // A name may begin with '='.
  while (at < text.size() && !is_name_end(text[at]) && text[at] != '=') ++at;
  const std::string_view name = text.substr(begin, at - begin);
  const std::size_t equals = skip_spaces(text, at);
  if (equals >= text.size() || text[equals] != '=') return {name, {}, at};
  const std::size_t value = skip_spaces(text, equals + 1);
  const std::size_t end = value_end(text, value);
  return {name, without_quotes(text.substr(value, end - value)), end};
}

}  // namespace

std::optional<ScannedTag> TagScanner::next() {
  while (true) {
    at_ = html_.find('<', at_);
    if (at_ == html_.npos || at_ + 1 >= html_.size()) return std::nullopt;
    const char c = html_[at_ + 1];
    const bool is_end = c == '/' && at_ + 2 < html_.size();
    if (is_ascii_alpha(is_end ? html_[at_ + 2] : c)) return read_tag();
    if (c == '!' || c == '?' || c == '/')
      skip_markup_declaration();
    else
      ++at_;
  }
}

void TagScanner::skip_markup_declaration() {
  if (html_.substr(at_).starts_with("<!--")) {
    at_ += 2;  // "<!-->" is a whole comment.
    skip_past("-->");
  } else {
    skip_past(">");
  }
}

ScannedTag TagScanner::read_tag() {
  ScannedTag tag;
  tag.position = at_;
  tag.is_end = html_[at_ + 1] == '/';
  const std::size_t name = at_ + (tag.is_end ? 2 : 1);
  std::size_t at = name;
  while (at < html_.size() && !is_name_end(html_[at])) ++at;
  tag.name = html_.substr(name, at - name);
  const std::size_t attributes = at;
  while (at < html_.size() && html_[at] != '>')
    at = is_name_end(html_[at]) ? at + 1 : read_attribute(html_, at).end;
  tag.attributes = html_.substr(attributes, at - attributes);
  tag.is_self_closing = tag.attributes.ends_with('/');
  at_ = std::min(at + 1, html_.size());
  if (!tag.is_end) skip_raw_text(tag.name);
  return tag;
}

// Leaves the scanner at the end tag.
void TagScanner::skip_raw_text(std::string_view name) {
  const bool is_raw = std::ranges::any_of(
      kRawText, [&](std::string_view raw) { return equals_ignoring_case(raw, name); });
  if (!is_raw) return;
  for (at_ = html_.find("</", at_); at_ != html_.npos;
       at_ = html_.find("</", at_ + 2)) {
    const std::string_view rest = html_.substr(at_ + 2);
    const bool is_whole = rest.size() <= name.size() || is_name_end(rest[name.size()]);
    if (is_whole && starts_with_ignoring_case(rest, name)) return;
  }
  at_ = html_.size();
}

void TagScanner::skip_past(std::string_view text) {
  const std::size_t found = html_.find(text, at_);
  at_ = found == html_.npos ? html_.size() : found + text.size();
}

std::optional<std::string_view> find_attribute(std::string_view attributes,
                                               std::string_view name) {
  std::size_t at = 0;
  while (at < attributes.size()) {
    if (is_name_end(attributes[at])) {
      ++at;
      continue;
    }
    const Attribute attribute = read_attribute(attributes, at);
    if (equals_ignoring_case(attribute.name, name)) return attribute.value;
    at = attribute.end;
  }
  return std::nullopt;
}

}  // namespace curlew::parse
