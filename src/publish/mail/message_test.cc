#include "publish/mail/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "publish/golden_test.h"
#include "publish/mail/encoding.h"
#include "publish/notice_text.h"
#include "publish/notices_test.h"

namespace curlew::publish {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MailSender sender() {
  return {.from = *parse_mail_address("Curlew <curlew@example.org>"),
          .installation = "3f2a"};
}

MailAddress maria() { return *parse_mail_address("maria@example.org"); }

std::string message_of(const Notice& notice) {
  return to_message(notice, maria(), sender());
}

void expect_message(const Notice& notice, const std::string& name) {
  expect_as_in_file(message_of(notice), name);
}

void expect_mail_lines(const std::string& message) {
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = message.find("\r\n", at);
    ASSERT_NE(end, message.npos);
    EXPECT_LE(end - at, 998u);
    const auto line = std::string_view(message).substr(at, end - at);
    EXPECT_EQ(std::ranges::find_if(line, [](char c) { return c < ' ' || c > '~'; }),
              line.end())
        << line;
    at = end + 2;
  }
}

TEST(Message, IsWrittenAsInTheFiles) {
  expect_message(english_notice(), "clip.eml");
  expect_message(greek_digest(), "greek_digest.eml");
  expect_message(alarm(), "alarm.eml");
}

TEST(Message, IsTheSameWhenItIsSentAgain) {
  EXPECT_EQ(message_of(greek_digest()), message_of(greek_digest()));
  EXPECT_EQ(message_id(english_notice(), sender()), "<delivery-17.3f2a@example.org>");
}

TEST(Message, AsksForOneClickOnlyWhereItIsSafe) {
  EXPECT_THAT(message_of(english_notice()),
              HasSubstr("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
  Notice notice = english_notice();
  notice.unsubscribe_url = "http://curlew.example.org/stop/abc";
  EXPECT_THAT(message_of(notice), HasSubstr("List-Unsubscribe: "));
  EXPECT_THAT(message_of(notice), Not(HasSubstr("List-Unsubscribe-Post")));
  notice.unsubscribe_url = "https://curlew.example.org/>\r\nBcc: all@example.org";
  EXPECT_THAT(message_of(notice), Not(HasSubstr("List-Unsubscribe")));
}

TEST(Message, TakesTheStopAddressOfItsSenderWhateverTheNoticeHas) {
  MailSender with_stop = sender();
  with_stop.stop_url = [](model::WatchlistId list) {
    return "https://curlew.example.org/mine/stop/" + std::to_string(list.value) + "-x";
  };
  Notice notice = english_notice();
  for (const char* old : {"https://curlew.example.org/stop/abc", ""}) {
    notice.unsubscribe_url = old;
    EXPECT_THAT(
        to_message(notice, maria(), with_stop),
        HasSubstr("List-Unsubscribe: <https://curlew.example.org/mine/stop/7-x>"));
  }
}

TEST(Message, LetsNothingOutOfItsHeaders) {
  Notice notice = english_notice();
  notice.list_name = "a\r\nBcc: all@example.org\r\n\r\n";
  notice.clips[0].clip.title = "b\nSubject: c\0d";
  notice.clips[0].clip.title += '\0';
  MailSender odd = sender();
  odd.installation = "x\r\nX-Bad: 1";
  const std::string message = to_message(notice, maria(), odd);
  EXPECT_THAT(message, Not(HasSubstr("\r\nBcc")));
  EXPECT_THAT(message, Not(HasSubstr("\r\nX-Bad")));
  expect_mail_lines(message);
}

TEST(Message, LetsNoMarkupThrough) {
  Notice notice = english_notice();
  model::Clip& clip = notice.clips[0].clip;
  clip.title = "<script>alert(1)</script>";
  clip.summary = "<img src=x onerror=alert(1)> word \"quoted\"";
  clip.mark_begin = 0;
  clip.mark_end = 4;
  clip.url = "javascript:alert(1)";
  notice.clips[0].source_title = "</small><iframe>";
  notice.clips[0].also_in = {{.title = "<b>x", .url = "data:text/html,<script>"}};
  notice.page_url = "https://curlew.example.org/\"onclick=\"x";
  const std::string html = to_html_document(notice);
  for (const auto* bad :
       {"<script", "<img", "<iframe", "javascript:", "data:", "<b>x", "\"onclick"}) {
    EXPECT_THAT(html, Not(HasSubstr(bad)));
  }
  EXPECT_THAT(html, HasSubstr("<mark><b>&lt;img</b></mark>"));
}

TEST(Message, OfAHundredThousandClipsShowsTheFirst) {
  Notice notice = digest_of(kMostClips);
  notice.clip_count = 100'000;
  const std::string text = to_text(notice);
  EXPECT_THAT(text, HasSubstr("and 99,800 more: https://curlew.example.org/mine/abc"));
  EXPECT_THAT(to_html_document(notice), HasSubstr("and 99,800 more"));
  EXPECT_EQ(message_of(notice), message_of(digest_of(100'000)));
  EXPECT_LT(message_of(notice).size(), 400'000u);
}

TEST(Message, StaysBoundedHoweverLongItsPartsAre) {
  Notice notice = digest_of(300);
  for (NoticeClip& clip : notice.clips) {
    clip.clip.title.assign(100'000, '<');
    clip.clip.summary.assign(100'000, '"');
    clip.clip.mark_end = 100'000;
    clip.source_title.assign(100'000, '&');
    clip.clip.url.append(100'000, 'a');
    clip.also_in.assign(100, {.title = std::string(1000, '\''), .url = "x"});
  }
  notice.list_name.assign(1'000'000, 'n');
  const std::string message = message_of(notice);
  EXPECT_LT(message.size(), 4'000'000u);
  expect_mail_lines(message);
}

TEST(Message, OfWhatIsNotUtf8IsStillAMessage) {
  Notice notice = english_notice();
  notice.list_name = "\xff\xfe list";
  notice.clips[0].clip.title = "\xce";
  notice.clips[0].clip.summary = std::string("\xce\xb1\xce\xb2\xce", 5);
  notice.clips[0].clip.mark_begin = 1;
  notice.clips[0].clip.mark_end = 3;
  expect_mail_lines(message_of(notice));
}

TEST(EncodedHeader, KeepsShortAsciiAsItIs) {
  EXPECT_EQ(encoded_header_text("12 clips: Ferries", 7), "12 clips: Ferries");
  EXPECT_EQ(encoded_header_text("a =?b", 7), "=?utf-8?B?YSA9P2I=?=");
}

TEST(EncodedHeader, CutsNoCharacterAndNoLineShort) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "αβγ€";
  const std::string encoded = encoded_header_text(text, 7);
  std::size_t at = 0, lines = 0;
  for (; at < encoded.size(); ++lines) {
    const std::size_t end = std::min(encoded.find("\r\n", at), encoded.size());
    EXPECT_LE(end - at + (lines == 0 ? 9 : 0), 76u);
    at = end + 2;
  }
  EXPECT_GT(lines, 10u);
}

TEST(EncodedBody, KeepsWhiteSpaceAtTheEndOfLines) {
  const EncodedBody body = encoded_body("a \n-- \nFrom x = y\n.\n");
  EXPECT_EQ(body.encoding, "quoted-printable");
  EXPECT_EQ(body.lines, "a=20\r\n--=20\r\n=46rom x =3D y\r\n=2E\r\n");
  EXPECT_EQ(encoded_body("αβγ").encoding, "base64");
  EXPECT_EQ(encoded_body("αβγ\n").lines, "zrHOss6zDQo=\r\n");
}

}  // namespace
}  // namespace curlew::publish
