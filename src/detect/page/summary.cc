#include "detect/page/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "base/plain_text.h"

namespace curlew::detect {
namespace {

// Further ones are counted together.
constexpr std::size_t kMaxClauses = 3;
constexpr std::string_view kMoved = "moved";

std::string_view verb_of(const Part& part) {
  switch (part.fate) {
    case BlockFate::kRewritten:
      return part.is_figures ? "with new figures" : "rewritten";
    case BlockFate::kAdded:
      return "added";
    case BlockFate::kRemoved:
      return "removed";
    case BlockFate::kMoved:
      return kMoved;
    case BlockFate::kSame:
      break;
  }
  return "";
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Parts of the same sort to which the same happened.
struct Clause {
  std::string_view noun;
  std::string_view verb;
  std::size_t count = 0;
  // Empty when they are under several.
  std::string heading;
};

std::vector<Clause> clauses_of(std::span<const Part> parts, bool is_main) {
  std::vector<Clause> clauses;
  for (const Part& part : parts) {
    if (part.noise != Noise::kNone || part.is_main != is_main) continue;
    const std::string_view verb = verb_of(part);
    const auto known = std::ranges::find_if(clauses, [&](const Clause& clause) {
      return clause.noun == part.noun && clause.verb == verb;
    });
    if (known == clauses.end()) {
      clauses.push_back({part.noun, verb, 1, part.heading});
    } else {
      ++known->count;
      if (known->heading != part.heading) known->heading.clear();
    }
  }
  // What was moved says nothing new.
  std::ranges::stable_sort(clauses, [](const Clause& a, const Clause& b) {
    const bool is_moved = a.verb == kMoved;
    if (is_moved != (b.verb == kMoved)) return !is_moved;
    return a.count > b.count;
  });
  return clauses;
}

}  // namespace

std::string summary_of(std::span<const Part> parts, LinkCounts links,
                       std::size_t others) {
  bool is_main = true;
  std::vector<Clause> clauses = clauses_of(parts, is_main);
  if (clauses.empty() && links.added + links.removed == 0) {
    is_main = false;
    clauses = clauses_of(parts, is_main);
  }
  std::vector<std::string> texts;
  for (const Clause& clause : clauses) {
    if (texts.size() == kMaxClauses) {
      others += clause.count;
      continue;
    }
    texts.push_back(
        fmt::format("{} {}", counted(clause.count, clause.noun), clause.verb));
    if (!is_main)
      texts.back() += " around the main text";
    else if (!clause.heading.empty())
      texts.back() += fmt::format(" under ‘{}’", plain_text(clause.heading));
  }
  if (others > 0) texts.push_back(counted(others, "other part") + " changed");
  if (links.added > 0) texts.push_back(counted(links.added, "link") + " added");
  if (links.removed > 0) texts.push_back(counted(links.removed, "link") + " removed");
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace curlew::detect
