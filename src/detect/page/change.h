// What changed between two versions of a page.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "detect/diff/compare.h"

namespace curlew::detect {

enum class Kind : std::uint8_t {
  // Elements came, went, or lie in each other in another way.
  kStructure,
  // Words anywhere on the page.
  kText,
  // Words of what readers come for: not navigation, headers, footers, sidebars.
  kMainText,
  // Where links of the main text lead.
  kLinks,
  // Figures of the main text alone: prices, dates, counts.
  kData,
  // Classes and styles, while text and structure stay.
  kPresentation,
  // The page became an error page, a test for robots, a question for consent, or came
  // back from one.
  kErrorPage,
};
inline constexpr int kKinds = 7;

// "structure", "text", "main text", "links", "data", "presentation", "error page".
std::string_view to_string(Kind kind);

// A set of kinds.
class Kinds {
 public:
  constexpr Kinds() = default;
  constexpr Kinds(std::initializer_list<Kind> kinds) {
    for (const Kind kind : kinds) add(kind);
  }
  constexpr void add(Kind kind) { bits_ |= bit(kind); }
  constexpr bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr Kinds operator&(Kinds other) const { return Kinds(bits_ & other.bits_); }
  constexpr bool operator==(const Kinds&) const = default;

 private:
  constexpr explicit Kinds(int bits) : bits_(std::uint8_t(bits)) {}
  static constexpr std::uint8_t bit(Kind kind) {
    return std::uint8_t(1 << std::uint8_t(kind));
  }
  std::uint8_t bits_ = 0;
};

// Why a part that differs is no change.
enum class Noise : std::uint8_t {
  kNone,
  // Stands in an advertisement or a cookie banner.
  kFurniture,
  // A clock, a token, or figures outside of the main text.
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
