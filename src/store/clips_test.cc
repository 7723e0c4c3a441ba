#include "store/clips.h"

#include <gmock/gmock.h>

#include "store/clips_fixture.h"

namespace curlew::store {
namespace {

using model::DeliveryKind;
using model::DeliveryState;
using testing::ElementsAre;
using testing::IsEmpty;

class ClipsTest : public UserStoreTest {
 protected:
  Clips& clips() { return store_->clips(); }
  std::vector<model::ClipId> listed(const ClipFilter& filter, std::size_t limit = 10) {
    std::vector<model::ClipId> ids;
    for (const ClipRow& row : must(clips().list(filter, limit)))
      ids.push_back(row.clip.id);
    return ids;
  }
  model::DeliveryId add_delivery(Time due = kNow,
                                 DeliveryKind kind = DeliveryKind::kClip) {
    return must(store_->deliveries().add(std::vector<model::Delivery>{
        {.user = anna_, .list = list_, .created = kNow, .due = due, .kind = kind}}));
  }
  std::vector<model::DeliveryId> waiting(Time now,
                                         std::vector<model::DeliveryId> except = {}) {
    std::vector<model::Delivery> under_way;
    for (const auto id : except) under_way.push_back({.id = id, .list = list_});
    std::vector<model::DeliveryId> ids;
    for (const auto& row :
         must(store_->deliveries().next_waiting(now, under_way, {10, 10})))
      ids.push_back(row.id);
    return ids;
  }
  // Lists that have something to send.
  std::int64_t lists_to_send(Time now) {
    Query query(store_->database(),
                "SELECT count(*) FROM watchlists WHERE next_notice <= $1", now);
    must(query.next());
    std::int64_t count = 0;
    must(query.read(count));
    return count;
  }

  const model::UserId anna_ = add_user("anna");
  const model::UserId bob_ = add_user("bob");
  const model::SourceId source_ = add("https://one.example/", "One");
  const model::SourceId other_ = add("https://two.example/", "Two");
  const model::ArticleId first_ = add_article(source_, 1, "first");
  const model::ArticleId second_ = add_article(other_, 2, "second");
  const model::WatchlistId list_ = add_list(anna_, "Ships");
};

TEST_F(ClipsTest, AreListedNewestFirstWithWhoElseTellsTheSame) {
  const auto delivery = add_delivery();
  const auto lead = add_clip(list_, first_, source_, delivery);
  const auto copy = add_clip(list_, second_, other_, {}, lead);
  const auto rows = must(clips().list({.user = anna_}, 10));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].clip.id, lead);
  EXPECT_EQ(rows[0].list_name, "Ships");
  EXPECT_EQ(rows[0].source_title, "One");
  EXPECT_EQ(rows[0].delivery, delivery);
  EXPECT_EQ(rows[0].sent, std::nullopt);
  ASSERT_EQ(rows[0].also_in.size(), 1U);
  EXPECT_EQ(rows[0].also_in[0].clip, copy);
  EXPECT_EQ(rows[0].also_in[0].source_title, "Two");
}

TEST_F(ClipsTest, ThatManyOthersOnlyRepeatAreListedAllTheSame) {
  const auto lead = add_clip(list_, first_, source_);
  const auto second = add_clip(list_, second_, other_);
  for (int i = 0; i < 150; ++i) {
    add_clip(list_, add_article(source_, 100 + i, "again"), source_, {}, lead);
  }
  EXPECT_THAT(listed({.user = anna_}, 3), ElementsAre(second, lead));
  EXPECT_THAT(listed({.user = anna_}, 1), ElementsAre(second));
  EXPECT_THAT(listed({.user = anna_, .before = second}, 1), ElementsAre(lead));
}

TEST_F(ClipsTest, AreListedByUserByListAndByCursor) {
  const auto others = add_list(bob_, "His");
  const auto one = add_clip(list_, first_, source_);
  const auto two = add_clip(list_, second_, other_);
  const auto his = add_clip(others, first_, source_);
  EXPECT_THAT(listed({}), ElementsAre(his, two, one));
  EXPECT_THAT(listed({.user = anna_}), ElementsAre(two, one));
  EXPECT_THAT(listed({.user = anna_}, 1), ElementsAre(two));
  EXPECT_THAT(listed({.user = anna_, .before = two}), ElementsAre(one));
  EXPECT_THAT(listed({.list = others}), ElementsAre(his));
  EXPECT_THAT(listed({.user = anna_, .list = list_}), ElementsAre(two, one));
  EXPECT_THAT(listed({.user = anna_, .list = others}), IsEmpty())
      << "the list of another user";
}

