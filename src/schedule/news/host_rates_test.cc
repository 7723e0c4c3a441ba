#include "schedule/news/host_rates.h"

#include <gtest/gtest.h>

namespace curlew::schedule::news {
namespace {

TEST(HostRates, ASourceStartsFromItsHostsMean) {
  HostRates hosts;
  hosts.joined(0, "https://busy.example/a.xml");
  hosts.joined(1, "https://busy.example/b.xml?x=/");
  hosts.joined(2, "https://busy.example/new");
  hosts.joined(3, "http://alone.example");
  hosts.count(0, 10);
  hosts.count(1, 14);
  hosts.count(3, 9);
  EXPECT_NEAR(hosts.expected(2, 1), (10 + 14 + 2 * 1) / 4.0, 1e-6);
  EXPECT_EQ(hosts.expected(3, 1), 1);
  EXPECT_EQ(hosts.expected(kNoSlot, 1), 1);
  hosts.begin();
  EXPECT_EQ(hosts.expected(2, 1), 1);
}

}  // namespace
}  // namespace curlew::schedule::news
