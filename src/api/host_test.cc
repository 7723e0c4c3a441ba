#include "api/host.h"

#include <gtest/gtest.h>

namespace curlew::api {
namespace {

TEST(Host, IsAllowedWhenItIsLoopback) {
  for (const char* host : {"localhost", "LOCALHOST:8400", "127.0.0.1", "127.0.0.1:8400",
                           "127.9.9.9", "[::1]", "[::1]:8400", " localhost "}) {
    EXPECT_TRUE(is_allowed_host(host, "127.0.0.1")) << host;
  }
}

TEST(Host, IsRefusedWhenAStrangerChoseIt) {
  for (const char* host : {"evil.example", "evil.example:8400",
                           "localhost.evil.example", "127.0.0.1.nip.io", "192.168.1.5",
                           "", "[::1", "0x7f.1", "localhost@evil.example", "::1"}) {
    EXPECT_FALSE(is_allowed_host(host, "127.0.0.1")) << host;
  }
}

TEST(Host, IsAllowedWhenItIsTheConfiguredAddress) {
  EXPECT_TRUE(is_allowed_host("192.168.1.5:8400", "192.168.1.5"));
  EXPECT_FALSE(is_allowed_host("192.168.1.6:8400", "192.168.1.5"));
  EXPECT_TRUE(is_allowed_host("192.168.1.6", "0.0.0.0"));
  EXPECT_FALSE(is_allowed_host("evil.example", "0.0.0.0"));
}

TEST(Host, HasANeighbourOnAnotherPort) {
  EXPECT_EQ(neighbour("localhost:8400", 8401), "http://localhost:8401");
  EXPECT_EQ(neighbour("127.0.0.1", 8401), "http://127.0.0.1:8401");
  EXPECT_EQ(neighbour(" [::1]:8400", 8401), "http://[::1]:8401");
}

}  // namespace
}  // namespace curlew::api
