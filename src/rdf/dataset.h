// An RDF dataset: quads of numbered terms. A quad may stand in it more than once and
// means the same as once. Not thread-safe.

#pragma once

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "rdf/term_table.h"

namespace curlew::rdf {

struct Quad {
  TermId subject = kNoTerm;
  TermId predicate = kNoTerm;
  TermId object = kNoTerm;
  // kNoTerm: the default graph.
  TermId graph = kNoTerm;

  auto operator<=>(const Quad&) const = default;
};

class Dataset {
 public:
  TermTable& terms() { return terms_; }
  const TermTable& terms() const { return terms_; }
  void add(const Quad& quad) { quads_.push_back(quad); }
  std::span<const Quad> quads() const { return quads_; }
  void reserve(std::size_t quads) { quads_.reserve(quads); }

 private:
  TermTable terms_;
  std::vector<Quad> quads_;
};

// "<s> <p> <o> <g> .", without an end of line.
std::string to_nquad(const TermTable& terms, const Quad& quad);
// A line a quad, in the dataset's order.
std::string to_nquads(const Dataset& dataset);

// Quads with a blank node in one of their places.
bool has_blank(const TermTable& terms, const Quad& quad);

}  // namespace curlew::rdf
