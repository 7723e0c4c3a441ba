#include "api/live_events.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "store/clips_fixture.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

// A client of the events, which reads as much as it is told to.
class Listener {
 public:
  explicit Listener(std::uint16_t port, const std::string& more = "",
                    int receive_buffer = 0) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval patience{10, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (receive_buffer > 0) {
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer,
                   sizeof receive_buffer);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    const std::string request =
        "GET /events HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n";
    ::send(socket_, request.data(), request.size(), MSG_NOSIGNAL);
  }
  ~Listener() { leave(); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // All that came so far, read until it has `mark`. Gives up after a minute: heartbeats
  // never end.
  const std::string& until(std::string_view mark) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    char block[65536];
    for (std::size_t from = 0; text_.find(mark, from) == text_.npos;) {
      from = text_.size() - std::min(text_.size(), mark.size());
      const ssize_t length = ::recv(socket_, block, sizeof block, 0);
      if (length <= 0 || std::chrono::steady_clock::now() > deadline) break;
      text_.append(block, std::size_t(length));
    }
    return text_;
  }
  void leave() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

 private:
  int socket_ = -1;
  std::string text_;
};

class Events : public store::UserStoreTest {
 protected:
  Events() {
    source_ = add("https://example.org/feed", "Example");
    add_article(source_, 1, "Old");
    options_.open_store = [this] {
      ++opened_;
      return store::open_sqlite_store(path_, store::OpenMode::kReadOnly);
    };
    options_.look_every = Milliseconds(20);
  }

  void serve() {
    server_.reset();
    events_ = std::make_unique<LiveEvents>(options_, clock_);
    auto router = std::make_shared<http::Router>();
    router->add({.pattern = "/events",
                 .access = http::Access::kPublic,
                 .policy = {.content_type = "text/event-stream"},
                 .problems = http::ProblemForm::kJson,
                 .handler = [this](const http::Call& call, const http::Reply& reply) {
                   events_->subscribe(call, reply);
                 }});
    server_ = store::must(http::start_server({}, router));
  }

  // The same, each client as the user of its header.
  void serve_users() {
    events_ = std::make_unique<LiveEvents>(options_, clock_);
    http::RouterOptions options;
    options.identify = [](const auto& call, const auto& then) {
      http::Caller caller;
      caller.access = http::Access::kReader;
      caller.user_id =
          std::stoi(http::joined_header(call->request.headers, "User") + " ");
      then(std::move(caller));
    };
    auto router = std::make_shared<http::Router>(options);
    router->add({.pattern = "/events",
                 .access = http::Access::kReader,
                 .policy = {.content_type = "text/event-stream"},
                 .problems = http::ProblemForm::kJson,
                 .handler = [this](const http::Call& call, const http::Reply& reply) {
                   events_->subscribe(call, reply);
                 }});
    server_ = store::must(http::start_server({}, router));
  }

