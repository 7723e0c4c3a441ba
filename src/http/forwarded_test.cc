#include "http/forwarded.h"

#include <gtest/gtest.h>

#include <vector>

namespace curlew::http {
namespace {

const std::vector<AddressRange> kProxies = {*parse_address_range("127.0.0.1"),
                                            *parse_address_range("10.0.0.0/8")};

ServerRequest from(std::string peer, Headers headers) {
  ServerRequest request;
  request.remote_address = std::move(peer);
  request.headers = std::move(headers);
  request.headers.emplace_back("Host", "127.0.0.1:8400");
  return request;
}

TEST(Forwarded, HeadersAreBelievedOfAProxyThatIsTrusted) {
  const auto request =
      as_forwarded(from("127.0.0.1", {{"X-Forwarded-For", "203.0.113.7"},
                                      {"X-Forwarded-Proto", "https"},
                                      {"X-Forwarded-Host", "c.example"}}),
                   kProxies);
  EXPECT_EQ(request.remote_address, "203.0.113.7");
  EXPECT_EQ(request.scheme, "https");
  EXPECT_EQ(find_header(request.headers, "Host"), "c.example");
}

TEST(Forwarded, HeadersAreNotBelievedOfAnybodyElse) {
  const auto request =
      as_forwarded(from("203.0.113.9", {{"X-Forwarded-For", "127.0.0.1"},
                                        {"X-Forwarded-Proto", "https"},
                                        {"X-Forwarded-Host", "localhost"}}),
                   kProxies);
  EXPECT_EQ(request.remote_address, "203.0.113.9");
  EXPECT_EQ(request.scheme, "http");
  EXPECT_EQ(find_header(request.headers, "Host"), "127.0.0.1:8400");
  EXPECT_EQ(as_forwarded(from("127.0.0.1", {{"X-Forwarded-For", "1.2.3.4"}}), {})
                .remote_address,
            "127.0.0.1");
}

TEST(Forwarded, AddressIsTheNearestThatIsNotAProxy) {
  const auto address = [](const std::string& list) {
    return as_forwarded(from("127.0.0.1", {{"X-Forwarded-For", list}}), kProxies)
        .remote_address;
  };
  EXPECT_EQ(address("6.6.6.6, 203.0.113.7, 10.1.2.3"), "203.0.113.7");
  EXPECT_EQ(address("10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(address("6.6.6.6, nonsense"), "127.0.0.1");
  EXPECT_EQ(address(""), "127.0.0.1");
  EXPECT_EQ(address(" , ,"), "127.0.0.1");
  EXPECT_EQ(address("2001:db8::7"), "2001:db8::7");
}

}  // namespace
}  // namespace curlew::http
