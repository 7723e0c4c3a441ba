#include "detect/page/thesis.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/content_of_test.h"
#include "parse/html/page.h"

namespace curlew::detect {
namespace {

namespace json = boost::json;

dom::Document page_of_file(const std::filesystem::path& path) {
  dom::Document page;
  parse::parse_html(content_of(path), page);
  return page;
}

void check_visit(const ThesisChange& change, const ThesisNotes& notes,
                 const json::object& expected) {
  EXPECT_EQ(change.is_structural, expected.at("structural").as_bool());
  EXPECT_EQ(change.is_textual, expected.at("textual").as_bool());
  EXPECT_EQ(notes.structural, expected.at("structural_counter").as_int64());
  EXPECT_EQ(notes.textual, expected.at("textual_counter").as_int64());
  json::array changed;
  for (const ThesisPart& part : change.parts) changed.emplace_back(part.path);
  EXPECT_EQ(changed, expected.at("changed").as_array());
  json::object parts;
  for (const DynamicPart& part : notes.parts)
    parts[part.path] = std::int64_t(part.counter);
  EXPECT_EQ(parts, expected.at("parts").as_object());
}

// A folder of testdata/thesis: versions 1.html, 2.html, …, and the numbers that were
// worked out by hand for each visit but the first.
TEST(Thesis, CountsAsWorkedOutByHand) {
  int cases = 0;
  for (const auto& folder :
       std::filesystem::directory_iterator(CURLEW_TESTDATA "/thesis")) {
    SCOPED_TRACE(folder.path().filename().string());
    const json::value expected =
        json::parse(content_of(folder.path() / "expected.json"));
    dom::Document old = page_of_file(folder.path() / "1.html");
    ThesisNotes notes;
    int version = 1;
    for (const json::value& visit : expected.at("visits").as_array()) {
      ++version;
      SCOPED_TRACE(version);
      dom::Document now =
          page_of_file(folder.path() / (std::to_string(version) + ".html"));
      const ThesisChange change = detect_as_in_thesis(old, now, notes);
      check_visit(change, notes, visit.as_object());
      old = std::move(now);
    }
    ++cases;
  }
  EXPECT_EQ(cases, 5);
}

TEST(Thesis, ComparesAPartWithWhatItSaidWhenItLastChanged) {
  const auto page = [](std::string_view text) {
    dom::Document document;
    parse::parse_html("<div><p>" + std::string(text) + "</p></div>", document);
    return document;
  };
  ThesisNotes notes;
  detect_as_in_thesis(page("a"), page("b"), notes);
  const ThesisChange change = detect_as_in_thesis(page("x"), page("c"), notes);
  ASSERT_EQ(change.parts.size(), 1);
  EXPECT_EQ(change.parts[0].before, "b");
  EXPECT_EQ(change.parts[0].after, "c");
  // A part whose path is gone is not compared.
  notes.parts[0].path = "/html/body/div[7]";
  EXPECT_FALSE(detect_as_in_thesis(page("c"), page("d"), notes).is_textual);
}

}  // namespace
}  // namespace curlew::detect
