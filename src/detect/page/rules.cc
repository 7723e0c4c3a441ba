#include "detect/page/rules.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <span>

#include "base/ascii.h"

namespace curlew::detect {
namespace {

// RE2's own default is 8 MiB an expression; users have many.
constexpr std::int64_t kMaxExpressionMemory = 1 << 20;

dom::NodeSet matches_of(std::span<const dom::Selector> selectors,
                        const dom::Document& page) {
  dom::NodeSet matches(page);
  for (const dom::Selector& selector : selectors)
    for (const dom::NodeId id : selector.select(page.root()))
      matches.insert(page.node(id));
  return matches;
}

Result<std::shared_ptr<const re2::RE2>> compile(const std::string& expression) {
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_max_mem(kMaxExpressionMemory);
  auto compiled = std::make_shared<const re2::RE2>(expression, options);
  if (!compiled->ok())
    return Error{ErrorKind::kMalformed, fmt::format("{}: not a regular expression: {}",
                                                    expression, compiled->error())};
  return compiled;
}

}  // namespace

PageBlocks Rules::read(const dom::Document& page) const {
  if (page.empty()) return {};
  std::optional<dom::NodeSet> watched;
  std::optional<dom::NodeSet> ignored;
  if (watch_) watched = matches_of(std::span(&*watch_, 1), page);
  if (!ignore_.empty()) ignored = matches_of(ignore_, page);
  PageBlocks blocks = read_blocks(page, {.ignored = ignored ? &*ignored : nullptr,
                                         .watched = watched ? &*watched : nullptr});
  if (!ignore_text_.empty()) cut_ignored_text(blocks);
  return blocks;
}

// Blocks that are ignored as a whole stay, empty, so that headings keep their numbers.
void Rules::cut_ignored_text(PageBlocks& blocks) const {
  std::string text;
  text.reserve(blocks.text.size());
  for (Block& block : blocks.blocks) {
    std::string own(blocks.text_of(block));
    bool was_cut = false;
    for (const auto& expression : ignore_text_)
      was_cut |= re2::RE2::GlobalReplace(&own, *expression, "") > 0;
    const std::string_view rest = was_cut ? trimmed(own) : std::string_view(own);
    block.begin = std::uint32_t(text.size());
    block.size = std::uint32_t(rest.size());
    if (was_cut) block.hash = hash_of(rest);
    text += rest;
  }
  blocks.text = std::move(text);
}

RuleOptions to_rule_options(const model::Watching& watching) {
  return {.watch = watching.part,
          .ignore = watching.ignore,
          .ignore_text = watching.ignore_text,
          .minimum_size = watching.minimum_size,
          .kinds = watching.kinds};
}

Result<Rules> make_rules(RuleOptions options) {
  Rules rules;
  if (!options.watch.empty()) {
    TRY_ASSIGN(rules.watch_, dom::parse_selector(options.watch));
  }
  for (const std::string& css : options.ignore) {
    TRY_ASSIGN(dom::Selector selector, dom::parse_selector(css));
    rules.ignore_.push_back(std::move(selector));
  }
  for (const std::string& expression : options.ignore_text) {
    TRY_ASSIGN(auto compiled, compile(expression));
    rules.ignore_text_.push_back(std::move(compiled));
  }
  rules.options_ = std::move(options);
  return rules;
}

}  // namespace curlew::detect
