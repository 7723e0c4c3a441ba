#include "extract/rules/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/toml.h"

namespace curlew::extract {
namespace {

constexpr std::array<std::string_view, kRuleKeys> kKeyNames = {
    "drop", "body", "title", "author", "date", "links"};

class RulesReader {
 public:
  RulesReader(const toml::table& file, std::string_view name)
      : file_(file), name_(name) {}

  Result<Rules> run() {
    for (const auto& [key, node] : file_)
      if (std::ranges::find(kKeyNames, key.str()) == kKeyNames.end())
        return wrong(
            key.source(), key.str(),
            fmt::format("unknown key; there are {}", fmt::join(kKeyNames, ", ")));
    for (std::size_t key = 0; key < kRuleKeys; ++key) TRY(read_key(RuleKey(key)));
    if (rules_.empty())
      return Error{ErrorKind::kUsage, fmt::format("{}: no rule in it", name_)};
    return std::move(rules_);
  }

 private:
  Result<void> read_key(RuleKey key) {
    const toml::node* const node = file_.get(to_string(key));
    if (!node) return {};
    const toml::array* const list = node->as_array();
    if (!list) return read_selector(key, *node);
    for (const toml::node& element : *list) TRY(read_selector(key, element));
    return {};
  }

  Result<void> read_selector(RuleKey key, const toml::node& node) {
    const std::string_view key_name = to_string(key);
    const auto* const text = node.as_string();
    if (!text)
      return wrong(node.source(), key_name,
                   "no selector in quotes, nor a list of them");
    const std::string& css = text->get();
    if (rules_.size() == kMaxRules)
      return wrong(node.source(), key_name,
                   fmt::format("\"{}\": more than {} selectors", css, kMaxRules));
    auto selector = dom::parse_selector(css);
    if (!selector) return wrong(node.source(), key_name, selector.error().text);
    rules_.push_back({key, css, *std::move(selector)});
    return {};
  }

  Error wrong(const toml::source_region& where, std::string_view key,
              std::string_view what) const {
    return {ErrorKind::kUsage,
            fmt::format("{}:{}: {}: {}", name_, where.begin.line, key, what)};
  }

  const toml::table& file_;
  std::string_view name_;
  Rules rules_;
};

}  // namespace

std::string_view to_string(RuleKey key) { return kKeyNames.at(std::size_t(key)); }

Result<Rules> parse_rules(std::string_view toml, std::string_view name) {
  if (toml.size() > kMaxRulesBytes)
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: larger than {} bytes", name, kMaxRulesBytes)};
  const toml::parse_result parsed = toml::parse(toml);
  if (!parsed)
    return Error{ErrorKind::kUsage,
                 fmt::format("{}:{}: {}", name, parsed.error().source().begin.line,
                             parsed.error().description())};
  return RulesReader(parsed.table(), name).run();
}

}  // namespace curlew::extract
