// Lists page by page: articles, clips and sources.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "store/activity.h"
#include "store/article_slice.h"
#include "store/clip_slice.h"
#include "store/clips_fixture.h"
#include "store/source_slice.h"
#include "store/status.h"

namespace curlew::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SlicesTest : public UserStoreTest {
 protected:
  SlicesTest() {
    shared_ = add("https://a.example/feed", "Beta");
    model::Source hidden = source_at("https://b.example/feed", "alpha");
    hidden.is_shared = false;
    hidden_ = must(store_->sources().add(hidden, kNow));
    must(store_->subscriptions().add(
        std::vector<model::Subscription>{{anna_, hidden_, kNow, "Mine", "Own name"}}));
    for (std::uint64_t key = 1; key <= 6; ++key) {
      ids_.push_back(
          add_article(key % 2 == 0 ? hidden_ : shared_, key, fmt::format("T{}", key)));
    }
  }
  Database& db() { return store_->database(); }

  // All pages of `limit`, one after the other.
  std::vector<std::int64_t> walk(const ArticleFilter& filter, std::size_t limit) {
    std::vector<std::int64_t> found;
    model::ArticleId before;
    for (int page = 0; page < 20; ++page) {
      const auto slice = must(slice_articles(db(), filter, before, limit));
      EXPECT_LE(slice.rows.size(), limit);
      for (const ArticleRow& row : slice.rows) found.push_back(row.id.value);
      if (!slice.next) return found;
      before = *slice.next;
    }
    ADD_FAILURE() << "its pages do not end";
    return found;
  }
  std::vector<std::string> titles(SourceChoice choice, SourceOrder order,
                                  std::size_t limit = 1) {
    // The pages of any length are the same.
    std::vector<std::string> found;
    std::optional<SourceKey> after;
    choice.now = kNow;
    for (int page = 0; page < 20; ++page) {
      const auto slice = must(slice_sources(db(), choice, order, after, limit));
      for (const auto& row : slice.rows) found.push_back(row.source.title);
      if (!slice.next) return found;
      after = slice.next;
    }
    ADD_FAILURE() << "its pages do not end";
    return found;
  }

  const model::UserId anna_ = add_user("anna");
  const model::UserId bob_ = add_user("bob");
  model::SourceId shared_, hidden_;
  std::vector<model::ArticleId> ids_;
};

TEST_F(SlicesTest, PagesOfAnyLengthHaveEachArticleOnce) {
  for (const std::size_t limit : {1, 2, 3, 5, 6, 7, 100}) {
    EXPECT_THAT(walk({}, limit), ElementsAre(6, 5, 4, 3, 2, 1)) << limit;
    EXPECT_THAT(walk({.user = anna_}, limit), ElementsAre(6, 5, 4, 3, 2, 1)) << limit;
    EXPECT_THAT(walk({.user = bob_}, limit), ElementsAre(5, 3, 1)) << limit;
    EXPECT_THAT(walk({.source = hidden_}, limit), ElementsAre(6, 4, 2)) << limit;
    EXPECT_THAT(walk({.user = bob_, .source = hidden_}, limit), IsEmpty()) << limit;
    EXPECT_THAT(walk({.user = anna_, .folder = "Mine"}, limit), ElementsAre(6, 4, 2));
    EXPECT_THAT(walk({.user = bob_, .folder = "Mine"}, limit), IsEmpty());
  }
}

TEST_F(SlicesTest, ArticlesAreChosenByWhatTheirReaderMadeOfThem) {
  must(store_->article_states().change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = ids_[5], .is_read = true},
      {.user = anna_, .article = ids_[2], .is_starred = true},
      {.user = anna_, .article = ids_[3], .add_tags = {"later"}},
      {.user = anna_, .article = ids_[0], .is_muted = true},
      {.user = bob_, .article = ids_[4], .is_starred = true}}));
  EXPECT_THAT(walk({.user = anna_}, 2), ElementsAre(6, 5, 4, 3, 2));
  EXPECT_THAT(walk({.user = anna_, .is_unread = true}, 2), ElementsAre(5, 4, 3, 2));
  EXPECT_THAT(walk({.user = anna_, .is_starred = true}, 2), ElementsAre(3));
  EXPECT_THAT(walk({.user = anna_, .is_muted = true}, 2), ElementsAre(1));
  EXPECT_THAT(walk({.user = anna_, .is_muted = true, .folder = "Mine"}, 2), IsEmpty());
  EXPECT_THAT(walk({.user = bob_, .is_muted = true}, 2), IsEmpty());
  EXPECT_THAT(walk({.user = anna_, .tag = "later"}, 2), ElementsAre(4));
  EXPECT_THAT(walk({.user = anna_, .tag = "late"}, 2), IsEmpty());
  EXPECT_THAT(walk({.user = anna_, .since = kNow + Milliseconds(1)}, 2), IsEmpty());
  const auto unread = must(count_unread_by_folder(db(), anna_, 100));
  EXPECT_EQ(unread.at("Mine"), 2);
  EXPECT_EQ(unread.at(""), 2);
}

