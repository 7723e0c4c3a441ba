// Which blank node of an old graph is which of a new one, where the graphs differ: a
// guess that makes a difference small. Right or wrong, what is told under it leads from
// the one graph to the other.

#pragma once

#include <map>
#include <vector>

#include "rdf/dataset.h"

namespace curlew::rdf {

// Takes the quads that both lists have, under such a pairing, out of both. Nodes are
// paired that are said the same of, that stand in the same place of something that is
// paired or has a name, or that most is said in common of. More than some thousand
// quads, or some megabytes of them, are left as they are.
void take_out_common(const TermTable& old_terms, std::vector<Quad>& removed,
                     const TermTable& new_terms, std::vector<Quad>& added);

}  // namespace curlew::rdf
