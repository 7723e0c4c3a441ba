// The publisher over the real store: only mail, webhooks and the clock are twins in
// memory. Runs on both databases (ctest: control_publisher_postgres).

#include "control/publisher.h"

#include <gmock/gmock.h>

#include <deque>
#include <fstream>
#include <functional>

#include "http/memory_client.h"
#include "model/sealed_settings_test.h"
#include "store/clips_fixture.h"
#include "store/epoch.h"

namespace curlew::control {
namespace {

using http::MailEnd;
using http::MailResult;
using model::DeliveryState;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A mail server that keeps what it is given, and answers at the next poll.
class MemoryMail final : public http::MailClient {
 public:
  void start(http::MailMessage message, Done done) override {
    waiting_.push_back({std::move(message), std::move(done)});
  }
  void poll(Milliseconds) override {
    for (auto& [message, done] : std::exchange(waiting_, {})) {
      const MailResult result = answer(message);
      if (result.end == MailEnd::kAccepted) accepted.push_back(std::move(message));
      ++tries;
      done(result);
    }
  }
  std::size_t in_flight() const override { return waiting_.size(); }
  void wake() override {}

  std::function<MailResult(const http::MailMessage&)> answer =
      [](const http::MailMessage&) { return MailResult{}; };
  std::vector<http::MailMessage> accepted;
  std::size_t tries = 0;

 private:
  struct Waiting {
    http::MailMessage message;
    Done done;
  };
  std::deque<Waiting> waiting_;
};

// What this process has needed at most, so far.
std::size_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  return 0;
}

MailResult not_now(const http::MailMessage&) {
  return {.end = MailEnd::kLater, .status = 451, .error = "451 not now"};
}

class PublisherTest : public store::UserStoreTest {
 protected:
  void SetUp() override {
    clock_.advance(store::kNow - clock_.now());
    user_ = add_user("ann");
    source_ = add("http://news.example/feed", "News");
    options_.sender.from = *publish::parse_mail_address("curlew@example.org");
    options_.sender.installation = "test";
    options_.key = model::kTestKey;
    start();
  }
  // A new process.
  void start() { publisher_ = make(*store_, mail_); }
  std::unique_ptr<Publisher> make(store::Store& store, MemoryMail& mail) {
    return std::make_unique<Publisher>(options_, store, &mail, *web_, clock_);
  }

