#include "http/mail_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "http/loopback_test.h"

namespace curlew::http {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Speaks SMTP as its script says: the reply to a command by its first word, "greeting"
// and "content" for what has none. An empty reply closes the connection.
class SmtpScript {
 public:
  using Replies = std::map<std::string, std::string>;
  explicit SmtpScript(Replies replies = {})
      : replies_(std::move(replies)),
        server_([this](RawSocket& peer, const std::atomic<bool>&) { serve(peer); }) {}

  MailServer server() const { return {.host = "127.0.0.1", .port = server_.port()}; }
  int connections() const { return server_.connections(); }
  std::vector<std::string> commands() {
    const std::scoped_lock lock(mutex_);
    return commands_;
  }
  // As they came over the wire.
  std::vector<std::string> contents() {
    const std::scoped_lock lock(mutex_);
    return contents_;
  }

 private:
  std::string reply_to(const std::string& word) {
    if (const auto found = replies_.find(word); found != replies_.end()) {
      return found->second;
    }
    if (word == "greeting") return "220 here";
    if (word == "DATA") return "354 go on";
    return word == "QUIT" ? "221 bye" : "250 fine";
  }

  bool answer(RawSocket& peer, const std::string& word) {
    const std::string reply = reply_to(word);
    return !reply.empty() && peer.send(reply + "\r\n");
  }

  void serve(RawSocket& peer) {
    if (!answer(peer, "greeting")) return;
    while (true) {
      const std::string line = peer.read_until("\r\n");
      if (line.empty()) return;
      const std::string command = line.substr(0, line.find("\r\n"));
      {
        const std::scoped_lock lock(mutex_);
        commands_.push_back(command);
      }
      const std::string word = command.substr(0, command.find(' '));
      if (!answer(peer, word) || word == "QUIT") return;
      if (word != "DATA" || !reply_to(word).starts_with("354")) continue;
      {
        const std::string content = peer.read_until("\r\n.\r\n");
        const std::scoped_lock lock(mutex_);
        contents_.push_back(content);
      }
      if (!answer(peer, "content")) return;
    }
  }

