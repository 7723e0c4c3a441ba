// What all readers of RDF write to: a dataset that may not outgrow its document by more
// than the options allow, and blank nodes that no label of the document can meet.
//
// A short name may stand for a megabyte, and be used again and again: making its text
// takes time although the dataset does not grow. So all texts are counted, too.

#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "parse/rdf/rdf.h"
#include "rdf/term.h"

namespace curlew::parse {

class QuadBuilder {
 public:
  QuadBuilder(std::string_view document, const RdfOptions& options)
      : max_bytes_(16 * document.size() + options.max_growth),
        max_made_(kMaxMade * document.size() + options.max_growth) {}

  rdf::TermId term(std::string_view text) {
    count_made(text.size());
    return dataset_.terms().intern(text);
  }
  // For texts that are made on the way to a term, such as a base that is resolved.
  void count_made(std::size_t bytes) { made_ += bytes; }
  // For a document whose terms are written out. Growing step by step copies all of them
  // several times.
  void reserve(std::string_view document) {
    constexpr std::size_t kShortStatement = 48;
    dataset_.terms().reserve(document.size());
    dataset_.reserve(document.size() / kShortStatement);
  }
  // Not counted: of N-Triples, which have no short names.
  void terms(std::span<const std::string_view> texts, std::vector<rdf::TermId>& ids) {
    dataset_.terms().intern_all(texts, ids);
  }
  rdf::TermId iri(std::string_view iri) { return term(rdf::iri_text(iri)); }
  rdf::TermId rdf_iri(std::string_view local) {
    return iri(std::string(rdf::kRdf).append(local));
  }
  // A blank node that the document gave a label to.
  rdf::TermId labelled(std::string_view label) {
    return term(std::string("_:n").append(label));
  }
  rdf::TermId fresh_blank() { return term(fmt::format("_:g{}", ++blanks_)); }

  void add(rdf::TermId subject, rdf::TermId predicate, rdf::TermId object,
           rdf::TermId graph = rdf::kNoTerm) {
    dataset_.add({subject, predicate, object, graph});
  }
  const rdf::TermTable& terms() const { return dataset_.terms(); }
  bool is_too_large() const {
    return terms().bytes() > max_bytes_ || made_ > max_made_;
  }
  Result<rdf::Dataset> finish() {
    if (is_too_large())
      return Error{ErrorKind::kLimit, "its terms are too long when written out"};
    return std::move(dataset_);
  }

 private:
  // Bytes of texts for a byte of the document. A list of numbers in Turtle, "(1 1 1)",
  // takes 75.
  static constexpr std::size_t kMaxMade = 128;

  rdf::Dataset dataset_;
  std::size_t max_bytes_;
  std::size_t max_made_;
  std::size_t made_ = 0;
  int blanks_ = 0;
};

}  // namespace curlew::parse
