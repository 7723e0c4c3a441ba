#include "extract/areas/measures.h"

#include <gmock/gmock.h>

#include <cmath>

#include "dom/node_path.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

double value_of(const Measures& own, std::string_view name) {
  if (name == "L") return own.links;
  if (name == "T") return own.text;
  if (name == "Ltext") return own.link_text;
  if (name == "Ctext") return own.clean_text();
  if (name == "LTR") return own.text_to_link_ratio();
  if (name == "LAR") return own.link_average_ratio();
  if (name == "IV") return own.information;
  if (name == "HV") return own.hub;
  ADD_FAILURE() << "no measure is called " << name;
  return NAN;
}

void expect_measures(const Measures& own, const boost::json::object& expected) {
  for (const auto& [name, value] : expected) {
    const double actual = value_of(own, name);
    // JSON has no infinity.
    if (value.is_null())
      EXPECT_TRUE(std::isinf(actual)) << name;
    else
      EXPECT_DOUBLE_EQ(actual, value.to_number<double>()) << name;
  }
}

TEST(Measures, AreThoseComputedByHandForEveryPageInTheFolder) {
  for (const PageCase& page_case : page_cases("measures")) {
    SCOPED_TRACE(page_case.name);
    const PageMeasures measures = measure_page(page_case.page);
    dom::NodePaths paths(page_case.page);
    std::size_t found = 0;
    for (const dom::Node node : page_case.page.root().subtree()) {
      if (!node.is_element()) continue;
      const auto expected = page_case.expected.as_object().find(paths.xpath(node));
      if (expected == page_case.expected.as_object().end()) continue;
      SCOPED_TRACE(std::string(expected->key()));
      expect_measures(measures.nodes[node.id()], expected->value().as_object());
      ++found;
    }
    EXPECT_EQ(found, page_case.expected.as_object().size())
        << "paths that lead nowhere";
  }
}

TEST(Measures, CountLinksToOneAddressInARowAsOneTarget) {
  const dom::Document page = page_of(
      "<div id=card><a href=/1><img src=i></a><h3><a href=/1>One long headline "
      "here</a></h3><a href=/2>Two</a><a href=/1>More</a></div>");
  const Measures body = measure_page(page).nodes[page.body().id()];
  EXPECT_EQ(body.links, 4U);
  EXPECT_EQ(body.targets, 3U);
  EXPECT_EQ(body.textless_targets, 0U);
  EXPECT_EQ(body.short_targets, 2U);
  EXPECT_EQ(body.headlines, 1U);
}

TEST(Measures, TakeALinkInsideASentenceForNoHeadline) {
  const dom::Document page = page_of(
      "<p>It was said <a href=/1>in some other place</a> long ago, by many.</p>");
  EXPECT_EQ(measure_page(page).nodes[0].headlines, 0U);
}

TEST(Measures, OfTablesInTablesGrowWithoutOverflow) {
  std::string markup = "x";
  for (int i = 0; i < 100; ++i)
    markup = "<table><tr><td>" + markup + "</td></tr></table>";
  const PageMeasures measures = measure_page(page_of(markup));
  EXPECT_EQ(measures.nodes[0].information, std::ldexp(1.0, 400));
}

}  // namespace
}  // namespace curlew::extract
