// A document whose content is watched, compared with the version that is kept last:
// what is told of it, and what is kept. The same for pages and for data.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "model/version.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {

// Parts of a change that are told; all of it is in the two versions.
inline constexpr std::size_t kMostParts = 20;

// What comparing it with the version before gave.
struct Compared {
  // Those who are subscribed hear of it.
  bool is_told = false;
  // It is a version.
  bool is_kept = false;
  bool is_error = false;
  model::ChangeKinds kinds;
  double score = 0;
  std::string summary;
  // What differs, as HTML.
  std::string html;
  std::string notes;
};

// Nothing is told of what cannot be compared, but it is kept, and `why` is noted.
Compared not_compared(Visit& visit, const model::DocumentWatch& watch,
                      std::string_view why);

// The document under the name `title`, whose digest is `digest`: the change is added to
// what is listed, and the version kept and noted in `document`. A version that cannot
// be kept fails the visit.
void keep_version(Visit& visit, const model::DocumentWatch& watch, Compared compared,
                  std::string digest, const std::string& title,
                  std::optional<model::DocumentFindings>& document);

}  // namespace curlew::pipeline
