#include "extract/metadata/metadata.h"

#include <gmock/gmock.h>

#include "extract/metadata/byline.h"
#include "parse/html/page.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;
using testing::Field;

Metadata metadata_of(std::string_view html) {
  dom::Document page;
  parse::parse_html(html, page);
  return read_metadata(page);
}

TEST(Metadata, IsReadFromTheHead) {
  const Metadata facts = metadata_of(
      "<html lang=el><head><title> A  title </title>"
      "<meta property=og:title content='Another'><meta name=author content='A. Bird'>"
      "<meta property=og:image content=/a.jpg><link rel=canonical href=/page>");
  EXPECT_EQ(facts.title, "A title");
  EXPECT_EQ(facts.og_title, "Another");
  EXPECT_EQ(facts.author, "A. Bird");
  EXPECT_EQ(facts.image, "/a.jpg");
  EXPECT_EQ(facts.canonical_url, "/page");
  EXPECT_EQ(facts.language, "el");
}

TEST(Metadata, TakesTheFirstOfSeveralStatements) {
  const Metadata facts = metadata_of(
      "<meta property=og:image content=/first.jpg>"
      "<meta property=og:image content=/second.jpg>"
      "<meta name=twitter:image content=/third.jpg>");
  EXPECT_EQ(facts.image, "/first.jpg");
}

TEST(Metadata, KnowsMicrodata) {
  const Metadata facts = metadata_of(
      "<body><h2 itemprop=headline>What happened</h2><span itemprop=author>A. Bird"
      "</span><time itemprop=datePublished datetime=2024-05-01>yesterday</time>");
  EXPECT_EQ(facts.headline, "What happened");
  EXPECT_EQ(facts.author, "A. Bird");
  EXPECT_EQ(facts.published, "2024-05-01");
}

TEST(Metadata, ListsHeadingsButNotThoseForReadersWithoutScripts) {
  const Metadata facts =
      metadata_of("<body><h1>One</h1><h1>Two</h1><noscript><h1>Three</h1></noscript>");
  EXPECT_THAT(facts.h1, ElementsAre(Field(&TopHeading::text, "One"),
                                    Field(&TopHeading::text, "Two")));
}

TEST(Metadata, SaysHowMuchOfThePageStandsBeforeAHeading) {
  const Metadata facts =
      metadata_of("<body><h1>Abcde</h1><p>12345</p><h1>Abcde</h1>12345");
  ASSERT_EQ(facts.h1.size(), 2u);
  EXPECT_FLOAT_EQ(facts.h1[0].text_before, 0);
  EXPECT_FLOAT_EQ(facts.h1[1].text_before, 0.5F);
}

TEST(Byline, PrefersWhatJsonLdSaysToMetaTagsAndThoseToTimes) {
  const std::string_view with_meta =
      "<meta property=article:published_time content=2024-05-02>"
      "<meta name=author content='Meta Name'><body><time "
      "datetime=2024-05-03>now</time>";
  Byline byline = read_byline(metadata_of(with_meta));
  EXPECT_EQ(byline.author, "Meta Name");
  EXPECT_EQ(byline.published, "2024-05-02");

  byline = read_byline(metadata_of(
      std::string(with_meta) +
      R"(<script type=application/ld+json>{"@type":"NewsArticle","headline":"H",
         "datePublished":"2024-05-01","dateModified":"2024-05-04",
         "author":{"name":"Json Name"}}</script>)"));
  EXPECT_EQ(byline.author, "Json Name");
  EXPECT_EQ(byline.published, "2024-05-01");
  EXPECT_EQ(byline.modified, "2024-05-04");

  byline = read_byline(metadata_of("<body><time datetime=2024-05-03>now</time>"));
  EXPECT_EQ(byline.published, "2024-05-03");
}

TEST(Byline, NamesPeopleWithoutByAndNoAddresses) {
  EXPECT_EQ(read_byline(metadata_of("<meta name=author content='By A. Bird'>")).author,
            "A. Bird");
  EXPECT_EQ(
      read_byline(metadata_of("<meta name=author content=https://x.example/a>")).author,
      "");
  EXPECT_EQ(read_byline(metadata_of("<body><a rel=author href=/a>C. Dee</a>")).author,
            "C. Dee");
}

}  // namespace
}  // namespace curlew::extract
