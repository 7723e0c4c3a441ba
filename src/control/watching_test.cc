// From a watchlist to its clips and notices, through controller, terminal and store.

#include "control/watching.h"

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"

namespace curlew::control {
namespace {

using model::Channel;
using model::DigestKind;
using model::ListAction;
using testing::ElementsAre;
using testing::IsEmpty;

class WatchingTest : public ControllerTest {
 protected:
  model::UserId add_user(const std::string& name) {
    store::UserRow row;
    row.user.name = name;
    row.user.mail = name + "@example.org";
    row.user.time_zone = "Europe/Athens";
    row.page = {"sealed", "page of " + name};
    return *store_->users().add(row);
  }
  store::WatchlistRow row_of(model::UserId user, const std::string& name,
                             const std::string& query) {
    store::WatchlistRow row;
    row.list.user = user;
    row.list.name = name;
    row.list.channel = Channel::kMail;
    row.list.queries.push_back({{}, query});
    row.feed = {"sealed", "feed of " + std::to_string(user.value) + name};
    return row;
  }
  model::WatchlistId save(const store::WatchlistRow& row) {
    return store_->watchlists().add({&row, 1})->at(0);
  }
  model::WatchlistId watch(model::UserId user, const std::string& name,
                           const std::string& query) {
    return save(row_of(user, name, query));
  }

  struct Item {
    int number;
    std::string title;
    std::string text;
  };
  void publish(const std::string& url, std::initializer_list<Item> items) {
    std::string feed = "<rss version='2.0'><channel><title>News</title>";
    for (const Item& item : items) {
      feed += fmt::format(
          "<item><guid>{0}</guid><title>{1}</title><description>{2}</description>"
          "</item>",
          item.number, item.title, item.text);
    }
    web_[url] = {200, {}, feed + "</channel></rss>"};
  }
  // The same with a page for each, of which the feed tells only the title.
  void publish_page(const std::string& base, int number, const std::string& title,
                    const std::string& text) {
    const std::string page = fmt::format("{}{}", base, number);
    web_[base + "feed"] = {
        200,
        {},
        fmt::format("<rss version='2.0'><channel><title>News</title><item><guid>{0}"
                    "</guid><link>{1}</link><title>{2}</title><description>A word "
                    "about goats.</description></item></channel></rss>",
                    number, page, title)};
    web_[page] = {
        200,
        {{"Content-Type", "text/html"}},
        fmt::format("<html lang=en><title>{0}</title><body><article><h1>{0}</h1>"
                    "<p>{1}</p><p>There is a second paragraph, too, as articles have "
                    "them, and it ends with a full stop.</p></article></body></html>",
                    title, text)};
  }
  std::vector<store::ClipRow> clips(model::UserId user = {}) {
    store::ClipFilter filter;
    if (user) filter.user = user;
    return *store_->clips().list(filter, 100);
  }
  std::vector<std::string> clip_titles(model::UserId user = {}) {
    std::vector<std::string> titles;
    for (const store::ClipRow& row : clips(user)) titles.push_back(row.clip.title);
    return titles;
  }
  std::vector<model::Delivery> waiting() {
    return *store_->deliveries().next_waiting(clock_.now(), {}, {100, 100});
  }

