#include "service/seal_secrets.h"

#include <gmock/gmock.h>

#include "base/content_of_test.h"
#include "model/sealed_settings_test.h"
#include "service/search.h"
#include "service/users.h"
#include "service/watchlists.h"
#include "store/sqlite/sqlite_database.h"
#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using store::kNow;
using store::must;
using store::PlainSecrets;
using testing::HasSubstr;
using testing::Not;

class SealSecrets : public store::StoreTest {
 protected:
  // As a release stored it that did not seal.
  model::SourceId add_plain(std::string url) {
    model::Source source = store::source_at(std::move(url));
    source.request.headers = {{"X-Key", model::kept("plain-header")},
                              {"Accept-Language", model::kept("el")}};
    source.request.basic_credentials = model::kept("ann:plain-password");
    source.request.proxy = model::kept("http://bob:plain-proxy@p.example:1");
    const auto id = must(store_->sources().add(source, kNow));
    must(store_->secrets().set_plain(PlainSecrets::kInRows));
    return id;
  }
  model::SealedSettings request_of(model::SourceId id) {
    return must(store_->sources().find(id)).value().source.request;
  }
};

TEST_F(SealSecrets, SealsWhatIsPlainOnceAndForAll) {
  const auto id = add_plain("https://a.example/feed");
  add("https://b.example/feed");
  EXPECT_EQ(must(seal_plain_secrets(*store_, model::kTestKey)), 1u);
  const model::SealedSettings request = request_of(id);
  EXPECT_TRUE(model::are_sealed(request));
  const model::RequestSettings opened = model::opened(request, "https://a.example");
  EXPECT_EQ(opened.basic_credentials, "ann:plain-password");
  EXPECT_EQ(opened.headers[0].second, "plain-header");
  EXPECT_EQ(opened.headers[1].second, "el");
  EXPECT_EQ(opened.proxy, "http://bob:plain-proxy@p.example:1");
  EXPECT_EQ(must(store_->secrets().plain()), PlainSecrets::kNowhere);
  EXPECT_EQ(must(sources_of_other_keys(*store_, "")), std::vector{id});
  EXPECT_EQ(must(sources_of_other_keys(*store_, SealingKey::generate().id())),
            std::vector{id});
  EXPECT_TRUE(
      must(sources_of_other_keys(*store_, must(model::kTestKey()).id())).empty());
  // Nothing is left to do, and nobody needs the key for it.
  EXPECT_EQ(must(seal_plain_secrets(*store_, model::kNoKey)), 0u);
  EXPECT_EQ(request_of(id), request);
}

TEST_F(SealSecrets, WithoutAKeyChangesNothing) {
  const auto id = add_plain("https://a.example/feed");
  EXPECT_FALSE(seal_plain_secrets(*store_, model::kNoKey).ok());
  EXPECT_FALSE(model::are_sealed(request_of(id)));
  EXPECT_EQ(must(store_->secrets().plain()), PlainSecrets::kInRows);
}

TEST_F(SealSecrets, NeedsNoKeyWhereThereAreNone) {
  add("https://b.example/feed");
  must(store_->secrets().set_plain(PlainSecrets::kInRows));
  EXPECT_EQ(must(seal_plain_secrets(*store_, model::kNoKey)), 0u);
  EXPECT_EQ(must(store_->secrets().plain()), PlainSecrets::kNowhere);
}

TEST_F(SealSecrets, WipesWhatAnInterruptedCallHasLeft) {
  must(store_->secrets().set_plain(PlainSecrets::kInOldCopies));
  EXPECT_EQ(must(seal_plain_secrets(*store_, model::kNoKey)), 0u);
  EXPECT_EQ(must(store_->secrets().plain()), PlainSecrets::kNowhere);
}

// On SQLite: nothing of them stays in the file or in its log, not even of those that
// had been changed or removed before.
TEST(SealedFiles, HoldNoPlainCopy) {
  const TemporaryFolder folder;
  const std::string path = folder.file("central.db");
  const auto in_files = [&] { return content_of(path) + content_of(path + "-wal"); };
  const auto store = must(open_sqlite_store(path, store::OpenMode::kReadWrite));
  std::vector<model::SourceId> ids;
  for (int i = 0; i < 300; ++i) {
    model::Source source = store::source_at("https://a.example/" + std::to_string(i));
    source.request.bearer_token =
        model::kept("plain-token-" + std::string(200, char('a' + i % 26)));
    ids.push_back(must(store->sources().add(source, kNow)));
  }
  for (int i = 0; i < 300; i += 3) must(store->sources().remove(ids[std::size_t(i)]));
  must(store->secrets().set_plain(PlainSecrets::kInRows));
  ASSERT_THAT(in_files(), HasSubstr("plain-token"));
  // A reader holds the log: sealed, but not yet wiped.
  {
    const auto reader = must(open_sqlite_store(path, store::OpenMode::kReadOnly));
    const auto snapshot = must(reader->snapshot());
    must(reader->sources().folders());
    const auto hasty =
        must(open_sqlite_store(path, store::OpenMode::kReadWrite, Milliseconds(10)));
    EXPECT_EQ(must(seal_plain_secrets(*hasty, model::kTestKey)), 200u);
    EXPECT_EQ(must(store->secrets().plain()), PlainSecrets::kInOldCopies);
  }
  EXPECT_EQ(must(seal_plain_secrets(*store, model::kTestKey)), 0u);
  EXPECT_EQ(must(store->secrets().plain()), PlainSecrets::kNowhere);
  EXPECT_THAT(in_files(), Not(HasSubstr("plain-token")));
  EXPECT_EQ(must(sources_of_other_keys(*store, "")).size(), 200u);
}

TEST_F(SealSecrets, OfUsersAreKnownByTheirKeyAndEndWithoutIt) {
  const auto key = model::kTestKey;
  must(add_user(*store_, "eleni", {}, key, kNow));
  must(add_watchlist(*store_, "eleni",
                     {.name = "Hook",
                      .queries = std::vector<std::string>{"fog"},
                      .channel = model::Channel::kWebhook,
                      .target = "https://hook.example/",
                      .secret = "s"},
                     key, plain_dictionary(), kNow));
  // Page, feed, target and secret.
  EXPECT_EQ(must(user_secrets_of_other_keys(*store_, "")), 4U);
  EXPECT_EQ(must(user_secrets_of_other_keys(*store_, must(key()).id())), 0U);
  EXPECT_EQ(must(user_secrets_of_other_keys(*store_, "01234567")), 4U);
  const auto hook = must(store_->watchlists().find({1}, "Hook")).value().list.id;
  must(store_->deliveries().add(std::vector<model::Delivery>{
      {.user = {1}, .list = hook, .created = kNow, .due = kNow}}));
  EXPECT_EQ(must(revoke_user_secrets(*store_)), 1U);
  EXPECT_TRUE(must(store_->deliveries().next_waiting(kNow, {}, {9, 9})).empty());
  EXPECT_EQ(must(user_secrets_of_other_keys(*store_, "")), 0U);
  const auto list = must(store_->watchlists().find({1}, "Hook")).value();
  EXPECT_EQ(list.list.channel, model::Channel::kFeed);
}

}  // namespace
}  // namespace curlew::service
