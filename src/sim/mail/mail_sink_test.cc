#include "sim/mail/mail_sink.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string_view>

#include "sim/mail/mailbox.h"

namespace curlew::sim {
namespace {

// A client that sends bytes as it is told to.
class Talk {
 public:
  explicit Talk(std::uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~Talk() { close(fd_); }

  void say(std::string_view bytes) {
    EXPECT_EQ(send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              ssize_t(bytes.size()));
  }
  // What comes until `end` is in it, or the server closes.
  std::string hear(std::string_view end) {
    std::string heard;
    char buffer[512];
    while (heard.find(end) == std::string::npos) {
      const ssize_t size = recv(fd_, buffer, sizeof buffer, 0);
      if (size <= 0) break;
      heard.append(buffer, std::size_t(size));
    }
    return heard;
  }

 private:
  int fd_;
};

class MailSinkTest : public testing::Test {
 protected:
  ManualClock clock_;
  std::unique_ptr<MailSink> sink_ =
      start_mail_sink({.most_messages = 2, .most_bytes = 1000}, clock_).value();
};

TEST_F(MailSinkTest, KeepsAMessageThatCameInPieces) {
  Talk talk(sink_->port());
  talk.hear("220");
  talk.say("EHLO here\r\nMAIL FROM:<a@x.example> SIZE=9\r\nRCPT TO:<b@y.exa");
  talk.say("mple>\r\nDATA\r\n");
  talk.hear("354");
  talk.say("Subject: hi\r\n\r\n..dot\r\n.");
  talk.say("\r\nQUIT\r\n");
  EXPECT_NE(talk.hear("221").find("250 taken"), std::string::npos);
  const auto mails = sink_->messages();
  ASSERT_EQ(mails.size(), 1u);
  EXPECT_EQ(mails[0].from, "a@x.example");
  EXPECT_EQ(mails[0].to, std::vector<std::string>{"b@y.example"});
  EXPECT_EQ(mails[0].text, "Subject: hi\r\n\r\n.dot\r\n");
  EXPECT_EQ(mails[0].received, clock_.now());
}

TEST_F(MailSinkTest, KeepsTheNewestAndRefusesWhatIsTooLong) {
  Talk talk(sink_->port());
  const auto send_mail = [&](const std::string& body) {
    talk.say("MAIL FROM:<>\r\nRCPT TO:<b@y.example>\r\nDATA\r\n" + body + "\r\n.\r\n");
  };
  talk.hear("220");
  send_mail("one");
  send_mail("two");
  send_mail("three");
  send_mail(std::string(2000, 'x'));
  talk.say("DATA\r\nNONSENSE\r\nQUIT\r\n");
  const std::string end = talk.hear("221");
  EXPECT_NE(end.find("503"), std::string::npos);
  EXPECT_NE(end.find("502"), std::string::npos);
  const auto mails = sink_->messages();
  ASSERT_EQ(mails.size(), 2u);
  EXPECT_EQ(mails[0].text, "two\r\n");
  EXPECT_EQ(mails[1].text, "three\r\n");
}

TEST(Mailbox, ShowsAMessageAsItsReaderSeesIt) {
  ReceivedMail mail;
  mail.text =
      "Subject: =?UTF-8?B?zpHPgM61z4E=?=\r\n =?utf-8?Q?=CE=B3=CE=AF=CE=B1_now?=\r\n"
      "Content-Type: multipart/alternative; boundary=\"b1\"\r\n\r\n"
      "--b1\r\nContent-Type: text/html\r\n\r\n<p>no</p>\r\n"
      "--b1\r\nContent-Type: text/plain; charset=utf-8\r\n"
      "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
      "a=20line =\r\nthat goes on\r\n--b1--\r\n";
  EXPECT_EQ(header_of(mail, "subject"), "Απεργία now");
  EXPECT_EQ(plain_part_of(mail), "a line that goes on\r\n");
  mail.text = "no headers";
  EXPECT_EQ(header_of(mail, "Subject"), "");
  mail.text = "Content-Type: multipart/mixed; boundary=\r\n\r\n--";
  EXPECT_EQ(plain_part_of(mail), "--") << "whatever it is";
}

}  // namespace
}  // namespace curlew::sim
