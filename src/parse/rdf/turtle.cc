#include "parse/rdf/turtle.h"

#include "parse/rdf/lexer.h"
#include "parse/rdf/quad_builder.h"
#include "parse/rdf/turtle_terms.h"

namespace curlew::parse {
namespace {

class TurtleReader {
 public:
  TurtleReader(std::string_view text, NamedGraphs graphs, const RdfOptions& options)
      : lexer_(text),
        graphs_(graphs),
        builder_(text, options),
        terms_(lexer_, builder_, options.base),
        depth_left_(options.max_depth),
        type_(builder_.rdf_iri("type")),
        first_(builder_.rdf_iri("first")),
        rest_(builder_.rdf_iri("rest")),
        nil_(builder_.rdf_iri("nil")) {}

  Result<rdf::Dataset> read() {
    for (lexer_.skip_space(); !lexer_.is_at_end(); lexer_.skip_space()) {
      if (!read_statement()) return lexer_.error();
    }
    return builder_.finish();
  }

 private:
  bool read_statement();
  bool read_at_directive();
  bool read_triples();
  bool read_triples_or_graph();
  bool read_block();
  bool read_predicates(rdf::TermId subject);
  bool read_objects(rdf::TermId subject, rdf::TermId predicate);
  bool read_verb(rdf::TermId& out);
  bool read_object(rdf::TermId& out);
  bool read_brackets(rdf::TermId& out, bool& is_empty);
  bool read_collection(rdf::TermId& out);
  bool take_mark(char mark);
  bool expect(char mark);
  bool emit(rdf::TermId subject, rdf::TermId predicate, rdf::TermId object);

  bool has_graphs() const { return graphs_ == NamedGraphs::kAllowed; }

