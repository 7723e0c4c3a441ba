#include "parse/rdf/ntriples.h"

#include <deque>
#include <vector>

#include "parse/rdf/lexer.h"
#include "parse/rdf/quad_builder.h"
#include "rdf/iri.h"

namespace curlew::parse {
namespace {

constexpr std::string_view kStringType = "http://www.w3.org/2001/XMLSchema#string";

class NTriplesReader {
 public:
  NTriplesReader(std::string_view text, NamedGraphs graphs, const RdfOptions& options)
      : lexer_(text), graphs_(graphs), builder_(text, options) {
    builder_.reserve(text);
  }

  Result<rdf::Dataset> read() {
    while (!lexer_.is_at_end()) {
      if (!read_line()) return lexer_.error();
      if (statements_.size() == kAtOnce) add_statements();
    }
    add_statements();
    return builder_.finish();
  }

 private:
  // The place of a term in terms_.
  using Place = std::uint32_t;
  static constexpr Place kNoPlace = 0xFFFFFFFF;
  // Statements whose terms are looked up together; their memory fits the first cache.
  static constexpr std::size_t kAtOnce = 64;

  struct Statement {
    Place subject, predicate, object, graph = kNoPlace;
  };

  bool read_line();
  bool read_statement();
  bool read_subject(Place& out);
  bool read_iri_or_blank(Place& out);
  bool read_iri(Place& out);
  bool read_absolute_iri(std::string_view& iri);
  bool read_literal(Place& out);
  void add_statements();

  // A text of the document's own.
  Place place_of(std::string_view text) {
    terms_.push_back(text);
    return static_cast<Place>(terms_.size() - 1);
  }
  Place place_of_made(std::string text) {
    made_.push_back(std::move(text));
    return place_of(made_.back());
  }

  RdfLexer lexer_;
  NamedGraphs graphs_;
  QuadBuilder builder_;
  std::string scratch_;
  std::string value_scratch_;

  std::vector<Statement> statements_;
  std::vector<std::string_view> terms_;
  // Texts that do not stand in the document as canonical N-Quads writes them. A deque:
  // they stay where they are.
  std::deque<std::string> made_;
  std::vector<rdf::TermId> ids_;
  std::string_view last_subject_;
  Place last_place_ = kNoPlace;
};

void NTriplesReader::add_statements() {
  builder_.terms(terms_, ids_);
  for (const Statement& statement : statements_) {
    const Place graph = statement.graph;
    builder_.add(ids_[statement.subject], ids_[statement.predicate],
                 ids_[statement.object],
                 graph == kNoPlace ? rdf::kNoTerm : ids_[graph]);
  }
  statements_.clear();
  terms_.clear();
  made_.clear();
  last_subject_ = {};
}

bool NTriplesReader::read_line() {
  lexer_.skip_blanks();
  const char c = lexer_.peek();
  if (!lexer_.is_at_end() && c != '#' && c != '\n' && c != '\r' && !read_statement())
    return false;
  lexer_.skip_blanks();
  if (lexer_.peek() == '#') lexer_.skip_comment();
  if (lexer_.is_at_end() || lexer_.take('\n') || lexer_.take('\r')) return true;
  return lexer_.fail("expected the end of the line");
}

bool NTriplesReader::read_statement() {
  Statement statement;
  if (!read_subject(statement.subject)) return false;
  lexer_.skip_blanks();
  if (!read_iri(statement.predicate)) return false;
  lexer_.skip_blanks();
  const bool is_literal = lexer_.peek() == '"';
  if (!(is_literal ? read_literal(statement.object)
                   : read_iri_or_blank(statement.object)))
    return false;
  lexer_.skip_blanks();
  if (graphs_ == NamedGraphs::kAllowed && lexer_.peek() != '.') {
    if (!read_iri_or_blank(statement.graph)) return false;
    lexer_.skip_blanks();
  }
  if (!lexer_.take('.')) return lexer_.fail("expected a \".\"");
  statements_.push_back(statement);
  return true;
}

// Documents tell all of one subject in a row.
bool NTriplesReader::read_subject(Place& out) {
  const std::size_t begin = lexer_.position();
  if (!last_subject_.empty() && lexer_.take(last_subject_)) {
    const char next = lexer_.peek();
    if (next == ' ' || next == '\t') {
      out = last_place_;
      return true;
    }
    lexer_.go_back_to(begin);
  }
  if (!read_iri_or_blank(out)) return false;
  last_subject_ = lexer_.since(begin);
  last_place_ = out;
  return true;
}

bool NTriplesReader::read_iri_or_blank(Place& out) {
  if (lexer_.peek() != '_') return read_iri(out);
  const std::size_t begin = lexer_.position();
  std::string_view label;
  if (!lexer_.take("_:")) return lexer_.fail("expected a blank node");
  if (!lexer_.read_blank_label(label)) return false;
  out = place_of(lexer_.since(begin));
  return true;
}

bool NTriplesReader::read_iri(Place& out) {
  const std::size_t begin = lexer_.position();
  std::string_view iri;
  if (!read_absolute_iri(iri)) return false;
  const bool is_as_written = iri.data() != scratch_.data();
  out =
      is_as_written ? place_of(lexer_.since(begin)) : place_of_made(rdf::iri_text(iri));
  return true;
}

bool NTriplesReader::read_absolute_iri(std::string_view& iri) {
  if (!lexer_.read_iri(iri, scratch_)) return false;
  return rdf::is_absolute_iri(iri) || lexer_.fail("a relative IRI");
}

bool NTriplesReader::read_literal(Place& out) {
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
  out = is_as_written ? place_of(lexer_.since(begin))
                      : place_of_made(rdf::literal_text(value, language, type));
  return true;
}

}  // namespace

Result<rdf::Dataset> parse_ntriples(std::string_view utf8, NamedGraphs graphs,
                                    const RdfOptions& options) {
  return NTriplesReader(utf8, graphs, options).read();
}

}  // namespace curlew::parse