  Replies replies_;
  std::mutex mutex_;
  std::vector<std::string> commands_;
  std::vector<std::string> contents_;
  RawServer server_;
};

MailMessage message(std::string content = "Subject: s\r\n\r\nhello\r\n") {
  return {.from = "curlew@example.org",
          .to = "maria@example.org",
          .content = std::move(content)};
}

std::unique_ptr<MailClient> client_of(const SmtpScript& script, const Clock& clock) {
  return make_mail_client({.server = script.server(), .own_name = "here.example.org"},
                          clock);
}

MailResult send(MailClient& client, MailMessage sent) {
  std::optional<MailResult> result;
  client.start(std::move(sent), [&](MailResult ended) { result = std::move(ended); });
  while (!result) client.poll(Milliseconds(1000));
  return *result;
}

MailResult send_to(SmtpScript& script, MailMessage sent = message()) {
  const SystemClock clock;
  return send(*client_of(script, clock), std::move(sent));
}

TEST(MailClient, HandsAMessageOver) {
  SmtpScript script;
  const MailResult result = send_to(script);
  EXPECT_EQ(result.end, MailEnd::kAccepted) << result.error;
  EXPECT_EQ(result.status, 250);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(script.contents(), ElementsAre("Subject: s\r\n\r\nhello\r\n.\r\n"));
  const auto commands = script.commands();
  ASSERT_GE(commands.size(), 4u);
  EXPECT_EQ(commands[0], "EHLO here.example.org");
  EXPECT_THAT(commands[1], HasSubstr("MAIL FROM:<curlew@example.org>"));
  EXPECT_THAT(commands[2], HasSubstr("RCPT TO:<maria@example.org>"));
}

TEST(MailClient, ALineThatIsADotEndsNoMessage) {
  SmtpScript script;
  EXPECT_EQ(send_to(script, message("A: b\r\n\r\n.\r\n..\r\nend\r\n")).end,
            MailEnd::kAccepted);
  EXPECT_THAT(script.contents(), ElementsAre("A: b\r\n\r\n..\r\n...\r\nend\r\n.\r\n"));
}

TEST(MailClient, SaysInTheServersWordsWhyAMessageIsRefusedForGood) {
  for (const std::string word : {"MAIL", "RCPT", "DATA", "content"}) {
    SmtpScript script(
        SmtpScript::Replies{{word, "550-5.1.1 no such\r\n550 5.1.1 user here"}});
    const MailResult result = send_to(script);
    EXPECT_EQ(result.end, MailEnd::kRefused) << word;
    EXPECT_EQ(result.status, 550) << word;
    EXPECT_EQ(result.error, "550-5.1.1 no such 550 5.1.1 user here") << word;
  }
}

TEST(MailClient, TriesLaterWhatTheServerPutsOff) {
  for (const std::string word : {"greeting", "MAIL", "RCPT", "DATA", "content"}) {
    SmtpScript script(SmtpScript::Replies{{word, "451 4.7.1 come back"}});
    const MailResult result = send_to(script);
    EXPECT_EQ(result.end, MailEnd::kLater) << word;
    EXPECT_EQ(result.error, "451 4.7.1 come back") << word;
  }
}

TEST(MailClient, BlamesNoMessageForAServerThatServesNobody) {
  SmtpScript closed(SmtpScript::Replies{{"greeting", "554 no service"}});
  EXPECT_EQ(send_to(closed).end, MailEnd::kLater);
  SmtpScript wants_login(
      SmtpScript::Replies{{"MAIL", "530 5.7.0 Authentication required"}});
  EXPECT_EQ(send_to(wants_login).end, MailEnd::kLater);
}

TEST(MailClient, BlamesNoMessageForALoginThatFails) {
  SmtpScript script(
      {{"EHLO", "250-here\r\n250 AUTH PLAIN"}, {"AUTH", "535 5.7.8 wrong password"}});
  const SystemClock clock;
  MailServer server = script.server();
  server.user = "curlew";
  server.password = "secret";
  const MailResult result =
      send(*make_mail_client({.server = server}, clock), message());
  EXPECT_EQ(result.end, MailEnd::kLater);
  EXPECT_EQ(result.error, "535 5.7.8 wrong password");
}

TEST(MailClient, SendsNothingInTheClearWhereTlsIsAskedFor) {
  SmtpScript script;
  const SystemClock clock;
  MailServer server = script.server();
  server.tls = MailTls::kStartTls;
  const MailResult result =
      send(*make_mail_client({.server = server}, clock), message());
  EXPECT_EQ(result.end, MailEnd::kLater);
  for (const std::string& command : script.commands()) {
    EXPECT_TRUE(command.starts_with("EHLO") || command.starts_with("HELO") ||
                command.starts_with("QUIT"))
        << command;
  }
}

TEST(MailClient, TriesLaterWhereNobodyListens) {
  const SystemClock clock;
  // Nobody does on port 1 of 127.0.0.1.
  const auto client =
      make_mail_client({.server = {.host = "127.0.0.1", .port = 1}}, clock);
  const MailResult result = send(*client, message());
  EXPECT_EQ(result.end, MailEnd::kLater);
  EXPECT_NE(result.error, "");
}

TEST(MailClient, TriesLaterWhenTheConnectionBreaksBeforeTheLastWord) {
  SmtpScript script(SmtpScript::Replies{{"content", ""}});
  const MailResult result = send_to(script);
  EXPECT_EQ(result.end, MailEnd::kLater);
  EXPECT_EQ(script.contents().size(), 1u);
}

TEST(MailClient, GivesUpAServerThatSaysNothing) {
  RawServer server([](RawSocket& peer, const std::atomic<bool>&) { peer.read_some(); });
  const SystemClock clock;
  const auto client =
      make_mail_client({.server = {.host = "127.0.0.1", .port = server.port()},
                        .total = Milliseconds(100)},
                       clock);
  const MailResult result = send(*client, message());
  EXPECT_EQ(result.end, MailEnd::kLater);
  EXPECT_NE(result.error, "");
}

TEST(MailClient, SendsManyMessagesOverFewConnections) {
  SmtpScript script;
  const SystemClock clock;
  const auto client =
      make_mail_client({.server = script.server(), .max_connections = 3}, clock);
  int accepted = 0;
  for (int i = 0; i < 60; ++i) {
    client->start(message(), [&](const MailResult& result) {
      accepted += result.end == MailEnd::kAccepted ? 1 : 0;
    });
  }
  while (client->in_flight() > 0) client->poll(Milliseconds(1000));
  EXPECT_EQ(accepted, 60);
  EXPECT_EQ(script.contents().size(), 60u);
  EXPECT_LE(script.connections(), 3);
}

// A server that closes after each message, as on an idle connection: the next message
// must not fail for it.
TEST(MailClient, MakesANewConnectionWhenTheKeptOneHasGone) {
  std::atomic<int> messages = 0;
  RawServer server([&](RawSocket& peer, const std::atomic<bool>&) {
    peer.send("220 here\r\n");
    peer.read_until("\r\n");
    for (const auto* reply : {"250 hello\r\n", "250 fine\r\n", "250 fine\r\n"}) {
      peer.send(reply);
      if (peer.read_until("\r\n").empty()) return;
    }
    peer.send("354 go on\r\n");
    peer.read_until("\r\n.\r\n");
    ++messages;
    peer.send("250 taken\r\n");
    // Answers the next command by closing.
    peer.read_until("\r\n");
    peer.send("421 idle for too long\r\n");
  });
  const SystemClock clock;
  const auto client =
      make_mail_client({.server = {.host = "127.0.0.1", .port = server.port()}}, clock);
  for (int i = 0; i < 3; ++i) {
    const MailResult result = send(*client, message());
    EXPECT_EQ(result.end, MailEnd::kAccepted) << result.error;
  }
  EXPECT_EQ(messages, 3);
}

TEST(MailClient, SendsNothingForAnAddressWithALineEnd) {
  SmtpScript script;
  using namespace std::string_literals;
  for (const std::string& bad :
       {"a@b.c\r\nDATA"s, "a@b.c>"s, "a b@c.d"s, ""s, "a@b.c\0"s}) {
    MailMessage sent = message();
    sent.to = bad;
    EXPECT_EQ(send_to(script, std::move(sent)).end, MailEnd::kRefused) << bad;
  }
  EXPECT_EQ(script.connections(), 0);
}

TEST(MailClient, IsWokenByAnotherThread) {
  SmtpScript script;
  const SystemClock clock;
  const auto client = client_of(script, clock);
  std::thread other([&] { client->wake(); });
  client->poll(Milliseconds(60'000));
  other.join();
}

}  // namespace
}  // namespace curlew::http
