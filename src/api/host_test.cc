#include "api/host.h"

#include <gtest/gtest.h>

namespace curlew::api {
namespace {

TEST(Host, IsAllowedWhenItIsLoopback) {
  for (const char* host :
       {"localhost", "LOCALHOST:8400", "127.0.0.1", "127.0.0.1:8400", "127.9.9.9",
        "[::1]", "[::1]:8400", " localhost ", "localhost.", "Localhost.:8400",
        "localhost:", "[::1]:", "[::ffff:127.0.0.1]"}) {
    EXPECT_TRUE(is_allowed_host(host, "127.0.0.1")) << host;
  }
}

TEST(Host, IsRefusedWhenAStrangerChoseIt) {
  for (const char* host : {"evil.example",
                           "evil.example:8400",
                           "localhost.evil.example",
                           "127.0.0.1.nip.io",
                           "192.168.1.5",
                           "",
                           "[::1",
                           "0x7f.1",
                           "localhost@evil.example",
                           "::1",
                           "evil.example.",
                           "localhost..",
                           ".",
                           "a.localhost",
                           "127.1",
                           "127.0.0.1.",
                           "0.0.0.0",
                           "[::]",
                           "[fe80::1]",
                           "[::1%lo]",
                           "[::1]x",
                           "[::1]:x",
                           "[127.0.0.1]",
                           "[localhost]",
                           "localhost:x",
                           "localhost:80:80",
                           "localhost:-1",
                           "localhost:800000",
                           "localhost/",
                           "localhost, evil.example",
                           "evil.example:80@localhost"}) {
    EXPECT_FALSE(is_allowed_host(host, "127.0.0.1")) << host;
  }
}

TEST(Host, IsAllowedWhenItIsTheConfiguredAddress) {
  EXPECT_TRUE(is_allowed_host("192.168.1.5:8400", "192.168.1.5"));
  EXPECT_FALSE(is_allowed_host("192.168.1.6:8400", "192.168.1.5"));
  EXPECT_TRUE(is_allowed_host("192.168.1.6", "0.0.0.0"));
  EXPECT_FALSE(is_allowed_host("evil.example", "0.0.0.0"));
}

TEST(Host, IsThatOfAnAddressWhateverItsPortCaseAndLastDot) {
  for (const char* host : {"curlew.example.org", "Curlew.Example.ORG:443",
                           "curlew.example.org.", "curlew.example.org.:1"}) {
    EXPECT_TRUE(is_host_of(host, "https://curlew.example.org:8443/x")) << host;
  }
  EXPECT_TRUE(is_host_of("[2001:db8::1]:1", "https://[2001:db8::1]"));
  for (const char* host : {"", ".", "example.org", "curlew.example.org.evil.example",
                           "curlew.example.org@evil.example", "curlew.example.org:x",
                           "[curlew.example.org]"}) {
    EXPECT_FALSE(is_host_of(host, "https://curlew.example.org")) << host;
  }
  EXPECT_FALSE(is_host_of("", "https://"));
}

TEST(Host, HasANeighbourOnAnotherPort) {
  EXPECT_EQ(neighbour("localhost:8400", 8401), "http://localhost:8401");
  EXPECT_EQ(neighbour("127.0.0.1", 8401), "http://127.0.0.1:8401");
  EXPECT_EQ(neighbour(" [::1]:8400", 8401), "http://[::1]:8401");
}

}  // namespace
}  // namespace curlew::api
