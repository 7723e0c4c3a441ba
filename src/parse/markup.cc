#include "parse/markup.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "parse/markup_names.h"
#include "parse/xml_entities.h"
#include "parse/xml_reader.h"

namespace curlew::parse {
namespace {

constexpr std::string_view kSafeSchemes[] = {
    "http", "https", "mailto", "ftp",  "ftps", "feed", "tel",    "sms", "geo",
    "news", "nntp",  "irc",    "xmpp", "urn",  "tag",  "magnet", "sip", "webcal"};

struct Tag {
  std::string name;  // Lower case.
  std::string_view attributes;
  bool is_closing = false;
  std::size_t end = 0;  // Past the ">".
};

bool begins_tag(std::string_view html, std::size_t at) {
  if (at + 1 >= html.size()) return false;
  const char next = html[at + 1];
  return is_ascii_alpha(next) || next == '!' || next == '?' ||
         (next == '/' && at + 2 < html.size() && is_ascii_alpha(html[at + 2]));
}

// Where comments end. Of one without end only what stands up to the first ">" is left
// out, so that the text behind a malformed one stays.
class CommentEnds {
 public:
  // Past the end of the comment at `at`.
  std::size_t find(std::string_view html, std::size_t at) {
    const std::string_view comment = html.substr(at);
    for (const std::string_view whole : {"<!-->", "<!--->"}) {
      if (comment.starts_with(whole)) return at + whole.size();
    }
    const std::size_t end = has_none_ ? html.npos : html.find("-->", at + 4);
    if (end != html.npos) return end + 3;
    has_none_ = true;  // Looking again would make the time quadratic.
    return std::min(html.find('>', at + 4), html.size() - 1) + 1;
  }

