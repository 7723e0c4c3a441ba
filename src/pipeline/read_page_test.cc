// Pages of our own, in testdata/pages: NAME.html with what is reported of it in
// NAME.expected, "key: value" lines. `with` and `without` are pieces of the text, `url`
// is where the page was found.

#include "pipeline/read_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/ascii.h"

namespace curlew::pipeline {
namespace {

using model::LinkPlace;
using model::Page;

Page page_at(std::string url) {
  Page page;
  page.url = std::move(url);
  page.content_type = "text/html";
  return page;
}

Page page_of(std::string_view html, const PageLimits& limits = {}) {
  Page page = page_at("https://news.example/1");
  read_page(html, page, {}, limits);
  return page;
}

bool has_link(const model::ReadableParts& parts, std::string_view url,
              std::optional<LinkPlace> place = {}) {
  return std::ranges::any_of(parts.links, [&](const model::FoundLink& link) {
    return link.url == url && (!place || link.place == *place);
  });
}

std::string time_text(const std::optional<Time>& time) {
  return time ? to_iso8601(*time) : "";
}

std::string value_of(const Page& page, std::string_view key) {
  const model::PageContent& content = page.content.value();
  if (key == "type") return std::string(to_string(content.type));
  if (key == "title") return content.title;
  if (key == "author") return content.author;
  if (key == "language") return page.language;
  if (key == "category") return page.category;
  if (key == "published") return time_text(content.published);
  if (key == "modified") return time_text(content.modified);
  if (key == "canonical") return content.canonical_url;
  if (key == "image") return content.image;
  if (key == "url") return page.url;
  if (key == "note") return page.note;
  if (key == "text") return content.text;
  return "no such key";
}

void expect_line(const Page& page, std::string_view key, const std::string& value) {
  const model::PageContent& content = page.content.value();
  const bool is_there = content.text.find(value) != content.text.npos;
  if (key == "with") {
    EXPECT_TRUE(is_there) << value << " in\n" << content.text;
  } else if (key == "without") {
    EXPECT_FALSE(is_there) << value << " in\n" << content.text;
  } else if (key == "heading") {
    EXPECT_TRUE(std::ranges::any_of(content.parts.blocks, [&](const auto& block) {
      return block.heading == value;
    })) << value;
  } else if (key == "hub link") {
    EXPECT_TRUE(has_link(content.parts, value, LinkPlace::kHub)) << value;
  } else if (key == "no link") {
    EXPECT_FALSE(has_link(content.parts, value)) << value;
  } else {
    EXPECT_EQ(value_of(page, key), value) << key;
  }
}

using Line = std::pair<std::string, std::string>;
using Lines = std::vector<Line>;

Lines read_lines(const std::filesystem::path& path) {
  Lines lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    lines.emplace_back(line.substr(0, colon), trimmed(line.substr(colon + 1)));
  }
  return lines;
}

TEST(ReadPage, ReportsWhatThePagesOfItsTestdataSay) {
  int pages = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(CURLEW_TESTDATA "/pages")) {
    if (entry.path().extension() != ".html") continue;
    SCOPED_TRACE(entry.path().filename());
    std::ifstream file(entry.path(), std::ios::binary);
    std::filesystem::path expected = entry.path();
    const Lines lines = read_lines(expected.replace_extension(".expected"));
    ASSERT_FALSE(lines.empty());
    const std::string html{std::istreambuf_iterator<char>(file), {}};
    Page page = page_at(lines[0].second);
    read_page(html, page);
    ASSERT_TRUE(page.content) << page.note;
    const bool has_note = std::ranges::count(lines, "note", &Line::first) > 0;
    EXPECT_EQ(page.note.empty(), !has_note) << page.note;
    for (const auto& [key, value] : lines) expect_line(page, key, value);
    ++pages;
  }
  EXPECT_GE(pages, 3);
}

TEST(ReadPage, APageThatIsTooDeepIsKeptButNotRead) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  const Page page = page_of(deep);
  EXPECT_FALSE(page.content);
  EXPECT_EQ(page.note,
            "the page is stored but not read: its elements are nested too deep");
}

TEST(ReadPage, APageThatIsTooLargeIsKeptButNotRead) {
  const Page page = page_of(std::string(9'000'000, 'x'));
  EXPECT_FALSE(page.content);
  EXPECT_EQ(page.note, "the page is stored but not read: it is too large");
}

