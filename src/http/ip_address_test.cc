#include "http/ip_address.h"

#include <gtest/gtest.h>

namespace curlew::http {
namespace {

TEST(IpAddress, TakesStrictFormsOnly) {
  for (const auto* text :
       {"", "127.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "1.2.3.4.5", "1.2.3.256",
        "fe80::1%eth0", "[::1]", ":::", "1.2.3.4 ", "localhost", "١.2.3.4"}) {
    EXPECT_EQ(parse_ip_address(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_ip_address(std::string_view("1.2.3.4\0x", 9)), std::nullopt);
}

TEST(IpAddress, PrintsTheUsualForm) {
  EXPECT_EQ(to_string(*parse_ip_address("1.2.3.4")), "1.2.3.4");
  EXPECT_EQ(to_string(*parse_ip_address("::FFFF:102:304")), "1.2.3.4");
  EXPECT_EQ(to_string(*parse_ip_address("2001:DB8:0::1")), "2001:db8::1");
}

TEST(AddressRange, ReportsWhatIsWrongAndTheValue) {
  EXPECT_EQ(parse_address_range("10.0.0.0/33").error().text,
            "address range '10.0.0.0/33': the prefix length must be 0 to 32");
  EXPECT_EQ(parse_address_range("10.0.0.1/8").error().text,
            "address range '10.0.0.1/8': has bits set beyond its prefix length");
  for (const auto* text : {"", "/8", "10.0.0.0/", "10.0.0.0/8x", "10.0.0.0/-1", "10/8",
                           "home", "fd00::/129"}) {
    EXPECT_FALSE(parse_address_range(text).ok()) << text;
  }
}

TEST(AddressRange, CutsAtAnyBit) {
  const auto range = *parse_address_range("172.16.0.0/12");
  EXPECT_TRUE(range.contains(*parse_ip_address("172.31.255.255")));
  EXPECT_FALSE(range.contains(*parse_ip_address("172.32.0.0")));
  EXPECT_TRUE(parse_address_range("::/0")->contains(*parse_ip_address("1.2.3.4")));
  EXPECT_FALSE(
      parse_address_range("0.0.0.0/0")->contains(*parse_ip_address("2a00::1")));
}

}  // namespace
}  // namespace curlew::http
