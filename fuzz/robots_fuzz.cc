// Any bytes as a robots.txt: it answers, and the quick matcher agrees with a plain one.
// compiles: fetch/robots.cc fetch/robots_lines.cc fetch/robots_pattern.cc

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "fetch/robots.h"
#include "fetch/robots_pattern.h"

namespace {

using curlew::fetch::Escapes;
using curlew::fetch::matches_pattern;

// One row of the table "do i letters of the pattern match j of the path" at a time.
bool matches_by_table(std::string_view pattern, std::string_view path) {
  const bool is_anchored = pattern.ends_with('$');
  if (is_anchored) pattern.remove_suffix(1);
  std::vector<bool> reached(path.size() + 1, false);
  reached[0] = true;
  for (const char c : pattern) {
    std::vector<bool> next(path.size() + 1, false);
    for (std::size_t j = 0; j <= path.size(); ++j) {
      next[j] = c == '*' ? reached[j] || (j > 0 && next[j - 1])
                         : j > 0 && reached[j - 1] && path[j - 1] == c;
    }
    reached = next;
  }
  if (is_anchored) return reached[path.size()];
  for (const bool is_reached : reached) {
    if (is_reached) return true;
  }
  return false;
}

}  // namespace

// The first line is the path that is asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view path = text.substr(0, text.find('\n'));
  const std::string_view body = text.substr(std::min(path.size() + 1, text.size()));

  const auto robots = curlew::fetch::Robots::parse(body, "curlew");
  CHECK(robots.allows("/robots.txt"));
  CHECK(robots.allows(path) == robots.allows(std::string(path)));
  if (robots.crawl_delay()) CHECK(robots.crawl_delay()->count() >= 0);

  const std::string_view pattern = body.substr(0, 40);
  const std::string comparable = comparable_path(path.substr(0, 60), Escapes::kDecoded);
  const std::string rule = comparable_pattern(pattern, Escapes::kDecoded);
  CHECK(matches_pattern(rule, comparable) == matches_by_table(rule, comparable));
  return 0;
}