  RdfLexer lexer_;
  NamedGraphs graphs_;
  QuadBuilder builder_;
  TurtleTerms terms_;
  int depth_left_;
  rdf::TermId type_, first_, rest_, nil_;
  rdf::TermId graph_ = rdf::kNoTerm;
};

bool TurtleReader::take_mark(char mark) {
  lexer_.skip_space();
  return lexer_.take(mark);
}

bool TurtleReader::expect(char mark) {
  if (take_mark(mark)) return true;
  return lexer_.fail(std::string("expected a \"") + mark + "\"");
}

bool TurtleReader::emit(rdf::TermId subject, rdf::TermId predicate,
                        rdf::TermId object) {
  if (builder_.is_too_large())
    return lexer_.fail_limit("its terms are too long when written out");
  builder_.add(subject, predicate, object, graph_);
  return true;
}

bool TurtleReader::read_at_directive() {
  const bool is_prefix = lexer_.take("@prefix");
  if (!is_prefix && !lexer_.take("@base")) return lexer_.fail("an unknown directive");
  return (is_prefix ? terms_.read_prefix() : terms_.read_base()) && expect('.');
}

bool TurtleReader::read_statement() {
  if (lexer_.peek() == '@') return read_at_directive();
  if (terms_.take_keyword("prefix")) return terms_.read_prefix();
  if (terms_.take_keyword("base")) return terms_.read_base();
  if (has_graphs()) return read_triples_or_graph();
  return read_triples() && expect('.');
}

// triples ::= subject predicateObjectList | blankNodePropertyList predicateObjectList?
bool TurtleReader::read_triples() {
  rdf::TermId subject = rdf::kNoTerm;
  const char c = lexer_.peek();
  if (c == '[') {
    bool is_empty = false;
    if (!read_brackets(subject, is_empty)) return false;
    lexer_.skip_space();
    const char next = lexer_.peek();
    if (!is_empty && (next == '.' || next == '}')) return true;
  } else if (c == '(') {
    if (!read_collection(subject)) return false;
  } else if (!(c == '_' ? terms_.read_blank(subject) : terms_.read_iri(subject))) {
    return false;
  }
  return read_predicates(subject);
}

// TriG: block ::= triplesOrGraph | wrappedGraph | triples2 | "GRAPH" labelOrSubject
// wrappedGraph
bool TurtleReader::read_triples_or_graph() {
  if (lexer_.peek() == '{') return read_block();
  const bool is_graph = terms_.take_keyword("graph");
  lexer_.skip_space();
  const std::size_t begin = lexer_.position();
  const char c = lexer_.peek();
  bool is_label = true;
  rdf::TermId label = rdf::kNoTerm;
  if (c == '[') {
    lexer_.skip();
    is_label = take_mark(']');
    if (is_label) label = builder_.fresh_blank();
  } else if (c == '(') {
    is_label = false;
  } else if (!(c == '_' ? terms_.read_blank(label) : terms_.read_iri(label))) {
    return false;
  }
  lexer_.skip_space();
  if (is_label && lexer_.peek() == '{') {
    graph_ = label;
    const bool is_fine = read_block();
    graph_ = rdf::kNoTerm;
    return is_fine;
  }
  if (is_graph) return lexer_.fail("expected a graph");
  if (is_label) return read_predicates(label) && expect('.');
  lexer_.go_back_to(begin);
  return read_triples() && expect('.');
}

// wrappedGraph ::= "{" triplesBlock? "}"
bool TurtleReader::read_block() {
  lexer_.skip();
  for (;;) {
    if (take_mark('}')) return true;
    if (!read_triples()) return false;
    if (take_mark('.')) continue;
    return expect('}');
  }
}

// predicateObjectList ::= verb objectList (";" (verb objectList)?)*
bool TurtleReader::read_predicates(rdf::TermId subject) {
  for (;;) {
    rdf::TermId predicate = rdf::kNoTerm;
    lexer_.skip_space();
    if (!read_verb(predicate) || !read_objects(subject, predicate)) return false;
    if (!take_mark(';')) return true;
    while (take_mark(';')) {
    }
    const char next = lexer_.peek();
    if (next == '.' || next == ']' || next == '}' || lexer_.is_at_end()) return true;
  }
}

bool TurtleReader::read_verb(rdf::TermId& out) {
  if (!terms_.take_word("a")) return terms_.read_iri(out);
  out = type_;
  return true;
}

bool TurtleReader::read_objects(rdf::TermId subject, rdf::TermId predicate) {
  do {
    rdf::TermId object = rdf::kNoTerm;
    lexer_.skip_space();
    if (!read_object(object) || !emit(subject, predicate, object)) return false;
  } while (take_mark(','));
  return true;
}

bool TurtleReader::read_object(rdf::TermId& out) {
  bool is_empty = false;
  switch (const char c = lexer_.peek()) {
    case '<':
      return terms_.read_iri(out);
    case '[':
      return read_brackets(out, is_empty);
    case '(':
      return read_collection(out);
    case '_':
      return terms_.read_blank(out);
    case '"':
    case '\'':
    case '+':
    case '-':
    case '.':
      return terms_.read_literal(out);
    default:
      if (c >= '0' && c <= '9') return terms_.read_literal(out);
  }
  const std::size_t begin = lexer_.position();
  if (terms_.take_word("true") || terms_.take_word("false")) {
    lexer_.go_back_to(begin);
    return terms_.read_literal(out);
  }
  return terms_.read_iri(out);
}

// blankNodePropertyList, or ANON, which is empty.
bool TurtleReader::read_brackets(rdf::TermId& out, bool& is_empty) {
  lexer_.skip();
  out = builder_.fresh_blank();
  is_empty = take_mark(']');
  if (is_empty) return true;
  if (depth_left_ == 0) return lexer_.fail_limit("nested too deep");
  --depth_left_;
  const bool is_fine = read_predicates(out) && expect(']');
  ++depth_left_;
  return is_fine;
}

bool TurtleReader::read_collection(rdf::TermId& out) {
  lexer_.skip();
  out = nil_;
  if (depth_left_ == 0) return lexer_.fail_limit("nested too deep");
  --depth_left_;
  rdf::TermId last = rdf::kNoTerm;
  while (!take_mark(')')) {
    rdf::TermId item = rdf::kNoTerm;
    const rdf::TermId cell = builder_.fresh_blank();
    if (last == rdf::kNoTerm) {
      out = cell;
    } else if (!emit(last, rest_, cell)) {
      return false;
    }
    if (!read_object(item) || !emit(cell, first_, item)) return false;
    last = cell;
  }
  ++depth_left_;
  return last == rdf::kNoTerm || emit(last, rest_, nil_);
}

}  // namespace

Result<rdf::Dataset> parse_turtle(std::string_view utf8, NamedGraphs graphs,
                                  const RdfOptions& options) {
  return TurtleReader(utf8, graphs, options).read();
}

}  // namespace curlew::parse
