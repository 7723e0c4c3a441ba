#include "parse/xml_reader.h"

#include <algorithm>
#include <cstring>

#include "base/ascii.h"
#include "parse/character_references.h"

namespace curlew::parse {
namespace {

// More would be an attack: feeds carry about five namespace declarations.
constexpr std::size_t kMaxAttributes = 256;

bool is_name_start(char c) {
  return is_ascii_alpha(c) || c == '_' || c == ':' || (c & 0x80) != 0;
}

bool ends_name(char c) {
  return is_ascii_space(c) || c == '>' || c == '/' || c == '=' || c == '<';
}

// From `from` to the next `c`, or to the end.
std::size_t find_or_end(std::string_view text, char c, std::size_t from) {
  const void* found = from < text.size()
                          ? std::memchr(text.data() + from, c, text.size() - from)
                          : nullptr;
  return found == nullptr ? text.size() : static_cast<const char*>(found) - text.data();
}

// "<xhtml:p class='x'>" -> "<p class='x'>"
void append_without_prefix(std::string& out, std::string_view tag) {
  const std::size_t name_begin = tag.starts_with("</") ? 2 : 1;
  std::size_t name_end = name_begin;
  while (name_end < tag.size() && !ends_name(tag[name_end])) ++name_end;
  const auto name = tag.substr(name_begin, name_end - name_begin);
  out += tag.substr(0, name_begin);
  out += local_name(name);
  out += tag.substr(name_end);
}

}  // namespace

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

bool is_named(const XmlReader& xml, std::string_view name) {
  return equals_ignoring_case(local_name(xml.name()), name);
}

XmlReader::XmlReader(std::string_view text, int max_depth,
                     std::span<const std::string_view> never_in_content)
    : text_(text),
      max_depth_(static_cast<std::size_t>(max_depth)),
      never_in_content_(never_in_content) {}

bool XmlReader::next_child(int depth) {
  if (is_held_) {
    if (this->depth() != depth + 1) return false;
    is_held_ = false;
    return true;
  }
  while (this->depth() >= depth) {
    switch (next_token()) {
      case Token::kStart:
        if (this->depth() == depth + 1 && too_deep_ == 0) return true;
        break;
      case Token::kEndOfInput:
        return false;
      default:
        break;
    }
  }
  return false;
}

// At a start tag within the content of the element at `depth`: should that element have
// been closed before? Then it is, and the one that begins here waits for next_child().
bool XmlReader::ends_content(int depth) {
  const auto is_current = [&](std::string_view name) {
    return equals_ignoring_case(name, local_name(name_));
  };
  if (too_deep_ > 0 || !std::ranges::any_of(never_in_content_, is_current))
    return false;
  open_.resize(static_cast<std::size_t>(depth) - 1);
  open_.push_back(name_);
  is_held_ = true;
  return true;
}

void XmlReader::close_parent() {
  open_.erase(open_.end() - 2);
  is_held_ = true;
}

XmlContent XmlReader::read_content(CdataBesideMarkup cdata) {
  const int depth = this->depth();
  const std::size_t begin = position_;
  XmlContent content;
  while (this->depth() >= depth) {
    switch (next_token()) {
      case Token::kText:
        append_decoded(content.value, run_);
        break;
      case Token::kCdata:
        content.value += run_;
        break;
      case Token::kStart:
        if (ends_content(depth)) return content;
        // Begin again: this is markup, and the text before it needs its references.
        open_.resize(static_cast<std::size_t>(depth));
        too_deep_ = 0;
        is_self_closing_ = false;
        position_ = begin;
        return {read_markup_content(depth, cdata), true};
      case Token::kEnd:
        break;
      case Token::kEndOfInput:
        return content;
    }
  }
  return content;
}

std::string XmlReader::read_markup_content(int depth, CdataBesideMarkup cdata) {
  std::string markup;
  while (true) {
    const Token token = next_token();
    if (token == Token::kEndOfInput || this->depth() < depth) return markup;
    switch (token) {
      case Token::kText:
        markup += run_;
        break;
      case Token::kCdata:
        if (cdata == CdataBesideMarkup::kIsMarkup) {
          markup += run_;
        } else {
          append_escaped(markup, run_);
        }
        break;
      case Token::kStart:
        if (ends_content(depth)) return markup;
        [[fallthrough]];
      default:
        if (!run_.empty()) append_without_prefix(markup, run_);
    }
  }
}

std::string XmlReader::read_text() {
  const int depth = this->depth();
  std::string text;
  while (this->depth() >= depth) {
    switch (next_token()) {
      case Token::kText:
        append_decoded(text, run_);
        break;
      case Token::kCdata:
        text += run_;
        break;
      case Token::kStart:
        if (ends_content(depth)) return text;
        break;
      case Token::kEndOfInput:
        return text;
      case Token::kEnd:
        break;
    }
  }
  return text;
}

XmlReader::Token XmlReader::next_token() {
  if (is_self_closing_) return close_self_closing();
  while (position_ < text_.size()) {
    if (text_[position_] != '<') return read_text_run(position_);
    const std::size_t before = position_;
    const Token token = read_markup();
    if (token != Token::kEndOfInput) return token;
    if (position_ == before) return read_text_run(position_ + 1);
  }
  if (!open_.empty()) is_truncated_ = true;
  return Token::kEndOfInput;
}

// At a "<". kEndOfInput stands for "nothing to report": what was here has been skipped,
// or, where the position has not moved, it is not markup but text.
XmlReader::Token XmlReader::read_markup() {
  const std::string_view rest = text_.substr(position_);
  const char next = rest.size() > 1 ? rest[1] : '\0';
  if (is_name_start(next)) return read_start_tag();
  if (next == '/') return read_end_tag();
  if (next == '?') {
    // Not up to "?>": the question mark is the first thing that hands forget.
    position_ = std::min(find_or_end(text_, '>', position_) + 1, text_.size());
  } else if (rest.starts_with("<!--")) {
    skip_comment();
  } else if (rest.starts_with("<![CDATA[")) {
    const std::size_t begin = position_ + 9;
    const std::size_t end = std::min(text_.find("]]>", begin), text_.size());
    run_ = text_.substr(begin, end - begin);
    position_ = std::min(end + 3, text_.size());
    return Token::kCdata;
  } else if (next == '!') {
    skip_declaration();
  }
  return Token::kEndOfInput;
}

XmlReader::Token XmlReader::read_text_run(std::size_t from) {
  const std::size_t end = find_or_end(text_, '<', from);
  run_ = text_.substr(position_, end - position_);
  position_ = end;
  return Token::kText;
}

// Of a comment without end only the opening is skipped. "<!-->" and "<!--->" are whole
// comments, as in HTML (13.2.5.43): looking further would lose what stands up to the
// next one.
void XmlReader::skip_comment() {
  for (const std::string_view whole : {"<!-->", "<!--->"}) {
    if (!text_.substr(position_).starts_with(whole)) continue;
    position_ += whole.size();
    return;
  }
  const std::size_t end =
      has_no_comment_end_ ? text_.npos : text_.find("-->", position_ + 4);
  has_no_comment_end_ = end == text_.npos;
  position_ = has_no_comment_end_ ? position_ + 4 : end + 3;
}

// "<!DOCTYPE x [ ... ]>" and whatever else begins like it, without a look at what it
// declares. A ">" within the brackets does not end it.
void XmlReader::skip_declaration() {
  int brackets = 0;
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '[') ++brackets;
    if (c == ']') --brackets;
    if (c == '>' && brackets <= 0) break;
  }
  position_ = std::min(position_ + 1, text_.size());
}

