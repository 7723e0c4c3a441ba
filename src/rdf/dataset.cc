#include "rdf/dataset.h"

#include "rdf/term.h"

namespace curlew::rdf {
namespace {

void append_nquad(std::string& out, const TermTable& terms, const Quad& quad) {
  for (const TermId id : {quad.subject, quad.predicate, quad.object, quad.graph}) {
    if (id == kNoTerm) continue;
    out += terms.text(id);
    out += ' ';
  }
  out += '.';
}

}  // namespace

std::string to_nquad(const TermTable& terms, const Quad& quad) {
  std::string line;
  append_nquad(line, terms, quad);
  return line;
}

std::string to_nquads(const Dataset& dataset) {
  std::string lines;
  for (const Quad& quad : dataset.quads()) {
    append_nquad(lines, dataset.terms(), quad);
    lines += '\n';
  }
  return lines;
}

bool has_blank(const TermTable& terms, const Quad& quad) {
  const auto is = [&](TermId id) { return id != kNoTerm && is_blank(terms.text(id)); };
  return is(quad.subject) || is(quad.object) || is(quad.graph) || is(quad.predicate);
}

}  // namespace curlew::rdf