TEST_F(SlicesTest, AnArticleThatComesMeanwhileShiftsNoPage) {
  const auto first = must(slice_articles(db(), {}, {}, 2));
  add_article(shared_, 7, "T7");
  const auto second = must(slice_articles(db(), {}, *first.next, 2));
  EXPECT_EQ(second.rows.front().id, ids_[3]);
}

TEST_F(SlicesTest, AStrangersPageEndsThoughMuchIsHiddenFromHim) {
  // More than one portion of what he does not see lies above what he does.
  for (std::uint64_t key = 100; key < 400; ++key) {
    add_article(hidden_, key, fmt::format("H{}", key));
  }
  EXPECT_THAT(walk({.user = bob_}, 2), ElementsAre(5, 3, 1));
}

TEST_F(SlicesTest, ClipsComePageByPageWithTheirReadersMarks) {
  const auto list = add_list(anna_, "Fog");
  const auto other = add_list(anna_, "Mist");
  std::vector<model::ClipId> clips;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    clips.push_back(add_clip(i < 4 ? list : other, ids_[i], i % 2 ? hidden_ : shared_));
  }
  const auto copy = add_clip(list, ids_[5], hidden_, {}, clips[0]);
  const auto walk_clips = [&](ClipChoice choice, std::size_t limit) {
    std::vector<std::int64_t> found;
    model::ClipId before;
    for (int page = 0; page < 20; ++page) {
      const auto slice = must(slice_clips(db(), choice, before, limit));
      for (const ClipRow& row : slice.rows) found.push_back(row.clip.article.value);
      if (!slice.next) return found;
      before = *slice.next;
    }
    ADD_FAILURE() << "its pages do not end";
    return found;
  };
  for (const std::size_t limit : {1, 2, 100}) {
    EXPECT_THAT(walk_clips({.user = anna_}, limit), ElementsAre(6, 5, 4, 3, 2, 1));
    EXPECT_THAT(walk_clips({.user = anna_, .list = other}, limit), ElementsAre(6, 5));
    EXPECT_THAT(walk_clips({.user = bob_}, limit), IsEmpty());
    EXPECT_THAT(walk_clips({.user = bob_, .list = list}, limit), IsEmpty());
    EXPECT_THAT(walk_clips({.user = anna_, .text = "a tit"}, limit).size(), 6U);
    EXPECT_THAT(walk_clips({.user = anna_, .text = "fog"}, limit), IsEmpty());
  }
  must(store_->article_states().change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = ids_[5], .is_read = true, .is_starred = true},
      {.user = anna_, .article = ids_[3], .is_muted = true}}));
  EXPECT_THAT(walk_clips({.user = anna_, .is_unread = true}, 2),
              ElementsAre(5, 3, 2, 1));
  EXPECT_THAT(walk_clips({.user = anna_, .is_starred = true}, 2), ElementsAre(6));
  EXPECT_THAT(walk_clips({.user = anna_, .is_muted = true}, 2), ElementsAre(4));
  EXPECT_THAT(walk_clips({.user = bob_, .is_muted = true}, 2), IsEmpty());
  SeenOnce seen(db(), anna_);
  const auto counts = must(count_clips(db(), anna_, std::vector{list, other}, seen));
  EXPECT_EQ(counts.at(list).clips, 3);
  EXPECT_EQ(counts.at(other).clips, 2);
  EXPECT_EQ(counts.at(other).unread, 1);
  const auto same = must(count_same(db(), std::vector{ids_[0], ids_[5]}, anna_));
  EXPECT_EQ(same.at(ids_[0]), 1);
  EXPECT_EQ(same.at(ids_[5]), 1);
  EXPECT_THAT(must(count_same(db(), std::vector{ids_[0]}, bob_)), IsEmpty());
  const auto reasons = must(reasons_for(db(), ids_[0], anna_));
  ASSERT_EQ(reasons.size(), 1U);
  ASSERT_EQ(reasons[0].clip.also_in.size(), 1U);
  EXPECT_EQ(reasons[0].clip.also_in[0].clip, copy);
  EXPECT_THAT(must(reasons_for(db(), ids_[0], bob_)), IsEmpty());
}

