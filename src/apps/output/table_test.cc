#include "apps/output/table.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/plain_text.h"

namespace curlew::apps {
namespace {

Table table_of(std::string title, std::string address) {
  Table table({{"id", Align::kRight},
               {"title", Align::kLeft, Shrink::kYes},
               {"address", Align::kLeft, Shrink::kYes}});
  table.add({"7", std::move(title), std::move(address)});
  return table;
}

TEST(Table, AlignsColumns) {
  Table table({{"id", Align::kRight}, {"name"}, {"n", Align::kRight}});
  table.add({"1", "short", "10"});
  table.add({"100", "longer name", "7"});
  EXPECT_EQ(table.render({}),
            " id  name          n\n"
            "  1  short        10\n"
            "100  longer name   7\n");
}

TEST(Table, AlignsWhatIsWiderOrNarrowerThanItsBytes) {
  Table table({{"t"}, {"n"}});
  table.add({"日本", "1"});
  table.add({"Ελλά", "2"});
  EXPECT_EQ(table.render({}), "t     n\n日本  1\nΕλλά  2\n");
}

TEST(Table, FitsTheScreen) {
  const Table table = table_of(std::string(80, 't'), std::string(200, 'a'));
  for (const std::size_t width : {30u, 60u, 100u}) {
    std::istringstream lines(table.render({stdout, width, false}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(display_width(line), width);
    }
  }
}

TEST(Table, FitsANarrowScreenAtTheCostOfEveryColumn) {
  Table table({{"id", Align::kRight},
               {"state"},
               {"title", Align::kLeft, Shrink::kYes},
               {"address", Align::kLeft, Shrink::kYes},
               {"last visit", Align::kRight},
               {"next", Align::kRight}});
  table.add({"12", "problem", std::string(50, 't'), std::string(50, 'a'), "59 min ago",
             "in 59 min"});
  std::istringstream lines(table.render({stdout, 40, false}));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(display_width(line), 40u) << line;
  }
}

TEST(Table, WhereNothingIsCutPadsNoRowForTheSakeOfAnEndlessOne) {
  Table table({{"title", Align::kLeft, Shrink::kYes}, {"n"}});
  table.add({std::string(100'000, 't'), "1"});
  for (int i = 0; i < 99; ++i) table.add({"short", "2"});
  const std::string text = table.render({});
  EXPECT_NE(text.find(std::string(100'000, 't') + "  1\n"), text.npos);
  EXPECT_LT(text.size(), 100'000u + 100 * 400);
}

TEST(Table, ShrinksTheWidestColumnFirst) {
  const std::string text =
      table_of("short title", std::string(200, 'a')).render({stdout, 40, false});
  EXPECT_NE(text.find("short title"), text.npos) << text;
}

TEST(Table, LetsNoEscapeSequenceOfAFeedThrough) {
  const std::string text =
      table_of("\x1b]0;owned\x07", "a\nb").render({stdout, 100, true});
  EXPECT_EQ(text.find("\x1b]"), text.npos);
  EXPECT_EQ(text.find('\x07'), text.npos);
  EXPECT_NE(text.find("a b"), text.npos) << "one row stays one line";
}

TEST(Table, HasColoursOnlyWhereTheScreenHas) {
  Table table({{"state"}});
  table.add({{"failing", Colour::kBad}});
  EXPECT_EQ(table.render({stdout, 100, false}), "state\nfailing\n");
  EXPECT_EQ(table.render({stdout, 100, true}),
            "\x1b[2mstate\x1b[0m\n\x1b[31mfailing\x1b[0m\n");
}

TEST(Screen, IsAsWideAsColumnsSays) {
  setenv("COLUMNS", "40", 1);
  EXPECT_EQ(screen_of(stdout).width, 40u);
  setenv("COLUMNS", "wide", 1);
  EXPECT_NE(screen_of(stdout).width, 0u);
  unsetenv("COLUMNS");
}

TEST(Screen, ThatIsNoTerminalIsPlainAndCutsNothing) {
  unsetenv("COLUMNS");
  std::FILE* file = std::tmpfile();
  const Screen screen = screen_of(file);
  EXPECT_EQ(screen.width, kUnbounded);
  EXPECT_FALSE(screen.has_colours);
  std::fclose(file);
}

}  // namespace
}  // namespace curlew::apps
