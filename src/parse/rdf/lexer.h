// The tokens that N-Triples, N-Quads, Turtle and TriG share, as their grammars define
// them (https://www.w3.org/TR/turtle/#sec-grammar-grammar). Text in, canonical texts of
// terms out (rdf/term_table.h).
//
// A function that returns false has said why in fail(); the reader stops there.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew::parse {

// Which characters a blank node's label or a name may have.
bool is_pn_chars_base(char32_t c);
bool is_pn_chars(char32_t c);

class RdfLexer {
 public:
  // `text` is well-formed UTF-8 and outlives the lexer.
  explicit RdfLexer(std::string_view text) : text_(text) {}

  bool is_at_end() const { return at_ == text_.size(); }
  // The next byte; 0 at the end.
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip(std::size_t bytes = 1) { at_ += bytes; }
  bool take(char c) {
    if (peek() != c || is_at_end()) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  std::size_t position() const { return at_; }
  void go_back_to(std::size_t position) { at_ = position; }
  std::string_view since(std::size_t position) const {
    return text_.substr(position, at_ - position);
  }

  // Spaces and tabs.
  void skip_blanks();
  // White space and comments.
  void skip_space();
  void skip_comment();

  // "<...>": the IRI as written, its \u escapes decoded, between "<" and ">". The view
  // is of the document, or of `scratch` where there was an escape.
  bool read_iri(std::string_view& out, std::string& scratch);
  // What stands between quotation marks, for a string on one line. The position is
  // behind the first one. `out` is the document's own text where that is canonical, and
  // `is_plain` says so; else it is in `scratch`, decoded.
  bool read_string(char quote, std::string_view& out, std::string& scratch,
                   bool& is_plain);
  // The same for """long""" strings; decoded into `out`.
  bool read_long_string(char quote, std::string& out);
  // "@en": without the "@".
  bool read_language(std::string_view& out);
  // "_:label": without the "_:".
  bool read_blank_label(std::string_view& out);

  // The code point here, and how many bytes it has; 0 at the end.
  char32_t code_point(std::size_t& length) const;

  // Always false.
  bool fail(std::string_view what);
  bool fail_limit(std::string_view what);
  Error error() const;

 private:
  bool read_escape(std::string& out);
  bool read_hex(int digits, std::string& out);

  std::string_view text_;
  std::size_t at_ = 0;
  ErrorKind kind_ = ErrorKind::kMalformed;
  std::string failure_;
};

}  // namespace curlew::parse
