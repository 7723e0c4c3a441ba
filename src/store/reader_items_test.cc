#include "store/reader_items.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/clips_fixture.h"
#include "store/counters.h"

namespace curlew::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Which = ReaderFilter::Which;

class ReaderItemsTest : public UserStoreTest {
 protected:
  ReaderItemsTest() {
    model::Source filed = source_at("https://filed.example/", "Filed");
    filed.folder = "News";
    filed_ = must(store_->sources().add(filed, kNow));
    model::Source hers = source_at("https://hers.example/", "Hers");
    hers.is_shared = false;
    hers_ = must(store_->sources().add(hers, kNow));
    must(store_->subscriptions().add(
        std::vector{model::Subscription{anna_, hers_, kNow, "Mine", "My own"}}));
    first_ = add_article(filed_, 1, "first");
    second_ = add_article(hers_, 2, "second");
    clip_ = add_clip(list_, first_, filed_);
    third_ = add_article(filed_, 3, "third");
  }

  std::vector<std::int64_t> numbers(const ReaderFilter& filter,
                                    std::size_t limit = 100) {
    std::vector<std::int64_t> all;
    for (const ReaderItem& item : must(items_.list(filter, limit))) {
      all.push_back(item.number);
    }
    return all;
  }
  void mark(model::ArticleId article, std::optional<bool> read,
            std::optional<bool> starred = {}, std::optional<bool> muted = {}) {
    must(store_->article_states().change(
        std::vector<ArticleStateEdit>{{.user = anna_,
                                       .article = article,
                                       .is_read = read,
                                       .is_starred = starred,
                                       .is_muted = muted}}));
  }

  const model::UserId anna_ = add_user("anna"), bob_ = add_user("bob");
  const model::WatchlistId list_ = add_list(anna_, "Ships");
  ReaderItems items_{store_->database()};
  model::SourceId filed_, hers_;
  model::ArticleId first_, second_, third_;
  model::ClipId clip_;
};

// What is found later has the higher number, be it an article or a clip.
TEST_F(ReaderItemsTest, ArticlesAndClipsHaveNumbersOfOneKind) {
  const auto items = must(items_.list({.user = anna_}, 100));
  ASSERT_EQ(items.size(), 4U);
  EXPECT_EQ(items[0].article, third_);
  EXPECT_EQ(items[1].clip, clip_);
  EXPECT_EQ(items[1].list, list_);
  EXPECT_EQ(items[1].article, first_);
  EXPECT_EQ(items[2].article, second_);
  EXPECT_EQ(items[3].number, first_.value);
  EXPECT_EQ(third_.value, items[1].number + 1);
}

TEST_F(ReaderItemsTest, AreChosenByFeedAndFolder) {
  EXPECT_THAT(numbers({.user = anna_,
                       .sources = Which::kOne,
                       .source = filed_,
                       .lists = Which::kNone}),
              ElementsAre(third_.value, first_.value));
  EXPECT_THAT(numbers({.user = anna_,
                       .sources = Which::kNone,
                       .lists = Which::kOne,
                       .list = list_}),
              ElementsAre(third_.value - 1));
  EXPECT_THAT(numbers({.user = anna_,
                       .sources = Which::kFolder,
                       .folder = "Mine",
                       .lists = Which::kNone}),
              ElementsAre(second_.value));
  EXPECT_THAT(numbers({.user = anna_,
                       .sources = Which::kFolder,
                       .folder = "New",
                       .lists = Which::kNone}),
              IsEmpty());
}

TEST_F(ReaderItemsTest, WhatIsFiledNowhereIsNotWhatHasAFolderOfAnother) {
  must(store_->subscriptions().add(
      std::vector{model::Subscription{bob_, filed_, kNow, "", ""}}));
  const ReaderFilter nowhere{.user = bob_, .sources = Which::kFolder, .folder = ""};
  EXPECT_THAT(numbers(nowhere), IsEmpty());
  ReaderFilter news = nowhere;
  news.folder = "News";
  EXPECT_THAT(numbers(news), ElementsAre(third_.value, first_.value));
}

