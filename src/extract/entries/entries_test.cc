#include "extract/entries/entries.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "extract/areas/found_links.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kUrl = "https://town.example/news/";
// Enough of it is an informational area.
constexpr std::string_view kText =
    "The bridge over the river was closed on Monday after engineers found cracks in "
    "two of its piers. Traffic is led over the old road until the repairs are done, "
    "which the county expects to take until the end of the summer.";

std::vector<PageEntry> entries_of(const std::string& markup) {
  const dom::Document page = page_of(markup);
  const PageMeasures measures = measure_page(page);
  const std::string base = base_address(page, kUrl);
  return find_entries(page, measures, find_areas(page, measures),
                      {.url = kUrl, .base = base});
}

std::vector<std::string> titles(const std::vector<PageEntry>& entries) {
  std::vector<std::string> all;
  for (const PageEntry& entry : entries) all.push_back(entry.title);
  return all;
}

// As most sites have them today: picture, category, headline, teaser, author, time and
// a button, all in one element.
std::string card(int number, std::string_view headline) {
  return fmt::format(
      "<div class=card><a href=/{0}><img src={0}.jpg alt='A man on a bridge'></a>"
      "<a class=kind href=/c/{0}>Politics</a><h3><a href=/{0}>{1}</a></h3>"
      "<p>What happened at number {0}, told in a sentence.</p>"
      "<span class=by><a href=/people/{0}>Ada L. Byron</a></span>"
      "<a class=when href=/{0}>{0} minutes ago</a><a class=more href=/{0}>Read more</a>"
      "</div>",
      number, headline);
}

std::string list_of_cards() {
  return "<main>" + card(1, "The bridge is closed until the summer") +
         card(2, "Sold out") + card(3, "The library stays open late on Thursdays") +
         card(4, "New trees along the harbour road") +
         "<a href=/all>Load More</a></main>";
}

// The link says its headline in a line of its own, not in the one where the time is.
TEST(Entries, AreHeadingsInsideOfLinksBesideALeadStory) {
  std::string list =
      "<main><div><h2><a href=/lead>The harbour road is open again</a>"
      "</h2><p>" +
      std::string(kText) + "</p></div>";
  for (int i = 1; i <= 4; ++i) {
    list += fmt::format(
        "<div class=card><a href=/{0}><h3>The council votes on bridge number {0}</h3>"
        "</a><p>Told in a sentence.</p><span>{0} minutes ago</span></div>",
        i);
  }
  const auto entries = entries_of(list + "</main>");
  ASSERT_THAT(titles(entries), SizeIs(5));
  EXPECT_EQ(entries[0].summary, kText);
  EXPECT_EQ(entries[4].title, "The council votes on bridge number 4");
  EXPECT_EQ(entries[4].summary, "Told in a sentence.");
}

TEST(Entries, AreTheHeadlinesOfCardsWithTheirTeasers) {
  const auto entries = entries_of(list_of_cards());
  EXPECT_THAT(titles(entries),
              ElementsAre("The bridge is closed until the summer", "Sold out",
                          "The library stays open late on Thursdays",
                          "New trees along the harbour road"));
  EXPECT_EQ(entries[1].url, "https://town.example/2");
  EXPECT_EQ(entries[1].summary, "What happened at number 2, told in a sentence.");
}

TEST(Entries, OfCardsThatAreLinksAsAWholeHaveOnlyTheHeadline) {
  std::string list;
  for (int i = 1; i <= 4; ++i)
    list += fmt::format(
        "<li><a href=/{0}><span>{0} hrs ago</span><div>Culture</div>"
        "<div class=x-title>Headline number {0} of the day</div>"
        "<p>The teaser of number {0} is longer than its headline is.</p></a></li>",
        i);
  const auto entries = entries_of("<ul>" + list + "</ul>");
  ASSERT_THAT(entries, SizeIs(4));
  EXPECT_EQ(entries[0].title, "Headline number 1 of the day");
  EXPECT_EQ(entries[0].summary,
            "The teaser of number 1 is longer than its headline is.");
}

TEST(Entries, WhoseLinksSayNothingHaveTheHeadingOfTheirCard) {
  std::string list;
  for (int i = 1; i <= 4; ++i)
    list += fmt::format(
        "<article><h3>Job number {0}</h3><p>A company in a town, full time.</p>"
        "<a href=/jobs/{0}>View details</a></article>",
        i);
  EXPECT_THAT(titles(entries_of(list)), ElementsAre("Job number 1", "Job number 2",
                                                    "Job number 3", "Job number 4"));
}

TEST(Entries, AreNoTagsThoughSomeHaveManyWords) {
  std::string tags;
  for (const std::string_view tag :
       {"App Store Optimization", "Android", "Design", "Food", "iOS", "Security"})
    tags += fmt::format("<span class=topic><a href='/topics/{0}'>{0}</a></span> ", tag);
  EXPECT_THAT(entries_of(list_of_cards() + "<div>" + tags + "</div>"), SizeIs(4));
}

