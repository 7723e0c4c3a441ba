// What changed between two versions of a page.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "detect/diff/compare.h"
#include "model/change.h"

namespace curlew::detect {

using Kind = model::ChangeKind;
using Kinds = model::ChangeKinds;

// Why a part that differs is no change.
enum class Noise : std::uint8_t {
  kNone,
  // Stands in an advertisement or a cookie banner.
  kFurniture,
  // A clock, the date of the visit, a token, or figures outside of the main text.
  kFigures,
  // This place of the page differs at nearly every visit.
  kLearned,
  // A user said so of this place.
  kSaid,
};

// "", "furniture", "figures", "learned", "said".
std::string_view to_string(Noise noise);

// A block that differs.
struct Part {
  BlockFate fate = BlockFate::kRewritten;
  Noise noise = Noise::kNone;
  bool is_main = false;
  // Digits and random words aside it says the same.
  bool is_figures = false;
  // An XPath in the new version; of a removed block, in the old one.
  std::string path;
  // The same in the old version, where it is another one.
  std::string old_path;
  // The nearest element around it that has a name, such as "div#news.item", if no other
  // on the page has the same.
  std::string mark;
  // The small element around it of which all text is new, in both versions.
  std::string container;
  // The nearest heading above it.
  std::string heading;
  // What it is to a reader: "paragraph", "list item", "table cell".
  std::string noun;
  std::string before;
  std::string after;
};

struct Change {
  // By the rules: something that they ask for differs, and is not noise.
  bool changed = false;
  // What differs, noise aside, whether the rules ask for it or not.
  Kinds kinds;
  // Something differs that is noise.
  bool has_noise = false;
  // How much of the page changed: 0 … 1. Text around the main text counts a quarter.
  double score = 0;
  // For people, one line: "3 paragraphs rewritten under ‘Fees’; 1 link removed".
  std::string summary;
  // At most RuleOptions::max_parts; those that are no noise first.
  std::vector<Part> parts;
};

}  // namespace curlew::detect
