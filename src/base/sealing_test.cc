#include "base/sealing.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace curlew {
namespace {

const SealingKey kKey = SealingKey::generate();

TEST(Sealing, OpensWhatItSealed) {
  for (const std::string& secret : std::vector<std::string>{
           "hunter2", "", std::string("\0\xff\n", 3), std::string(100'000, 'x')}) {
    const std::string sealed = kKey.seal(secret, "here");
    EXPECT_TRUE(is_sealed(sealed));
    const auto opened = kKey.open(sealed, "here");
    ASSERT_TRUE(opened.ok()) << opened.error().text;
    EXPECT_EQ(*opened, secret);
  }
}

TEST(Sealing, SaysNothingOfTheSecretAndNeverTheSameTwice) {
  const std::string sealed = kKey.seal("hunter2", "here");
  EXPECT_EQ(sealed.find("hunter2"), std::string::npos);
  EXPECT_NE(sealed, kKey.seal("hunter2", "here"));
  // It stands in addresses and in lines of headers.
  EXPECT_EQ(sealed.find_first_of(":/?#@ \r\n%"), std::string::npos) << sealed;
}

TEST(Sealing, OpensOnlyWhereItBelongs) {
  const auto opened = kKey.open(kKey.seal("hunter2", "here"), "there");
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind, ErrorKind::kCorrupt);
}

TEST(Sealing, AnotherKeyIsNamedAndOpensNothing) {
  const SealingKey other = SealingKey::generate();
  const auto opened = other.open(kKey.seal("hunter2", "here"), "here");
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind, ErrorKind::kNotFound);
  EXPECT_NE(opened.error().text.find(kKey.id()), std::string::npos);
  EXPECT_NE(opened.error().text.find(other.id()), std::string::npos);
}

TEST(Sealing, EveryChangedCharacterIsSeen) {
  const std::string sealed = kKey.seal("hunter2", "here");
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(kKey.open(changed, "here").ok()) << changed;
    EXPECT_FALSE(kKey.open(sealed.substr(0, i), "here").ok()) << i;
  }
  EXPECT_FALSE(kKey.open(sealed + "AAAA", "here").ok());
}

TEST(Sealing, WhatIsNotSealedIsNeverTakenForASecret) {
  const std::string id = kKey.id();
  for (const std::string& text : std::vector<std::string>{
           "", "hunter2", "sealed1.", "sealed1." + id, "sealed1." + id + ".",
           "sealed1." + id + ".AAAA", "sealed1." + id + "." + std::string(80, '='),
           "sealed2." + id + "." + std::string(80, 'A'),
           std::string("sealed1.\0\0\0\0\0\0\0\0.", 17)}) {
    EXPECT_FALSE(is_sealed(text)) << text;
    const auto opened = kKey.open(text, "here");
    ASSERT_FALSE(opened.ok()) << text;
    EXPECT_EQ(opened.error().kind, ErrorKind::kMalformed) << text;
  }
}

TEST(Sealing, KeyReadsBackAsItWasWritten) {
  const auto again = SealingKey::parse(kKey.text());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->id(), kKey.id());
  EXPECT_EQ(*again->open(kKey.seal("hunter2", "here"), "here"), "hunter2");
  EXPECT_NE(SealingKey::generate().id(), kKey.id());
}

TEST(Sealing, HalfAKeyIsRefusedWithoutBeingRepeated) {
  const std::string text = kKey.text();
  for (const std::string& bad :
       {std::string(), text.substr(0, 30), "x" + text, text + text}) {
    const auto key = SealingKey::parse(bad);
    ASSERT_FALSE(key.ok());
    EXPECT_EQ(key.error().text, "is not a key of Curlew");
  }
}

}  // namespace
}  // namespace curlew
