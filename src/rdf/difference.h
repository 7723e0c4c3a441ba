// What two datasets do not have in common, under renaming of blank nodes.
//
// Quads without blank nodes are compared as they are. The others fall into parts that
// share no blank node; two parts say the same when their canonical forms do. So a
// document with a million quads and a thousand small blank parts costs little more than
// reading it, and one changed part leaves the others in peace. In changed parts nodes
// are paired by what is said of them (blank_pairs.h), so that one changed value is one
// quad removed and one added. Pure; callable from any thread.

#pragma once

#include <string>
#include <vector>

#include "rdf/canonical.h"
#include "rdf/dataset.h"

namespace curlew::rdf {

// kUndecided: what can be compared is the same, and the rest took too much work.
enum class Sameness { kSame, kDifferent, kUndecided };

struct Difference {
  Sameness sameness = Sameness::kSame;
  // Quads of the new dataset that the old one lacks, and the other way round, each
  // once. Their blank nodes bear the labels of their own document.
  std::vector<Quad> added;
  std::vector<Quad> removed;
  // Blank parts were left out of both lists, since they could not be compared.
  bool is_partial = false;
};

Difference difference(const Dataset& before, const Dataset& after,
                      WorkLimit limit = {});

}  // namespace curlew::rdf
