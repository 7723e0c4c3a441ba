// Feeds that give their entries other names at every request, or one name to all of
// them, or other texts under the old name.

#include "control/controller_fixture_test.h"

namespace curlew::control {
namespace {

constexpr int kItems = 20;
constexpr int kVisits = 36;

struct Item {
  std::string guid, link, title, text;
};

std::string feed_of(const std::vector<Item>& items) {
  std::string text = "<rss version='2.0'><channel><title>News</title>";
  for (const Item& item : items) {
    text += fmt::format(
        "<item><guid isPermaLink='false'>{}</guid><link>{}</link><title>{}</title>"
        "<description>{}</description></item>",
        item.guid, item.link, item.title, item.text);
  }
  return text + "</channel></rss>";
}

class RenamedEntriesTest : public ControllerTest {
 protected:
  void SetUp() override {
    ControllerTest::SetUp();
    make_source();
  }

  void make_source() {
    model::Source source;
    source.url = "http://news.example/feed";
    source.fetch_pages = false;
    source.wishes.interval = minutes(30);
    source.added = clock_.now();
    id_ = *store_->sources().add(source, clock_.now());
  }

  void show(const std::vector<Item>& items) {
    web_["http://news.example/feed"] = {200, {}, feed_of(items)};
  }

  // One more visit.
  void visit() {
    const std::size_t before = outcomes(id_).size();
    for (int i = 0; i < 100 && outcomes(id_).size() == before; ++i) run_for(minutes(1));
    ASSERT_EQ(outcomes(id_).size(), before + 1);
  }

  std::size_t articles() { return store_->articles().newest({}, 10'000)->size(); }

  model::SourceId id_;
};

TEST_F(RenamedEntriesTest, RotatingGuidsMakeNoNewArticles) {
  for (int round = 0; round < kVisits; ++round) {
    std::vector<Item> items;
    for (int i = 0; i < kItems; ++i) {
      items.push_back({fmt::format("{}-{}", i, round),
                       fmt::format("http://news.example/{}", i),
                       fmt::format("Title {}", i), "Text"});
    }
    show(items);
    visit();
    ASSERT_EQ(articles(), static_cast<std::size_t>(kItems)) << "visit " << round;
  }
}

TEST_F(RenamedEntriesTest, RotatingParametersMakeNoNewArticles) {
  for (int round = 0; round < kVisits; ++round) {
    std::vector<Item> items;
    for (int i = 0; i < kItems; ++i) {
      const std::string link =
          fmt::format("http://news.example/show?id={}&amp;session={}", i, round);
      items.push_back({link, link, fmt::format("Title {}", i), "Text"});
    }
    show(items);
    visit();
    ASSERT_EQ(articles(), static_cast<std::size_t>(kItems)) << "visit " << round;
  }
}

TEST_F(RenamedEntriesTest, ATerminalThatForgotEverythingBringsNoArticleTwice) {
  show({{"a1", "http://news.example/1", "One", "Text"},
        {"a2", "http://news.example/2", "Two", "Text"}});
  visit();
  cache_ = store::make_memory_terminal_cache();
  start();
  show({{"b1", "http://news.example/1", "One", "Text"},
        {"b2", "http://news.example/2", "Two", "Text"}});
  visit();
  EXPECT_EQ(articles(), 2u);
}

TEST_F(RenamedEntriesTest, OneGuidForEverythingHidesNothing) {
  for (int round = 0; round < kVisits; ++round) {
    show({{"post", fmt::format("http://news.example/{}", round),
           fmt::format("Title {}", round), fmt::format("Text {}", round)}});
    visit();
    ASSERT_EQ(articles(), static_cast<std::size_t>(round + 1));
  }
}

TEST_F(RenamedEntriesTest, AnEditedEntryIsStoredWithItsNewestTextAndTheTimeOfTheEdit) {
  show({{"1", "http://news.example/1", "Old title", "Old"},
        {"2", "http://news.example/2", "Other", "Text"}});
  visit();
  show({{"1", "http://news.example/1", "New title", "New"},
        {"2", "http://news.example/2", "Other", "Text"}});
  visit();
  const auto rows = *store_->articles().newest({}, 10);
  ASSERT_EQ(rows.size(), 2u);
  const auto edited = std::ranges::find(rows, "New title", &store::ArticleRow::title);
  ASSERT_NE(edited, rows.end());
  ASSERT_TRUE(edited->edited.has_value());
  EXPECT_GT(*edited->edited, edited->found);
  const auto other = std::ranges::find(rows, "Other", &store::ArticleRow::title);
  ASSERT_NE(other, rows.end());
  EXPECT_FALSE(other->edited.has_value());
}

TEST_F(RenamedEntriesTest, ItemsBeyondTheLimitAreSpokenOf) {
  std::vector<Item> items;
  for (int i = 0; i < 10'002; ++i) {
    items.push_back({fmt::format("{}", i), "", fmt::format("Title {}", i), ""});
  }
  show(items);
  visit();
  EXPECT_NE(source(id_).schedule.last_note.find("10002 items"), std::string::npos)
      << source(id_).schedule.last_note;
}

}  // namespace
}  // namespace curlew::control