 private:
  bool has_none_ = false;
};

// Past the ">" that ends the tag at `at`. Within quotes it does not; a quote counts
// only where a value begins.
std::size_t end_of_tag(std::string_view html, std::size_t at) {
  char before = '\0';  // The last character that was no white space.
  for (; at < html.size(); ++at) {
    const char c = html[at];
    if (c == '>') return at + 1;
    if ((c == '"' || c == '\'') && before == '=') {
      at = std::min(html.find(c, at + 1), html.size() - 1);
    }
    if (!is_ascii_space(c)) before = c;
  }
  return html.size();
}

Tag read_tag(std::string_view html, std::size_t at) {
  Tag tag;
  tag.end = end_of_tag(html, at);
  std::string_view inside = html.substr(at + 1, tag.end - at - 1);
  if (inside.ends_with('>')) inside.remove_suffix(1);
  if (inside.ends_with('/')) inside.remove_suffix(1);
  tag.is_closing = inside.starts_with('/');
  if (tag.is_closing) inside.remove_prefix(1);
  std::size_t name_end = 0;
  while (name_end < inside.size() && !is_ascii_space(inside[name_end]) &&
         inside[name_end] != '/') {
    ++name_end;
  }
  tag.name = to_ascii_lower(inside.substr(0, name_end));
  tag.attributes = inside.substr(name_end);
  return tag;
}

// Calls on_text(view) and on_tag(Tag) in order; comments and declarations are left out,
// and so is all that stands in an element which is dropped with its content.
template <typename OnText, typename OnTag>
void walk(std::string_view html, OnText on_text, OnTag on_tag) {
  std::string dropped;  // The element whose end is looked for.
  CommentEnds comment_ends;
  std::size_t at = 0;
  while (at < html.size()) {
    std::size_t next = html.find('<', at);
    while (next < html.size() && !begins_tag(html, next))
      next = html.find('<', next + 1);
    const std::size_t text_end = std::min(next, html.size());
    if (dropped.empty() && text_end > at) on_text(html.substr(at, text_end - at));
    if (text_end == html.size()) return;
    if (html.substr(text_end).starts_with("<!--")) {
      at = comment_ends.find(html, text_end);
      continue;
    }
    const Tag tag = read_tag(html, text_end);
    at = tag.end;
    if (!dropped.empty()) {
      if (tag.is_closing && tag.name == dropped) dropped.clear();
    } else if (is_dropped_with_content(tag.name)) {
      if (!tag.is_closing) dropped = tag.name;
    } else if (is_ascii_alpha(tag.name.empty() ? '!' : tag.name[0])) {
      on_tag(tag);
    }
  }
}

bool is_safe_address(std::string_view address) {
  const std::size_t colon = address.find_first_of(":/?#");
  if (colon == address.npos || address[colon] != ':') return true;
  const std::string scheme = to_ascii_lower(address.substr(0, colon));
  return std::ranges::find(kSafeSchemes, scheme) != std::end(kSafeSchemes);
}

// For within quotes of either kind.
void append_quoted(std::string& out, std::string_view value) {
  for (const char c : value) {
    if (c == '"') {
      out += "&quot;";
    } else if (c == '\'') {
      out += "&#39;";
    } else {
      append_escaped(out, std::string_view(&c, 1));
    }
  }
}

void append_attribute(std::string& out, const XmlAttribute& attribute,
                      const BaseAddress& base, Allowance& allowance) {
  const std::string name = to_ascii_lower(attribute.name);
  std::string value = decoded(attribute.value);
  if (name == "style") {
    value = safe_style(value);
    if (value.empty()) return;
  } else if (!is_safe_attribute(name)) {
    return;
  } else if (is_address_attribute(name)) {
    value = is_safe_address(trimmed(value)) ? base.resolve(value, allowance) : "";
  }
  out.append(" ").append(name).append("=\"");
  append_quoted(out, value);
  out += '"';
}

void append_safe_tag(std::string& out, const Tag& tag, const BaseAddress& base,
                     Allowance& allowance) {
  if (!is_safe_element(tag.name)) return;
  if (tag.is_closing) {
    if (!is_void_element(tag.name)) out.append("</").append(tag.name) += '>';
    return;
  }
  out.append("<").append(tag.name);
  const std::string element = "<x" + std::string(tag.attributes) + ">";
  XmlReader reader(element, 1);
  if (reader.next_child(0)) {
    for (const XmlAttribute& attribute : reader.attributes()) {
      append_attribute(out, attribute, base, allowance);
    }
  }
  out += is_void_element(tag.name) ? " />" : ">";
}

// "&name;" and "&#1;" pass; a bare "&" and "<" are escaped.
void append_safe_text(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&' && reference_length(text.substr(i)) == 0) {
      out += "&amp;";
    } else {
      out += c;
    }
  }
}

// Neither with a scheme, nor a place within the same page.
bool is_relative(std::string_view address) {
  address = trimmed(address);
  if (address.empty() || address[0] == '#') return false;
  for (const char c : address) {
    if (c == ':') return false;
    if (c == '/' || c == '?' || c == '#') return true;
  }
  return true;
}