TEST_F(ReaderItemsTest, ArePagedByNumberInBothOrders) {
  const std::int64_t clip = third_.value - 1;
  EXPECT_THAT(numbers({.user = anna_}, 2), ElementsAre(third_.value, clip));
  EXPECT_THAT(numbers({.user = anna_, .before = clip}, 2),
              ElementsAre(second_.value, first_.value));
  EXPECT_THAT(numbers({.user = anna_,
                       .after = first_.value,
                       .order = ReaderFilter::Order::kOldestFirst},
                      2),
              ElementsAre(second_.value, clip));
  EXPECT_THAT(numbers({.user = anna_, .since = kNow + Milliseconds(5)}),
              ElementsAre(clip));
  EXPECT_THAT(numbers({.user = anna_, .until = kNow}), IsEmpty());
}

// Clips and articles are numbered as one, and articles are many more.
TEST_F(ReaderItemsTest, AnUnreadClipIsListedHoweverManyArticlesCameSince) {
  must(add_to_counter(store_->database(), kArticleIdCounter,
                      2 * std::int64_t(kMostCounted)));
  const ReaderFilter unread{.user = anna_, .sources = Which::kNone, .is_unread = true};
  EXPECT_THAT(numbers(unread), ElementsAre(third_.value - 1));
  mark(first_, true);
  EXPECT_THAT(numbers(unread), IsEmpty());
}

// Of many sources, or of very many items, no source is asked by itself.
TEST_F(ReaderItemsTest, AreTheSameWhetherSourcesAreAskedOrAllArticlesAreWalked) {
  must(items_.mark_read(anna_, {first_}));
  for (const ReaderFilter& filter :
       {ReaderFilter{.user = anna_}, ReaderFilter{.user = bob_},
        ReaderFilter{.user = anna_, .sources = Which::kFolder, .folder = "Mine"},
        ReaderFilter{.user = anna_, .is_unread = true},
        ReaderFilter{.user = anna_, .order = ReaderFilter::Order::kOldestFirst}}) {
    EXPECT_FALSE(numbers(filter).empty());
    EXPECT_EQ(numbers(filter), numbers(filter, 1'000'000));
  }
}

// What is walked is more than one portion, of articles and of clips.
TEST_F(ReaderItemsTest, AreFoundBehindManyThatAreRead) {
  auto batch = must(store_->begin());
  for (int i = 0; i < 310; ++i) {
    must(store_->sources().add(source_at(fmt::format("https://{}.example/", i), "S"),
                               kNow));
  }
  must(batch.commit());
  std::vector<model::ArticleId> read;
  for (std::uint64_t key = 100; key < 500; ++key) {
    read.push_back(add_article(filed_, key, "many"));
    add_clip(list_, read.back(), filed_);
  }
  must(items_.mark_read(anna_, read));
  using Order = ReaderFilter::Order;
  for (const Order order : {Order::kNewestFirst, Order::kOldestFirst}) {
    ReaderFilter unread{.user = anna_, .lists = Which::kNone, .is_unread = true};
    unread.order = order;
    const bool is_newest = order == Order::kNewestFirst;
    EXPECT_THAT(numbers(unread, 1),
                ElementsAre(is_newest ? third_.value : first_.value));
    EXPECT_EQ(numbers(unread, 9).size(), 3U);
    unread.since = kNow + Milliseconds(1);
    EXPECT_THAT(numbers(unread, 1), IsEmpty());
    ReaderFilter clips{.user = anna_, .sources = Which::kNone, .is_unread = true};
    clips.order = order;
    EXPECT_THAT(numbers(clips, 1), ElementsAre(third_.value - 1));
    clips.lists = Which::kOne;
    clips.list = list_;
    EXPECT_THAT(numbers(clips, 1), ElementsAre(third_.value - 1));
    clips.is_unread = false;
    EXPECT_EQ(numbers(clips, 200).size(), 200U);
  }
}

