// Curlew's own parser reads what the little web writes: each checks the other.

#include "sim/web/feed_writer.h"

#include <gtest/gtest.h>

#include "base/markup_escape.h"
#include "parse/feed.h"
#include "sim/web/markup.h"

namespace curlew::sim {
namespace {

const Time kEpoch = from_unix_seconds(1'800'000'000);
constexpr std::string_view kOrigin = "http://site.localhost:8080";

class FeedWriterTest : public testing::TestWithParam<std::string_view> {
 protected:
  FeedWriterTest() {
    const Newsroom newsroom({.tempo = {kEpoch, 600}});
    stories_ = newsroom.latest(site_, kEpoch + std::chrono::minutes(4), 20);
    document_ = write_feed(site_, kOrigin, stories_);
  }

  Result<parse::Feed> parsed() const {
    return parse::parse_feed(document_.body,
                             {.url = std::string(kOrigin) + "/some/feed",
                              .content_type = document_.content_type});
  }

  const Site& site_ = *find_site(GetParam());
  std::vector<Story> stories_;
  FeedDocument document_;
};

TEST_P(FeedWriterTest, ParsesToTheStoriesItWasWrittenFrom) {
  const auto feed = parsed();
  ASSERT_TRUE(feed.ok()) << feed.error().text;
  EXPECT_EQ(feed->title, site_.title);
  EXPECT_EQ(feed->link, std::string(kOrigin) + "/");
  EXPECT_EQ(feed->language, language_tag(site_.language));
  ASSERT_EQ(feed->entries.size(), stories_.size());
  for (std::size_t i = 0; i < stories_.size(); ++i) {
    const model::Entry& entry = feed->entries[i];
    EXPECT_EQ(entry.title, stories_[i].title);
    EXPECT_EQ(entry.link, std::string(kOrigin) + stories_[i].path);
    // HTML in most dialects, plain text in RSS 0.91; quotes may come back bare.
    EXPECT_TRUE(entry.summary.find(escaped_markup(stories_[i].lead)) !=
                    std::string::npos ||
                entry.summary.find(stories_[i].lead) != std::string::npos)
        << entry.summary;
  }
}

TEST_P(FeedWriterTest, GivesIdsAndDatesWhereTheSiteDoes) {
  const auto feed = parsed();
  ASSERT_TRUE(feed.ok()) << feed.error().text;
  for (std::size_t i = 0; i < feed->entries.size(); ++i) {
    const model::Entry& entry = feed->entries[i];
    if (site_.has(kNoDates)) {
      EXPECT_FALSE(entry.published);
    } else {
      EXPECT_EQ(entry.published.value_or(Time()), stories_[i].published);
    }
    // RSS 1.0 names an item by its address (rdf:about).
    EXPECT_EQ(entry.id, site_.dialect == Dialect::kRss10 ? entry.link : stories_[i].id);
  }
}

std::vector<std::string_view> site_names() {
  std::vector<std::string_view> names;
  for (const Site& site : all_sites()) names.push_back(site.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EverySite, FeedWriterTest, testing::ValuesIn(site_names()),
                         [](const auto& site) { return std::string(site.param); });

}  // namespace
}  // namespace curlew::sim
