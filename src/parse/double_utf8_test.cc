#include "parse/double_utf8.h"

#include <gtest/gtest.h>
#include <simdjson.h>

namespace curlew::parse {
namespace {

// As a program does that takes UTF-8 for Latin-1.
std::string encoded_again(std::string_view utf8) {
  std::string text;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

constexpr std::string_view kQuoted = "“Don’t,” she said – naïve, Ελλάδα, 🐦.";

TEST(DoubleUtf8, IsUndone) {
  std::string text = encoded_again(kQuoted);
  EXPECT_TRUE(undo_double_utf8(text));
  EXPECT_EQ(text, kQuoted);
}

TEST(DoubleUtf8, IsNotSeenInProperText) {
  for (const std::string_view proper :
       {std::string_view("plain"), kQuoted, std::string_view("Ã© is é taken wrongly"),
        std::string_view("\xC2\x80\xC2\x81\xC2\x82 three controls"),
        std::string_view("")}) {
    std::string text(proper);
    EXPECT_FALSE(undo_double_utf8(text));
    EXPECT_EQ(text, proper);
  }
}

TEST(DoubleUtf8, IsLeftWhereMuchElseIsProper) {
  std::string text = encoded_again(kQuoted) + std::string(kQuoted);
  const std::string before = text;
  EXPECT_FALSE(undo_double_utf8(text)) << "a quotation of an accident";
  EXPECT_EQ(text, before);
}

TEST(DoubleUtf8, IsLeftWhereItHappensOnce) {
  std::string text = encoded_again("It’s");
  EXPECT_FALSE(undo_double_utf8(text));
}

// A surrogate, a form that is too long, and a number beyond Unicode.
TEST(DoubleUtf8, MakesNothingThatIsNoUtf8) {
  for (const std::string_view none :
       {"\xED\xA0\x80", "\xE0\x80\x80", "\xF4\x90\x80\x80"}) {
    std::string text;
    for (int i = 0; i < 9; ++i) text += encoded_again(kQuoted);
    text += encoded_again(none);
    ASSERT_TRUE(undo_double_utf8(text));
    EXPECT_TRUE(simdjson::validate_utf8(text)) << text;
    EXPECT_TRUE(text.ends_with(encoded_again(none)));
  }
}

TEST(DoubleUtf8, SurvivesEveryEnd) {
  const std::string whole = encoded_again(kQuoted);
  for (std::size_t end = 0; end <= whole.size(); ++end) {
    std::string text = whole.substr(0, end);
    undo_double_utf8(text);
    EXPECT_LE(text.size(), end);
  }
}

}  // namespace
}  // namespace curlew::parse
