#include "http/address_guard.h"

#include <gtest/gtest.h>

namespace curlew::http {
namespace {

std::string judge(std::string_view text, const AddressGuard& guard = {}) {
  const auto address = parse_ip_address(text);
  if (!address) return "no address";
  return std::string(guard.refusal(*address).value_or("allowed"));
}

AddressGuard opened(std::initializer_list<std::string_view> ranges) {
  std::vector<AddressRange> allowed;
  for (const auto range : ranges) allowed.push_back(*parse_address_range(range));
  return AddressGuard(std::move(allowed));
}

TEST(AddressGuard, AllowsPublicUnicast) {
  for (const auto* address : {"1.1.1.1",
                              "8.8.8.8",
                              "93.184.216.34",
                              "11.0.0.0",
                              "9.255.255.255",
                              "100.63.0.1",
                              "100.128.0.0",
                              "126.255.255.255",
                              "128.0.0.0",
                              "172.15.255.255",
                              "172.32.0.0",
                              "192.0.1.0",
                              "192.167.0.1",
                              "198.17.255.255",
                              "198.20.0.0",
                              "223.255.255.255",
                              "2606:2800:220:1::1",
                              "2a00:1450::1",
                              "2001:4860:4860::8888",
                              "2003::1",
                              "3ffe::1",
                              "2001:200::1",
                              "::ffff:8.8.8.8"}) {
    EXPECT_EQ(judge(address), "allowed") << address;
  }
}

TEST(AddressGuard, RefusesTheFirstAndLastAddressOfEverySpecialRange) {
  for (const auto& [first, last] :
       std::initializer_list<std::pair<const char*, const char*>>{
           {"0.0.0.0", "0.255.255.255"},
           {"10.0.0.0", "10.255.255.255"},
           {"100.64.0.0", "100.127.255.255"},
           {"127.0.0.0", "127.255.255.255"},
           {"168.63.129.16", "168.63.129.16"},
           {"169.254.0.0", "169.254.255.255"},
           {"172.16.0.0", "172.31.255.255"},
           {"192.0.0.0", "192.0.0.255"},
           {"192.0.2.0", "192.0.2.255"},
           {"192.88.99.0", "192.88.99.255"},
           {"192.168.0.0", "192.168.255.255"},
           {"198.18.0.0", "198.19.255.255"},
           {"198.51.100.0", "198.51.100.255"},
           {"203.0.113.0", "203.0.113.255"},
           {"224.0.0.0", "239.255.255.255"},
           {"240.0.0.0", "255.255.255.255"},
           {"::", "::ffff:ffff"},
           {"::ffff:127.0.0.1", "::ffff:10.0.0.1"},
           {"::ffff:0:0:0", "::ffff:0:ffff:ffff"},
           {"64:ff9b::", "64:ff9b::ffff:ffff"},
           {"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"},
           {"100::", "100::ffff:ffff:ffff:ffff"},
           {"1fff:ffff::", "4000::"},
           {"2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"},
           {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"},
           {"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
           {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"},
           {"5f00::", "e000::"},
           {"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
           {"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
           {"fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
           {"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
       }) {
    EXPECT_NE(judge(first), "allowed") << first;
    EXPECT_NE(judge(last), "allowed") << last;
  }
}

TEST(AddressGuard, NamesTheReason) {
  EXPECT_EQ(judge("127.0.0.1"), "loopback (RFC 1122)");
  EXPECT_EQ(judge("::ffff:127.0.0.1"), "loopback (RFC 1122)");
  EXPECT_EQ(judge("::1"), "loopback (RFC 4291)");
  EXPECT_EQ(judge("255.255.255.255"), "broadcast (RFC 8190)");
  EXPECT_EQ(judge("2001:2::1"), "benchmarking (RFC 5180)");
  EXPECT_EQ(judge("fd00:ec2::254"), "private (RFC 4193)");
}

TEST(AddressGuard, OpensWhatTheOperatorAllows) {
  const auto guard = opened({"127.0.0.0/8", "fd00::/8", "192.168.1.7"});
  EXPECT_EQ(judge("127.3.2.1", guard), "allowed");
  EXPECT_EQ(judge("fd12::1", guard), "allowed");
  EXPECT_EQ(judge("192.168.1.7", guard), "allowed");
  EXPECT_EQ(judge("192.168.1.8", guard), "private (RFC 1918)");
  EXPECT_EQ(judge("::1", guard), "loopback (RFC 4291)");
}

TEST(AddressGuard, JudgesTheIpv4AddressBehindAnOpenedGateway) {
  const auto guard = opened({"64:ff9b::/96", "2002::/16", "2001::/32"});
  EXPECT_EQ(judge("64:ff9b::8.8.8.8", guard), "allowed");
  EXPECT_EQ(judge("64:ff9b::127.0.0.1", guard), "loopback (RFC 1122)");
  EXPECT_EQ(judge("2002:808:808::1", guard), "allowed");
  EXPECT_EQ(judge("2002:7f00:1::1", guard), "loopback (RFC 1122)");
  EXPECT_EQ(judge("2001:0:808:808::f5ff:fffe", guard), "private (RFC 1918)");
}

}  // namespace
}  // namespace curlew::http