  const std::string kFeed = "http://news.example/feed";
};

TEST_F(WatchingTest, AnArticleThatAListWantsBecomesAClipAndANotice) {
  const auto ann = add_user("ann");
  const auto list = watch(ann, "Ferries", "strike NOT baseball");
  publish(kFeed, {{1, "Seamen", "It is quiet. The strikes end at noon. Nobody cares."},
                  {2, "Sports", "A strike in baseball."},
                  {3, "Weather", "Fog."}});
  add(kFeed);
  run_for(minutes(1));
  ASSERT_EQ(clips().size(), 1u);
  const model::Clip clip = clips()[0].clip;
  EXPECT_EQ(clip.title, "Seamen");
  EXPECT_EQ(clip.summary, "It is quiet. The strikes end at noon. Nobody cares.");
  EXPECT_EQ(clip.summary.substr(clip.mark_begin, clip.mark_end - clip.mark_begin),
            "strikes");
  EXPECT_EQ(clip.keyword, "strikes");
  ASSERT_EQ(waiting().size(), 1u);
  EXPECT_EQ(waiting()[0].list, list);
  EXPECT_EQ(waiting()[0].user, ann);
  EXPECT_EQ(clips()[0].delivery, waiting()[0].id);
}

TEST_F(WatchingTest, AListThatIsSavedLaterIsHeardAtOnceAndARemovedOneNoMore) {
  const auto ann = add_user("ann");
  const auto early = watch(ann, "Early", "fog");
  publish(kFeed, {{1, "Fog here", ""}});
  add(kFeed);
  run_for(minutes(1));
  EXPECT_THAT(clip_titles(), ElementsAre("Fog here"));
  watch(ann, "Late", "snow");
  ASSERT_TRUE(store_->watchlists().remove({&early, 1}).ok());
  publish(kFeed, {{1, "Fog here", ""}, {2, "Snow there", ""}, {3, "Fog again", ""}});
  run_for(hours(30));
  EXPECT_THAT(clip_titles(), ElementsAre("Snow there"));
}

TEST_F(WatchingTest, WhatAPageSaysCountsOnceItIsThere) {
  const auto ann = add_user("ann");
  watch(ann, "List", "pelican AND NOT goats");
  publish_page("http://news.example/", 1, "A bird",
               "The pelican came back to the harbour after many years, and everybody "
               "who saw it was glad of it, as far as we know.");
  add(kFeed);
  run_for(minutes(2));
  // The feed alone says goats, and nothing of pelicans.
  ASSERT_EQ(clips().size(), 1u);
  EXPECT_THAT(clips()[0].clip.summary, testing::HasSubstr("The pelican came back"));
  EXPECT_EQ(clips()[0].clip.url, "http://news.example/1");
}

TEST_F(WatchingTest, AKeywordInAHeadingIsShownWhereTheTextHasItToo) {
  const auto ann = add_user("ann");
  watch(ann, "List", "pelican");
  publish_page("http://news.example/", 1, "Pelicans came back",
               "Nobody had thought so. After many years the pelican came back to the "
               "harbour, and everybody who saw it was glad of it.");
  add(kFeed);
  run_for(minutes(2));
  ASSERT_EQ(clips().size(), 1u);
  const model::Clip clip = clips()[0].clip;
  EXPECT_EQ(clip.summary.substr(clip.mark_begin, clip.mark_end - clip.mark_begin),
            "pelican")
      << clip.summary;
}

TEST_F(WatchingTest, LinksToOtherArticlesAreNotWhatAnArticleSays) {
  const auto ann = add_user("ann");
  watch(ann, "Goats", "goat");
  watch(ann, "Birds", "pelican");
  publish_page("http://news.example/", 1, "A bird", "");
  std::string& page = web_["http://news.example/1"].body;
  page =
      "<html lang=en><title>A bird</title><body><main><article><h1>A bird</h1>"
      "<p class=byline>By Ann Other, 12:00</p>"
      "<p>The pelican came back to the harbour after many years, and everybody who saw "
      "it was glad of it, as far as we know.</p><p>There is a second paragraph, too, "
      "as "
      "articles have them, and it ends with a full stop, as it should.</p></article>"
      "<aside><h2>More news</h2><ul><li><a href=/2>A goat has eaten the mayor's hat at "
      "the fair</a></li><li><a href=/3>Nothing happened in the valley today</a></li>"
      "</ul></aside></main></body></html>";
  add(kFeed);
  run_for(minutes(2));
  ASSERT_EQ(clips().size(), 1u);
  EXPECT_EQ(clips()[0].list_name, "Birds");
  EXPECT_THAT(clips()[0].clip.summary, testing::StartsWith("The pelican came back"));
}

TEST_F(WatchingTest, AKeywordOfTheTitleAloneIsShownWithWhatTheTextBeginsWith) {
  const auto ann = add_user("ann");
  watch(ann, "List", "πελεκάνος");
  watch(ann, "Facts", "source:news.example");
  publish(kFeed,
          {{1, "Οι πελεκάνοι", "Ήρθαν πάλι στο λιμάνι. Κανείς δεν το περίμενε."}});
  add(kFeed);
  run_for(minutes(1));
  ASSERT_EQ(clips().size(), 2u);
  for (const store::ClipRow& row : clips()) {
    EXPECT_EQ(row.clip.keyword, row.list_name == "List" ? "πελεκάνοι" : "");
    EXPECT_THAT(row.clip.summary, testing::HasSubstr("Ήρθαν πάλι στο λιμάνι."));
    EXPECT_EQ(row.clip.mark_begin, row.clip.mark_end);
  }
}

TEST_F(WatchingTest, AClipOfAChangeShowsWhatCameAsWellAsWhatWent) {
  const auto ann = add_user("ann");
  watch(ann, "All", "source:news.example");
  publish(kFeed, {{1, "Fees: 1 paragraph rewritten",
                   "&lt;p>− E. The harbour asks for six coins.&lt;/p>"
                   "&lt;p>+ E. The harbour asks for ten coins.&lt;/p>"}});
  add(kFeed);
  run_for(minutes(1));
  ASSERT_EQ(clips().size(), 1u);
  EXPECT_THAT(clips()[0].clip.summary, testing::AllOf(testing::HasSubstr("six coins"),
                                                      testing::HasSubstr("ten coins")));
}

TEST_F(WatchingTest, AWordThatManyListsWatchForInAHugeTextIsLookedAtOnce) {
  constexpr int kLists = 500;
  const auto ann = add_user("ann");
  for (int i = 0; i < kLists; ++i) watch(ann, fmt::format("List {}", i), "pelican");
  std::string text;
  while (text.size() < 900'000) text += "One word follows another and none is rare. ";
  publish(kFeed, {{1, "Birds", text + "The pelican came. " + text}});
  add(kFeed);
  run_for(minutes(1));
  const auto found = *store_->clips().list({}, 2 * kLists);
  ASSERT_EQ(found.size(), std::size_t(kLists));
  EXPECT_EQ(found[0].clip.keyword, "pelican");
  EXPECT_LT(found[0].clip.summary.size(), 1'000u);
}

TEST_F(WatchingTest, FoldersAreThoseOfEachUserInWhateverLetters) {
  const auto ann = add_user("ann");
  const auto bob = add_user("bob");
  watch(ann, "List", "folder:NEWS fog");
  watch(bob, "List", "folder:news fog");
  publish(kFeed, {{1, "Fog here", ""}});
  const auto id = add(kFeed);
  const model::Subscription his{
      .user = bob, .source = id, .added = clock_.now(), .folder = "News/Sea"};
  ASSERT_TRUE(store_->subscriptions().add({&his, 1}).ok());
  run_for(minutes(1));
  EXPECT_THAT(clip_titles(bob), ElementsAre("Fog here"));
  EXPECT_THAT(clip_titles(ann), ElementsAre());
}

TEST_F(WatchingTest, WhatAFeedSaysHasToDoWhereThePageDoesNotCome) {
  const auto ann = add_user("ann");
  watch(ann, "List", "goat");
  publish_page("http://news.example/", 1, "Animals", "");
  web_["http://news.example/1"] = {500, {}, ""};
  add(kFeed);
  run_for(minutes(2));
  EXPECT_THAT(clip_titles(), ElementsAre("Animals"));
  run_for(hours(40));
  EXPECT_EQ(clips().size(), 1u) << "each try that fails must not bring another";
}

TEST_F(WatchingTest, OnlyThoseWhoSeeASourceGetItsClips) {
  const auto ann = add_user("ann");
  const auto bob = add_user("bob");
  watch(ann, "List", "fog");
  watch(bob, "List", "fog");
  publish(kFeed, {{1, "Fog here", ""}});
  const auto id = add(kFeed);
  ASSERT_TRUE(store_->subscriptions().set_shared({&id, 1}, false).ok());
  const model::Subscription his{.user = bob, .source = id, .added = clock_.now()};
  ASSERT_TRUE(store_->subscriptions().add({&his, 1}).ok());
  run_for(minutes(1));
  EXPECT_THAT(clip_titles(bob), ElementsAre("Fog here"));
  EXPECT_THAT(clip_titles(ann), IsEmpty());
  EXPECT_EQ(waiting().size(), 1u);
}

TEST_F(WatchingTest, AFolderIsTheUsersOwn) {
  const auto ann = add_user("ann");
  const auto bob = add_user("bob");
  watch(ann, "List", "fog folder:Weather");
  watch(bob, "List", "fog folder:Weather");
  publish(kFeed, {{1, "Fog here", ""}});
  const auto id = add(kFeed);
  const std::vector<model::Subscription> both{
      {.user = ann, .source = id, .folder = "Weather/Local"},
      {.user = bob, .source = id, .folder = "Sports"}};
  ASSERT_TRUE(store_->subscriptions().add(both).ok());
  run_for(minutes(1));
  EXPECT_EQ(clip_titles(ann).size(), 1u);
  EXPECT_EQ(clip_titles(bob).size(), 0u);
}

TEST_F(WatchingTest, ListsMarkStarTagAndMute) {
  const auto ann = add_user("ann");
  auto star = row_of(ann, "Star", "fog");
  star.list.action = ListAction::kStar;
  auto tag = row_of(ann, "Tag", "fog");
  tag.list.action = ListAction::kTag;
  tag.list.tag = "weather";
  auto mute = row_of(ann, "Mute", "celebrity");
  mute.list.action = ListAction::kMute;
  save(star);
  save(tag);
  save(mute);
  watch(ann, "Notify", "fog");
  publish(kFeed, {{1, "Fog here", ""}, {2, "Celebrity in fog", ""}});
  add(kFeed);
  run_for(minutes(1));
  EXPECT_THAT(clip_titles(ann), ElementsAre("Fog here"));
  // The newer one, which stands above, is the last to be stored.
  const model::ArticleId fog{2};
  const model::ArticleId celebrity{1};
  auto states = *store_->article_states().of(ann, std::vector{fog, celebrity});
  EXPECT_TRUE(states[fog].is_starred);
  EXPECT_THAT(states[fog].tags, ElementsAre("weather"));
  EXPECT_FALSE(states[fog].is_muted);
  EXPECT_TRUE(states[celebrity].is_muted);
}

constexpr const char* kStory =
    "The ferry between the two islands stopped in the middle of the strait on "
    "Tuesday because its captain had seen a whale that slept across the channel, "
    "and nobody on board complained while tugs waited for the animal to wake.";

TEST_F(WatchingTest, CopiesOfAStoryAreOneClip) {
  const auto ann = add_user("ann");
  watch(ann, "List", "ferry");
  const std::string story = kStory;
  publish("http://news.example/feed", {{1, "Ferry waits for whale", story}});
  publish("http://other.example/feed",
          {{9, "Whale stops ferry", story + " Reporting by the agency."},
           {8, "Another ferry",
            "A ferry of another line was late for other reasons, "
            "which its owner explained with the weather and with "
            "the age of its engine in a long letter to us."}});
  add("http://news.example/feed");
  run_for(minutes(1));
  add("http://other.example/feed");
  run_for(minutes(1));
  const auto rows = clips();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].clip.title, "Another ferry");
  ASSERT_EQ(rows[1].also_in.size(), 1u);
  EXPECT_EQ(waiting().size(), 2u) << "the copy is not sent";
}

TEST_F(WatchingTest, ACopyOfAStoryThatIsSeenNoMoreIsAClipOfItsOwn) {
  const auto ann = add_user("ann");
  watch(ann, "List", "ferry");
  publish("http://news.example/feed", {{1, "Ferry waits for whale", kStory}});
  publish("http://other.example/feed", {{9, "Whale stops ferry", kStory}});
  const auto first = add("http://news.example/feed");
  run_for(minutes(1));
  ASSERT_EQ(waiting().size(), 1u);
  ASSERT_TRUE(store_->subscriptions().set_shared({{first}}, false).ok());
  add("http://other.example/feed");
  run_for(minutes(1));
  const auto rows = *store_->clips().list({.user = ann}, 10);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].clip.title, "Whale stops ferry");
  EXPECT_THAT(rows[0].also_in, IsEmpty());
  EXPECT_EQ(waiting().size(), 2u) << "it is sent";
}

