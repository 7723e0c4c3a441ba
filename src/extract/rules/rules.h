// Rules that a person writes for one source, where the structure of its pages defeats
// us: CSS selectors in a small TOML file. docs/rules.md is the manual.
//
//   body  = "div.story"
//   drop  = [".advert", "figure"]
//   links = "ul.headlines"

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/selector.h"

namespace curlew::extract {

// What a rule is for. In the order in which they are applied.
enum class RuleKey : std::uint8_t {
  // As if it were not on the page.
  kDrop,
  kBody,
  kTitle,
  kAuthor,
  // Of publication.
  kDate,
  // What has the links to follow, where the source is a page.
  kLinks,
  kCount,
};
inline constexpr std::size_t kRuleKeys = std::size_t(RuleKey::kCount);

// "drop"
std::string_view to_string(RuleKey key);

struct Rule {
  RuleKey key = RuleKey::kDrop;
  std::string css;
  dom::Selector selector;
};

// By key; those of one key in the order of the file.
using Rules = std::vector<Rule>;

// Together with the selectors' own limits these bound the time that rules take.
inline constexpr std::size_t kMaxRulesBytes = std::size_t{16} * 1024;
inline constexpr std::size_t kMaxRules = 32;

// `name` is what errors call the file: "rules.toml:3: body: selector: ...".
Result<Rules> parse_rules(std::string_view toml, std::string_view name);

}  // namespace curlew::extract