TEST(Entries, AreNoTitlesOfSections) {
  std::string page;
  for (int i = 1; i <= 4; ++i)
    page += fmt::format(
        "<section><h2><a href=/audio{0}>Audio</a></h2><ul>"
        "<li><h3><a href=/{0}1>The best loudspeakers of all</a></h3>"
        "<li><h3><a href=/{0}2>The best headphones of all</a></h3></ul></section>",
        i);
  EXPECT_THAT(entries_of(page), SizeIs(8));
}

TEST(Entries, OfAListOfNamesAreTheNames) {
  std::string list;
  for (const std::string_view name :
       {"Ljubljana", "Maribor", "Celje", "Kranj", "Koper"})
    list += fmt::format("<li><a href='/{0}'>{0}</a>, a town with {1} letters</li>",
                        name, name.size());
  EXPECT_THAT(titles(entries_of("<ul>" + list + "</ul>")), SizeIs(5));
}

TEST(Entries, OfInformationalAreasAreTheirHeadlines) {
  const auto entries = entries_of(
      fmt::format("<div><h2><a href=/lead>The bridge is closed</a></h2><p>{} It was <a "
                  "href=/old/1>built in 1911</a>.</p></div>",
                  kText));
  ASSERT_THAT(entries, SizeIs(1));
  EXPECT_EQ(entries[0].title, "The bridge is closed");
  EXPECT_EQ(entries[0].place, model::LinkPlace::kInformational);
  EXPECT_THAT(entries[0].summary, HasSubstr("cracks in two of its piers"));
}

TEST(Entries, OfInformationalAreasWithoutHeadlinesAreAllTheirLinks) {
  const auto entries =
      entries_of(fmt::format("<div><p>{} <a href=/lead>More</a></p></div>", kText));
  ASSERT_THAT(entries, SizeIs(1));
  EXPECT_EQ(entries[0].url, "https://town.example/lead");
  EXPECT_EQ(entries[0].title,
            "The bridge over the river was closed on Monday after engineers found "
            "cracks in two of its piers.");
  const auto several = entries_of(
      fmt::format("<div><p>{} See <a href=/plan>the plan of the repairs</a> and <a "
                  "href=https://else.example/>others</a>.</p></div>",
                  kText));
  EXPECT_THAT(titles(several), ElementsAre("the plan of the repairs"));
}

TEST(Entries, OfFlatMarkupHaveTheTextBelowTheirHeading) {
  std::string page;
  for (int i = 1; i <= 3; ++i)
    page += fmt::format(
        "<h2><a href=/{0}>Story number {0} of today</a></h2><p>Text {0}. {1}</p>", i,
        kText);
  const auto entries = entries_of("<div>" + page + "</div>");
  ASSERT_THAT(entries, SizeIs(3));
  EXPECT_TRUE(entries[1].summary.starts_with("Text 2. The bridge"));
}

TEST(Entries, AreNotServicesOfTheSite) {
  std::string list;
  for (const std::string_view path :
       {"login?next=/1", "subscribe", "cart.php?add=1", "tag/bridges", "author/ada"})
    list += fmt::format("<li><a href='/{}'>A link of many words</a>", path);
  EXPECT_THAT(entries_of("<ul>" + list + "</ul>"), IsEmpty());
}

TEST(Entries, ThatAPersonChoseAreAllLinks) {
  const dom::Document page = page_of(
      "<ul><li><a href=/1>One</a><li><a href=/2>More</a><li><a href=/3>Two "
      "words</a><li><a href=/4><img src=i alt='A picture'></a></ul>");
  const Area body{.node = page.body().id(), .kind = AreaKind::kHub};
  const auto entries =
      find_entries(page, measure_page(page), {&body, 1},
                   {.url = kUrl, .base = kUrl, .choice = EntryChoice::kAllLinks});
  EXPECT_THAT(titles(entries), ElementsAre("One", "More", "Two words", "A picture"));
}

TEST(Entries, OnALongBaseAreBoundedTogether) {
  std::string list = "<base href='/" + std::string(4'000, 'b') + "/'><ul>";
  for (int i = 0; i < 2'000; ++i)
    list += fmt::format("<li><a href={0}>Headline number {0} of all</a>", i);
  const auto entries = entries_of(list + "</ul>");
  EXPECT_GT(entries.size(), 200U);
  EXPECT_LT(entries.size(), 300U);
}

TEST(Entries, AreBoundedInNumberAndLength) {
  std::string list;
  const std::string words(5'000, 'x');
  for (int i = 0; i < 3'000; ++i)
    list += fmt::format("<li><a href=/{0}>Link number {0} {1}</a> {2}", i,
                        words.substr(0, 400), words.substr(0, 100));
  const auto entries = entries_of("<ul>" + list + "</ul>");
  ASSERT_EQ(entries.size(), EntrySearch().max_entries);
  EXPECT_LE(entries[0].title.size(), EntrySearch().max_title_bytes);
}

}  // namespace
}  // namespace curlew::extract
