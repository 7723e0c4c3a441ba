// Pages that are made to be slow: each kind is compared with a version of itself in
// which everything moved, and with another kind.

#include <gtest/gtest.h>

#include <chrono>

#include "base/time_budget.h"
#include "detect/diff/view.h"
#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

std::string numbered_units(std::string_view before, std::string_view after,
                           std::size_t bytes, int step) {
  std::string page;
  for (int i = 1; page.size() < bytes; i += step)
    page += fmt::format("{}{}{}", before, i * step % 7919, after);
  return page;
}

TEST(HostilePages, AreComparedInBoundedTime) {
  constexpr std::size_t kBytes = 1 << 20;
  const std::array<std::pair<std::string_view, std::string_view>, 8> kUnits = {{
      {"<p>w", "</p>"},
      {"<p>same", " words in every paragraph of the page</p>"},
      {"<div><i class=c", ">w</i>"},
      {"<td>", ""},
      {"w", " "},
      {"<br>", ""},
      {"<a href=/", ">w</a>"},
      {"<x", ">w</x>"},
  }};
  std::vector<std::unique_ptr<ReadPage>> pages;
  for (const auto& [before, after] : kUnits)
    for (const int step : {1, 3})
      pages.push_back(
          std::make_unique<ReadPage>(numbered_units(before, after, kBytes, step)));
  for (std::size_t i = 0; i < pages.size(); ++i)
    for (const std::size_t j : {i ^ 1, (i + 2) % pages.size()}) {
      const auto start = thread_cpu_time();
      PageNotes notes;
      for (int visit = 0; visit < 2; ++visit)
        notes = detect_change(pages[i]->version(), pages[j]->version(), notes).notes;
      EXPECT_FALSE(PageView(pages[i]->blocks(), pages[j]->blocks()).to_html().empty());
      EXPECT_LT(thread_cpu_time() - start, std::chrono::seconds(20)) << i << " " << j;
    }
}

}  // namespace
}  // namespace curlew::detect