TEST_F(SlicesTest, TheFewMarkedClipsAreFoundBehindThousandsOfOthers) {
  const auto list = add_list(anna_, "Fog");
  add_clip(list, ids_[0], shared_);
  must(store_->article_states().change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = ids_[0], .is_starred = true, .is_muted = true}}));
  {
    auto batch = must(store_->begin());
    for (std::uint64_t key = 100; key < 4'200; ++key) {
      add_clip(list, add_article(shared_, key, "Other"), shared_);
    }
    must(batch.commit());
  }
  const auto found = must(slice_clips(db(), {.user = anna_, .is_muted = true}, {}, 2));
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.rows[0].clip.article, ids_[0]);
  EXPECT_FALSE(found.next);
  must(store_->article_states().change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = ids_[0], .is_muted = false}}));
  const auto starred =
      must(slice_clips(db(), {.user = anna_, .list = list, .is_starred = true}, {}, 2));
  EXPECT_EQ(starred.rows.size(), 1U);
}

TEST_F(SlicesTest, SourcesComeInEachOrder) {
  for (const SourceOrder order :
       {SourceOrder::kTitle, SourceOrder::kFolder, SourceOrder::kLastNew,
        SourceOrder::kNextDue, SourceOrder::kFailures}) {
    EXPECT_THAT(titles({}, order), testing::UnorderedElementsAre("alpha", "Beta"));
    EXPECT_THAT(titles({.user = bob_}, order), ElementsAre("Beta"));
  }
  EXPECT_THAT(titles({}, SourceOrder::kTitle), ElementsAre("alpha", "Beta"));
  auto row = must(store_->sources().find(shared_))->schedule;
  row.failures = 3;
  row.last_new = kNow;
  auto transaction = must(store_->begin());
  must(store_->schedule().save(row));
  must(transaction.commit());
  EXPECT_THAT(titles({}, SourceOrder::kFailures), ElementsAre("Beta", "alpha"));
  EXPECT_THAT(titles({}, SourceOrder::kLastNew), ElementsAre("Beta", "alpha"));
  EXPECT_THAT(titles({.user = anna_, .folder = "Mine"}, SourceOrder::kTitle),
              ElementsAre("Own name"));
  EXPECT_THAT(titles({.user = anna_, .text = "OWN n"}, SourceOrder::kTitle),
              ElementsAre("Own name"));
  EXPECT_THAT(titles({.user = bob_, .text = "b.example"}, SourceOrder::kTitle),
              IsEmpty());
  EXPECT_THAT(titles({.text = "100%"}, SourceOrder::kTitle), IsEmpty());
  EXPECT_THAT(titles({.kind = model::SourceKind::kPage}, SourceOrder::kTitle),
              IsEmpty());
  EXPECT_THAT(titles({.filter = SourceFilter::kDue}, SourceOrder::kTitle).size(), 2U);
  const auto total = [&](const SourceChoice& choice) {
    return must(slice_sources(db(), choice, SourceOrder::kTitle, {}, 1)).total;
  };
  EXPECT_EQ(total({}), 2);
  EXPECT_EQ(total({.user = bob_}), 1);
  EXPECT_EQ(total({.user = anna_}), 2);
  EXPECT_EQ(total({.user = anna_, .text = "example"}), 2);
  EXPECT_EQ(total({.state = model::SourceState::kPaused}), 0);
  const auto folders = must(count_by_folder(db(), anna_));
  EXPECT_EQ(folders.size(), 2U);
  EXPECT_EQ(must(count_by_folder(db(), bob_)).size(), 1U);
}

