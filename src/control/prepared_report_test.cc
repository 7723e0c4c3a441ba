#include "control/prepared_report.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>

#include "base/sanitizers_test.h"

namespace curlew::control {
namespace {

// From now on hardly more memory can be had than this process has.
void limit_memory() {
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit.rlim_cur = pages * 4096 + 8'000'000;
  setrlimit(RLIMIT_AS, &limit);
}

// Of an article's page that there is no memory to pack.
PreparedReport prepare_large_page() {
  model::ArticlePageFindings found{.article = {5}};
  found.page.emplace().content.emplace().text = std::string(64'000'000, 'x');
  Reported reported;
  reported.report.id = {7};
  reported.report.findings = std::move(found);
  reported.page_tries = 3;
  reported.page_found = from_unix_ms(1);
  reported.is_deadly = true;
  limit_memory();
  return prepare(std::move(reported));
}

bool is_failed_visit_with_its_tries(const PreparedReport& prepared) {
  const Reported& reported = prepared.reported;
  return !prepared.page &&
         reported.report.outcome == model::FetchOutcome::kUnreadable &&
         reported.report.id == model::VisitId{7} &&
         model::article_of(reported.report.findings) == model::ArticleId{5} &&
         reported.is_lost && reported.is_deadly && reported.page_tries == 3 &&
         reported.page_found == from_unix_ms(1);
}

// The page would be tried for ever if the tries before were forgotten.
TEST(PreparedReport, ThatThereIsNoMemoryForIsAFailedVisitWithItsTries) {
  if (kIsSanitized) GTEST_SKIP() << "the sanitizer takes its memory at the start";
  // In a process of its own: here there is memory that other tests have freed.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(is_failed_visit_with_its_tries(prepare_large_page()) ? 0 : 1),
              testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace curlew::control
