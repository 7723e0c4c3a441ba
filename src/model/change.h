// What sort of change a new version of a page or data document is.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace curlew::model {

enum class ChangeKind : std::uint8_t {
  // Elements came, went, or lie in each other in another way.
  kStructure,
  // Words anywhere on the page.
  kText,
  // Words of what readers come for: not navigation, headers, footers, sidebars.
  kMainText,
  // Where links of the main text lead.
  kLinks,
  // Figures of the main text alone: prices, dates, counts. Of a data document: what it
  // says.
  kData,
  // Classes and styles, while text and structure stay.
  kPresentation,
  // The page became an error page, a test for robots, a question for consent, or came
  // back from one.
  kErrorPage,
};
inline constexpr int kChangeKinds = 7;

// "structure", "text", "main text", "links", "data", "presentation", "error page".
std::string_view to_string(ChangeKind kind);
std::optional<ChangeKind> parse_change_kind(std::string_view name);

// A set of kinds.
class ChangeKinds {
 public:
  constexpr ChangeKinds() = default;
  constexpr ChangeKinds(std::initializer_list<ChangeKind> kinds) {
    for (const ChangeKind kind : kinds) add(kind);
  }
  static constexpr ChangeKinds of_bits(std::uint32_t bits) {
    return ChangeKinds(int(bits & ((1U << kChangeKinds) - 1)));
  }
  constexpr void add(ChangeKind kind) { bits_ |= bit(kind); }
  constexpr bool has(ChangeKind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::uint32_t bits() const { return bits_; }
  constexpr ChangeKinds operator&(ChangeKinds other) const {
    return ChangeKinds(bits_ & other.bits_);
  }
  constexpr bool operator==(const ChangeKinds&) const = default;

 private:
  constexpr explicit ChangeKinds(int bits) : bits_(std::uint8_t(bits)) {}
  static constexpr std::uint8_t bit(ChangeKind kind) {
    return std::uint8_t(1 << std::uint8_t(kind));
  }
  std::uint8_t bits_ = 0;
};

// "main text, data": in the order above; empty: none.
std::string to_string(ChangeKinds kinds);

// How often visits found a document changed (DYN §4): each counter is raised by one at
// most in a visit.
struct ChangeCounters {
  std::uint32_t structural = 0;
  // Words or figures, or what a data document says.
  std::uint32_t textual = 0;

  void count(ChangeKinds kinds);
  bool operator==(const ChangeCounters&) const = default;
};

}  // namespace curlew::model
