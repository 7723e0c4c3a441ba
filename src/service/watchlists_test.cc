#include "service/watchlists.h"

#include <gmock/gmock.h>

#include <functional>

#include "base/secret_token.h"
#include "model/sealed_settings_test.h"
#include "service/clips.h"
#include "service/indexed_article_test.h"
#include "service/personal.h"
#include "service/search.h"
#include "service/users.h"
#include "store/clips_fixture.h"

namespace curlew::service {
namespace {

using model::Channel;
using model::DigestKind;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Queries = std::vector<std::string>;

class ServiceWatchlists : public store::UserStoreTest {
 protected:
  ServiceWatchlists() { make_user("eleni", "eleni@example.org"); }

  void make_user(std::string_view name, std::string mail) {
    must(service::add_user(*store_, name, {.mail = std::move(mail)}, model::kTestKey,
                           kNow));
  }
  Result<store::WatchlistRow> add(WatchlistEdit edit) {
    if (!edit.name) edit.name = "Floods";
    if (!edit.queries) edit.queries = Queries{"flood*"};
    return add_watchlist(*store_, "eleni", edit, model::kTestKey, plain_dictionary(),
                         kNow);
  }
  Result<store::WatchlistRow> change(const WatchlistEdit& edit) {
    return change_watchlist(*store_, "eleni", "Floods", edit, model::kTestKey, kNow);
  }
  void index(model::ArticleId article) { index_article(*store_, analyzer_, article); }
  store::WatchlistRow stored(std::string_view name = "Floods") {
    return must(store_->watchlists().find({1}, name)).value();
  }
  void expect_refused(const WatchlistEdit& edit, std::string_view why) {
    const auto refused = add(edit);
    ASSERT_FALSE(refused.ok()) << why;
    EXPECT_EQ(refused.error().kind, ErrorKind::kUsage);
    EXPECT_THAT(refused.error().text, HasSubstr(why));
    EXPECT_LT(refused.error().text.size(), 400U);
    EXPECT_THAT(refused.error().text, Not(HasSubstr("\n")));
    EXPECT_EQ(must(store_->watchlists().of_user({1})).size(), 0U);
  }

