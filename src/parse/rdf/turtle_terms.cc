#include "parse/rdf/turtle_terms.h"

#include "base/ascii.h"
#include "rdf/iri.h"
#include "rdf/term.h"

namespace curlew::parse {
namespace {

bool is_hex_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::string xsd_type(std::string_view local) {
  return std::string(rdf::kXsd).append(local);
}

}  // namespace

bool TurtleTerms::is_inside_word() const {
  std::size_t length = 0;
  if (lexer_.is_at_end()) return false;
  const char32_t c = lexer_.code_point(length);
  return c == ':' || is_pn_chars(c);
}

bool TurtleTerms::take_word(std::string_view word) {
  const std::size_t begin = lexer_.position();
  if (lexer_.take(word) && !is_inside_word()) {
    // "a.b:c" is a name with the prefix "a.b".
    std::string_view label;
    const std::size_t end = lexer_.position();
    lexer_.go_back_to(begin);
    const bool is_prefix = lexer_.peek(word.size()) == '.' && read_prefix_label(label);
    lexer_.go_back_to(is_prefix ? begin : end);
    return !is_prefix;
  }
  lexer_.go_back_to(begin);
  return false;
}

bool TurtleTerms::take_keyword(std::string_view word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (to_ascii_lower(lexer_.peek(i)) != word[i]) return false;
  }
  const std::size_t begin = lexer_.position();
  lexer_.skip(word.size());
  if (!is_inside_word()) return true;
  lexer_.go_back_to(begin);
  return false;
}

bool TurtleTerms::read_resolved_iri(std::string& out) {
  std::string_view iri;
  if (!lexer_.read_iri(iri, iri_scratch_)) return false;
  out = rdf::is_absolute_iri(iri) ? std::string(iri) : rdf::resolve_iri(base_, iri);
  return rdf::is_absolute_iri(out) || lexer_.fail("a relative IRI without a base");
}

// Prefixes are kept: what they take counts as what the dataset takes, which may be an
// eighth of what is made.
bool TurtleTerms::read_kept_iri(std::string& out) {
  if (!read_resolved_iri(out)) return false;
  builder_.count_made(8 * out.size());
  return !builder_.is_too_large() || lexer_.fail_limit("its prefixes are too long");
}

// Up to the ":" and past it. False, without a complaint, where none is.
bool TurtleTerms::read_prefix_label(std::string_view& out) {
  const std::size_t begin = lexer_.position();
  std::size_t length = 0;
  char32_t last = 0;
  while (!lexer_.is_at_end()) {
    const char32_t c = lexer_.code_point(length);
    const bool is_first = lexer_.position() == begin;
    if (is_first ? !is_pn_chars_base(c) : c != '.' && !is_pn_chars(c)) break;
    last = c;
    lexer_.skip(length);
  }
  out = lexer_.since(begin);
  if (last != '.' && lexer_.take(':')) return true;
  lexer_.go_back_to(begin);
  return false;
}

bool TurtleTerms::read_local_escape(std::string& out) {
  if (lexer_.peek() == '%') {
    if (!is_hex_digit(lexer_.peek(1)) || !is_hex_digit(lexer_.peek(2)))
      return lexer_.fail("a wrong \"%\" in a name");
    out.append({'%', lexer_.peek(1), lexer_.peek(2)});
    lexer_.skip(3);
    return true;
  }
  static constexpr std::string_view kEscapable = "_~.-!$&'()*+,;=/?#@%";
  const char c = lexer_.peek(1);
  if (c == '\0' || kEscapable.find(c) == kEscapable.npos)
    return lexer_.fail("a wrong escape in a name");
  out += c;
  lexer_.skip(2);
  return true;
}

bool TurtleTerms::read_local_name(std::string& out) {
  // Where the name ends if the dots behind it end the statement.
  std::size_t end = lexer_.position(), written = out.size();
  bool is_first = true;
  while (!lexer_.is_at_end()) {
    std::size_t length = 0;
    const char32_t c = lexer_.code_point(length);
    if (c == '%' || c == '\\') {
      if (!read_local_escape(out)) return false;
    } else {
      const bool may_begin =
          is_pn_chars_base(c) || c == '_' || c == ':' || (c >= '0' && c <= '9');
      if (!may_begin && (is_first || (c != '.' && !is_pn_chars(c)))) break;
      const std::size_t from = lexer_.position();
      lexer_.skip(length);
      out += lexer_.since(from);
    }
    is_first = false;
    if (c != '.') {
      end = lexer_.position();
      written = out.size();
    }
  }
  lexer_.go_back_to(end);
  out.resize(written);
  return true;
}