// As in a cluster whose broker was away: a terminal held its reports meanwhile.
TEST_F(ReaderItemsTest, APollSinceATimeGoesOnBehindWhatWasFoundBeforeAndToldLater) {
  using std::chrono::hours;
  const auto find = [&](model::SourceId source, std::uint64_t key, Time found) {
    const auto entry = entry_titled("held");
    auto article = article_of(source, key, entry);
    article.found = found;
    return must(add_one(*store_, article)).value();
  };
  // Sources enough that none is asked by itself.
  auto batch = must(store_->begin());
  for (int i = 0; i < 310; ++i) {
    must(store_->sources().add(source_at(fmt::format("https://{}.example/", i), "S"),
                               kNow));
  }
  const Time since = kNow + hours(10);
  const auto wanted = find(filed_, 100, since + hours(1));
  for (std::uint64_t key = 200; key < 300; ++key) find(hers_, key, since - hours(3));
  for (std::uint64_t key = 300; key < 400; ++key) find(hers_, key, since + hours(2));
  must(batch.commit());
  EXPECT_THAT(numbers({.user = bob_, .since = since}, 1), ElementsAre(wanted.value));
  // One that was found first comes last, far behind.
  must(add_to_counter(store_->database(), kArticleIdCounter, 50'000));
  const auto last = find(filed_, 400, since);
  for (const auto order :
       {ReaderFilter::Order::kNewestFirst, ReaderFilter::Order::kOldestFirst}) {
    EXPECT_EQ(numbers({.user = bob_, .since = since, .order = order}).size(), 2U);
  }
  EXPECT_EQ(must(store_->articles().first_since(since)), wanted);
  EXPECT_EQ(must(store_->articles().first_since(since + hours(3))).value,
            last.value + 1);
}

// Neither the numbers of clips nor how many are asked for hide what is counted.
TEST_F(ReaderItemsTest, WhatIsCountedAsUnreadIsWhatIsListed) {
  for (const int sources : {30, 310}) {
    auto batch = must(store_->begin());
    for (int i = 0; i < sources; ++i) {
      const auto url = fmt::format("https://{}-{}.example/", sources, i);
      must(store_->sources().add(source_at(url, "S"), kNow));
    }
    must(batch.commit());
    must(add_to_counter(store_->database(), kArticleIdCounter,
                        2 * std::int64_t(kMostCounted)));
    add_article(filed_, 1'000 + std::uint64_t(sources), "new");
    std::int64_t unread = 0;
    for (const ReaderCount& each : must(items_.counts(anna_))) unread += each.unread;
    EXPECT_GE(unread, 5);
    for (const std::size_t limit : {100U, 5'000U, 10'000U}) {
      EXPECT_EQ(numbers({.user = anna_, .is_unread = true}, limit).size(), unread)
          << sources << " sources, " << limit;
    }
  }
}

TEST_F(ReaderItemsTest, WhatIsTooOldToBeCountedIsNotListedAsUnread) {
  auto batch = must(store_->begin());
  std::uint64_t key = 10'000;
  for (std::size_t i = 0; i < kMostCounted - 1; ++i) add_article(filed_, ++key, "new");
  must(batch.commit());
  std::int64_t unread = 0;
  for (const ReaderCount& each : must(items_.counts(anna_))) unread += each.unread;
  EXPECT_EQ(unread, std::int64_t(kMostCounted) + 1) << "and the clip";
  EXPECT_EQ(numbers({.user = anna_, .is_unread = true}, kMostCounted).size(),
            kMostCounted);
  const auto own = numbers({.user = anna_,
                            .sources = Which::kOne,
                            .source = hers_,
                            .lists = Which::kNone,
                            .is_unread = true});
  EXPECT_THAT(own, IsEmpty());
}

TEST_F(ReaderItemsTest, AreReadAndStarredWithTheirArticle) {
  const std::int64_t clip = third_.value - 1;
  must(items_.mark_read(anna_, {first_, first_}));
  mark(third_, std::nullopt, true);
  EXPECT_THAT(numbers({.user = anna_, .is_unread = true}),
              ElementsAre(third_.value, second_.value));
  EXPECT_THAT(numbers({.user = anna_, .is_read = true}),
              ElementsAre(clip, first_.value));
  EXPECT_THAT(numbers({.user = anna_, .is_starred = true}), ElementsAre(third_.value));
  // A star stays when all is read.
  must(items_.mark_read(anna_, {third_}));
  EXPECT_THAT(numbers({.user = anna_, .is_read = true, .is_starred = true}),
              ElementsAre(third_.value));
  EXPECT_THAT(numbers({.user = bob_, .is_read = true}), IsEmpty());
}

TEST_F(ReaderItemsTest, AStarredArticleStarsTheClipsOfIt) {
  const std::int64_t clip = third_.value - 1;
  const model::WatchlistId other = add_list(anna_, "Harbours");
  add_clip(other, first_, filed_);
  mark(first_, std::nullopt, true);
  EXPECT_THAT(numbers({.user = anna_, .is_starred = true}),
              ElementsAre(third_.value + 1, clip, first_.value));
  EXPECT_THAT(numbers({.user = anna_,
                       .sources = Which::kNone,
                       .lists = Which::kOne,
                       .list = other,
                       .is_starred = true}),
              ElementsAre(third_.value + 1));
  EXPECT_THAT(numbers({.user = anna_, .is_starred = true, .before = third_.value}, 1),
              ElementsAre(clip));
  EXPECT_THAT(numbers({.user = bob_, .is_starred = true}), IsEmpty());
}

TEST_F(ReaderItemsTest, ShowNeitherWhatIsAnothersNorWhatIsMuted) {
  EXPECT_THAT(numbers({.user = bob_}), ElementsAre(third_.value, first_.value));
  EXPECT_THAT(numbers({.user = bob_,
                       .sources = Which::kOne,
                       .source = hers_,
                       .lists = Which::kOne,
                       .list = list_}),
              IsEmpty());
  const std::vector<std::int64_t> all = {first_.value, second_.value, third_.value - 1,
                                         third_.value, 999};
  EXPECT_EQ(must(items_.find(anna_, all)).size(), 4U);
  EXPECT_EQ(must(items_.find(bob_, all)).size(), 2U);
  mark(first_, std::nullopt, std::nullopt, true);
  EXPECT_THAT(numbers({.user = anna_}), ElementsAre(third_.value, second_.value));
  EXPECT_EQ(must(items_.find(anna_, all)).size(), 2U);
}

TEST_F(ReaderItemsTest, ACopyOfAClipIsNotShownBesideIt) {
  add_clip(list_, third_, filed_, {}, clip_);
  EXPECT_EQ(numbers({.user = anna_, .sources = Which::kNone}).size(), 1U);
}

TEST_F(ReaderItemsTest, AreCountedByFeed) {
  mark(first_, true);
  const auto counts = must(items_.counts(anna_));
  ASSERT_EQ(counts.size(), 3U);
  for (const ReaderCount& each : counts) {
    const bool is_filed = each.source == filed_;
    EXPECT_EQ(each.items, is_filed ? 2 : 1);
    EXPECT_EQ(each.unread, each.list ? 0 : 1);
    EXPECT_EQ(each.newest, each.list ? std::nullopt : std::optional(kNow));
  }
  EXPECT_EQ(must(items_.counts(bob_)).size(), 1U);
}

TEST_F(ReaderItemsTest, SourcesAreCalledAsTheirReaderCallsThem) {
  const auto sources = must(items_.sources(anna_, 10));
  ASSERT_EQ(sources.size(), 2U);
  EXPECT_EQ(sources[0].title, "My own");
  EXPECT_EQ(sources[0].folder, "Mine");
  EXPECT_TRUE(sources[0].is_subscribed);
  EXPECT_EQ(sources[1].title, "Filed");
  EXPECT_EQ(sources[1].folder, "News");
  EXPECT_EQ(must(items_.sources(bob_, 10)).size(), 1U);
}

}  // namespace
}  // namespace curlew::store
