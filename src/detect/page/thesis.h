// Change detection as the thesis on dynamic pages has it (DYN §4), to be compared with
// detect.h: structural and textual changes of cleaned trees, dynamic parts, a counter
// of each sort of change.
//
// A change is structural when names of nodes or numbers of children differ; else it is
// textual when aligned text nodes differ. The nearest structural ancestor of a text
// node that changed becomes a *dynamic part*. Of a page with such parts only those with
// the highest counter are looked at.
//
// Where the thesis leaves a choice: text nodes of white space alone are no nodes, white
// space inside others counts as one space, and a part whose path is gone is not
// compared.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/document.h"

namespace curlew::detect {

struct DynamicPart {
  // An XPath; of a text node without a structural ancestor it ends in /text()[n].
  std::string path;
  // What it said when it was last seen to change.
  std::string text;
  // How often it changed.
  std::uint32_t counter = 0;

  bool operator==(const DynamicPart&) const = default;
};

// What is kept of a page.
struct ThesisNotes {
  // Visits with such a change.
  std::uint32_t structural = 0;
  std::uint32_t textual = 0;
  std::vector<DynamicPart> parts;

  bool operator==(const ThesisNotes&) const = default;
};

struct ThesisPart {
  std::string path;
  std::string before;
  std::string after;
};

struct ThesisChange {
  bool is_structural = false;
  bool is_textual = false;
  // Those that changed textually.
  std::vector<ThesisPart> parts;
};

// Compares two versions and brings `notes` up to date.
ThesisChange detect_as_in_thesis(const dom::Document& old, const dom::Document& now,
                                 ThesisNotes& notes);

// The stored form: at most 64 KiB, the parts that changed least left out. Notes that
// cannot be read are kMalformed; those of no bytes are empty.
std::string to_bytes(const ThesisNotes& notes);
Result<ThesisNotes> parse_thesis_notes(std::string_view bytes);

}  // namespace curlew::detect