bool TurtleTerms::read_prefixed_name(std::string& out) {
  std::string_view label;
  if (!read_prefix_label(label)) return lexer_.fail("expected a term");
  const auto found = prefixes_.find(label);
  if (found == prefixes_.end()) return lexer_.fail("a prefix that was not declared");
  out = found->second;
  return read_local_name(out);
}

bool TurtleTerms::read_iri(rdf::TermId& out) {
  std::string iri;
  if (!(lexer_.peek() == '<' ? read_resolved_iri(iri) : read_prefixed_name(iri)))
    return false;
  out = builder_.iri(iri);
  return true;
}

bool TurtleTerms::read_blank(rdf::TermId& out) {
  std::string_view label;
  if (!lexer_.take("_:")) return lexer_.fail("expected a blank node");
  if (!lexer_.read_blank_label(label)) return false;
  out = builder_.labelled(label);
  return true;
}

bool TurtleTerms::read_literal(rdf::TermId& out) {
  const char c = lexer_.peek();
  if (c == '"' || c == '\'') return read_string_literal(out);
  for (const std::string_view word : {"true", "false"}) {
    if (!take_word(word)) continue;
    out = builder_.term(rdf::literal_text(word, {}, xsd_type("boolean")));
    return true;
  }
  return read_number(out);
}

bool TurtleTerms::read_string_literal(rdf::TermId& out) {
  const char quote = lexer_.peek();
  const bool is_long = lexer_.peek(1) == quote && lexer_.peek(2) == quote;
  std::string_view value;
  bool is_plain = false;
  lexer_.skip(is_long ? 3 : 1);
  if (is_long) {
    if (!lexer_.read_long_string(quote, value_scratch_)) return false;
    value = value_scratch_;
  } else if (!lexer_.read_string(quote, value, value_scratch_, is_plain)) {
    return false;
  }
  std::string_view language;
  std::string type;
  if (lexer_.take('@')) {
    if (!lexer_.read_language(language)) return false;
  } else {
    const std::size_t behind = lexer_.position();
    lexer_.skip_space();
    if (lexer_.take("^^")) {
      lexer_.skip_space();
      if (!(lexer_.peek() == '<' ? read_resolved_iri(type) : read_prefixed_name(type)))
        return false;
    } else {
      lexer_.go_back_to(behind);
    }
  }
  out = builder_.term(rdf::literal_text(value, language, type));
  return true;
}

std::size_t TurtleTerms::skip_digits() {
  const std::size_t begin = lexer_.position();
  while (lexer_.peek() >= '0' && lexer_.peek() <= '9') lexer_.skip();
  return lexer_.position() - begin;
}

bool TurtleTerms::read_number(rdf::TermId& out) {
  const std::size_t begin = lexer_.position();
  if (lexer_.peek() == '+' || lexer_.peek() == '-') lexer_.skip();
  std::size_t digits = skip_digits();
  std::string_view type = "integer";
  std::size_t end = lexer_.position();
  bool may_have_exponent = digits > 0;
  if (lexer_.take('.')) {
    const std::size_t fraction = skip_digits();
    may_have_exponent = digits + fraction > 0;
    digits += fraction;
    // "1." is a number and the end of a statement, "1.e0" is a number.
    if (fraction > 0) {
      type = "decimal";
      end = lexer_.position();
    }
  }
  if (may_have_exponent && to_ascii_lower(lexer_.peek()) == 'e') {
    lexer_.skip();
    if (lexer_.peek() == '+' || lexer_.peek() == '-') lexer_.skip();
    if (skip_digits() == 0) return lexer_.fail("a wrong number");
    type = "double";
    end = lexer_.position();
  }
  lexer_.go_back_to(end);
  if (digits == 0) return lexer_.fail("expected a term");
  out = builder_.term(rdf::literal_text(lexer_.since(begin), {}, xsd_type(type)));
  return true;
}

bool TurtleTerms::read_prefix() {
  lexer_.skip_space();
  std::string_view label;
  if (!read_prefix_label(label)) return lexer_.fail("expected a prefix");
  lexer_.skip_space();
  return read_kept_iri(prefixes_[std::string(label)]);
}

bool TurtleTerms::read_base() {
  lexer_.skip_space();
  std::string base;
  if (!read_kept_iri(base)) return false;
  base_ = std::move(base);
  return true;
}

}  // namespace curlew::parse
