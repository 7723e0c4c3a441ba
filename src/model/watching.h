// What is watched of a page: the links on it, its content, or both; and which changes
// of its content, or of the articles that are found through it or through a feed, are
// told.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/change.h"

namespace curlew::model {

enum class Detector {
  // Sees through what changes by itself (detect/page/detect.h).
  kOwn,
  // As the thesis on dynamic pages has it (detect/page/thesis.h).
  kThesis,
};

struct Watching {
  // New links on it are followed.
  bool links = true;
  // Its content is kept in versions, and its changes are told.
  bool changes = false;
  // Changes of its articles are told: headlines, and texts of their pages.
  bool articles = false;
  // Of a feed: each document that differs from the last is kept as a version.
  bool archive = false;

  Detector detector = Detector::kOwn;
  // A CSS selector: only what it matches is looked at. Empty: the whole page.
  std::string part;
  // CSS selectors, and regular expressions (RE2): what they match is not looked at.
  std::vector<std::string> ignore;
  std::vector<std::string> ignore_text;
  // Bytes of text that must differ.
  std::uint32_t minimum_size = 0;
  // Others are no change.
  ChangeKinds kinds = {ChangeKind::kText, ChangeKind::kMainText, ChangeKind::kData};
  // Columns that tell the rows of a table apart; none: they are found.
  std::vector<std::string> keys;

  bool operator==(const Watching&) const = default;
};

// For people: "changes of '#prices' without '.clock', of at least 50 bytes"; empty for
// what is usual.
std::string description_of(const Watching& watching);

// The stored form, and that on the wire: "changes: 1\npart: #prices\n…"; empty for what
// is usual. Nothing in it has a line break.
std::string to_lines(const Watching& watching);
// What a later release says besides is left out. kMalformed.
Result<Watching> parse_watching(std::string_view lines);

}  // namespace curlew::model