  model::WatchlistId add_mail_list(const std::string& name, model::Digest digest = {}) {
    auto row = list_named(user_, name);
    row.list.channel = model::Channel::kMail;
    row.list.digest = digest;
    return must(store_->watchlists().add({&row, 1})).at(0);
  }
  model::WatchlistId add_webhook_list(
      const std::string& name, const std::string& url = "https://hook.example/x") {
    auto row = list_named(user_, name);
    row.list.channel = model::Channel::kWebhook;
    row.list.form = "json";
    row.list.target = model::kTestKey()->seal(url, store::kWebhookTarget);
    return must(store_->watchlists().add({&row, 1})).at(0);
  }
  model::DeliveryId add_notice(model::WatchlistId list) {
    model::Delivery delivery;
    delivery.user = user_;
    delivery.list = list;
    delivery.created = delivery.due = clock_.now();
    const auto id = must(store_->deliveries().add({&delivery, 1}));
    add_clip(list, {++last_article_}, source_, id);
    return id;
  }
  // Lets everything happen that happens within `duration`.
  void run_for(Milliseconds duration) {
    const Milliseconds step = std::max(Milliseconds(500), duration / 1'000);
    for (const auto end = clock_.steady() + duration; clock_.steady() < end;) {
      must(publisher_->step(Milliseconds(0)));
      clock_.advance(step);
    }
    must(publisher_->step(Milliseconds(0)));
  }
  model::Delivery delivery(model::DeliveryId id) {
    for (const auto& row : must(store_->deliveries().list({}, 1'000))) {
      if (row.delivery.id == id) return row.delivery;
    }
    return {};
  }
  std::vector<std::string> alarms() {
    std::vector<std::string> subjects;
    for (const auto& row : must(store_->deliveries().list({}, 1'000))) {
      if (row.delivery.kind == model::DeliveryKind::kAlarm) {
        subjects.push_back(row.delivery.subject);
      }
    }
    return subjects;
  }

  store::StorePlace place() const {
    store::StorePlace place;
    (store::is_postgres_url(path_) ? place.url : place.file) = path_;
    return place;
  }

  ManualClock clock_;
  MemoryMail mail_;
  static http::MemoryAnswer answer_of(int status) {
    http::MemoryAnswer answer;
    answer.response.status = status;
    return answer;
  }
  store::ChannelState channel(model::WatchlistId list) {
    return must(store_->watchlists().find({&list, 1})).at(0).channel;
  }

  int hook_status_ = 200;
  std::function<http::MemoryAnswer(const http::Request&)> hook_;
  std::vector<http::Request> posted_;
  std::unique_ptr<http::MemoryClient> web_ = http::make_memory_client(
      [this](const http::Request& request) {
        posted_.push_back(request);
        return hook_ ? hook_(request) : answer_of(hook_status_);
      },
      clock_);
  PublisherOptions options_;
  std::unique_ptr<Publisher> publisher_;
  model::UserId user_;
  model::SourceId source_;
  std::int64_t last_article_ = 0;
};

TEST_F(PublisherTest, SendsANoticeOnceAndNotesWhen) {
  const auto id = add_notice(add_mail_list("Ferries"));
  run_for(Milliseconds(5'000));
  ASSERT_THAT(mail_.accepted, SizeIs(1));
  EXPECT_EQ(mail_.accepted[0].to, "ann@example.org");
  EXPECT_THAT(mail_.accepted[0].content, HasSubstr("Message-ID: <delivery-"));
  EXPECT_EQ(delivery(id).state, DeliveryState::kSent);
  EXPECT_EQ(delivery(id).sent, store::kNow);
  start();
  run_for(std::chrono::hours(1));
  EXPECT_THAT(mail_.accepted, SizeIs(1)) << "nor by the next process";
}

TEST_F(PublisherTest, NoticesThatFailTogetherAreOneFailureOfTheirChannel) {
  const auto list = add_mail_list("Ferries");
  for (int i = 0; i < 5; ++i) add_notice(list);
  mail_.answer = not_now;
  run_for(Milliseconds(5'000));
  EXPECT_EQ(mail_.tries, store::kMostOfList);
  const auto state = must(store_->watchlists().find({&list, 1})).at(0).channel;
  EXPECT_EQ(state.failures, 1u);
  EXPECT_EQ(state.retry_at, store::kNow + std::chrono::seconds(30));
  mail_.answer = [](const http::MailMessage&) { return MailResult{}; };
  run_for(std::chrono::seconds(20));
  EXPECT_EQ(mail_.tries, store::kMostOfList) << "it is left alone";
  run_for(std::chrono::seconds(10));
  EXPECT_THAT(mail_.accepted, SizeIs(5));
  EXPECT_EQ(must(store_->watchlists().find({&list, 1})).at(0).channel,
            store::ChannelState());
}

TEST_F(PublisherTest, AChannelThatFailsHoldsUpNoOther) {
  const auto bad = add_webhook_list("Bad"), good = add_mail_list("Good");
  hook_status_ = 503;
  for (int i = 0; i < 100; ++i) add_notice(bad);
  run_for(Milliseconds(1'000));
  add_notice(good);
  run_for(Milliseconds(1'500));
  EXPECT_THAT(mail_.accepted, SizeIs(1));
}

TEST_F(PublisherTest, ASlowReceiverHoldsUpNoOther) {
  const auto slow = add_webhook_list("Slow", "https://slow.example/x");
  const auto fast = add_webhook_list("Fast");
  hook_ = [](const http::Request& request) {
    auto answer = answer_of(200);
    if (request.url.find("slow.example") != request.url.npos) {
      answer.latency = std::chrono::hours(1);
    }
    return answer;
  };
  for (int i = 0; i < 100; ++i) add_notice(slow);
  run_for(Milliseconds(2'000));
  const auto quick = add_notice(fast);
  const auto mailed = add_notice(add_mail_list("Mail"));
  run_for(Milliseconds(2'000));
  EXPECT_EQ(delivery(quick).state, DeliveryState::kSent);
  EXPECT_EQ(delivery(mailed).state, DeliveryState::kSent);
  EXPECT_EQ(publisher_->in_flight(), store::kMostOfList);
}

TEST_F(PublisherTest, WhatHasNothingToTellSaysNothingOfItsChannel) {
  const auto list = add_mail_list("Ferries");
  for (int i = 0; i < 3; ++i) add_notice(list);
  must(store_->subscriptions().set_shared({&source_, 1}, false));
  run_for(Milliseconds(2'000));
  EXPECT_THAT(mail_.accepted, IsEmpty());
  EXPECT_EQ(delivery({1}).state, DeliveryState::kDead);
  EXPECT_EQ(channel(list), store::ChannelState());
}

TEST_F(PublisherTest, NothingIsSentOfAListThatHasOnlyItsFeed) {
  const auto list = add_list(user_, "Stopped");
  for (int i = 0; i < 10; ++i) add_notice(list);
  run_for(Milliseconds(5'000));
  EXPECT_EQ(mail_.tries, 0u);
  EXPECT_EQ(delivery({10}).state, DeliveryState::kDead);
  EXPECT_EQ(channel(list), store::ChannelState());
}

TEST_F(PublisherTest, WhatWaitsForALaterTryGoesWhenTheChannelWorksAgain) {
  const auto list = add_webhook_list("Hook");
  const auto old = add_notice(list);
  must(store_->deliveries().note(std::vector<store::DeliveryOutcome>{
      {old, DeliveryState::kWaiting, store::kNow + std::chrono::hours(5), "500"}}));
  must(store_->watchlists().save_channel(
      list, {3, store::kNow, store::kNow + std::chrono::seconds(30), "500"}));
  const auto next = add_notice(list);
  run_for(std::chrono::seconds(29));
  EXPECT_EQ(delivery(next).state, DeliveryState::kWaiting) << "it rests";
  run_for(std::chrono::seconds(5));
  EXPECT_EQ(delivery(next).state, DeliveryState::kSent);
  EXPECT_EQ(delivery(old).state, DeliveryState::kSent);
}

TEST_F(PublisherTest, AReceiverIsLeftAloneForAsLongAsItAsks) {
  const auto list = add_webhook_list("Hook");
  int asked = 0;
  hook_ = [&](const http::Request&) {
    if (asked++ > 0) return answer_of(200);
    auto answer = answer_of(429);
    answer.response.headers = {{"Retry-After", "600"}};
    return answer;
  };
  add_notice(list);
  const auto taken = add_notice(list);
  run_for(Milliseconds(2'000));
  EXPECT_EQ(delivery(taken).state, DeliveryState::kSent) << "it was under way";
  const auto next = add_notice(list);
  run_for(std::chrono::seconds(590));
  EXPECT_EQ(asked, 2);
  run_for(std::chrono::seconds(15));
  EXPECT_EQ(delivery(next).state, DeliveryState::kSent);
  EXPECT_EQ(asked, 4);
}

TEST_F(PublisherTest, WhatIsRefusedMakesNoLaterTryWaitLonger) {
  const auto list = add_webhook_list("Hook");
  hook_status_ = 404;
  for (int i = 0; i < 8; ++i) add_notice(list);
  run_for(Milliseconds(5'000));
  EXPECT_EQ(channel(list).failures, 0u);
  EXPECT_EQ(channel(list).refusals, 8u);
  EXPECT_THAT(alarms(), SizeIs(1)) << "its user hears of it";
  hook_status_ = 500;
  add_notice(list);
  run_for(Milliseconds(1'000));
  EXPECT_EQ(channel(list).failures, 1u);
  EXPECT_LE(channel(list).retry_at, clock_.now() + std::chrono::seconds(30));
}

TEST_F(PublisherTest, ADeadWebhookIsReportedOnceAndOnceWhenItWorksAgain) {
  const auto id = add_notice(add_webhook_list("Hook"));
  hook_status_ = 500;
  run_for(std::chrono::minutes(5));
  EXPECT_THAT(alarms(), IsEmpty()) << "that may happen";
  run_for(std::chrono::hours(24));
  EXPECT_THAT(alarms(), ElementsAre("Notices of the list Hook cannot be sent"));
  EXPECT_EQ(delivery(id).state, DeliveryState::kWaiting);
  hook_status_ = 200;
  run_for(std::chrono::hours(7));
  EXPECT_EQ(delivery(id).state, DeliveryState::kSent);
  EXPECT_THAT(alarms(), ElementsAre("Notices of the list Hook are sent again",
                                    "Notices of the list Hook cannot be sent"));
  EXPECT_THAT(mail_.accepted, SizeIs(2)) << "both are told by mail";
}

TEST_F(PublisherTest, ListsOfOneDeadReceiverAreReportedInOneMail) {
  auto row = must(store_->users().find(user_)).value();
  row.user.language = "el";
  must(store_->users().change(row));
  add_notice(add_webhook_list("One"));
  add_notice(add_webhook_list("Two"));
  hook_status_ = 500;
  run_for(std::chrono::hours(1));
  EXPECT_THAT(alarms(), SizeIs(1));
  EXPECT_THAT(mail_.accepted, SizeIs(1));
  const auto rows = must(store_->deliveries().list({}, 1));
  EXPECT_THAT(rows.at(0).delivery.body, HasSubstr("της λίστας One δεν"));
  EXPECT_THAT(rows.at(0).delivery.body, HasSubstr("της λίστας Two δεν"));
}

TEST_F(PublisherTest, WhatIsRefusedIsNotTriedAgainAndHoldsUpNothing) {
  const auto list = add_mail_list("Ferries");
  const auto refused = add_notice(list);
  mail_.answer = [](const http::MailMessage&) {
    return MailResult{.end = MailEnd::kRefused, .status = 550, .error = "550 no"};
  };
  run_for(Milliseconds(2'000));
  EXPECT_EQ(delivery(refused).state, DeliveryState::kDead);
  EXPECT_EQ(delivery(refused).error, "550 no");
  mail_.answer = [](const http::MailMessage&) { return MailResult{}; };
  const auto next = add_notice(list);
  run_for(Milliseconds(2'000));
  EXPECT_EQ(delivery(next).state, DeliveryState::kSent);
}

TEST_F(PublisherTest, GivesANoticeUpAfterAWeek) {
  const auto id = add_notice(add_mail_list("Ferries"));
  mail_.answer = not_now;
  for (int day = 0; day < 8; ++day) {
    EXPECT_NE(delivery(id).state, DeliveryState::kSent);
    for (int i = 0; i < 24 * 6; ++i) {
      must(publisher_->step(Milliseconds(0)));
      clock_.advance(std::chrono::minutes(10));
    }
  }
  EXPECT_EQ(delivery(id).state, DeliveryState::kDead);
}

TEST_F(PublisherTest, AnAddressWithLineEndsReachesNoServer) {
  auto row = list_named(user_, "Ferries");
  row.list.channel = model::Channel::kMail;
  row.list.target = "ann@example.org\r\nBcc: all@example.org";
  const auto id = add_notice(must(store_->watchlists().add({&row, 1})).at(0));
  run_for(Milliseconds(2'000));
  EXPECT_EQ(mail_.tries, 0u);
  EXPECT_EQ(delivery(id).state, DeliveryState::kDead);
}

TEST_F(PublisherTest, OfADeposedLeaderNeitherSendsNorNotes) {
  const auto list = add_mail_list("Ferries");
  const auto lead = [&] {
    return must(store::open_leading_store(place(), Milliseconds(100))).epoch;
  };
  const auto epoch = lead();
  const auto old_store =
      must(store::open_fenced_store(place(), epoch, Milliseconds(10'000)));
  MemoryMail old_mail;
  const auto old = make(*old_store, old_mail);
  // Under way, and accepted, when the other takes over.
  const auto cut = add_notice(list);
  old_mail.answer = [&](const http::MailMessage&) {
    lead();
    return MailResult{};
  };
  const auto deposed = old->step(Milliseconds(0));
  ASSERT_FALSE(deposed.ok());
  EXPECT_TRUE(must(store::is_deposed(*old_store, epoch)));
  EXPECT_EQ(delivery(cut).state, DeliveryState::kWaiting);
  const auto later = make(*old_store, old_mail);
  add_notice(list);
  EXPECT_EQ(later->step(Milliseconds(0)).error().kind, ErrorKind::kBusy);
  EXPECT_THAT(old_mail.accepted, SizeIs(1));
  // The one that leads sends both, the first under the same Message-ID.
  run_for(Milliseconds(2'000));
  ASSERT_THAT(mail_.accepted, SizeIs(2));
  EXPECT_EQ(mail_.accepted[0].content, old_mail.accepted[0].content);
}

TEST_F(PublisherTest, ADigestOfAHundredThousandClipsIsOneMessageOfBoundedSize) {
  constexpr int kClips = 100'000;
  const auto list = add_mail_list("Ferries", {.kind = model::DigestKind::kDaily});
  for (int done = 0; done < kClips; done += 1'000) {
    std::vector<store::NewClip> clips(1'000);
    auto transaction = must(store_->begin());
    model::ClipId id = must(store_->clips().take_ids(clips.size()));
    for (store::NewClip& each : clips) {
      each.clip.id = id;
      ++id.value;
      each.clip.list = list;
      each.clip.article = {++last_article_};
      each.clip.source = source_;
      each.clip.title = "Strike " + std::to_string(last_article_);
      each.clip.summary = std::string(600, 'x');
      each.clip.found = each.clip.matched = store::kNow;
      each.delivery = store::kWaitsForDigest;
    }
    must(store_->clips().insert(clips));
    must(transaction.commit());
  }
  must(store_->watchlists().set_next_digest(list, store::kNow + std::chrono::hours(2)));
  run_for(std::chrono::hours(1));
  EXPECT_THAT(mail_.accepted, IsEmpty()) << "before its time";
  const auto memory_before = peak_memory();
  clock_.advance(std::chrono::hours(2));
  run_for(std::chrono::minutes(2));
  EXPECT_LT(peak_memory() - memory_before, 32u << 20);
  ASSERT_THAT(mail_.accepted, SizeIs(1));
  const std::string& content = mail_.accepted[0].content;
  EXPECT_LT(content.size(), 2u << 20);
  EXPECT_THAT(content, HasSubstr("100000"));
  EXPECT_THAT(content, HasSubstr("Strike 100000")) << "the newest";
  clock_.advance(std::chrono::hours(48));
  run_for(std::chrono::minutes(2));
  EXPECT_THAT(mail_.accepted, SizeIs(1)) << "once";
}

}  // namespace
}  // namespace curlew::control
