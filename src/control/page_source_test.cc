// Sources that are pages, through controller, terminal and store.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"

namespace curlew::control {
namespace {

using model::SourceKind;
using testing::ElementsAre;

class PageSources : public ControllerTest {
 protected:
  static constexpr std::string_view kFront = "http://news.example/";

  // A list of articles; the page of each has a title of its own.
  void publish(std::initializer_list<int> articles) {
    std::string list;
    for (const int number : articles) {
      list += fmt::format(
          "<li><a href='/{0}'>Headline number {0}, as the front page has it</a></li>",
          number);
      put(fmt::format("http://news.example/{}", number),
          fmt::format(
              "<title>Title {0}</title><article><h1>Title {0}</h1><p>The story of "
              "number {0} is told here in a sentence that is long enough to be one, "
              "and in a second part of it that says the same again.</p>"
              "<p>There is a second paragraph, too, as articles have them, and it "
              "ends with a full stop.</p></article>",
              number));
    }
    put(std::string(kFront),
        "<html lang=en><title>The News</title><body><ul>" + list + "</ul></body>");
  }
  void put(const std::string& url, std::string html) {
    web_[url] = {200, {{"Content-Type", "text/html"}}, std::move(html)};
  }
};

TEST_F(PageSources, AreFoundOutAndTheirNewLinksBecomeArticles) {
  publish({4, 3, 2, 1});
  const model::SourceId id = add(std::string(kFront));
  run_for(minutes(1));
  EXPECT_EQ(source(id).source.kind, SourceKind::kPage);
  EXPECT_EQ(source(id).source.title, "The News");
  EXPECT_EQ(source(id).schedule.last_note, "names no feed: followed as a page");
  EXPECT_THAT(titles(), ElementsAre("Title 4", "Title 3", "Title 2", "Title 1"))
      << "their pages' own, not those of the links";

  publish({5, 4, 3, 2, 1});
  run_for(hours(30));
  EXPECT_THAT(titles(),
              ElementsAre("Title 5", "Title 4", "Title 3", "Title 2", "Title 1"));
  const auto content = *store_->pages().content({5});
  ASSERT_TRUE(content);
  EXPECT_THAT(content->text, testing::HasSubstr("The story of number 5"));
}

TEST_F(PageSources, HaveTheWordsOfTheLinkWhereAPageCannotBeHad) {
  publish({4, 3, 2, 1});
  web_["http://news.example/2"].status = 404;
  add(std::string(kFront));
  run_for(minutes(1));
  EXPECT_THAT(titles(),
              ElementsAre("Title 4", "Title 3",
                          "Headline number 2, as the front page has it", "Title 1"));
}

// Lead stories have text and a link, and are what a front page is for.
TEST_F(PageSources, FollowTheLinksOfTextsToo) {
  publish({4, 3, 2, 1});
  std::string& front = web_[std::string(kFront)].body;
  front.insert(front.find("<ul>"),
               "<div class=lead><h2><a href='/lead'>The bridge is closed &amp; "
               "guarded</a></h2><p>Engineers found cracks in two of the piers, some "
               "of them \"wide &lt; deep\", and led all traffic over the old road. The "
               "county expects the repairs to take until the end of the summer, and "
               "the ferry runs every quarter of an hour until then.</p></div>");
  web_["http://news.example/lead"].status = 503;
  add(std::string(kFront));
  run_for(minutes(1));
  EXPECT_THAT(titles(), ElementsAre("The bridge is closed & guarded", "Title 4",
                                    "Title 3", "Title 2", "Title 1"));
}

// Buttons, times, categories and authors of cards are no articles; see extract/entries.
TEST_F(PageSources, TakeTheHeadlineOutOfACardAndNothingElse) {
  std::string cards;
  for (int i = 4; i >= 1; --i) {
    cards += fmt::format(
        "<div class=card><a href='/{0}'><img src=a.jpg alt='A man on a bridge'></a>"
        "<a href='/{0}'><h3>Headline number {0} of the day</h3><p>The teaser of card "
        "{0} says a little more.</p></a><a href='/people/{0}'>Ada Lovelace</a> "
        "<a href='/{0}?when'>{0} minutes ago</a></div>",
        i);
  }
  put(std::string(kFront), "<title>The News</title><body><main>" + cards +
                               "<a href='/page/2'>Load More</a> <a href='/login'>Sign "
                               "In</a></main></body>");
  add(std::string(kFront));
  run_for(minutes(1));
  EXPECT_THAT(
      titles(),
      ElementsAre("Headline number 4 of the day", "Headline number 3 of the day",
                  "Headline number 2 of the day", "Headline number 1 of the day"));
}

TEST_F(PageSources, LoseNothingAndRepeatNothingWhenEverythingStartsAnew) {
  publish({4, 3, 2, 1});
  add(std::string(kFront));
  run_for(minutes(1));
  cache_ = store::make_memory_terminal_cache();  // Lost, as on a new machine.
  start();
  publish({5, 4, 3, 2, 1});
  run_for(hours(30));
  EXPECT_THAT(titles(),
              ElementsAre("Title 5", "Title 4", "Title 3", "Title 2", "Title 1"));
}

TEST_F(PageSources, StayPagesWhenTheyMove) {
  publish({4, 3, 2, 1});
  model::Source asked;
  asked.url = "http://news.example/old";
  asked.kind = SourceKind::kPage;
  asked.wishes.interval = hours(1);
  asked.added = clock_.now();
  const model::SourceId id = *store_->sources().add(asked, clock_.now());
  web_["http://news.example/old"] = {301, {{"Location", "/"}}, ""};
  run_for(hours(8));
  EXPECT_EQ(source(id).source.url, kFront);
  EXPECT_EQ(source(id).source.kind, SourceKind::kPage);
}

// A site of short notes, each with its links.
class Notes : public PageSources {
 protected:
  void publish_notes(const std::string& host, int count) {
    std::string items;
    for (int i = 1; i <= count; ++i) {
      items += fmt::format("<item><link>http://{}/note/{}</link></item>", host, i);
      put(fmt::format("http://{}/note/{}", host, i), note(i));
    }
    web_[fmt::format("http://{}/feed", host)] = {
        200,
        {{"Content-Type", "application/rss+xml"}},
        "<rss version='2.0'><channel><title>Notes</title>" + items +
            "</channel></rss>"};
  }
  // 900 bytes of text, and 120 in links.
  static std::string note(int number) {
    std::string text;
    for (int i = 0; text.size() < 780; ++i) {
      text += fmt::format(
          "In the morning of day {} of note {} the river stood lower than before. ", i,
          number);
    }
    return fmt::format(
        "<html lang=en><title>Note {0}</title><body><article><h1>Note {0}</h1>"
        "<p>{1}</p><p>It was as wide as <a href='/a'>the chronicle of the flood of "
        "1911</a> says, and as deep as <a href='/b'>the survey of the county engineers "
        "for that year</a> has it, or so <a href='/c'>the keeper of the old lock told "
        "us</a>.</p></article></body>",
        number, text);
  }
  std::optional<model::PageKind> kind(std::int64_t article) {
    const auto content = store_->pages().content({article});
    return content.ok() && *content ? (*content)->kind : std::nullopt;
  }
};

TEST_F(Notes, AreJudgedByAveragesThatAreKeptForTheirSourceAndForAll) {
  publish_notes("news.example", 40);
  add("http://news.example/feed");
  run_for(minutes(10));
  EXPECT_EQ(kind(1), model::PageKind::kMixed)
      << "by the pages of others, which are longer";
  EXPECT_EQ(kind(40), model::PageKind::kInformational) << "as notes are here";

  cache_ = store::make_memory_terminal_cache();
  start();
  publish_notes("news.example", 41);
  run_for(hours(30));
  EXPECT_EQ(kind(41), model::PageKind::kInformational) << "nothing was forgotten";

  publish_notes("other.example", 1);
  add("http://other.example/feed");
  run_for(minutes(10));
  EXPECT_EQ(kind(42), model::PageKind::kInformational)
      << "a new source begins with the averages of all";
  const auto known = *store_->pages().averages({});
  const auto all = known.find(store::kAllSources);
  ASSERT_NE(all, known.end());
  EXPECT_EQ(all->second.informational.pages, 20 + 42);
}

TEST_F(Notes, OfARemovedSourceLeaveNoAverages) {
  publish_notes("news.example", 2);
  const model::SourceId id = add("http://news.example/feed");
  run_for(minutes(1));
  const std::vector<model::SourceId> asked{id};
  EXPECT_TRUE(store_->pages().averages(asked)->contains(id));
  ASSERT_TRUE(store_->sources().remove(id).ok());
  EXPECT_FALSE(store_->pages().averages(asked)->contains(id));
}

}  // namespace
}  // namespace curlew::control