XmlReader::Token XmlReader::read_start_tag() {
  const std::size_t begin = position_++;
  const std::size_t name_begin = position_;
  while (position_ < text_.size() && !ends_name(text_[position_])) ++position_;
  name_ = text_.substr(name_begin, position_ - name_begin);
  attributes_.clear();
  while (true) {
    skip_space();
    if (position_ == text_.size()) return Token::kEndOfInput;  // Cut within the tag.
    const char c = text_[position_];
    if (c == '<') break;  // The ">" is missing.
    ++position_;
    if (c == '>') break;
    if (c == '/') {
      is_self_closing_ = position_ < text_.size() && text_[position_] == '>';
    } else {
      --position_;
      read_attribute();
    }
  }
  run_ = text_.substr(begin, position_ - begin);
  if (open_.size() < max_depth_) {
    open_.push_back(name_);
  } else {
    ++too_deep_;
    is_too_deep_ = true;
  }
  return Token::kStart;
}

void XmlReader::read_attribute() {
  const std::size_t name_begin = position_;
  while (position_ < text_.size() && !ends_name(text_[position_])) ++position_;
  XmlAttribute attribute{text_.substr(name_begin, position_ - name_begin), {}};
  skip_space();
  if (position_ < text_.size() && text_[position_] == '=') {
    ++position_;
    skip_space();
    const char quote = position_ < text_.size() ? text_[position_] : '\0';
    std::size_t begin = position_;
    std::size_t end;
    if (quote == '"' || quote == '\'') {
      end = find_or_end(text_, quote, ++begin);
      position_ = std::min(end + 1, text_.size());
    } else {
      end = begin;
      while (end < text_.size() && !is_ascii_space(text_[end]) && text_[end] != '>') {
        ++end;
      }
      position_ = end;
    }
    attribute.value = text_.substr(begin, end - begin);
  }
  if (attributes_.size() < kMaxAttributes) attributes_.push_back(attribute);
}

void XmlReader::skip_space() {
  while (position_ < text_.size() && is_ascii_space(text_[position_])) ++position_;
}

XmlReader::Token XmlReader::close_self_closing() {
  is_self_closing_ = false;
  run_ = {};
  if (too_deep_ > 0) {
    --too_deep_;
  } else {
    open_.pop_back();
  }
  return Token::kEnd;
}

XmlReader::Token XmlReader::read_end_tag() {
  const std::size_t begin = position_;
  position_ += 2;
  const std::size_t name_begin = position_;
  while (position_ < text_.size() && !ends_name(text_[position_])) ++position_;
  const auto name = text_.substr(name_begin, position_ - name_begin);
  while (position_ < text_.size() && text_[position_] != '>' &&
         text_[position_] != '<') {
    ++position_;
  }
  if (position_ < text_.size() && text_[position_] == '>') ++position_;
  run_ = text_.substr(begin, position_ - begin);
  if (!close(name)) return Token::kEndOfInput;  // Closes nothing: as if not there.
  return Token::kEnd;
}

// Closes the innermost element of this name and all within it. Names differ in case in
// feeds made by hand.
bool XmlReader::close(std::string_view name) {
  if (too_deep_ > 0) {
    --too_deep_;
    return true;
  }
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (!equals_ignoring_case(open_[i], name)) continue;
    open_.resize(i);
    return true;
  }
  return false;
}

}  // namespace curlew::parse
