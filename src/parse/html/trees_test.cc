// Pages and the trees they become, file by file: testdata/trees.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/content_of_test.h"
#include "parse/html/page.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;
using dom::Node;

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) result += c == '\n' ? "\\n" : std::string(1, c);
  return result + '"';
}

std::string line_of(Node node) {
  if (node.is_text()) return quoted(node.text());
  if (!node.is_element()) return "data " + quoted(node.text());
  std::string line(node.name_space() == dom::Namespace::kSvg      ? "svg:"
                   : node.name_space() == dom::Namespace::kMathMl ? "math:"
                                                                  : "");
  line += node.name();
  for (const dom::Attribute attribute : node.attributes())
    line += fmt::format(" {}={}", attribute.name(), quoted(attribute.value()));
  return line;
}

std::string describe(const dom::Document& page) {
  std::string text;
  for (const Node node : page.root().subtree())
    text += std::string(std::size_t(node.depth()) * 2, ' ') + line_of(node) + "\n";
  return text;
}

TEST(HtmlTreesTest, EveryPageBecomesTheTreeInTheFileBesideIt) {
  int pages = 0;
  for (const auto& entry : fs::directory_iterator(CURLEW_TESTDATA "/trees")) {
    if (entry.path().extension() != ".html") continue;
    dom::Document page;
    parse_html_page(content_of(entry.path()), "text/html; charset=utf-8", page);
    const fs::path expected = fs::path(entry.path()).replace_extension(".expected");
    EXPECT_EQ(describe(page), content_of(expected)) << entry.path();
    ++pages;
  }
  EXPECT_GT(pages, 30);
}

}  // namespace
}  // namespace curlew::parse
