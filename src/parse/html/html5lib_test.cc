// How far our trees are from the HTML standard: the tree-construction tests of
// html5lib, or our own few in its form.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <map>
#include <vector>

#include "base/corpora_test.h"
#include "parse/html/page.h"

namespace curlew::parse {
namespace {

using dom::Node;

// One node or attribute of a tree in html5lib's notation: "<p>", "\"text\"",
// "id=\"x\"".
struct Line {
  std::size_t depth = 0;
  std::string content;
};

std::string to_text(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines)
    text += "| " + std::string(2 * line.depth, ' ') + line.content + "\n";
  return text;
}

// A line of the tree begins with "| "; others continue a text.
std::vector<Line> lines_of(std::string_view tree) {
  std::vector<Line> lines;
  while (!tree.empty()) {
    const std::size_t end = std::min(tree.find("\n| "), tree.size() - 1);
    std::string_view line = tree.substr(0, end);
    tree.remove_prefix(end + 1);
    if (line.starts_with("| ")) line.remove_prefix(2);
    const std::size_t depth = std::min(line.find_first_not_of(' '), line.size());
    lines.push_back({depth / 2, std::string(line.substr(depth))});
  }
  return lines;
}

bool is_left_out(const Line& line) {
  return line.content.starts_with("<!") || line.content.starts_with("<?") ||
         line.content == "<script>" || line.content == "<style>" ||
         line.content == "<template>";
}

// Without what parse_html() leaves out; then texts meet that were apart.
std::vector<Line> without_unwanted(const std::vector<Line>& lines) {
  std::vector<Line> wanted;
  std::size_t skipped_below = std::string::npos;
  for (const Line& line : lines) {
    if (line.depth > skipped_below) continue;
    skipped_below = std::string::npos;
    const bool is_text = line.content.starts_with('"');
    if (is_left_out(line)) {
      skipped_below = line.depth;
    } else if (is_text && !wanted.empty() && wanted.back().depth == line.depth &&
               wanted.back().content.starts_with('"')) {
      wanted.back().content.pop_back();
      wanted.back().content += line.content.substr(1);
    } else {
      wanted.push_back(line);
    }
  }
  return wanted;
}

std::string element_line(Node node) {
  switch (node.name_space()) {
    case dom::Namespace::kSvg:
      return fmt::format("<svg {}>", node.name());
    case dom::Namespace::kMathMl:
      return fmt::format("<math {}>", node.name());
    case dom::Namespace::kHtml:
      break;
  }
  return fmt::format("<{}>", node.name());
}

std::string attribute_name(Node node, std::string_view name) {
  std::string written(name);
  const bool has_space = name.starts_with("xlink:") || name == "xml:lang" ||
                         name == "xml:space" || name == "xmlns:xlink";
  if (node.name_space() != dom::Namespace::kHtml && has_space)
    written[name.find(':')] = ' ';
  return written;
}

std::string our_tree(std::string_view html) {
  dom::Document page;
  parse_html_page(html, "text/html; charset=utf-8", page);
  std::vector<Line> lines;
  for (const Node node : page.root().subtree()) {
    const auto depth = std::size_t(node.depth());
    if (!node.is_element()) {
      lines.push_back({depth, fmt::format("\"{}\"", node.text())});
      continue;
    }
    lines.push_back({depth, element_line(node)});
    std::map<std::string, std::string> sorted;
    for (const dom::Attribute attribute : node.attributes())
      sorted.emplace(attribute_name(node, attribute.name()), attribute.value());
    for (const auto& [name, value] : sorted)
      lines.push_back({depth + 1, fmt::format("{}=\"{}\"", name, value)});
  }
  return to_text(lines);
}

TEST(Html5libTest, TreesAreNearlyAlwaysThoseOfTheStandard) {
  std::ifstream file(corpus("html5/tree_construction.json"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  int cases = 0;
  int right = 0;
  const boost::json::value rows = boost::json::parse(text);
  for (const boost::json::value& row : rows.as_array()) {
    // We parse whole pages with scripting switched off, nothing else.
    if (!row.at("frag").is_null()) continue;
    if (row.at("script").is_string() && row.at("script").as_string() != "off") continue;
    const std::string_view html = row.at("data").as_string();
    const std::string wanted =
        to_text(without_unwanted(lines_of(row.at("exp").as_string())));
    const std::string actual = our_tree(html);
    ++cases;
    right += actual == wanted;
    if (actual != wanted && std::getenv("CURLEW_SHOW_DIFFERENCES"))
      fmt::print("== {}: {}\n-- wanted\n{}-- is\n{}\n",
                 std::string_view(row.at("file").as_string()), html, wanted, actual);
  }
  fmt::print("html5lib: {} of {} trees as the standard has them ({:.2f} %)\n", right,
             cases, 100.0 * right / cases);
  EXPECT_GE(right, cases * 0.99);
  EXPECT_GE(cases, for_corpora(500, 15));
}

}  // namespace
}  // namespace curlew::parse
