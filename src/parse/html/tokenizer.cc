#include "parse/html/tokenizer.h"

#include <algorithm>

#include "base/ascii.h"
#include "parse/character_references.h"

namespace curlew::parse {
namespace {

// Beyond this many on one page attributes are read over: 8 MiB could hold four million.
constexpr std::size_t kMaxAttributes = 500'000;
// And beyond this many of one tag: whoever asks an element for one looks through all.
constexpr std::size_t kMaxTagAttributes = 256;

bool ends_tag_name(char c) { return is_ascii_space(c) || c == '/' || c == '>'; }

}  // namespace

Token Tokenizer::next(Cdata cdata) {
  if (use_ != TokenUse::kTree) attributes_.clear();
  while (at_ < html_.size()) {
    token_begin_ = at_;
    if (!begins_markup()) return read_text();
    if (Token token; read_markup(cdata, token)) return token;
  }
  return {};
}

// "Tag open state": a "<" before anything else is text.
bool Tokenizer::begins_markup() const {
  if (peek() != '<' || at_ + 1 == html_.size()) return false;
  const char next = html_[at_ + 1];
  if (next == '/') return at_ + 2 < html_.size();
  return is_ascii_alpha(next) || next == '!' || next == '?';
}

Token Tokenizer::read_text() {
  const std::size_t start = at_;
  do {
    at_ = std::min(html_.find('<', at_ + 1), html_.size());
  } while (at_ < html_.size() && !begins_markup());
  return {.kind = Token::Kind::kText,
          .text = decode(html_.substr(start, at_ - start), ReferencePlace::kText)};
}

// Reads one construct; false when it leaves no token.
bool Tokenizer::read_markup(Cdata cdata, Token& token) {
  const char next = peek(1);
  if (is_ascii_alpha(next) || (next == '/' && is_ascii_alpha(peek(2))))
    return read_tag(token);
  const std::string_view left = html_.substr(at_);
  if (left.starts_with("<!--")) {
    skip_comment();
  } else if (starts_with_ignoring_case(left, "<!doctype")) {
    at_ += 9;
    token.kind = Token::Kind::kDoctype;
    token.text = read_past(">");
    return true;
  } else if (cdata == Cdata::kYes && left.starts_with("<![CDATA[")) {
    at_ += 9;
    token.kind = Token::Kind::kText;
    token.text = read_past("]]>");
    return !token.text.empty();
  } else {
    at_ += 2;
    read_past(">");  // "Bogus comment state."
  }
  return false;
}

// What comes before `end`; goes on behind it.
std::string_view Tokenizer::read_past(std::string_view end) {
  const std::size_t start = at_;
  const std::size_t found = html_.find(end, at_);
  at_ = found == html_.npos ? html_.size() : found + end.size();
  return html_.substr(start, found == html_.npos ? found : found - start);
}

// A comment ends at "-->" or "--!>"; "<!-->" and "<!--->" are whole ones.
void Tokenizer::skip_comment() {
  at_ += 4;
  if (peek() == '>' || (peek() == '-' && peek(1) == '>')) {
    at_ += peek() == '>' ? 1 : 2;
    return;
  }
  const std::size_t begin = at_;
  // Looking for an end again and again would make the time quadratic.
  while (!has_no_comment_end_ && (at_ = html_.find("--", at_)) != html_.npos) {
    const std::string_view after = html_.substr(at_ + 2, 2);
    if (after.starts_with('>') || after == "!>") {
      at_ += after[0] == '>' ? 3 : 4;
      return;
    }
    ++at_;
  }
  has_no_comment_end_ = true;
  at_ = begin;
  use_ == TokenUse::kFragment ? read_past(">") : rest();
}

// False when the page ends inside the tag: then there is none.
bool Tokenizer::read_tag(Token& token) {
  const bool is_end = peek(1) == '/';
  at_ += is_end ? 2 : 1;
  const std::size_t start = at_;
  while (at_ < html_.size() && !ends_tag_name(html_[at_])) ++at_;
  token.kind = is_end ? Token::Kind::kEndTag : Token::Kind::kStartTag;
  token.text = lower(html_.substr(start, at_ - start));
  token.tag = dom::find_tag(token.text);
  token.attributes.begin = std::uint32_t(attributes_.size());
  const bool is_complete = read_attributes(token);
  if (is_end || !is_complete) attributes_.resize(token.attributes.begin);
  token.attributes.count = std::uint32_t(attributes_.size()) - token.attributes.begin;
  return is_complete;
}

bool Tokenizer::read_attributes(Token& token) {
  while (at_ < html_.size()) {
    const char c = html_[at_];
    if (c == '>') {
      ++at_;
      return true;
    }
    if (is_ascii_space(c)) {
      ++at_;
    } else if (c == '/') {
      token.is_self_closing = peek(1) == '>';
      ++at_;
    } else {
      const TokenAttribute attribute = read_attribute();
      const std::size_t before = attributes_.size() - token.attributes.begin;
      if (attributes_.size() < kMaxAttributes && before < kMaxTagAttributes)
        attributes_.push_back(attribute);
    }
  }
  return false;
}

TokenAttribute Tokenizer::read_attribute() {
  const std::size_t start = at_++;  // A "=" here belongs to the name.
  while (at_ < html_.size() && !ends_tag_name(html_[at_]) && html_[at_] != '=') ++at_;
  TokenAttribute attribute{.name = lower(html_.substr(start, at_ - start))};
  const std::size_t end = at_;
  skip_space();
  if (peek() != '=') {
    at_ = end;
    return attribute;
  }
  ++at_;
  skip_space();
  attribute.value = decode(read_value(), ReferencePlace::kAttribute);
  return attribute;
}

std::string_view Tokenizer::read_value() {
  const char quote = peek();
  const std::size_t start = at_;
  if (quote == '"' || quote == '\'') {
    const std::size_t end = std::min(html_.find(quote, start + 1), html_.size());
    at_ = std::min(end + 1, html_.size());
    return html_.substr(start + 1, end - start - 1);
  }
  while (at_ < html_.size() && !is_ascii_space(html_[at_]) && html_[at_] != '>') ++at_;
  return html_.substr(start, at_ - start);
}

void Tokenizer::skip_space() {
  while (at_ < html_.size() && is_ascii_space(html_[at_])) ++at_;
}

std::string_view Tokenizer::lower(std::string_view name) {
  if (std::ranges::none_of(name, is_ascii_upper)) return name;
  return scratch_.keep(to_ascii_lower(name));
}

std::string_view Tokenizer::decode(std::string_view raw, ReferencePlace place) {
  if (use_ != TokenUse::kTree || raw.find('&') == raw.npos) return raw;
  buffer_.clear();
  append_html_decoded(buffer_, raw, place);
  return scratch_.keep(buffer_);
}

std::string_view Tokenizer::raw_text(std::string_view name, RawText kind) {
  const std::size_t end =
      kind == RawText::kScript ? find_script_end() : find_end_tag(name);
  const std::string_view text = html_.substr(at_, end - at_);
  at_ = end;
  if (Token unused; end < html_.size()) read_tag(unused);
  return kind == RawText::kReferences ? decode(text, ReferencePlace::kText) : text;
}

bool Tokenizer::skip_raw_text(const Token& tag) {
  if (tag.kind != Token::Kind::kStartTag) return false;
  switch (tag.tag) {
    case dom::Tag::kScript:
      raw_text(tag.text, RawText::kScript);
      return true;
    case dom::Tag::kStyle:
    case dom::Tag::kTextarea:
    case dom::Tag::kTitle:
    case dom::Tag::kXmp:
    case dom::Tag::kIframe:
    case dom::Tag::kNoembed:
    case dom::Tag::kNoframes:
      raw_text(tag.text, RawText::kPlain);
      return true;
    default:
      return false;
  }
}

std::string_view Tokenizer::rest() {
  const std::string_view text = html_.substr(at_);
  at_ = html_.size();
  return text;
}

// Is `opening` + `name` at that place, and then the end of a tag's name?
bool Tokenizer::is_tag_at(std::size_t at, std::string_view opening,
                          std::string_view name) const {
  const std::string_view left = html_.substr(at);
  const std::size_t length = opening.size() + name.size();
  return left.size() > length && left.starts_with(opening) &&
         starts_with_ignoring_case(left.substr(opening.size()), name) &&
         ends_tag_name(left[length]);
}

std::size_t Tokenizer::find_end_tag(std::string_view name) const {
  for (std::size_t at = html_.find('<', at_); at != html_.npos;
       at = html_.find('<', at + 1))
    if (is_tag_at(at, "</", name)) return at;
  return html_.size();
}

// "Script data" states: after "<!--" comes escaped text until "-->"; in there "<script"
// begins text in which "</script" ends no more than that.
std::size_t Tokenizer::find_script_end() const {
  enum class State { kPlain, kEscaped, kDoubleEscaped } state = State::kPlain;
  std::size_t at = at_;
  while (true) {
    at = state == State::kPlain ? html_.find('<', at) : html_.find_first_of("<-", at);
    if (at == html_.npos) return html_.size();
    const std::string_view left = html_.substr(at);
    if (left.starts_with("-->")) {
      state = State::kPlain;
    } else if (is_tag_at(at, "</", "script")) {
      if (state != State::kDoubleEscaped) return at;
      state = State::kEscaped;
    } else if (state == State::kEscaped && is_tag_at(at, "<", "script")) {
      state = State::kDoubleEscaped;
    } else if (state == State::kPlain && left.starts_with("<!--")) {
      state = State::kEscaped;
      ++at;  // Its dashes may belong to the end already: "<!-->".
    }
    ++at;
  }
}

}  // namespace curlew::parse