TEST_F(WatchingTest, ADigestWaitsForItsNumberOrItsTime) {
  const auto ann = add_user("ann");
  auto two = row_of(ann, "Two", "fog");
  two.list.digest = {.kind = DigestKind::kCount, .count = 2};
  auto daily = row_of(ann, "Daily", "fog");
  daily.list.digest = {.kind = DigestKind::kDaily, .hour = 8};
  const auto counted = save(two);
  const auto timed = save(daily);
  publish(kFeed, {{1, "Fog here", ""}});
  add(kFeed);
  run_for(minutes(1));
  EXPECT_THAT(waiting(), IsEmpty());
  EXPECT_TRUE((*store_->watchlists().find(timed))->next_digest);
  publish(kFeed, {{1, "Fog here", ""}, {2, "Fog there", ""}});
  run_for(hours(30));
  ASSERT_EQ(waiting().size(), 1u);
  EXPECT_EQ(waiting()[0].list, counted);
  EXPECT_EQ(waiting()[0].kind, model::DeliveryKind::kDigest);
  EXPECT_EQ(*store_->clips().count_of(waiting()[0].id), 2);
}

TEST_F(WatchingTest, ADigestOfANumberCarriesSoMany) {
  const auto ann = add_user("ann");
  auto three = row_of(ann, "Three", "fog");
  three.list.digest = {.kind = DigestKind::kCount, .count = 3};
  const auto list = save(three);
  publish(kFeed, {{1, "Fog 1", ""},
                  {2, "Fog 2", ""},
                  {3, "Fog 3", ""},
                  {4, "Fog 4", ""},
                  {5, "Fog 5", ""},
                  {6, "Fog 6", ""},
                  {7, "Fog 7", ""}});
  add(kFeed);
  run_for(minutes(1));
  ASSERT_EQ(waiting().size(), 2u);
  for (const auto& digest : waiting()) {
    EXPECT_EQ(*store_->clips().count_of(digest.id), 3);
  }
  EXPECT_EQ(store_->clips().waiting({&list, 1})->at(list), 1);
}

