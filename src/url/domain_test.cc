#include "url/domain.h"

#include <gtest/gtest.h>

namespace curlew::url {
namespace {

TEST(RegistrableDomainTest, IsTheLabelBelowThePublicSuffix) {
  EXPECT_EQ(registrable_domain("feeds.bbc.co.uk"), "bbc.co.uk");
  EXPECT_EQ(registrable_domain("www.example.org"), "example.org");
  EXPECT_EQ(registrable_domain("example.org"), "example.org");
  EXPECT_EQ(registrable_domain("a.b.xn--jxalpdlp"), "b.xn--jxalpdlp");
}

TEST(RegistrableDomainTest, OwnersOnASharedHosterAreTold) {
  EXPECT_EQ(registrable_domain("alice.github.io"), "alice.github.io");
  EXPECT_NE(registrable_domain("alice.github.io"), registrable_domain("bob.github.io"));
}

TEST(RegistrableDomainTest, TheRootsDotIsNoDifference) {
  EXPECT_EQ(registrable_domain("www.example.org."), "example.org");
}

TEST(RegistrableDomainTest, WhatHasNoOwnerAboveItIsItsOwn) {
  EXPECT_EQ(registrable_domain("localhost"), "localhost");
  EXPECT_EQ(registrable_domain("co.uk"), "co.uk");
  EXPECT_EQ(registrable_domain("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(registrable_domain("[2001:db8::1]"), "[2001:db8::1]");
  EXPECT_EQ(registrable_domain(""), "");
}

TEST(RegistrableDomainTest, AnUnlistedTopLevelIsTakenAsASuffix) {
  EXPECT_EQ(registrable_domain("feeds.news.internal"), "news.internal");
}

TEST(IpAddressTest, IsToldFromNames) {
  EXPECT_TRUE(is_ip_address("127.0.0.1"));
  EXPECT_TRUE(is_ip_address("[::1]"));
  EXPECT_FALSE(is_ip_address("1.example"));
  EXPECT_FALSE(is_ip_address("example.org"));
}

}  // namespace
}  // namespace curlew::url
