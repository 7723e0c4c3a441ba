// The terms of Turtle: IRIs and prefixed names, literals, labelled blank nodes, and the
// directives that give prefixes and base their meaning.

#pragma once

#include <map>
#include <string>
#include <string_view>

#include "parse/rdf/lexer.h"
#include "parse/rdf/quad_builder.h"

namespace curlew::parse {

class TurtleTerms {
 public:
  TurtleTerms(RdfLexer& lexer, QuadBuilder& builder, std::string base)
      : lexer_(lexer), builder_(builder), base_(std::move(base)) {}

  // "<...>" or "p:local".
  bool read_iri(rdf::TermId& out);
  // "_:label", behind "_".
  bool read_blank(rdf::TermId& out);
  // A string, a number, true or false.
  bool read_literal(rdf::TermId& out);
  // Is what follows `word`, and not the beginning of a longer one or of a prefix?
  bool take_word(std::string_view word);
  // The same in any case of letters.
  bool take_keyword(std::string_view word);

  // Behind "@prefix" and "@base".
  bool read_prefix();
  bool read_base();

 private:
  bool read_resolved_iri(std::string& out);
  bool read_kept_iri(std::string& out);
  bool read_prefixed_name(std::string& out);
  bool read_prefix_label(std::string_view& out);
  bool read_local_name(std::string& out);
  bool read_local_escape(std::string& out);
  bool read_string_literal(rdf::TermId& out);
  bool read_number(rdf::TermId& out);
  std::size_t skip_digits();
  bool is_inside_word() const;

  RdfLexer& lexer_;
  QuadBuilder& builder_;
  std::string base_;
  std::map<std::string, std::string, std::less<>> prefixes_;
  std::string iri_scratch_;
  std::string value_scratch_;
};

}  // namespace curlew::parse