TEST_F(WatchingTest, AStoryThatWasNotSentHidesNoCopy) {
  const auto ann = add_user("ann");
  watch(ann, "List", "ferry");
  web_[kFeed] = {200,
                 {},
                 fmt::format("<rss version='2.0'><channel><title>News</title><item>"
                             "<guid>1</guid><title>Ferry of old</title><description>{}"
                             "</description><pubDate>Mon, 05 Jan 1970 10:00:00 GMT"
                             "</pubDate></item></channel></rss>",
                             kStory)};
  publish("http://other.example/feed", {{9, "Whale stops ferry", kStory}});
  clock_.advance(std::chrono::days(30));
  add(kFeed);
  run_for(minutes(1));
  EXPECT_THAT(waiting(), IsEmpty());
  add("http://other.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(waiting().size(), 1u);
}

TEST_F(WatchingTest, OldNewsIsShownAndNotSent) {
  const auto ann = add_user("ann");
  watch(ann, "List", "fog");
  web_[kFeed] = {200,
                 {},
                 "<rss version='2.0'><channel><title>News</title><item><guid>1</guid>"
                 "<title>Fog of old</title><pubDate>Mon, 05 Jan 1970 10:00:00 GMT"
                 "</pubDate></item></channel></rss>"};
  clock_.advance(std::chrono::days(30));
  add(kFeed);
  run_for(minutes(1));
  EXPECT_THAT(clip_titles(), ElementsAre("Fog of old"));
  EXPECT_THAT(waiting(), IsEmpty());
}

}  // namespace
}  // namespace curlew::control