TEST_F(ClipsTest, OfASourceThatIsPrivateToOthersAreNotShown) {
  const auto delivery = add_delivery();
  const auto hers = add_clip(list_, first_, source_, delivery);
  const auto lead = add_clip(list_, second_, other_, delivery);
  const auto third = add_article(source_, 3, "third");
  add_clip(list_, third, source_, {}, lead);
  must(store_->subscriptions().set_shared(std::vector{source_}, false));
  EXPECT_THAT(listed({.user = anna_}), ElementsAre(lead));
  EXPECT_THAT(listed({.user = anna_, .list = list_}), ElementsAre(lead));
  EXPECT_THAT(must(clips().list({.user = anna_}, 10))[0].also_in, IsEmpty());
  EXPECT_EQ(must(clips().of_deliveries({&delivery, 1}, 10)).size(), 1U);
  EXPECT_EQ(must(clips().count_of(delivery)), 1);
  EXPECT_THAT(listed({}), ElementsAre(lead, hers)) << "the operator sees all";
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{anna_, source_, kNow, "", ""}}));
  EXPECT_THAT(listed({.user = anna_}), ElementsAre(lead, hers));
}

TEST_F(ClipsTest, OfMutedArticlesAreNotShown) {
  add_clip(list_, first_, source_);
  must(store_->article_states().change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = first_, .is_muted = true}}));
  EXPECT_THAT(listed({.user = anna_}), IsEmpty());
}

TEST_F(ClipsTest, AreMadeOnceForAListAndAnArticle) {
  add_clip(list_, first_, source_);
  EXPECT_THAT(
      must(clips().are_known(std::vector<ClipKey>{{list_, second_}, {list_, first_}})),
      ElementsAre(false, true));
  EXPECT_THAT(must(clips().are_known({})), IsEmpty());
}

TEST_F(ClipsTest, AreFoundByTheirBands) {
  const auto one = add_clip(list_, first_, source_);
  add_clip(list_, second_, other_);
  const std::vector<std::int64_t> bands{list_.value * 1000 + first_.value, -5};
  const auto found = must(clips().find_by_bands(bands, kNow));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, one);
  EXPECT_EQ(found[0].list, list_);
  EXPECT_EQ(found[0].sketch, std::string("\0\xff", 2));
  EXPECT_THAT(must(clips().find_by_bands(bands, kNow + Milliseconds(6))), IsEmpty());
  EXPECT_EQ(must(clips().prune_bands(kNow, 10)), 0);
  EXPECT_EQ(must(clips().prune_bands(kNow + Milliseconds(6), 1)), 1) << "the oldest";
  EXPECT_THAT(must(clips().find_by_bands(bands, kNow)), IsEmpty());
  EXPECT_EQ(rows_of("clip_bands"), 1);
}

TEST_F(ClipsTest, OfWhichNobodyWasToldAreNotFoundByTheirBands) {
  auto row = list_named(anna_, "Mail");
  row.list.channel = model::Channel::kMail;
  const auto list = must(store_->watchlists().add({&row, 1})).at(0);
  const auto given_up = add_delivery();
  must(store_->deliveries().note(std::vector<DeliveryOutcome>{
      {given_up, DeliveryState::kDead, kNow, "no such mailbox"}}));
  const auto third = add_article(source_, 3, "third");
  const auto fourth = add_article(source_, 4, "fourth");
  add_clip(list, first_, source_);
  const auto dead = add_clip(list, second_, other_, given_up);
  add_clip(list, third, source_, {}, dead);
  const auto told = add_clip(list, fourth, source_, add_delivery());
  std::vector<std::int64_t> bands;
  for (const auto article : {first_, second_, third, fourth}) {
    bands.push_back(list.value * 1000 + article.value);
  }
  const auto found = must(clips().find_by_bands(bands, kNow));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, told);
}

