#include "apps/output/data_change.h"

#include <gmock/gmock.h>

namespace curlew::apps {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(DataPage, ShowsTheRowsOfTablesInATable) {
  const model::Table before{.columns = {"id", "port", "fee"},
                            .rows = {{"1", "Chios", "4"}, {"2", "Samos", "5"}}};
  const model::Table after{.columns = {"id", "port", "fee"},
                           .rows = {{"1", "Chios", "<6>"}, {"3", "Ikaria", "5"}}};
  const std::string page =
      data_page(detect::compare_tables(before, after), "ports.csv", "then", "now");
  EXPECT_THAT(page, HasSubstr("<th scope=\"col\">port</th>"));
  EXPECT_THAT(page,
              HasSubstr("<td>Chios</td><td><del>4</del> <ins>&lt;6&gt;</ins></td>"));
  EXPECT_THAT(page,
              HasSubstr("<tr class=\"added\"><th scope=\"row\">+</th><td>3</td>"));
  EXPECT_THAT(page,
              HasSubstr("<tr class=\"removed\"><th scope=\"row\">−</th><td>2</td>"));
  EXPECT_THAT(page, Not(HasSubstr("<6>")));
}

TEST(DataPage, SaysHowManyRowsItLeavesOut) {
  model::Table before{.columns = {"id"}};
  model::Table after = before;
  for (int i = 0; i < 9; ++i) after.rows.push_back({std::to_string(i)});
  const auto change = detect::compare_tables(before, after, {.max_listed = 4});
  EXPECT_THAT(data_page(change, "t", "then", "now"), HasSubstr("and 5 more"));
}

TEST(DataPage, ShowsOtherDataSideBySide) {
  detect::DataChange change{.verdict = detect::DataVerdict::kDifferent,
                            .edited_count = 1,
                            .edited = {{"/a", "1", "2"}}};
  EXPECT_THAT(data_page(change, "t", "then", "now"), HasSubstr("<del>1</del>"));
}

}  // namespace
}  // namespace curlew::apps
