// Servers that break the rules, by accident or on purpose. Whatever they do, the
// transfer ends soon, as a value, within its limits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "http/client.h"
#include "http/client_test.h"
#include "http/loopback_test.h"

namespace curlew::http {
namespace {

using ::testing::HasSubstr;

RawServer::Script say(std::string text) {
  return [text](RawSocket& socket, const auto&) {
    socket.read_until("\r\n\r\n");
    socket.send(text);
  };
}

// Sends `head`, then `part` until the peer has gone.
RawServer::Script say_endlessly(std::string head, std::string part) {
  return [head, part](RawSocket& socket, const auto& stopping) {
    socket.read_until("\r\n\r\n");
    socket.send(head);
    while (!stopping && socket.send(part)) {
    }
  };
}

class MisbehavingServer : public ::testing::Test {
 protected:
  Response get_from(RawServer::Script script, Limits limits = {}) {
    const RawServer server(std::move(script));
    const auto client = make_loopback_client(clock);
    auto response = ask(*client, {.url = server.url(), .limits = limits});
    EXPECT_EQ(response.error.empty(), response.end == TransferEnd::kCompleted);
    return response;
  }
  Response get_text(std::string text) { return get_from(say(std::move(text))); }

  SystemClock clock;
};

TEST_F(MisbehavingServer, ThatClosesBeforeItAnswersIsBroken) {
  EXPECT_EQ(get_from([](RawSocket&, const auto&) {}).end, TransferEnd::kBroken);
  EXPECT_EQ(get_text("").end, TransferEnd::kBroken);
  EXPECT_EQ(get_text("HTTP/1.1 200 OK\r\nContent-Le").end, TransferEnd::kBroken);
}

TEST_F(MisbehavingServer, ThatSpeaksSomethingElseIsToldApart) {
  EXPECT_EQ(get_text("SSH-2.0-OpenSSH_9.2\r\n").end, TransferEnd::kNotHttp);
  EXPECT_EQ(get_text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"
                     "Content-Length: 7\r\n\r\nhello")
                .end,
            TransferEnd::kNotHttp);
}

TEST_F(MisbehavingServer, ThatTruncatesItsBodyIsBroken) {
  const auto response = get_text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort");
  EXPECT_EQ(response.end, TransferEnd::kBroken);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(get_text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "5\r\nhello\r\n")
                .end,
            TransferEnd::kBroken);
}

TEST_F(MisbehavingServer, ThatBreaksOffAPackedBodyIsFoundOut) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n";
  // A stored block of five bytes that is not the last.
  const std::string begun("\x1f\x8b\x08\0\0\0\0\0\0\x03\0\x05\0\xfa\xffhello", 20);
  for (const std::string length : {"", "Content-Length: 20\r\n"}) {
    const auto response = get_text(head + length + "\r\n" + begun);
    EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
    EXPECT_EQ(response.body, "hello");
    EXPECT_EQ(response.body_end, BodyEnd::kCut);
  }
  EXPECT_EQ(get_text("HTTP/1.0 200 OK\r\n\r\nhello").body_end, BodyEnd::kUnsure);
  EXPECT_EQ(get_text("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello").body_end,
            BodyEnd::kWhole);
}