  // Is another client let in, sooner or later?
  bool is_somebody_else_taken() {
    for (int i = 0; i < 1'000; ++i) {
      if (Listener(server_->port()).until("\r\n\r\n").starts_with("HTTP/1.1 200")) {
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  }

  ManualClock clock_{store::kNow};
  model::SourceId source_;
  LiveEventsOptions options_;
  std::atomic<int> opened_ = 0;
  std::unique_ptr<LiveEvents> events_;
  std::unique_ptr<http::Server> server_;  // Ends before the events.
};

TEST_F(Events, TellOfAnArticleOnceItIsCommitted) {
  serve();
  Listener listener(server_->port());
  const std::string welcome = listener.until("event: status");
  EXPECT_THAT(welcome, HasSubstr("Content-Type: text/event-stream"));
  EXPECT_THAT(welcome, Not(HasSubstr("Old")));
  const auto id = add_article(source_, 2, "New");
  const std::string& text = listener.until("\"title\":\"New\"");
  EXPECT_THAT(text, HasSubstr("event: article\nid: " + std::to_string(id.value) +
                              "\ndata: {\"id\":" + std::to_string(id.value)));
}

TEST_F(Events, TellThatTheCountsHaveChanged) {
  serve();
  Listener listener(server_->port());
  listener.until("event: status\nid: 1\n");
  add("https://example.org/second", "Second");
  EXPECT_THAT(listener.until("event: status\ndata"), HasSubstr("event: status\ndata"));
}

TEST_F(Events, AreReadFromTheStoreOnceForAllClients) {
  serve();
  std::vector<std::unique_ptr<Listener>> listeners;
  for (int i = 0; i < 50; ++i) {
    listeners.push_back(std::make_unique<Listener>(server_->port()));
    listeners.back()->until("event: status");
  }
  add_article(source_, 2, "New");
  for (const auto& listener : listeners) {
    EXPECT_THAT(listener->until("\"title\":\"New\""), HasSubstr("\"title\":\"New\""));
  }
  EXPECT_EQ(opened_, 1);
}

TEST_F(Events, TellAClientThatComesBackWhatItMissed) {
  serve();
  { Listener(server_->port()).until("event: status"); }
  add_article(source_, 2, "Second");
  add_article(source_, 3, "Third");
  Listener back(server_->port(), "Last-Event-ID: 2\r\n");
  const std::string& text = back.until("event: status");
  EXPECT_THAT(text, Not(HasSubstr("Second")));
  EXPECT_THAT(text, HasSubstr("\"title\":\"Third\""));
  EXPECT_THAT(text, Not(HasSubstr("event: gap")));
  EXPECT_THAT(text, HasSubstr("event: status\nid: 3\n"));
}

TEST_F(Events, SayWhereTooMuchWasMissed) {
  options_.most_told = 3;
  serve();
  Listener listener(server_->port());
  listener.until("event: status");
  auto batch = store::must(store_->begin());
  model::Entry entry;
  for (int i = 2; i < 12; ++i) {
    entry.title = "number " + std::to_string(i) + ".";
    store::NewArticle article;
    article.source = source_;
    article.key = std::uint64_t(i);
    article.entry = &entry;
    article.found = store::kNow;
    store::must(store::add_one(*store_, article));
  }
  store::must(batch.commit());
  const std::string& text = listener.until("number 11.");
  EXPECT_LT(text.find("event: gap"), text.find("number 9."));
  EXPECT_THAT(text, Not(HasSubstr("number 8.")));
  // Of those who come later, who saw the last that can be told misses nothing.
  Listener near(server_->port(), "Last-Event-ID: 8\r\n");
  EXPECT_THAT(near.until("event: status"), Not(HasSubstr("event: gap")));
  Listener far(server_->port(), "Last-Event-ID: 7\r\n");
  EXPECT_THAT(far.until("event: status"), HasSubstr("event: gap"));
  Listener ahead(server_->port(), "Last-Event-ID: 99\r\n");
  EXPECT_THAT(ahead.until("event: status"), HasSubstr("event: gap"));
}

TEST_F(Events, DropAClientThatReadsTooSlowlyAndSayWhy) {
  options_.most_unread = 300'000;
  options_.most_clients = 1;
  serve();
  Listener slow(server_->port(), "", 4'096);
  slow.until("event: status");
  // More than the sockets hold, at once.
  const std::string title(100'000, 'x');
  auto batch = store::must(store_->begin());
  for (int number = 2; number < 80; ++number) {
    add_article(source_, std::uint64_t(number), std::to_string(number) + title);
  }
  store::must(batch.commit());
  // It reads nothing until its place is free.
  EXPECT_TRUE(is_somebody_else_taken());
  EXPECT_THAT(slow.until("event: dropped"), HasSubstr("read too slowly"));
}

TEST_F(Events, ShowThatTheyAreAliveThoughNothingHappens) {
  options_.looks_per_heartbeat = 2;
  serve();
  Listener listener(server_->port());
  EXPECT_THAT(listener.until("\n:\n\n"), HasSubstr("\n:\n\n"));
}

TEST_F(Events, TakeNoMoreClientsThanTheyMayAndForgetThoseWhoLeft) {
  options_.most_clients = 2;
  serve();
  Listener first(server_->port()), second(server_->port());
  first.until("event: status");
  second.until("event: status");
  EXPECT_THAT(Listener(server_->port()).until("}"), HasSubstr("HTTP/1.1 503"));
  second.leave();
  EXPECT_TRUE(is_somebody_else_taken());
}

TEST_F(Events, LeaveRoomForOthersWhoeverFollowsThemOften) {
  options_.most_clients = 5;
  options_.most_of_user = 2;
  serve_users();
  Listener first(server_->port(), "User: 1\r\n"),
      second(server_->port(), "User: 1\r\n");
  first.until("event: status");
  second.until("event: status");
  EXPECT_THAT(Listener(server_->port(), "User: 1\r\n").until("}"),
              HasSubstr("HTTP/1.1 429"));
  Listener other(server_->port(), "User: 2\r\n");
  EXPECT_THAT(other.until("event: status"), HasSubstr("HTTP/1.1 200"));
  second.leave();
  bool is_let_in = false;
  for (int i = 0; i < 500 && !is_let_in; ++i) {
    is_let_in = Listener(server_->port(), "User: 1\r\n")
                    .until("\r\n\r\n")
                    .starts_with("HTTP/1.1 200");
    if (!is_let_in) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_TRUE(is_let_in);
}

TEST_F(Events, TellNobodyOfClipsThatCameWhileNobodyListened) {
  const model::UserId anna = add_user("anna");
  const model::WatchlistId list = add_list(anna, "Ships");
  const std::string as_anna = "User: " + std::to_string(anna.value) + "\r\n";
  const auto clip = [&](int number) {
    return add_clip(list, add_article(source_, number, "Ship"), source_);
  };
  options_.most_told = 2;
  serve_users();
  {
    Listener first(server_->port(), as_anna);
    first.until("event: status");
    clip(10);
    EXPECT_THAT(first.until("event: clip"), HasSubstr("event: clip"));
  }
  std::this_thread::sleep_for(100 * options_.look_every);
  for (int i = 0; i < 20; ++i) clip(20 + i);
  Listener second(server_->port(), as_anna);
  second.until("event: status");
  const auto news = clip(50);
  const std::string& told =
      second.until("event: clip\ndata: {\"id\":" + std::to_string(news.value));
  const std::size_t begin = told.find("event: clip");
  ASSERT_NE(begin, told.npos);
  EXPECT_EQ(told.find("\"id\":" + std::to_string(news.value), begin),
            told.find("\"id\":", begin))
      << told;
}

TEST_F(Events, GoOnWhenTheStoreAnswersAgain) {
  bool is_broken = true;
  options_.open_store = [this, &is_broken] {
    if (std::exchange(is_broken, false)) {
      return Result<std::unique_ptr<store::Store>>(Error{ErrorKind::kBusy, "busy"});
    }
    return store::open_sqlite_store(path_, store::OpenMode::kReadOnly);
  };
  serve();
  Listener listener(server_->port());
  EXPECT_THAT(listener.until("event: status"), HasSubstr("event: status"));
}

}  // namespace
}  // namespace curlew::api
