#include <gmock/gmock.h>

#include <fstream>

#include "apps/lab/lab.h"
#include "base/temporary_folder_test.h"

namespace curlew::apps {
namespace {

using testing::HasSubstr;

class LabMatch : public testing::Test {
 protected:
  std::string write(const char* name, const std::string& content) const {
    const std::string path = folder_.path() / name;
    std::ofstream(path) << content;
    return path;
  }

  Result<std::string> matched(const std::string& queries,
                              const std::string& texts) const {
    const std::string printed = folder_.path() / "out";
    std::FILE* const out = std::fopen(printed.c_str(), "w");
    const auto result = lab_match({.queries = write("queries.tsv", queries),
                                   .texts = write("texts.jsonl", texts)},
                                  out);
    std::fclose(out);
    if (!result) return result.error();
    std::ifstream file(printed);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  TemporaryFolder folder_;
};

TEST_F(LabMatch, PrintsTheQueriesThatEachTextAnswers) {
  const auto rows = matched(
      "7\telection\nname\t\"climate change\"\n3\tεκλογ*\n12\tflood -title:storm\n"
      "13\tlang:el\n",
      "{\"id\":\"a\",\"lang\":\"en\",\"title\":\"Elections\",\"text\":\"About "
      "climate changes.\"}\n"
      "{\"id\":2,\"lang\":\"el\",\"title\":\"\",\"text\":\"Οι εκλογές\"}\n"
      "{\"id\":3,\"title\":\"Storm\",\"text\":\"A flood came.\"}\n");
  ASSERT_TRUE(rows) << rows.error().text;
  EXPECT_EQ(*rows,
            "{\"id\":\"a\",\"matches\":[\"name\",7]}\n"
            "{\"id\":2,\"matches\":[3,13]}\n"
            "{\"id\":3,\"matches\":[]}\n");
}

TEST_F(LabMatch, LeavesOutAQueryThatIsRefused) {
  const auto rows = matched("1\t(flood\n2\tflood\n", "{\"id\":1,\"text\":\"flood\"}\n");
  ASSERT_TRUE(rows) << rows.error().text;
  EXPECT_EQ(*rows, "{\"id\":1,\"matches\":[2]}\n");
}

TEST_F(LabMatch, NamesTheLineThatHasNoTab) {
  const auto rows = matched("1\tflood\nflood\n", "");
  ASSERT_FALSE(rows);
  EXPECT_THAT(rows.error().text, HasSubstr("queries.tsv:2: no tab"));
}

}  // namespace
}  // namespace curlew::apps