TEST_F(ClipsTest, WaitForTheirDigest) {
  const auto one = add_clip(list_, first_, source_, kWaitsForDigest);
  const auto two = add_clip(list_, second_, other_, kWaitsForDigest);
  EXPECT_EQ(must(clips().waiting(std::vector{list_})).at(list_), 2);
  const auto digest = add_delivery(kNow, DeliveryKind::kDigest);
  EXPECT_EQ(must(clips().claim_waiting(list_, digest, 1)), 1);
  EXPECT_EQ(must(clips().of_deliveries({&digest, 1}, 10)).at(0).clip.id, one)
      << "the oldest";
  EXPECT_EQ(must(clips().claim_waiting(list_, digest)), 1);
  EXPECT_EQ(must(clips().claim_waiting(list_, digest)), 0);
  EXPECT_THAT(must(clips().waiting(std::vector{list_})), IsEmpty());
  const auto rows = must(clips().of_deliveries({&digest, 1}, 10));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].clip.id, two) << "newest first";
  EXPECT_EQ(rows[1].clip.id, one);
  const auto third =
      add_clip(list_, add_article(source_, 3, "third"), source_, kWaitsForDigest);
  must(clips().release_waiting(list_));
  EXPECT_THAT(must(clips().waiting(std::vector{list_})), IsEmpty());
  EXPECT_EQ(must(clips().list({}, 1)).at(0).clip.id, third) << "it is shown";
  EXPECT_EQ(must(clips().list({}, 1)).at(0).delivery, std::nullopt);
}

TEST_F(ClipsTest, TellTheirTimes) {
  const auto delivery = add_delivery();
  add_clip(list_, first_, source_, delivery);
  const Time sent = kNow + Milliseconds(700);
  must(store_->deliveries().note(
      std::vector<DeliveryOutcome>{{delivery, DeliveryState::kSent, sent}}));
  const auto times = must(clips().times({.user = anna_}, 10));
  ASSERT_EQ(times.size(), 1U);
  EXPECT_EQ(times[0].matched, kNow + Milliseconds(5));
  EXPECT_EQ(times[0].sent, sent);
  EXPECT_EQ(must(clips().list({}, 1))[0].sent, sent);
}

TEST_F(ClipsTest, GoWithTheirSource) {
  const auto one = add_delivery();
  const auto both = add_delivery(kNow, DeliveryKind::kDigest);
  const auto third = add_article(source_, 3, "third");
  const auto lead = add_clip(list_, first_, source_, one);
  add_clip(list_, third, source_, both);
  const auto copy = add_clip(list_, second_, other_, both, lead);
  must(store_->alarms().add({source_, "failing", kNow}));
  must(store_->sources().remove(source_));
  const auto rows = must(clips().list({.user = anna_}, 10));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].clip.id, copy) << "it speaks for itself now";
  EXPECT_THAT(waiting(kNow), ElementsAre(both)) << "the other one has nothing to tell";
  EXPECT_EQ(rows_of("clip_bands"), 1);
  EXPECT_EQ(rows_of("alarms"), 0);
  must(store_->sources().remove(other_));
  EXPECT_EQ(lists_to_send(kNow), 0);
}

using DeliveriesTest = ClipsTest;

TEST_F(DeliveriesTest, ComeInTheOrderInWhichTheyAreDue) {
  const auto later = add_delivery(kNow + Milliseconds(2));
  const auto soon = add_delivery(kNow + Milliseconds(1));
  const auto now = add_delivery(kNow);
  EXPECT_THAT(waiting(kNow), ElementsAre(now));
  EXPECT_THAT(waiting(kNow + Milliseconds(2)), ElementsAre(now, soon, later));
  EXPECT_THAT(waiting(kNow + Milliseconds(2), {now, later}), ElementsAre(soon));
}

