// Whole pages of our own, in testdata/pages: NAME.html with what must come out of it in
// NAME.expected, "key: value" lines; `with` and `without` are pieces of the body, which
// `once` has once.

#include "extract/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/ascii.h"
#include "parse/html/page.h"

namespace curlew::extract {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

PageContent read_html(std::string_view html) {
  dom::Document page;
  parse::parse_html_page(html, "text/html", page);
  PageReader reader;
  return reader.read(page, {});
}

std::string value_of(const PageContent& content, std::string_view key) {
  if (key == "title") return content.title;
  if (key == "author") return content.author;
  if (key == "published") return content.published;
  if (key == "modified") return content.modified;
  if (key == "language") return content.language;
  if (key == "canonical") return content.canonical_url;
  if (key == "image") return content.image;
  if (key == "type") return std::string(to_string(content.type));
  if (key == "hub") return content.is_hub ? "yes" : "no";
  if (key == "barrier") return std::string(to_string(content.barrier));
  if (key == "body") return content.body;
  return "no such key";
}

void expect_line(const PageContent& content, std::string_view line) {
  const std::size_t colon = line.find(": ");
  ASSERT_NE(colon, line.npos) << line;
  const std::string_view key = line.substr(0, colon);
  const std::string_view value = trimmed(line.substr(colon + 2));
  const bool is_there = content.body.find(value) != content.body.npos;
  if (key == "with")
    EXPECT_TRUE(is_there) << line << "\n" << content.body;
  else if (key == "once")
    EXPECT_TRUE(is_there && content.body.find(value) == content.body.rfind(value))
        << line << "\n"
        << content.body;
  else if (key == "without")
    EXPECT_FALSE(is_there) << line << "\n" << content.body;
  else
    EXPECT_EQ(value_of(content, key), value) << key;
}

TEST(PageReader, ReadsThePagesOfItsTestdata) {
  int pages = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(CURLEW_TESTDATA "/pages")) {
    if (entry.path().extension() != ".html") continue;
    SCOPED_TRACE(entry.path().filename());
    const PageContent content = read_html(read_file(entry.path()));
    std::filesystem::path expected = entry.path();
    std::ifstream lines(expected.replace_extension(".expected"));
    for (std::string line; std::getline(lines, line);) expect_line(content, line);
    ++pages;
  }
  EXPECT_GE(pages, 1);
}

TEST(PageReader, FindsNothingInNothing) {
  const PageContent content = read_html("");
  EXPECT_EQ(content.title, "");
  EXPECT_EQ(content.body, "");
  EXPECT_EQ(content.type, PageType::kOther);
}

TEST(PageReader, ReadsAPageWithoutMarkup) {
  EXPECT_EQ(read_html("<title>Only a title</title>").title, "Only a title");
}

TEST(PageReader, ComesBackFromHostilePages) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div class=a>";
  read_html(deep + "text");
  std::string wide;
  for (int i = 0; i < 100'000; ++i) wide += "<p>word <a href=/>link</a> word, word.";
  EXPECT_FALSE(read_html(wide).body.size() > wide.size());
  std::string attributes = "<p";
  for (int i = 0; i < 100'000; ++i) attributes += " class" + std::to_string(i) + "=b";
  read_html(attributes + ">text");
  read_html("<div class='" + std::string(1'000'000, 'a') + "'>text</div>");
}

}  // namespace
}  // namespace curlew::extract
