// Answers are kept for as long as they are true, and for their caller alone.

#include "api/answer_cache.h"

#include <gtest/gtest.h>

#include <future>

#include "http/gzip.h"
#include "store/store_fixture.h"

namespace curlew::api {
namespace {

struct CachedSink final : http::Responder::Sink {
  void answer(http::ServerResponse response) override { got = std::move(response); }
  http::ServerResponse got;
};

class AnswerCacheTest : public store::StoreTest {
 protected:
  AnswerCacheTest() {
    http::RouterOptions options;
    options.identify = [this](const auto&, const auto& then) {
      http::Caller caller;
      caller.access = http::Access::kReader;
      caller.user_id = user_;
      then(caller);
    };
    router_.emplace(std::move(options));
    const auto make = [this](const http::Call& call, const http::Reply& reply) {
      const Answer answer = *page_(call, *store_);
      const Body& body = std::get<Body>(answer);
      reply({200, body.headers, body.text});
    };
    router_->add({.pattern = "/{what}",
                  .access = http::Access::kReader,
                  .policy = {.content_type = "application/json",
                             .cache = http::Cache::kRevalidate},
                  .handler = cache_.before(make)});
  }
  void SetUp() override {
    if (store::tests_postgres()) GTEST_SKIP() << "of a server nothing is kept";
  }
  http::ServerResponse get(const std::string& target, const std::string& etag = "",
                           const std::string& taken = "") {
    http::ServerRequest request{
        .method = "GET",
        .path = target.substr(0, target.find('?')),
        .target = target,
        .headers = {
            {"Host", "a"}, {"If-None-Match", etag}, {"Accept-Encoding", taken}}};
    const auto sink = std::make_shared<CachedSink>();
    (*router_)(request, http::Responder(sink));
    return sink->got;
  }

  ManualClock clock_;
  std::function<Result<std::unique_ptr<store::Store>>()> open_ = [this] {
    return store::open_at(path_);
  };
  AnswerCache cache_{{.open_store = [this] { return open_(); }, .most = 64_KiB},
                     clock_};
  int made_ = 0;
  std::int64_t user_ = 1;
  Page page_ = cache_.keep([this](const http::Call&, store::Store&) -> Result<Answer> {
    ++made_;
    return Answer("answer " + std::to_string(made_));
  });
  std::optional<http::Router> router_;
};

TEST_F(AnswerCacheTest, IsTheSameUntilSomebodyWrites) {
  EXPECT_EQ(get("/list").body, "answer 1");
  EXPECT_EQ(get("/list").body, "answer 1");
  add("https://a.example/feed");
  EXPECT_EQ(get("/list").body, "answer 2");
  EXPECT_EQ(get("/list").body, "answer 2");
}

TEST_F(AnswerCacheTest, IsOldAfterASecond) {
  get("/list");
  clock_.advance(Milliseconds(999));
  EXPECT_EQ(get("/list").body, "answer 1");
  clock_.advance(Milliseconds(1));
  EXPECT_EQ(get("/list").body, "answer 2");
}

TEST_F(AnswerCacheTest, IsOfOneCallerAndOneAddress) {
  get("/list");
  EXPECT_EQ(get("/list?page=2").body, "answer 2");
  user_ = 2;
  EXPECT_EQ(get("/list").body, "answer 3");
  user_ = 1;
  EXPECT_EQ(get("/list").body, "answer 1");
}

// A search for something else each time has a small answer, and a long address.
TEST_F(AnswerCacheTest, AddressesCountAsMuchAsAnswers) {
  const std::string long_word(4'000, 'x');
  get("/list");
  for (int i = 0; i < 3; ++i) get("/list?q=" + std::to_string(i) + long_word);
  EXPECT_EQ(get("/list").body, "answer 1");
  for (int i = 3; i < 30; ++i) get("/list?q=" + std::to_string(i) + long_word);
  EXPECT_NE(get("/list").body, "answer 1") << "there was no room for all";
}

// The server's own thread looks here first.
TEST_F(AnswerCacheTest, WhoOpensTheDatabaseHoldsUpNobody) {
  std::promise<void> is_opening, may_go_on;
  open_ = [&]() -> Result<std::unique_ptr<store::Store>> {
    is_opening.set_value();
    may_go_on.get_future().wait();
    return Error{ErrorKind::kDisconnected, "nobody answers"};
  };
  const auto first = std::async(std::launch::async, [&] { get("/list"); });
  is_opening.get_future().wait();
  const auto other = std::async(std::launch::async, [&] { get("/other"); });
  const auto ended = other.wait_for(std::chrono::seconds(20));
  may_go_on.set_value();
  EXPECT_EQ(ended, std::future_status::ready);
}

TEST_F(AnswerCacheTest, IsPackedOnceForWhoTakesIt) {
  page_ = cache_.keep([this](const http::Call&, store::Store&) -> Result<Answer> {
    ++made_;
    return Answer(std::string(4'000, 'x'));
  });
  const auto plain = get("/list");
  EXPECT_EQ(plain.body, std::string(4'000, 'x'));
  for (int i = 0; i < 3; ++i) {
    const auto packed = get("/list", "", "gzip");
    EXPECT_EQ(http::unpack_gzip(packed.body, 1_MiB), plain.body);
    EXPECT_EQ(http::find_header(packed.headers, "Content-Encoding"), "gzip");
    EXPECT_NE(http::find_header(packed.headers, "ETag"),
              http::find_header(plain.headers, "ETag"));
  }
  EXPECT_EQ(made_, 2);
}

TEST_F(AnswerCacheTest, HasItsValidator) {
  const auto first = get("/list");
  const std::string etag(*http::find_header(first.headers, "ETag"));
  EXPECT_EQ(get("/list", etag).status, 304);
  EXPECT_EQ(made_, 1);
}

}  // namespace
}  // namespace curlew::api
