#include "parse/rdf/ntriples.h"

#include "parse/rdf/lexer.h"
#include "parse/rdf/quad_builder.h"
#include "rdf/iri.h"

namespace curlew::parse {
namespace {

constexpr std::string_view kStringType = "http://www.w3.org/2001/XMLSchema#string";

class NTriplesReader {
 public:
  NTriplesReader(std::string_view text, NamedGraphs graphs, const RdfOptions& options)
      : lexer_(text), graphs_(graphs), builder_(text, options) {}

  Result<rdf::Dataset> read() {
    while (!lexer_.is_at_end()) {
      if (!read_line()) return lexer_.error();
    }
    return builder_.finish();
  }

 private:
  bool read_line() {
    lexer_.skip_blanks();
    const char c = lexer_.peek();
    if (!lexer_.is_at_end() && c != '#' && c != '\n' && c != '\r' && !read_statement())
      return false;
    lexer_.skip_blanks();
    if (lexer_.peek() == '#') lexer_.skip_comment();
    if (lexer_.is_at_end() || lexer_.take('\n') || lexer_.take('\r')) return true;
    return lexer_.fail("expected the end of the line");
  }

  bool read_statement() {
    rdf::Quad quad;
    if (!read_iri_or_blank(quad.subject)) return false;
    lexer_.skip_blanks();
    if (!read_iri(quad.predicate)) return false;
    lexer_.skip_blanks();
    const bool is_literal = lexer_.peek() == '"';
    if (!(is_literal ? read_literal(quad.object) : read_iri_or_blank(quad.object)))
      return false;
    lexer_.skip_blanks();
    if (graphs_ == NamedGraphs::kAllowed && lexer_.peek() != '.') {
      if (!read_iri_or_blank(quad.graph)) return false;
      lexer_.skip_blanks();
    }
    if (!lexer_.take('.')) return lexer_.fail("expected a \".\"");
    builder_.add(quad.subject, quad.predicate, quad.object, quad.graph);
    return true;
  }

  bool read_iri_or_blank(rdf::TermId& out) {
    if (lexer_.peek() != '_') return read_iri(out);
    const std::size_t begin = lexer_.position();
    std::string_view label;
    if (!lexer_.take("_:")) return lexer_.fail("expected a blank node");
    if (!lexer_.read_blank_label(label)) return false;
    out = builder_.term(lexer_.since(begin));
    return true;
  }

  bool read_iri(rdf::TermId& out) {
    const std::size_t begin = lexer_.position();
    std::string_view iri;
    if (!read_absolute_iri(iri)) return false;
    const bool is_as_written = iri.data() != scratch_.data();
    out = is_as_written ? builder_.term(lexer_.since(begin)) : builder_.iri(iri);
    return true;
  }

  bool read_absolute_iri(std::string_view& iri) {
    if (!lexer_.read_iri(iri, scratch_)) return false;
    return rdf::is_absolute_iri(iri) || lexer_.fail("a relative IRI");
  }

  bool read_literal(rdf::TermId& out) {
    const std::size_t begin = lexer_.position();
    lexer_.skip();
    std::string_view value, language, type;
    bool is_as_written = false;
    if (!lexer_.read_string('"', value, value_scratch_, is_as_written)) return false;
    if (lexer_.take('@')) {
      if (!lexer_.read_language(language)) return false;
    } else if (lexer_.take("^^")) {
      if (!read_absolute_iri(type)) return false;
      if (type == kStringType || type.data() == scratch_.data()) is_as_written = false;
    }
    out = is_as_written ? builder_.term(lexer_.since(begin))
                        : builder_.term(rdf::literal_text(value, language, type));
    return true;
  }

  RdfLexer lexer_;
  NamedGraphs graphs_;
  QuadBuilder builder_;
  std::string scratch_;
  std::string value_scratch_;
};

}  // namespace

Result<rdf::Dataset> parse_ntriples(std::string_view utf8, NamedGraphs graphs,
                                    const RdfOptions& options) {
  return NTriplesReader(utf8, graphs, options).read();
}

}  // namespace curlew::parse