// The name that ends right before the "=" at `equals`.
std::string_view attribute_name(std::string_view tag, std::size_t equals) {
  std::size_t end = equals;
  while (end > 0 && is_ascii_space(tag[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_ascii_alpha(tag[begin - 1])) --begin;
  return tag.substr(begin, end - begin);
}

// A copy of a text with some stretches of it replaced; made at the first of them.
class Edited {
 public:
  explicit Edited(std::string_view text) : text_(text) {}

  void replace(std::size_t begin, std::size_t end, std::string_view by) {
    result_.append(text_.substr(done_, begin - done_)).append(by);
    done_ = end;
  }
  bool is_changed() const { return done_ > 0; }
  std::string take() && {
    result_.append(text_.substr(done_));
    return std::move(result_);
  }

 private:
  std::string_view text_;
  std::string result_;
  std::size_t done_ = 0;
};

// An attribute, or what looks like one: name, "=", value in quotes.
struct Assignment {
  std::string_view name;
  std::size_t begin;  // Of the value, within the quotes.
  std::size_t end;
};

std::optional<Assignment> assignment_at(std::string_view html, std::size_t equals) {
  std::size_t quote = equals + 1;
  while (quote < html.size() && is_ascii_space(html[quote])) ++quote;
  if (quote == html.size() || (html[quote] != '"' && html[quote] != '\'')) {
    return std::nullopt;
  }
  const std::size_t end = html.find(html[quote], quote + 1);
  if (end == html.npos) return std::nullopt;
  return Assignment{attribute_name(html, equals), quote + 1, end};
}

bool is_relative_address(std::string_view html, const Assignment& assignment) {
  return is_relative(
             html.substr(assignment.begin, assignment.end - assignment.begin)) &&
         is_address_attribute(to_ascii_lower(assignment.name));
}

void resolve_tag(std::string_view html, std::size_t at, std::size_t tag_end,
                 const BaseAddress& base, Allowance& allowance, Edited& edited) {
  const std::string_view tag = html.substr(0, tag_end);
  for (at = tag.find('=', at); at != tag.npos && !allowance.is_spent();
       at = tag.find('=', at)) {
    const auto assignment = assignment_at(tag, at);
    at = assignment ? assignment->end : at + 1;
    if (!assignment || !is_relative_address(tag, *assignment)) continue;
    const auto [name, begin, end] = *assignment;
    const std::string absolute =
        base.resolve(decoded(tag.substr(begin, end - begin)), allowance);
    std::string quoted;
    append_quoted(quoted, absolute);
    if (allowance.take(quoted.size() - absolute.size())) {
      edited.replace(begin, end, quoted);
    }
  }
}

}  // namespace

void resolve_addresses(std::string& html, const BaseAddress& base,
                       Allowance& allowance) {
  if (!base.is_known()) return;
  const std::string_view text = html;
  Edited edited(text);
  std::size_t tag_begin = 0;
  std::size_t tag_end = 0;
  // Looking for "=" is faster than walking from tag to tag, which is done only up to
  // what may be a relative address: few feeds have any.
  for (std::size_t at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
    const auto assignment = assignment_at(text, at);
    if (!assignment || !is_relative_address(text, *assignment)) continue;
    while (tag_end <= at && tag_begin != text.npos) {
      tag_begin = text.find('<', tag_end);
      tag_end = tag_begin == text.npos ? text.size() : end_of_tag(text, tag_begin);
    }
    if (tag_begin > at) continue;  // In the text between tags.
    resolve_tag(text, tag_begin, tag_end, base, allowance, edited);
    if (allowance.is_spent()) break;
    at = tag_end - 1;
  }
  if (edited.is_changed()) html = std::move(edited).take();
}

std::string safe_markup(std::string_view html, const BaseAddress& base,
                        Allowance& allowance) {
  std::string safe;
  walk(
      html, [&](std::string_view text) { append_safe_text(safe, text); },
      [&](const Tag& tag) { append_safe_tag(safe, tag, base, allowance); });
  return safe;
}

std::string text_of_markup(std::string_view html) {
  std::string text;
  walk(
      html, [&](std::string_view run) { append_decoded(text, run); },
      [](const Tag&) {});
  return text;
}

bool looks_like_markup(std::string_view text) {
  bool has_sign = false;
  bool is_html = true;
  for (std::size_t at = text.find_first_of("<&"); at != text.npos && is_html;
       at = text.find_first_of("<&", at + 1)) {
    if (text[at] == '<' && begins_tag(text, at) && text[at + 1] != '!') {
      const Tag tag = read_tag(text, at);
      is_html = is_safe_element(tag.name) || is_dropped_with_content(tag.name) ||
                is_void_element(tag.name);
      has_sign = has_sign || tag.is_closing || is_void_element(tag.name);
      at = tag.end - 1;
    } else if (text[at] == '&') {
      has_sign = has_sign || reference_length(text.substr(at)) > 0;
    }
  }
  return has_sign && is_html;
}

}  // namespace curlew::parse