TEST(ReadPage, APageWithoutAnythingSaysNothing) {
  const Page page = page_of("");
  ASSERT_TRUE(page.content);
  EXPECT_EQ(page.content->text, "");
  EXPECT_EQ(page.content->type, model::PageType::kOther);
  EXPECT_TRUE(page.content->parts.blocks.empty());
}

TEST(ReadPage, APageThatIsEmptyWithoutScriptsSaysHowToReadIt) {
  const std::string shell = "<body><div id=root></div><script src=/a.js></script>";
  EXPECT_EQ(page_of(shell).note,
            "the page shows no text without JavaScript; try `curlew add --render` "
            "with the address of its source");
  Page rendered = page_at("https://news.example/1");
  read_page(shell, rendered, {}, {}, model::Rendering::kAlways);
  EXPECT_EQ(rendered.note,
            "the page has no text of its own, only what its scripts would fill");
}

TEST(ReadPage, WhatIsReportedIsBounded) {
  std::string html = "<title>" + std::string(5'000, 't') + "</title><article>";
  for (int i = 0; i < 300; ++i) {
    html += fmt::format(
        "<h2>Heading {0}</h2><p>Μια πρόταση που λέει κάτι για το "
        "θέμα {0}, και άλλη μία που λέει κάτι ακόμα γι' αυτό.</p>",
        i);
  }
  html += "</article><div><ul>";
  for (int i = 0; i < 300; ++i) {
    html +=
        fmt::format("<li><a href='/{0}'>A headline of some length, number {0}</a>", i);
  }
  const PageLimits limits{
      .text = 1'001, .article = 10'000, .blocks = 2'001, .line = 99, .links = 7};
  const Page page = page_of(html, limits);
  ASSERT_TRUE(page.content);
  EXPECT_EQ(page.content->parts.article, "") << "half of it would be read as all of it";
  EXPECT_LE(page.content->title.size(), 99u);
  EXPECT_LE(page.content->text.size(), 1'001u);
  EXPECT_GE(page.content->text.size(), 999u) << "cut between two characters";
  std::size_t blocks = 0;
  for (const model::Block& block : page.content->parts.blocks) {
    blocks += block.text.size();
  }
  EXPECT_LE(blocks, 2'001u);
  EXPECT_GE(blocks, 1'500u);
  EXPECT_EQ(page.content->parts.links.size(), 7u);
}

TEST(ReadPage, AnArticleIsKeptAsItsPageShowsIt) {
  const Page page = page_of(
      "<base href=/in/><title>Storks</title><article><h1>Storks</h1><p>They came back "
      "to the delta on Sunday, as the <a href=warden>warden</a> says, and they were "
      "<b>two</b>.</p></article>");
  ASSERT_TRUE(page.content);
  EXPECT_EQ(page.content->parts.article,
            "<p>They came back to the delta on Sunday, as the <a "
            "href=\"https://news.example/in/warden\">warden</a> says, and they were "
            "<b>two</b>.</p>");
}

TEST(ReadPage, ThePersonsRulesComeFirst) {
  Page page = page_at("https://news.example/1");
  read_page(
      "<title>Site</title><p class=t>The title</p>"
      "<div id=b>All that <em>counts</em>.<ul><li>One</ul></div><p>Something else.",
      page, *extract::parse_rules("title = '.t'\nbody = '#b'", "rules"));
  EXPECT_EQ(page.content->title, "The title");
  EXPECT_EQ(page.content->text, "All that counts.\nOne");
  EXPECT_EQ(page.content->parts.article,
            "<p>All that <em>counts</em>.</p><ul><li>One</li></ul>");
}

TEST(ReadPage, ReturnsFromTheLargestPageThatIsRead) {
  std::string wide;
  while (wide.size() < 7'900'000) {
    wide +=
        "<p class=a>Some words of a <a href=/x>link with some words</a>, and then "
        "more that go on for a while, as words on pages do, until they end.</p>";
  }
  EXPECT_TRUE(page_of(wide).content);
}

TEST(ReadPage, GivesUpAPageWhoseTimeIsSpent) {
  model::Page page;
  page.url = "https://news.example/";
  const std::string html = "<p>" + std::string(300, 'x');
  auto now = std::chrono::nanoseconds(0);
  // Spent at the third look, which is amid the reading of the article.
  const TimeBudget time(Milliseconds(5), [&now] { return now += Milliseconds(2); });
  EXPECT_FALSE(read_page(html, page, {}, {}, model::Rendering::kNever, {}, time));
  EXPECT_FALSE(page.content);
  EXPECT_EQ(page.note, "the page is stored but not read: " + std::string(kTooSlow));
}

}  // namespace
}  // namespace curlew::pipeline