TEST_F(SlicesTest, ManyThatFitAreWalked) {
  constexpr int kMany = 2'100;
  auto batch = must(store_->begin());
  model::SourceId last;
  for (int i = 0; i < kMany; ++i) {
    model::Source source = source_at(fmt::format("https://many.example/{}", i),
                                     fmt::format("M{:04}", kMany - i));
    source.folder = i % 5 == 0 ? "Else" : "Much";
    last = must(store_->sources().add(source, kNow));
  }
  must(batch.commit());
  const SourceChoice many{.user = bob_, .text = "MANY.example"};
  const auto found = titles(many, SourceOrder::kTitle, 300);
  ASSERT_EQ(found.size(), std::size_t(kMany));
  EXPECT_EQ(found.front(), "M0001");
  EXPECT_EQ(found.back(), "M2100");
  EXPECT_TRUE(std::ranges::is_sorted(found));
  EXPECT_EQ(must(slice_sources(db(), many, SourceOrder::kTitle, {}, 1)).total, kMany);
  add_article(last, 900, "Of many");
  EXPECT_THAT(walk({.user = bob_, .folder = "Much"}, 2), ElementsAre(7));
  EXPECT_THAT(walk({.user = bob_, .folder = "Else"}, 2), IsEmpty());
}

TEST_F(SlicesTest, ArticlesKnowTheirDayByTheirNumber) {
  const auto days = [this](Milliseconds later) {
    return must(store_->articles().days_before(kNow + later, 2));
  };
  const Milliseconds day = std::chrono::days(1);
  const model::ArticleId none{ids_.back().value + 1};
  EXPECT_THAT(days(Milliseconds(0)), ElementsAre(ids_.front(), ids_.front()));
  EXPECT_THAT(days(day + Milliseconds(1)), ElementsAre(ids_.front(), none));
  EXPECT_THAT(days(2 * day + Milliseconds(1)), ElementsAre(none, none));
}

TEST_F(SlicesTest, WhatCameOfLateIsCounted) {
  const auto all = must(VisibleSources::of(db(), {}));
  const auto bobs = must(VisibleSources::of(db(), bob_));
  EXPECT_EQ(must(count_arrivals(db(), kNow, all)).at(0).articles, 6);
  EXPECT_EQ(must(count_arrivals(db(), kNow, bobs)).at(0).articles, 3);
  EXPECT_EQ(must(arrivals(db(), kNow, kNow + Milliseconds(1), bobs, 2)).size(), 2U);
  EXPECT_EQ(must(arrivals(db(), kNow, kNow + Milliseconds(1), bobs, 9)).size(), 3U);
  EXPECT_EQ(must(recent_articles(db(), std::vector{shared_}, kNow, 2)).size(), 2U);
  auto report = report_of(shared_, 1);
  report.outcome = model::FetchOutcome::kHttpError;
  report.http_status = 404;
  report.terminal = "terminal-1";
  must(record(*store_, report, 0));
  const auto of_hour = [&](model::UserId viewer) {
    return must(count_status(*store_, kNow, Milliseconds(0), viewer)).visits_last_hour;
  };
  EXPECT_EQ(of_hour({}), 1);
  EXPECT_EQ(of_hour(bob_), 1);
  EXPECT_EQ(of_hour(anna_), 1);
  const auto minutes = must(visits_by_minute(db(), kNow - Milliseconds(1)));
  ASSERT_EQ(minutes.size(), 1U);
  EXPECT_EQ(minutes[0].failed, 1);
  EXPECT_EQ(must(visits_by_outcome(db(), kNow - Milliseconds(1), 9)).at(0).count, 1);
  EXPECT_EQ(must(visits_by_terminal(db(), kNow - Milliseconds(1))).at(0).terminal,
            "terminal-1");
  EXPECT_EQ(must(requests_since(db(), kNow - Milliseconds(1), 9)).at(0).url,
            "https://a.example/feed");
  must(record(*store_, report_of(hidden_, 2), 0));
  EXPECT_EQ(of_hour({}), 2);
  EXPECT_EQ(of_hour(bob_), 1);
  EXPECT_EQ(of_hour(anna_), 2);
}

}  // namespace
}  // namespace curlew::store