  const text::Analyzer analyzer_;
};

TEST_F(ServiceWatchlists, AreSavedAsTheyWereMeant) {
  must(add({.queries = Queries{" flood* ", "πλημμύρα", "flood*"},
            .action = model::ListAction::kTag,
            .tag = "water",
            .has_synonyms = false}));
  const store::WatchlistRow row = stored();
  ASSERT_EQ(row.list.queries.size(), 2U);
  EXPECT_EQ(row.list.queries[0].text, "flood*");
  EXPECT_EQ(row.list.tag, "water");
  EXPECT_FALSE(row.list.has_synonyms);
  EXPECT_EQ(row.list.channel, Channel::kFeed);
  EXPECT_EQ(row.next_digest, std::nullopt);
  EXPECT_EQ(add({}).error().kind, ErrorKind::kExists);
}

TEST_F(ServiceWatchlists, RefuseAQueryWithItsPlaceAndReason) {
  expect_refused({.queries = Queries{"fine", "flood AND ("}}, "flood AND (: query:");
  expect_refused({.queries = Queries{""}}, "query");
  expect_refused({.queries = Queries{"NOT flood"}}, "query");
  expect_refused({.queries = Queries{std::string(10'000'000, 'a')}}, "query");
  expect_refused({.queries = Queries{std::string(100'000, '(')}}, "query");
  expect_refused({.queries = Queries{"a\nb AND ("}}, "query");
  expect_refused({.queries = Queries{}}, "needs a query");
  expect_refused({.queries = Queries(1'001, "a")}, "1000 at most");
}

TEST_F(ServiceWatchlists, RefuseNamesThatHide) {
  for (const std::string& name :
       {std::string(), std::string("  "), std::string("a\nb"), std::string("a\x1b[2J"),
        std::string("a\u202eb"), std::string("a\u200bb"), std::string("a\xff"),
        std::string(201, 'x'), std::string(10'000'000, 'x')}) {
    expect_refused({.name = name}, "a list's name");
  }
  must(add({.name = "  Πλημμύρες & 火  "}));
  EXPECT_TRUE(must(store_->watchlists().find({1}, "Πλημμύρες & 火")));
}

TEST_F(ServiceWatchlists, RefuseWhatCannotBeSent) {
  expect_refused({.action = model::ListAction::kTag}, "--tag");
  expect_refused({.tag = "x"}, "--tag");
  expect_refused(
      {.channel = Channel::kMail, .target = "a@b.example\r\nBcc: c@d.example"}, "--to");
  expect_refused({.channel = Channel::kWebhook}, "--to");
  expect_refused({.channel = Channel::kWebhook, .target = "javascript:alert(1)"},
                 "--to");
  expect_refused(
      {.channel = Channel::kWebhook, .target = "https://hook.example/", .form = "fax"},
      "--form fax");
  expect_refused({.target = "https://hook.example/"}, "--to");
  expect_refused({.form = "ntfy"}, "--form");
  expect_refused({.secret = "key"}, "--secret");
  expect_refused({.digest = DigestKind::kDaily}, "--digest");
  expect_refused({.channel = Channel::kMail, .hour = 8}, "--at");
  expect_refused(
      {.channel = Channel::kMail, .digest = DigestKind::kDaily, .weekday = 1}, "--on");
  expect_refused(
      {.channel = Channel::kMail, .digest = DigestKind::kCount, .digest_count = 1},
      "2 to 10000");
  expect_refused({.channel = Channel::kMail, .digest = DigestKind::kDaily, .hour = 24},
                 "--at");
  make_user("bob", "");
  const auto refused = add_watchlist(
      *store_, "bob", {.name = "A", .queries = Queries{"a"}, .channel = Channel::kMail},
      model::kTestKey, plain_dictionary(), kNow);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().text, HasSubstr("bob has no mail address"));
}

TEST_F(ServiceWatchlists, SealWhatOfAWebhookIsSecret) {
  must(add({.channel = Channel::kWebhook,
            .target = "https://hook.example/services/T0/SECRETPART",
            .form = "slack",
            .secret = "hmac key"}));
  const store::WatchlistRow row = stored();
  EXPECT_TRUE(is_sealed(row.list.target));
  EXPECT_TRUE(is_sealed(row.secret));
  const SealingKey key = must(model::kTestKey());
  EXPECT_EQ(must(key.open(row.list.target, store::kWebhookTarget)),
            "https://hook.example/services/T0/SECRETPART");
  EXPECT_EQ(must(key.open(row.secret, store::kWebhookSecret)), "hmac key");
  // Another channel takes none of it with it.
  must(change({.channel = Channel::kMail}));
  EXPECT_EQ(stored().list.target, "");
  EXPECT_EQ(stored().list.form, "");
  EXPECT_EQ(stored().secret, "");
}

TEST_F(ServiceWatchlists, StayAsTheyAreWhereNothingIsSaid) {
  must(add({.channel = Channel::kMail,
            .digest = DigestKind::kWeekly,
            .hour = 7,
            .weekday = 5,
            .target = "other@example.org"}));
  const store::WatchlistRow before = stored();
  ASSERT_TRUE(before.next_digest);
  must(change_watchlist(*store_, "eleni", "Floods", {.queries = Queries{"rain"}},
                        model::kTestKey, kNow + std::chrono::hours(24 * 30)));
  const store::WatchlistRow after = stored();
  EXPECT_EQ(after.list.digest, before.list.digest);
  EXPECT_EQ(after.list.target, "other@example.org");
  EXPECT_EQ(after.next_digest, before.next_digest) << "it is not put off";
  EXPECT_EQ(after.list.queries.at(0).text, "rain");
  must(change({.target = ""}));
  EXPECT_EQ(stored().list.target, "") << "the user's own address";
  EXPECT_EQ(change_watchlist(*store_, "eleni", "None", {}, model::kTestKey, kNow)
                .error()
                .kind,
            ErrorKind::kNotFound);
}

TEST_F(ServiceWatchlists, BeginWithWhatTheirPreviewShows) {
  const auto one = StoreTest::add("https://one.example/");
  const auto two = StoreTest::add("https://two.example/");
  index(add_article(one, 1, "Floods in Thessaly"));
  index(add_article(one, 2, "Nothing happened"));
  index(add_article(two, 3, "The flood is over"));
  index(add_article(two, 4, "Floods in Thessaly"));
  const Time now = kNow + std::chrono::hours(1);
  must(add_watchlist(
      *store_, "eleni",
      {.name = "Floods", .queries = Queries{"flood"}, .channel = Channel::kMail},
      model::kTestKey, plain_dictionary(), now));
  const auto clips = must(list_clips(*store_, {.user = "eleni", .list = "Floods"}));
  ASSERT_EQ(clips.size(), 2U);
  EXPECT_EQ(clips[0].clip.title, "The flood is over") << "the newest first";
  EXPECT_EQ(clips[1].clip.keyword, "Floods");
  EXPECT_EQ(clips[1].also_in.size(), 1U);
  for (const store::ClipRow& each : clips) EXPECT_EQ(each.delivery, std::nullopt);
  EXPECT_EQ(rows_of("deliveries"), 0) << "nothing is sent for them";
  EXPECT_THAT(must(store_->clips().after({}, 10)), IsEmpty()) << "nor to the hook";
  EXPECT_THAT(must(store_->clips().times({}, 10)), IsEmpty()) << "nobody was late";
  Queries many;
  for (int i = 0; i < 250; ++i) many.push_back("word" + std::to_string(i));
  many[0] = "nothing";
  many[249] = "flood* Thessaly";
  must(add({.name = "Many", .queries = many}));
  EXPECT_EQ(must(list_clips(*store_, {.user = "eleni", .list = "Many"})).size(), 2U);
}

TEST_F(ServiceWatchlists, BeginWithNothingThatIsOldHiddenOrNotAskedFor) {
  const auto open = StoreTest::add("https://one.example/");
  index(add_article(open, 1, "A flood"));
  model::Source other = store::source_at("https://two.example/", "");
  other.is_shared = false;
  index(add_article(must(store_->sources().add(other, kNow)), 2, "A private flood"));
  const auto add_at = [&](std::string name, Time now, WatchlistEdit edit) {
    edit.name = name;
    edit.queries = Queries{"flood"};
    must(add_watchlist(*store_, "eleni", edit, model::kTestKey, plain_dictionary(),
                       now));
    return must(list_clips(*store_, {.user = "eleni", .list = name})).size();
  };
  EXPECT_EQ(add_at("now", kNow, {}), 1U);
  EXPECT_EQ(add_at("late", kNow + kPreviewTime + std::chrono::days(1), {}), 0U);
  EXPECT_EQ(add_at("paused", kNow, {.is_paused = true}), 0U);
  EXPECT_EQ(add_at("star", kNow, {.action = model::ListAction::kStar}), 0U);
}

TEST_F(ServiceWatchlists, BeginWithWhatIsThereWhenTheyComeFromAFile) {
  must(add({.queries = Queries{"flood"}}));
  const std::string file = must(export_watchlists(*store_, "eleni", model::kTestKey));
  index(add_article(StoreTest::add("https://one.example/"), 1, "A flood"));
  const auto import = [&] {
    return must(import_watchlists(*store_, "eleni", file, model::kTestKey,
                                  plain_dictionary(), kNow));
  };
  import();
  EXPECT_EQ(rows_of("clips"), 0) << "a list that he has is no new one";
  must(remove_watchlists(*store_, "eleni", {"Floods"}));
  import();
  EXPECT_EQ(rows_of("clips"), 1);
}

TEST_F(ServiceWatchlists, ForgetTheTroubleOfAChannelThatChanges) {
  must(add({.channel = Channel::kMail}));
  must(store_->watchlists().save_channel(stored().list.id, {3, kNow, kNow, "refused"}));
  must(change({.queries = Queries{"rain"}}));
  EXPECT_EQ(stored().channel.failures, 3U);
  must(change({.target = "other@example.org"}));
  EXPECT_EQ(stored().channel, store::ChannelState{});
}

TEST_F(ServiceWatchlists, SendWhatWaitedForADigestThatIsNoMore) {
  const auto source = StoreTest::add("https://one.example/");
  const auto article = add_article(source, 1, "one");
  must(add({.channel = Channel::kMail, .digest = DigestKind::kDaily}));
  add_clip(stored().list.id, article, source, store::kWaitsForDigest);
  must(change({.digest = DigestKind::kOff}));
  EXPECT_EQ(stored().next_digest, kNow);
}

TEST_F(ServiceWatchlists, KeepADigestThatFillsUpUnlessItsNumberChanges) {
  const auto source = StoreTest::add("https://one.example/");
  must(add(
      {.channel = Channel::kMail, .digest = DigestKind::kCount, .digest_count = 5}));
  add_clip(stored().list.id, add_article(source, 1, "one"), source,
           store::kWaitsForDigest);
  must(change({.queries = Queries{"rain"}}));
  EXPECT_EQ(stored().next_digest, std::nullopt);
  must(change({.digest_count = 4}));
  EXPECT_EQ(stored().next_digest, kNow);
}

TEST_F(ServiceWatchlists, SendNothingMoreOnceTheyAreStopped) {
  const auto source = StoreTest::add("https://one.example/");
  const auto stop = [&] {
    EXPECT_EQ(must(stop_notices(*store_, stored().list.id))->name, "Floods");
  };
  const auto edit = [&] { must(change({.channel = Channel::kFeed})); };
  int article = 0;
  for (const std::function<void()>& end : {std::function<void()>(stop), {edit}}) {
    must(add({.channel = Channel::kWebhook,
              .digest = DigestKind::kDaily,
              .target = "https://hook.example/x",
              .secret = "key"}));
    const auto list = stored().list.id;
    const auto queued = must(store_->deliveries().add(std::vector<model::Delivery>{
        {.user = {1}, .list = list, .created = kNow, .due = kNow}}));
    ++article;
    add_clip(list, add_article(source, article, "one"), source, queued);
    ++article;
    add_clip(list, add_article(source, article, "two"), source, store::kWaitsForDigest);
    end();
    const store::WatchlistRow row = stored();
    EXPECT_EQ(row.list.channel, Channel::kFeed);
    EXPECT_EQ(row.list.digest, model::Digest());
    EXPECT_EQ(row.list.target + row.list.form + row.secret, "");
    EXPECT_EQ(row.next_digest, std::nullopt);
    EXPECT_EQ(row.channel, store::ChannelState());
    EXPECT_THAT(must(store_->clips().waiting(std::vector{list})), IsEmpty());
    EXPECT_THAT(must(store_->deliveries().next_waiting(kNow, {}, {9, 9})), IsEmpty());
    must(change({.queries = Queries{"rain"}}));
    const auto file = must(export_watchlists(*store_, "eleni", model::kTestKey));
    must(import_watchlists(*store_, "eleni", file, model::kTestKey, plain_dictionary(),
                           kNow));
    must(remove_watchlists(*store_, "eleni", {"Floods"}));
  }
}

TEST_F(ServiceWatchlists, TryWhatWaitsAgainWhenItsChannelIsAnotherOne) {
  must(add({.channel = Channel::kMail}));
  const auto list = stored().list.id;
  const Time later = kNow + std::chrono::hours(5);
  must(store_->deliveries().add(std::vector<model::Delivery>{
      {.user = {1}, .list = list, .created = kNow, .due = later}}));
  must(store_->watchlists().save_channel(list, {9, kNow, later, "refused"}));
  must(change({.target = "other@example.org"}));
  EXPECT_EQ(must(store_->deliveries().next_waiting(kNow, {}, {9, 9})).size(), 1U);
}

TEST_F(ServiceWatchlists, SendWhatWaitedForADigestThatAFileSwitchesOff) {
  const auto source = StoreTest::add("https://one.example/");
  must(add({.channel = Channel::kMail}));
  const auto file = must(export_watchlists(*store_, "eleni", model::kTestKey));
  must(change({.digest = DigestKind::kCount, .digest_count = 5}));
  add_clip(stored().list.id, add_article(source, 1, "one"), source,
           store::kWaitsForDigest);
  must(import_watchlists(*store_, "eleni", file, model::kTestKey, plain_dictionary(),
                         kNow));
  EXPECT_EQ(stored().next_digest, kNow);
}

TEST_F(ServiceWatchlists, ArePausedResumedAndRemovedAllOrNone) {
  must(add({.name = "A"}));
  must(add({.name = "B"}));
  must(pause_watchlists(*store_, "eleni", {"A", "B"}, true));
  EXPECT_TRUE(stored("A").list.is_paused);
  EXPECT_EQ(pause_watchlists(*store_, "eleni", {"A", "C"}, false).error().kind,
            ErrorKind::kNotFound);
  EXPECT_TRUE(stored("A").list.is_paused);
  EXPECT_EQ(remove_watchlists(*store_, "eleni", {"A", "C"}).error().kind,
            ErrorKind::kNotFound);
  must(remove_watchlists(*store_, "eleni", {"A"}));
  EXPECT_EQ(must(list_watchlists(*store_, "")).size(), 1U);
}

TEST_F(ServiceWatchlists, HaveAFeedWhoseAddressEnds) {
  must(add({}));
  const auto finds = [&](const std::string& token) {
    return must(store_->watchlists().find_by_feed(mark_of_token(token))).has_value();
  };
  const std::string token =
      must(feed_token(*store_, "eleni", "Floods", model::kTestKey));
  EXPECT_TRUE(finds(token));
  const std::string renewed =
      must(renew_feed(*store_, "eleni", "Floods", model::kTestKey));
  EXPECT_FALSE(finds(token));
  EXPECT_TRUE(finds(renewed));
  must(revoke_feed(*store_, "eleni", "Floods"));
  EXPECT_FALSE(finds(renewed));
  EXPECT_EQ(feed_token(*store_, "eleni", "Floods", model::kTestKey).error().kind,
            ErrorKind::kNotFound);
}

TEST_F(ServiceWatchlists, RoundTripThroughAFile) {
  must(add({.name = "Tagged \"quoted\" ναι",
            .queries = Queries{"a OR \"b c\"", "=d"},
            .action = model::ListAction::kTag,
            .tag = "t",
            .is_paused = true,
            .has_synonyms = false}));
  must(add({.name = "Hook",
            .channel = Channel::kWebhook,
            .digest = DigestKind::kCount,
            .digest_count = 20,
            .target = "https://hook.example/x?y=z",
            .form = "ntfy",
            .secret = "key"}));
  must(add({.name = "Weekly",
            .channel = Channel::kMail,
            .digest = DigestKind::kWeekly,
            .hour = 23,
            .weekday = 7,
            .target = "other@example.org"}));
  const std::string file = must(export_watchlists(*store_, "eleni", model::kTestKey));
  make_user("bob", "");
  const auto import = [&](std::string_view user, std::string_view text) {
    return import_watchlists(*store_, user, text, model::kTestKey, plain_dictionary(),
                             kNow);
  };
  EXPECT_EQ(must(import("bob", file)).added, 3U);
  EXPECT_EQ(must(export_watchlists(*store_, "bob", model::kTestKey)), file);
  EXPECT_EQ(must(import("bob", file)).known, 3U);

  const auto before = must(store_->watchlists().find({2}, "Hook")).value();
  must(change_watchlist(*store_, "bob", "Hook", {.secret = ""}, model::kTestKey, kNow));
  EXPECT_EQ(must(import("bob", file)).changed, 1U);
  const auto after = must(store_->watchlists().find({2}, "Hook")).value();
  EXPECT_EQ(after.list.id, before.list.id);
  EXPECT_EQ(after.feed.mark, before.feed.mark) << "its readers go on";
  EXPECT_EQ(must(export_watchlists(*store_, "bob", model::kTestKey)), file);
}

TEST_F(ServiceWatchlists, RefuseAFileThatIsWrongInOnePlace) {
  const auto refused = [&](std::string_view text) {
    const auto done = import_watchlists(*store_, "eleni", text, model::kTestKey,
                                        plain_dictionary(), kNow);
    EXPECT_FALSE(done.ok()) << text;
    EXPECT_THAT(must(store_->watchlists().of_user({1})), IsEmpty());
    return done.ok() ? std::string() : done.error().text;
  };
  refused("");
  refused("[]");
  refused("{}");
  refused(R"({"curlew_watchlists":2,"lists":[]})");
  refused(std::string(100'000, '['));
  const auto with = [](std::string_view second) {
    return std::string(
               R"({"curlew_watchlists":1,"lists":[{"name":"A","queries":["a"]},)") +
           std::string(second) + "]}";
  };
  EXPECT_THAT(refused(with("7")), HasSubstr("list 2"));
  EXPECT_THAT(refused(with(R"({"name":"B","queries":["("]})")), HasSubstr("query:"));
  EXPECT_THAT(refused(with(R"({"name":"B","queries":"b"})")), HasSubstr("queries"));
  EXPECT_THAT(refused(with(R"({"name":"B","queries":["b"],"bye":"mail"})")),
              HasSubstr("bye"));
  EXPECT_THAT(refused(with(R"({"name":"B","queries":["b"],"by":"fax"})")),
              HasSubstr("fax"));
  EXPECT_THAT(refused(with(R"({"name":"A","queries":["b"]})")), HasSubstr("twice"));
}

TEST_F(ServiceWatchlists, AreImportedByTheHundredThousand) {
  std::string file = R"({"curlew_watchlists":1,"lists":[)";
  for (int i = 0; i < 100'000; ++i) {
    if (i > 0) file += ',';
    file += R"({"name":")" + std::to_string(i) + R"(","queries":["word)" +
            std::to_string(i) + R"("]})";
  }
  const auto done = must(import_watchlists(*store_, "eleni", file + "]}",
                                           model::kTestKey, plain_dictionary(), kNow));
  EXPECT_EQ(done.added, 100'000U);
  must(remove_user(*store_, "eleni", kNow));
  EXPECT_EQ(rows_of("watchlists"), 0);
}

}  // namespace
}  // namespace curlew::service
