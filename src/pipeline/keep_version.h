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
  // Something differs that is seen through: clocks, counters, advertisements.
  bool has_noise = false;
  model::ChangeKinds kinds;
  double score = 0;
  std::string summary;
  // Of data.
  std::optional<model::DataCounts> data;
  // What differs, as HTML.
  std::string html;
  std::string notes;
};

// What cannot be compared may be a change, of that kind, and is told and kept as one:
// better told once too often than lost. `why` is for those who are subscribed, too.
Compared not_compared(Visit& visit, const model::DocumentWatch& watch,
                      model::ChangeKind kind, std::string_view why);
// The same where the archive is to blame: its error is noted for the operator alone.
Compared without_version_before(Visit& visit, const model::DocumentWatch& watch,
                                model::ChangeKind kind, const Error& why);

// The document under the name `title`, whose digest is `digest`: the change is added to
// what is listed, and the version kept and noted in `document`. A version that cannot
// be kept fails the visit.
void keep_version(Visit& visit, const model::DocumentWatch& watch, Compared compared,
                  std::string digest, const std::string& title,
                  std::optional<model::DocumentFindings>& document);

// The answer as a version of the visit's address, with its contexts and its picture. It
// is the first one: what differs from earlier ones is for others to say.
Result<model::Version> keep_response(Visit& visit, std::string digest);

// Ends the visit as one whose version cannot be kept: our disk is to blame, and not the
// document. It is fetched again, and not remembered.
void conclude_unkept(Visit& visit, const Error& why);

}  // namespace curlew::pipeline