TEST_F(DeliveriesTest, WaitWhileTheirChannelRests) {
  const auto mine = add_delivery();
  must(store_->watchlists().save_channel(
      list_, {1, kNow, kNow + Milliseconds(60'000), "refused"}));
  const auto alarm = must(store_->deliveries().add(std::vector<model::Delivery>{
      {.user = anna_, .due = kNow, .kind = DeliveryKind::kAlarm, .subject = "s"}}));
  EXPECT_THAT(waiting(kNow), ElementsAre(alarm)) << "it takes no list's channel";
  EXPECT_EQ(lists_to_send(kNow), 0) << "a list that rests is not looked at";
  EXPECT_THAT(waiting(kNow + Milliseconds(60'000)), ElementsAre(mine, alarm));
}

TEST_F(DeliveriesTest, OfAListAreUnderWayAFewAtOnce) {
  std::vector<model::DeliveryId> first;
  for (std::size_t i = 0; i < kMostOfList + 2; ++i) first.push_back(add_delivery());
  const auto other = add_list(bob_, "Other");
  const auto last = must(store_->deliveries().add(std::vector<model::Delivery>{
      {.user = bob_, .list = other, .created = kNow, .due = kNow + Milliseconds(1)}}));
  const Time now = kNow + Milliseconds(1);
  const std::vector some(first.begin(), first.begin() + kMostOfList);
  auto expected = some;
  expected.push_back(last);
  EXPECT_EQ(waiting(now), expected);
  EXPECT_THAT(waiting(now, some), ElementsAre(last));
  EXPECT_THAT(waiting(now, {some[0]}).size(), kMostOfList);
}

TEST_F(DeliveriesTest, ByMailAndToWebhooksHaveRoomOfTheirOwn) {
  std::vector<model::DeliveryId> ids;
  for (const auto channel : {model::Channel::kMail, model::Channel::kWebhook}) {
    auto row = list_named(anna_, std::string(to_string(channel)));
    row.list.channel = channel;
    const auto list = must(store_->watchlists().add({&row, 1})).at(0);
    ids.push_back(must(store_->deliveries().add(std::vector<model::Delivery>{
        {.user = anna_, .list = list, .created = kNow, .due = kNow}})));
  }
  const auto with_room = [&](OutboxRoom room) {
    std::vector<model::DeliveryId> found;
    for (const auto& row : must(store_->deliveries().next_waiting(kNow, {}, room)))
      found.push_back(row.id);
    return found;
  };
  EXPECT_THAT(with_room({1, 0}), ElementsAre(ids[0]));
  EXPECT_THAT(with_room({0, 1}), ElementsAre(ids[1]));
  EXPECT_EQ(with_room({5, 5}), ids);
}

TEST_F(DeliveriesTest, AreHastenedGivenUpAndForgotten) {
  const auto one = add_delivery(kNow + std::chrono::hours(5));
  EXPECT_THAT(waiting(kNow), IsEmpty());
  must(store_->deliveries().hasten(list_, kNow));
  EXPECT_THAT(waiting(kNow), ElementsAre(one));
  EXPECT_EQ(must(store_->deliveries().prune(kNow + Milliseconds(1), 10)), 0);
  must(store_->deliveries().give_up(list_, "stopped"));
  EXPECT_THAT(waiting(kNow), IsEmpty());
  EXPECT_EQ(lists_to_send(kNow), 0);
  EXPECT_EQ(must(store_->deliveries().list({}, 1)).at(0).delivery.error, "stopped");
  EXPECT_EQ(must(store_->deliveries().prune(kNow, 10)), 0);
  EXPECT_EQ(must(store_->deliveries().prune(kNow + Milliseconds(1), 10)), 1);
}

TEST_F(DeliveriesTest, AreTriedAgainSentOrGivenUp) {
  const auto first = must(store_->deliveries().add(std::vector<model::Delivery>(
      3, {.user = anna_, .list = list_, .created = kNow, .due = kNow})));
  const model::DeliveryId second{first.value + 1}, third{first.value + 2};
  const Time later = kNow + Milliseconds(1000);
  must(store_->deliveries().note(std::vector<DeliveryOutcome>{
      {first, DeliveryState::kSent, later},
      {second, DeliveryState::kWaiting, later, "greylisted"},
      {third, DeliveryState::kDead, later, "no such mailbox"}}));
  EXPECT_THAT(waiting(kNow), IsEmpty());
  const auto again = must(store_->deliveries().next_waiting(later, {}, {10, 10}));
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].id, second);
  EXPECT_EQ(again[0].tries, 1U);
  EXPECT_EQ(again[0].error, "greylisted");
  // What was sent stays so, whatever a slow publisher thinks later.
  must(store_->deliveries().note(
      std::vector<DeliveryOutcome>{{first, DeliveryState::kDead, later, "late"}}));
  const auto sent = must(
      store_->deliveries().list({.user = anna_, .state = DeliveryState::kSent}, 10));
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].delivery.sent, later);
  EXPECT_EQ(sent[0].list_name, "Ships");
  EXPECT_EQ(sent[0].user_name, "anna");
  EXPECT_THAT(must(store_->deliveries().list({.user = bob_}, 10)), IsEmpty());
  EXPECT_EQ(
      must(store_->deliveries().list({.list = list_, .before = second}, 10)).size(),
      1U);
}

TEST_F(DeliveriesTest, AlarmsAreToldOnce) {
  must(store_->alarms().add({source_, "failing", kNow}));
  must(store_->alarms().add({source_, "failing", kNow + Milliseconds(5)}));
  EXPECT_THAT(must(store_->alarms().all()),
              ElementsAre(AlarmRow{source_, "failing", kNow}));
  EXPECT_TRUE(must(store_->alarms().remove(source_, "failing")));
  EXPECT_FALSE(must(store_->alarms().remove(source_, "failing")));
}

}  // namespace
}  // namespace curlew::store
