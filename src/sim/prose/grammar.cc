#include "sim/prose/grammar.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/check.h"

namespace curlew::sim {
namespace {

// Deeper nesting than any phrase needs: a grammar that reaches it calls itself.
constexpr int kMaxDepth = 12;

// Calls `visit` with each {symbol} in `text` and `plain` with what lies between.
template <typename Plain, typename Visit>
void for_each_part(std::string_view text, Plain plain, Visit visit) {
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    plain(text.substr(0, open));
    if (open == text.npos) return;
    const std::size_t close = text.find('}', open);
    CHECK(close != text.npos);
    visit(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

}  // namespace

Grammar::Grammar(std::string_view text) {
  Symbol* current = nullptr;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::string_view words = trimmed(line);
    if (words.empty() || words[0] == '#') continue;
    if (line[0] == ' ') {
      CHECK(current != nullptr);
      current->alternatives.emplace_back(words);
      continue;
    }
    const bool once = words.back() == '!';
    if (once) words.remove_suffix(1);
    current = &symbols_[std::string(words)];
    current->once_a_story = once;
  }
}

const Grammar::Symbol& Grammar::symbol(std::string_view name) const {
  const auto found = symbols_.find(name);
  CHECK(found != symbols_.end());
  return found->second;
}

std::string Grammar::first_mistake() const {
  // The longest chain of symbols below each one, found by as many rounds as a chain may
  // have links; whatever is higher then comes back to itself.
  std::map<std::string_view, int> height;
  for (int round = 0; round <= kMaxDepth; ++round) {
    for (const auto& [name, symbol] : symbols_) {
      if (symbol.alternatives.empty()) return fmt::format("{}: no alternative", name);
      for (const std::string& alternative : symbol.alternatives) {
        std::string mistake;
        for_each_part(
            alternative, [](std::string_view) {},
            [&, &name = name](std::string_view part) {
              if (!has(part)) mistake = fmt::format("{}: no symbol {}", name, part);
              height[name] = std::max(height[name], height[part] + 1);
            });
        if (!mistake.empty()) return mistake;
      }
      if (height[name] > kMaxDepth) return fmt::format("{}: leads to itself", name);
    }
  }
  return "";
}

std::string Storyteller::tell(std::string_view symbol) { return choose(symbol, 0); }

std::optional<std::string> Storyteller::tell_anew(std::string_view symbol) {
  std::vector<const std::string*> left;
  for (const std::string& alternative : grammar_.symbol(symbol).alternatives) {
    if (!told_.contains(&alternative)) left.push_back(&alternative);
  }
  if (left.empty()) return std::nullopt;
  const std::string* picked = left[random_.below(left.size())];
  told_.insert(picked);
  return expand(*picked, 0);
}

std::string Storyteller::expand(std::string_view text, int depth) {
  CHECK(depth <= kMaxDepth);
  std::string out;
  for_each_part(
      text, [&](std::string_view plain) { out += plain; },
      [&](std::string_view name) { out += choose(name, depth + 1); });
  return out;
}

std::string Storyteller::choose(std::string_view name, int depth) {
  if (const auto known = chosen_.find(name); known != chosen_.end()) {
    return known->second;
  }
  const Grammar::Symbol& symbol = grammar_.symbol(name);
  const std::string& picked =
      symbol.alternatives[random_.below(symbol.alternatives.size())];
  std::string text = expand(picked, depth);
  if (symbol.once_a_story) chosen_.emplace(name, text);
  return text;
}

}  // namespace curlew::sim
