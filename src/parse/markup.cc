#include "parse/markup.h"

#include <algorithm>
#include <span>

#include "base/ascii.h"
#include "parse/character_references.h"
#include "parse/html/tokenizer.h"
#include "parse/markup_names.h"

namespace curlew::parse {
namespace {

constexpr std::string_view kSafeSchemes[] = {
    "http", "https", "mailto", "ftp",  "ftps", "feed", "tel",    "sms", "geo",
    "news", "nntp",  "irc",    "xmpp", "urn",  "tag",  "magnet", "sip", "webcal"};

// Calls on_text(view) and on_tag(Token, attributes) in order; all that stands in an
// element which is dropped with its content is left out.
template <typename OnText, typename OnTag>
void walk(std::string_view html, OnText on_text, OnTag on_tag) {
  Tokenizer tokens(html, TokenUse::kFragment);
  std::string_view dropped;  // The element whose end is looked for.
  for (Token token = tokens.next(); token.kind != Token::Kind::kEnd;
       token = tokens.next()) {
    if (token.kind == Token::Kind::kDoctype) continue;
    const bool is_start = token.kind == Token::Kind::kStartTag;
    if (token.kind == Token::Kind::kText) {
      if (dropped.empty()) on_text(token.text);
    } else if (!dropped.empty()) {
      if (!is_start && token.text == dropped) dropped = {};
    } else if (is_dropped_with_content(token.text)) {
      if (is_start && !tokens.skip_raw_text(token)) dropped = token.text;
    } else {
      on_tag(token, tokens.attributes(token.attributes));
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

void append_attribute(std::string& out, const TokenAttribute& attribute,
                      const BaseAddress& base, Allowance& allowance) {
  std::string value = decoded(attribute.value);
  if (attribute.name == "style") {
    value = safe_style(value);
    if (value.empty()) return;
  } else if (!is_safe_attribute(attribute.name)) {
    return;
  } else if (is_address_attribute(attribute.name)) {
    value = is_safe_address(trimmed(value)) ? base.resolve(value, allowance) : "";
  }
  out.append(" ").append(attribute.name).append("=\"");
  append_quoted(out, value);
  out += '"';
}

void append_safe_tag(std::string& out, const Token& tag,
                     std::span<const TokenAttribute> attributes,
                     const BaseAddress& base, Allowance& allowance) {
  if (!is_safe_element(tag.text)) return;
  if (tag.kind == Token::Kind::kEndTag) {
    if (!is_void_element(tag.text)) out.append("</").append(tag.text) += '>';
    return;
  }
  out.append("<").append(tag.text);
  for (const TokenAttribute& attribute : attributes) {
    append_attribute(out, attribute, base, allowance);
  }
  out += is_void_element(tag.text) ? " />" : ">";
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

bool is_quote(char c) { return c == '"' || c == '\''; }

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

// Looking for "=" is several times faster than reading all tags, and few feeds have
// relative addresses.
bool may_have_relative_address(std::string_view html) {
  for (std::size_t at = html.find('='); at != html.npos; at = html.find('=', at + 1)) {
    std::size_t quote = at + 1;
    while (quote < html.size() && is_ascii_space(html[quote])) ++quote;
    if (quote == html.size() || !is_quote(html[quote])) continue;
    const std::size_t end = html.find(html[quote], quote + 1);
    if (end != html.npos && is_relative(html.substr(quote + 1, end - quote - 1)) &&
        is_address_attribute(to_ascii_lower(attribute_name(html, at)))) {
      return true;
    }
  }
  return false;
}

void resolve_attribute(std::string_view html, const TokenAttribute& attribute,
                       const BaseAddress& base, Allowance& allowance, Edited& edited) {
  if (!is_address_attribute(attribute.name) || !is_relative(attribute.value)) return;
  const auto begin = static_cast<std::size_t>(attribute.value.data() - html.data());
  if (!is_quote(html[begin - 1])) return;
  const std::string absolute = base.resolve(decoded(attribute.value), allowance);
  std::string quoted;
  append_quoted(quoted, absolute);
  if (allowance.take(quoted.size() - absolute.size())) {
    edited.replace(begin, begin + attribute.value.size(), quoted);
  }
}

bool has_reference(std::string_view text) {
  for (std::size_t at = text.find('&'); at != text.npos; at = text.find('&', at + 1)) {
    if (reference_length(text.substr(at)) > 0) return true;
  }
  return false;
}

bool is_html_element(std::string_view name) {
  return is_safe_element(name) || is_dropped_with_content(name) ||
         is_void_element(name);
}

}  // namespace

void resolve_addresses(std::string& html, const BaseAddress& base,
                       Allowance& allowance) {
  if (!base.is_known() || !may_have_relative_address(html)) return;
  Edited edited(html);
  Tokenizer tokens(html, TokenUse::kFragment);
  for (Token tag = tokens.next();
       tag.kind != Token::Kind::kEnd && !allowance.is_spent(); tag = tokens.next()) {
    for (const TokenAttribute& attribute : tokens.attributes(tag.attributes)) {
      resolve_attribute(html, attribute, base, allowance, edited);
    }
    tokens.skip_raw_text(tag);
  }
  if (edited.is_changed()) html = std::move(edited).take();
}

std::string safe_markup(std::string_view html, const BaseAddress& base,
                        Allowance& allowance) {
  std::string safe;
  walk(
      html, [&](std::string_view text) { append_safe_text(safe, text); },
      [&](const Token& tag, std::span<const TokenAttribute> attributes) {
        append_safe_tag(safe, tag, attributes, base, allowance);
      });
  return safe;
}

std::string text_of_markup(std::string_view html) {
  std::string text;
  walk(
      html, [&](std::string_view run) { append_decoded(text, run); },
      [](const Token&, std::span<const TokenAttribute>) {});
  return text;
}

bool looks_like_markup(std::string_view text) {
  if (text.find_first_of("<&") == text.npos) return false;
  Tokenizer tokens(text, TokenUse::kFragment);
  bool has_sign = false;
  for (Token token = tokens.next(); token.kind != Token::Kind::kEnd;
       token = tokens.next()) {
    if (token.kind == Token::Kind::kText) {
      has_sign |= has_reference(token.text);
    } else if (token.kind != Token::Kind::kDoctype) {
      if (!is_html_element(token.text)) return false;
      has_sign |= token.kind == Token::Kind::kEndTag || is_void_element(token.text);
    }
  }
  return has_sign;
}

}  // namespace curlew::parse
