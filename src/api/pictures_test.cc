#include "api/pictures.h"

#include <gtest/gtest.h>

#include <string>

#include "base/clock.h"
#include "http/loopback_test.h"

namespace curlew::api {
namespace {

const std::string kPng = std::string("\x89PNG\r\n\x1a\n") + std::string(40, '.');

// By path: a picture, one that moved, something else under a picture's name.
http::RawServer picture_server() {
  return http::RawServer([](http::RawSocket& socket, const std::atomic<bool>&) {
    const std::string asked = socket.read_until("\r\n\r\n");
    const auto send = [&](const std::string& head, const std::string& body) {
      socket.send("HTTP/1.1 " + head + "\r\nContent-Length: " +
                  std::to_string(body.size()) + "\r\n\r\n" + body);
    };
    if (asked.starts_with("GET /moved ")) {
      send("302 Found\r\nLocation: /harbour.png", "");
    } else if (asked.starts_with("GET /round ")) {
      send("302 Found\r\nLocation: /round", "");
    } else if (asked.starts_with("GET /script.png ")) {
      send("200 OK\r\nContent-Type: image/png", "<svg onload=alert(1)>");
    } else if (asked.starts_with("GET /large.png ")) {
      send("200 OK", kPng + std::string(200'000, '.'));
    } else {
      send("200 OK\r\nContent-Type: text/html", kPng);
    }
  });
}

class PicturesTest : public testing::Test {
 protected:
  PicturesTest() {
    options_.client.guard =
        http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
    options_.largest = 100'000;
  }
  std::shared_ptr<const Picture> get(std::string_view path) {
    if (!pictures_) pictures_.emplace(options_, clock_);
    return pictures_->get(server_.url(path));
  }

  ManualClock clock_;
  http::RawServer server_ = picture_server();
  PicturesOptions options_;
  std::optional<Pictures> pictures_;
};

TEST(PictureType, IsToldByTheBytes) {
  EXPECT_EQ(picture_type(kPng), "image/png");
  EXPECT_EQ(picture_type("\xff\xd8\xff\xe0JFIF"), "image/jpeg");
  EXPECT_EQ(picture_type("GIF89a..."), "image/gif");
  EXPECT_EQ(picture_type("RIFF....WEBPVP8 "), "image/webp");
  EXPECT_EQ(picture_type("....ftypavif...."), "image/avif");
  for (const char* other :
       {"", "<svg>", "<!doctype html>", "RIFF....WAVE", "%PDF-1.7"}) {
    EXPECT_EQ(picture_type(other), "") << other;
  }
}

TEST_F(PicturesTest, APictureIsFetchedOnceAndKeptAWhile) {
  const auto first = get("/harbour.png");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->type, "image/png");
  EXPECT_EQ(first->bytes, kPng);
  EXPECT_EQ(get("/harbour.png"), first);
  EXPECT_EQ(server_.connections(), 1);
  clock_.advance(options_.kept_for + Milliseconds(1));
  ASSERT_NE(get("/harbour.png"), nullptr);
  EXPECT_EQ(server_.connections(), 2);
}

TEST_F(PicturesTest, NothingButAPictureOfBoundedSizeComes) {
  EXPECT_NE(get("/moved"), nullptr);
  EXPECT_EQ(get("/round"), nullptr);
  EXPECT_EQ(get("/script.png"), nullptr);
  EXPECT_EQ(get("/large.png"), nullptr);
  const int before = server_.connections();
  EXPECT_EQ(get("/script.png"), nullptr);
  EXPECT_EQ(server_.connections(), before) << "that there is none is kept, too";
}

TEST_F(PicturesTest, TheInsideOfTheNetworkIsNotAsked) {
  options_.client.guard = http::AddressGuard();
  EXPECT_EQ(get("/harbour.png"), nullptr);
  EXPECT_EQ(server_.connections(), 0);
}

}  // namespace
}  // namespace curlew::api
