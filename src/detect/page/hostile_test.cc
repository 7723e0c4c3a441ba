// Pages that are made to be slow: each kind is compared with a version of itself in
// which everything moved, and with another kind.

#include <gtest/gtest.h>

#include <chrono>

#include "base/time_budget.h"
#include "detect/data/data_change.h"
#include "detect/diff/view.h"
#include "detect/page/thesis.h"
#include "detect/page/versions_test.h"
#include "parse/html/page.h"

namespace curlew::detect {
namespace {

// Of processor time, also of a slow machine under the sanitizers. In quadratic time
// they would take minutes.
constexpr std::chrono::seconds kEnough(30);

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
      EXPECT_LT(thread_cpu_time() - start, kEnough) << i << " " << j;
    }
}

// Each text is a part of its own, at a place that is counted among its siblings.
TEST(HostilePages, ManyTextsInOneNodeAreComparedAsInTheThesisInBoundedTime) {
  std::string old_text = "<body>", new_text = "<body>";
  for (int i = 0; i < 60'000; ++i) {
    old_text += "a<br>";
    new_text += "b<br>";
  }
  dom::Document old, now;
  parse::parse_html(old_text, old);
  parse::parse_html(new_text, now);
  const auto start = thread_cpu_time();
  ThesisNotes notes;
  const ThesisChange change = detect_as_in_thesis(old, now, notes);
  EXPECT_LT(thread_cpu_time() - start, kEnough);
  ASSERT_EQ(change.parts.size(), 60'000u);
  EXPECT_EQ(change.parts.back().path, "/html/body/text()[60000]");
}

TEST(HostileTables, ManyRowsOfOneKeyAreComparedInBoundedTime) {
  model::Table before{.columns = {"key", "value"}}, after = before;
  for (int i = 0; i < 100'000; ++i) {
    before.rows.push_back({"k", std::to_string(i)});
    after.rows.push_back({"k", std::to_string(i + 1'000'000)});
  }
  const auto start = thread_cpu_time();
  EXPECT_EQ(compare_tables(before, after, {.key = {"key"}}).summary(),
            "100000 rows changed");
  EXPECT_LT(thread_cpu_time() - start, kEnough);
}

}  // namespace
}  // namespace curlew::detect
