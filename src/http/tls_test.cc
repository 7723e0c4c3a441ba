// HTTPS against a real server.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "base/installed_test.h"
#include "http/client.h"
#include "http/client_test.h"
#include "http/nginx_test.h"

namespace curlew::http {
namespace {

class TlsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    CURLEW_NEEDS(kNginx, "nginx-light");
    nginx = std::make_unique<Nginx>();
    ASSERT_TRUE(nginx->is_running());
  }

  // Waits for nginx to listen.
  Response get_from(std::string_view host, std::string ca_file) {
    const auto client = make_loopback_client(
        clock, {.lookup =
                    [](const std::string&) {
                      return std::vector{*parse_ip_address("127.0.0.1")};
                    },
                .ca_file = std::move(ca_file)});
    const auto url =
        "https://" + std::string(host) + ":" + std::to_string(nginx->port()) + "/";
    auto response = get(*client, url);
    for (int i = 0; i < 1000 && response.end == TransferEnd::kUnconnected; ++i) {
      std::this_thread::sleep_for(Milliseconds(20));
      response = get(*client, url);
    }
    return response;
  }

  SystemClock clock;
  std::unique_ptr<Nginx> nginx;
};

TEST_F(TlsTest, SpeaksHttp2WithAServerThatItTrusts) {
  const auto response = get_from("news.example", nginx->certificate());
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_EQ(response.body, "HTTP/2.0");
  EXPECT_EQ(response.status, 200);
}

TEST_F(TlsTest, RefusesACertificateThatNobodySigned) {
  const auto response = get_from("news.example", "");
  EXPECT_EQ(response.end, TransferEnd::kTlsFailed) << response.error;
  EXPECT_EQ(response.body, "");
}

TEST_F(TlsTest, RefusesACertificateOfAnotherName) {
  const auto response = get_from("other.example", nginx->certificate());
  EXPECT_EQ(response.end, TransferEnd::kTlsFailed) << response.error;
}

}  // namespace
}  // namespace curlew::http
