#include "http/endpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "http/loopback_test.h"

namespace curlew::http {
namespace {

TEST(Endpoint, IsTheHostAndPortOfAUrl) {
  const auto endpoint = judge_endpoint("https://a.example/x", AddressGuard());
  ASSERT_TRUE(endpoint.ok());
  EXPECT_EQ(endpoint->host, "a.example");
  EXPECT_EQ(endpoint->port, 443);
  EXPECT_FALSE(endpoint->address);
}

TEST(Endpoint, ForbiddenAddressesAndPortsAreRefused) {
  for (const char* url : {"http://127.0.0.1/", "http://0x7f.1/", "http://[::1]/",
                          "http://a.example:25/", "ftp://a.example/"}) {
    EXPECT_FALSE(judge_endpoint(url, AddressGuard()).ok()) << url;
  }
}

TEST(Endpoint, NoSocketIsMadeForAForbiddenAddress) {
  RawServer server([](RawSocket&, const std::atomic<bool>&) {});
  const auto loopback = *parse_ip_address("127.0.0.1");
  EXPECT_FALSE(begin_connect(loopback, server.port(), AddressGuard()).ok());
  const AddressGuard open({*parse_address_range("127.0.0.0/8")});
  const auto socket = begin_connect(loopback, server.port(), open);
  ASSERT_TRUE(socket.ok());
  EXPECT_EQ(RawSocket(*socket).read_some(), "");
}

}  // namespace
}  // namespace curlew::http
