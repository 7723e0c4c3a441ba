#include "store/watchlists.h"

#include <gmock/gmock.h>

#include "store/clips_fixture.h"

namespace curlew::store {
namespace {

using model::UserId;
using model::WatchlistId;
using testing::ElementsAre;
using testing::IsEmpty;

class WatchlistsTest : public UserStoreTest {
 protected:
  std::vector<std::string> queries_of(const WatchlistRow& row) {
    std::vector<std::string> texts;
    for (const auto& query : row.list.queries) texts.push_back(query.text);
    return texts;
  }

  Watchlists& lists() { return store_->watchlists(); }
  const UserId anna_ = add_user("anna");
  const UserId bob_ = add_user("bob");
};

TEST_F(WatchlistsTest, AreReadAsTheyWereWritten) {
  WatchlistRow row = list_named(anna_, "Ships", {"ship*", "πλοίο OR βάρκα"});
  row.list.action = model::ListAction::kTag;
  row.list.tag = "sea";
  row.list.channel = model::Channel::kWebhook;
  row.list.digest = {model::DigestKind::kWeekly, 5, 17, 3};
  row.list.target = "sealed1.t";
  row.list.form = "ntfy";
  row.list.has_synonyms = false;
  row.next_digest = kNow;
  row.secret = "sealed1.s";
  const auto ids = must(lists().add(std::vector{row, list_named(bob_, "Ships")}));
  ASSERT_EQ(ids.size(), 2U);
  const WatchlistRow found = *must(lists().find(anna_, "Ships"));
  EXPECT_EQ(found.list.id, ids[0]);
  EXPECT_EQ(found.list.action, model::ListAction::kTag);
  EXPECT_EQ(found.list.digest, row.list.digest);
  EXPECT_EQ(found.list.target, "sealed1.t");
  EXPECT_FALSE(found.list.has_synonyms);
  EXPECT_EQ(found.next_digest, kNow);
  EXPECT_EQ(found.secret, "sealed1.s");
  EXPECT_THAT(queries_of(found), ElementsAre("ship*", "πλοίο OR βάρκα"));
  EXPECT_EQ(must(lists().find_by_feed("feed of 1 Ships"))->list.id, ids[0]);
  EXPECT_EQ(must(lists().find_by_feed("")), std::nullopt);
  EXPECT_EQ(must(lists().of_user(bob_)).size(), 1U);
  EXPECT_EQ(must(lists().find(ids)).size(), 2U);
}

TEST_F(WatchlistsTest, HaveNamesOfTheirOwn) {
  add_list(anna_, "Ships");
  EXPECT_EQ(
      lists()
          .add(std::vector{list_named(anna_, "Boats"), list_named(anna_, "Ships")})
          .error()
          .kind,
      ErrorKind::kExists);
  EXPECT_EQ(must(lists().of_user(anna_)).size(), 1U) << "all or none";
  auto twice = list_named(anna_, "Twice");
  EXPECT_EQ(lists().add(std::vector{twice, twice}).error().kind, ErrorKind::kExists);
  const auto boats = add_list(anna_, "Boats");
  WatchlistRow renamed = *must(lists().find(boats));
  renamed.list.name = "Ships";
  EXPECT_EQ(lists().change(renamed).error().kind, ErrorKind::kExists);
}

TEST_F(WatchlistsTest, KeepTheIdsOfQueriesThatStay) {
  const auto ids = must(lists().add(std::vector{list_named(anna_, "A", {"x", "y"})}));
  WatchlistRow row = *must(lists().find(ids[0]));
  const auto y = row.list.queries[1].id;
  row.list.queries = {{{}, "z"}, {{}, "y"}};
  row.list.name = "B";
  must(lists().change(row));
  const WatchlistRow now = *must(lists().find(anna_, "B"));
  EXPECT_THAT(queries_of(now), ElementsAre("y", "z"));
  EXPECT_EQ(now.list.queries[0].id, y);
  EXPECT_GT(now.list.queries[1].id, y);
}

TEST_F(WatchlistsTest, TellWhatChangedAndWhatIsGone) {
  const auto a = add_list(anna_, "A");
  add_list(anna_, "B");
  const auto c = add_list(bob_, "C");
  auto first = must(lists().changed_since(0, 2));
  EXPECT_EQ(first.changed.size(), 2U);
  EXPECT_TRUE(first.has_more);
  auto rest = must(lists().changed_since(first.revision, 2));
  ASSERT_EQ(rest.changed.size(), 1U);
  EXPECT_EQ(rest.changed[0].list.id, c);
  EXPECT_THAT(queries_of(rest.changed[0]), ElementsAre("fog"));
  EXPECT_FALSE(rest.has_more);
  EXPECT_THAT(must(lists().changed_since(rest.revision, 2)).changed, IsEmpty());

  WatchlistRow edited = *must(lists().find(c));
  edited.list.is_paused = true;
  must(lists().change(edited));
  must(lists().remove(std::vector{a, WatchlistId{99}}));
  const auto changes = must(lists().changed_since(rest.revision, 2));
  ASSERT_EQ(changes.changed.size(), 1U);
  EXPECT_TRUE(changes.changed[0].list.is_paused);
  EXPECT_THAT(changes.removed, ElementsAre(a));
  must(store_->users().remove(anna_));
  EXPECT_EQ(must(lists().changed_since(changes.revision, 2)).removed.size(), 1U);
}

TEST_F(WatchlistsTest, KeepTheTimesOfTheirDigestsAndTheTroubleOfTheirChannel) {
  const auto a = add_list(anna_, "A");
  const auto b = add_list(anna_, "B");
  add_list(anna_, "C");
  const auto revision = must(lists().changed_since(0, 10)).revision;
  must(lists().set_next_digest(a, kNow));
  must(lists().set_next_digest(b, kNow - Milliseconds(1)));
  const auto due = must(lists().due_digests(kNow, 10));
  ASSERT_EQ(due.size(), 2U);
  EXPECT_EQ(due[0].list.id, b);
  must(lists().set_next_digest(b, std::nullopt));
  EXPECT_EQ(must(lists().due_digests(kNow, 10)).size(), 1U);

  const ChannelState trouble{3, kNow, kNow + Milliseconds(60'000), "refused"};
  must(lists().save_channel(a, trouble));
  EXPECT_EQ(must(lists().find(a))->channel, trouble);
  EXPECT_THAT(must(lists().changed_since(revision, 10)).changed, IsEmpty());
}

TEST_F(WatchlistsTest, AreAddedByTheTenThousand) {
  std::vector<WatchlistRow> many;
  for (int i = 0; i < 10'000; ++i)
    many.push_back(list_named(anna_, "List " + std::to_string(i)));
  EXPECT_EQ(must(lists().add(many)).size(), 10'000U);
  EXPECT_EQ(must(lists().of_user(anna_)).size(), 10'000U);
  must(store_->users().remove(anna_));
  EXPECT_EQ(rows_of("watch_queries"), 0);
}

}  // namespace
}  // namespace curlew::store
