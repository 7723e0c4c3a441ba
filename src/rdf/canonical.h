// The canonical form of a dataset: blank nodes under names that depend on nothing but
// the graph around them (RDFC-1.0, https://www.w3.org/TR/rdf-canon/), so that two
// documents say the same when their canonical forms are the same bytes.
//
// The algorithm is exponential for some graphs, and strangers can write such graphs, or
// name megabytes in each statement. It ends after a number of steps, with an error of
// kind kLimit: undecided. Pure; callable from any thread.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "rdf/dataset.h"

namespace curlew::rdf {

enum class HashFunction { kSha256, kSha384 };

// Steps that canonicalisations may still take: hashes made, and names handed out and
// copied. A million take about a second.
struct WorkLimit {
  std::uint64_t steps_left = 4'000'000;

  bool take(std::uint64_t steps) {
    const bool is_enough = steps <= steps_left;
    steps_left = is_enough ? steps_left - steps : 0;
    return is_enough;
  }
  // For texts that are written out: a step is as long as a term of any document, so
  // that only graphs of very long ones notice. All steps together are a gigabyte.
  bool take_bytes(std::uint64_t bytes) { return take(bytes / 256); }
};

struct CanonicalForm {
  // "<s> <p> <o> .", sorted, each once.
  std::vector<std::string> lines;
  // Labels as the document has them, and the canonical ones: "e0" -> "c14n3".
  std::map<std::string, std::string> labels;

  std::string text() const;
};

Result<CanonicalForm> canonical_form(const TermTable& terms,
                                     std::span<const Quad> quads, WorkLimit& limit,
                                     HashFunction hash = HashFunction::kSha256);

}  // namespace curlew::rdf
