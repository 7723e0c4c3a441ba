#include "control/crawl/change_model.h"

#include <gtest/gtest.h>

namespace curlew::control {
namespace {

using frontier::PageHistory;
using std::chrono::days;
using std::chrono::hours;

constexpr Time kFirstVisit = from_unix_seconds(1'700'000'000);

PageHistory history_of(std::uint32_t visits, std::uint32_t changes, int gap_days) {
  return {.first_visit = kFirstVisit,
          .last_visit = kFirstVisit + days(gap_days) * int(visits - 1),
          .visits = visits,
          .changes = changes};
}

double after(const DocumentChange& model, const PageHistory& history,
             Milliseconds span) {
  return model.changed(history, history.last_visit + span);
}

TEST(DocumentChangeTest, NothingHasChangedAtTheLastVisit) {
  const DocumentChange model;
  EXPECT_EQ(after(model, history_of(1, 0, 1), Milliseconds(0)), 0);
  EXPECT_EQ(after(model, history_of(5, 4, 1), Milliseconds(-1000)), 0);
}

TEST(DocumentChangeTest, APageThatChangedMoreOftenIsLikelierToHaveChanged) {
  const DocumentChange model;
  double last = 0;
  for (std::uint32_t changes = 0; changes <= 7; ++changes) {
    const double now = after(model, history_of(8, changes, 7), days(7));
    EXPECT_GT(now, last) << changes;
    last = now;
  }
  EXPECT_GT(last, .8);
}

TEST(DocumentChangeTest, ManyVisitsCountAsTheirShareOfChanges) {
  const DocumentChange model;
  const double few = after(model, history_of(41, 10, 2), days(2));
  const double many = after(model, history_of(4001, 1000, 2), days(2));
  EXPECT_NEAR(few, many, .02);
}

TEST(DocumentChangeTest, PagesOfASiteWhereMuchIsFoundAreLikelierToHaveChanged) {
  DocumentChange model;
  PageHistory busy = history_of(2, 0, 7), other = history_of(2, 0, 7);
  busy.site = frontier::SiteNumber{1};
  other.site = frontier::SiteNumber{2};
  const double before = after(model, other, days(7));
  for (int i = 0; i < 20; ++i) model.learn(busy, busy.last_visit + days(7), true);
  EXPECT_EQ(after(model, other, days(7)), before);
  EXPECT_GT(after(model, busy, days(7)), 2 * before);
  // What was found before its own last visit says nothing.
  busy.last_visit += days(8);
  other.last_visit += days(8);
  EXPECT_EQ(after(model, busy, days(7)), after(model, other, days(7)));
  other.last_visit -= days(8);
  for (int i = 0; i < 40; ++i) model.learn(other, other.last_visit + days(7), false);
  EXPECT_LT(after(model, other, days(7)), before);
}

TEST(DocumentChangeTest, APageThatItsSiteSaysHasChangedIsLikelierToHave) {
  const DocumentChange model;
  PageHistory page = history_of(3, 0, 7);
  const double before = after(model, page, hours(2));
  page.hinted = page.last_visit + hours(1);
  EXPECT_GE(after(model, page, hours(2)), .5);
  EXPECT_LT(before, .1);
  page.hinted = page.last_visit - hours(1);
  EXPECT_EQ(after(model, page, hours(2)), before) << "it was visited since";
}

TEST(DocumentChangeTest, ASitesWordIsWorthWhatItProvedToBe) {
  DocumentChange model;
  PageHistory honest = history_of(3, 0, 7), always = honest;
  honest.site = frontier::SiteNumber{1};
  always.site = frontier::SiteNumber{2};
  honest.hinted = always.hinted = honest.last_visit + hours(1);
  for (int i = 0; i < 30; ++i) {
    model.learn(honest, honest.last_visit + days(1), true);
    model.learn(always, always.last_visit + days(1), false);
  }
  EXPECT_GT(after(model, honest, days(1)), .9);
  PageHistory unsaid = always;
  unsaid.hinted = Time();
  EXPECT_EQ(after(model, always, days(1)), after(model, unsaid, days(1)));
  // Neighbours of which nothing was said gain little by what was said.
  PageHistory neighbour = history_of(3, 0, 7), stranger = neighbour;
  neighbour.site = honest.site;
  stranger.site = frontier::SiteNumber{9};
  EXPECT_LT(after(model, neighbour, days(1)), 4 * after(model, stranger, days(1)));
  for (int i = 0; i < 30; ++i) model.learn(always, always.last_visit + days(1), true);
  EXPECT_GT(after(model, always, days(1)), .3) << "it may mend its ways";
}

TEST(DocumentChangeTest, WhatIsSaidOfPagesThatChangeAnywayEarnsNothing) {
  DocumentChange model;
  PageHistory busy = history_of(40, 38, 7), quiet = history_of(3, 0, 7);
  busy.hinted = busy.last_visit + days(6);
  quiet.hinted = quiet.last_visit + hours(1);
  for (int i = 0; i < 40; ++i) model.learn(busy, busy.last_visit + days(7), i % 10 < 9);
  EXPECT_LT(after(model, quiet, hours(2)), .5);
}

// What the frontier relies on: see ChangeModel::changed.
TEST(DocumentChangeTest, NeverFallsWithTimeAndAtMostDoublesWhenTheTimeDoubles) {
  const DocumentChange model;
  for (const PageHistory& history :
       {history_of(1, 0, 1), history_of(3, 0, 30), history_of(3, 1, 7),
        history_of(8, 4, 1), history_of(20, 20, 2)}) {
    double last = 0;
    for (Milliseconds span = hours(1); span < days(4000); span += span / 10) {
      const double now = after(model, history, span);
      EXPECT_GE(now, last - 1e-6);
      EXPECT_LE(now, 1);
      EXPECT_LE(after(model, history, 2 * span), 2 * now * 1.001);
      last = now;
    }
  }
}

}  // namespace
}  // namespace curlew::control