TEST_F(MisbehavingServer, ThatSendsWhatNobodyWantsIsBrokenOffAtTheHeaders) {
  const RawServer server(say_endlessly(
      "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n", std::string(10'000, 'x')));
  const auto client = make_loopback_client(clock);
  Request request{.url = server.url()};
  request.wants_body = [](const Headers& headers) {
    return find_header(headers, "Content-Type") != "audio/mpeg";
  };
  const auto response = ask(*client, std::move(request));
  EXPECT_EQ(response.end, TransferEnd::kCompleted);
  EXPECT_EQ(response.error, "");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(find_header(response.headers, "Content-Type"), "audio/mpeg");
  EXPECT_TRUE(response.body.empty());
}

TEST_F(MisbehavingServer, ThatSendsMoreThanItAnnouncedIsCutThere) {
  const auto response =
      get_text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello you");
  EXPECT_EQ(response.end, TransferEnd::kCompleted);
  EXPECT_EQ(response.body, "hello");
}

TEST_F(MisbehavingServer, ThatSpeaksNoHttpIsBroken) {
  for (const auto* text :
       {"HELLO\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "220 mail.example ESMTP\r\n",
        "HTTP/1.1 abc\r\n\r\n", "HTTP/7.3 200 OK\r\n\r\n",
        "\x15\x03\x01\x00\x02\x02\x16",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Encoding: secret\r\nContent-Length: "
        "5\r\n\r\nhello"}) {
    const auto response = get_text(text);
    EXPECT_NE(response.end, TransferEnd::kCompleted) << text << response.body;
  }
}

TEST_F(MisbehavingServer, ThatGivesOnlyBareLineEndsAndNoLengthIsStillRead) {
  const auto response = get_text("HTTP/1.0 200\nX-A: b\n c\n\nhello");
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_EQ(find_header(response.headers, "X-A"), "b c");
  EXPECT_EQ(response.body, "hello");
}

TEST_F(MisbehavingServer, ThatSendsInterimResponsesAndTrailersIsReadWithoutThem) {
  const auto response = get_text(
      "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: ETag\r\n\r\n"
      "5\r\nhello\r\n0\r\nETag: \"late\"\r\n\r\n");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "hello");
  EXPECT_EQ(find_header(response.headers, "Link"), std::nullopt);
  EXPECT_EQ(find_header(response.headers, "ETag"), std::nullopt);
}

TEST_F(MisbehavingServer, ThatSendsEndlessHeadersIsTooLarge) {
  const std::string line = "X-Filler: " + std::string(1000, 'x') + "\r\n";
  EXPECT_EQ(get_from(say_endlessly("HTTP/1.1 200 OK\r\n", line)).end,
            TransferEnd::kTooLarge);
  EXPECT_EQ(get_from(say_endlessly("HTTP/1.1 200 OK\r\nX-Long: ", "xxxxxxxx")).end,
            TransferEnd::kTooLarge);
  EXPECT_EQ(get_from(say_endlessly("", "HTTP/1.1 100 Continue\r\n\r\n")).end,
            TransferEnd::kTooLarge);
}

TEST_F(MisbehavingServer, ThatSendsAHundredMegabytesIsTooLarge) {
  const Limits limits{.body = 1_MiB};
  const std::string part(64 * 1024, 'x');
  const auto announced = get_from(
      say_endlessly("HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n", part),
      limits);
  EXPECT_EQ(announced.end, TransferEnd::kTooLarge);
  EXPECT_EQ(announced.body.size(), 0u);
  EXPECT_THAT(announced.error, HasSubstr("larger than 1048576"));
  const auto endless = get_from(say_endlessly("HTTP/1.1 200 OK\r\n\r\n", part), limits);
  EXPECT_EQ(endless.end, TransferEnd::kTooLarge);
  EXPECT_LE(endless.body.size(), 1_MiB);
  EXPECT_THAT(endless.error, HasSubstr("1048576"));
}

// Ten gigabytes of zeros in ten megabytes: deflate blocks that stand for a mebibyte
// each.
RawServer::Script bomb(std::size_t& sent) {
  std::ifstream file(CURLEW_TESTDATA "/deflated_mebibyte_of_zeros.bin",
                     std::ios::binary);
  const std::string block(std::istreambuf_iterator<char>(file), {});
  return [block, &sent](RawSocket& socket, const auto&) {
    socket.read_until("\r\n\r\n");
    socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
    socket.send(std::string_view("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10));
    for (sent = 0; sent < 10'240 && socket.send(block); ++sent) {
    }
  };
}

TEST_F(MisbehavingServer, ThatSendsABombIsStoppedByItsRatio) {
  std::size_t mebibytes = 0;
  const auto response = get_from(bomb(mebibytes), {.body = 64_GiB});
  EXPECT_EQ(response.end, TransferEnd::kTooLarge);
  EXPECT_THAT(response.error, HasSubstr("200 times"));
  EXPECT_LE(response.body.size(), 32_MiB);
  EXPECT_LT(mebibytes, 10'240u);
}

TEST_F(MisbehavingServer, ThatSendsABombIsStoppedByItsSize) {
  std::size_t mebibytes = 0;
  const auto response =
      get_from(bomb(mebibytes), {.body = 4_MiB, .compression_ratio = 1e9});
  EXPECT_EQ(response.end, TransferEnd::kTooLarge);
  EXPECT_LE(response.body.size(), 4_MiB);
}

TEST_F(MisbehavingServer, ThatNeverAnswersTimesOut) {
  const auto response =
      get_from([](RawSocket& socket, const auto&) { socket.read_all(); },
               {.total = Milliseconds(100)});
  EXPECT_EQ(response.end, TransferEnd::kTimedOut);
}

TEST_F(MisbehavingServer, ThatDripsItsAnswerIsGivenUp) {
  for (const auto* head : {"HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 200 OK\r\n\r\n"}) {
    const auto begin = clock.steady();
    const auto response = get_from(
        [&](RawSocket& socket, const auto&) {
          socket.read_until("\r\n\r\n");
          socket.send(head);
          while (socket.send("x")) std::this_thread::sleep_for(Milliseconds(20));
        },
        {.total = Milliseconds(20'000), .stall_window = Milliseconds(300)});
    EXPECT_EQ(response.end, TransferEnd::kTimedOut) << head;
    EXPECT_LT(clock.steady() - begin, Milliseconds(5'000));
  }
}

TEST_F(MisbehavingServer, ThatThinksLongerThanTheStallWindowIsWaitedFor) {
  const auto response = get_from(
      [](RawSocket& socket, const auto&) {
        socket.read_until("\r\n\r\n");
        std::this_thread::sleep_for(Milliseconds(500));
        socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      },
      {.stall_window = Milliseconds(100)});
  EXPECT_EQ(response.body, "ok") << response.error;
}

}  // namespace
}  // namespace curlew::http
