#include "base/storable_text.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

TEST(StorableText, IsUtf8WithoutNul) {
  for (const std::string_view text :
       {"", "a", "plain text of some length", "αβγ", "€", "🐦", "\xED\x9F\xBF",
        "\xEE\x80\x80", "\xF4\x8F\xBF\xBF", "sixteen letters, é", "\x01\x7F"}) {
    EXPECT_TRUE(is_storable_text(text)) << text;
    std::string same(text);
    make_storable(same);
    EXPECT_EQ(same, text);
  }
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {"\0"sv, "eight by\0"sv, "sixteen bytes \0e"sv, "\x80"sv, "a\xC3"sv,
        "\xC0\x80"sv, "\xC1\xBF"sv, "\xE0\x9F\xBF"sv, "\xED\xA0\x80"sv, "\xE2\x82"sv,
        "\xF0\x8F\xBF\xBF"sv, "\xF4\x90\x80\x80"sv, "\xF5\x80\x80\x80"sv, "\xFF"sv,
        "eight bytes are ok, \xE9 is not"sv}) {
    EXPECT_FALSE(is_storable_text(text)) << text;
    std::string mended(text);
    make_storable(mended);
    EXPECT_TRUE(is_storable_text(mended)) << mended;
  }
}

TEST(StorableText, ShowsWhereSomethingWasLost) {
  using namespace std::string_literals;
  const auto mended = [](std::string text) {
    make_storable(text);
    return text;
  };
  EXPECT_EQ(mended("caf\xE9 noir"), "caf\uFFFD noir");
  EXPECT_EQ(mended("a\0b"s), "a\uFFFDb");
  EXPECT_EQ(mended("\xED\xA0\x80x"), "\uFFFDx");
  EXPECT_EQ(mended("€ \xE2\x82"), "€ \uFFFD");
  EXPECT_EQ(mended("\xFF\xFE"), "\uFFFD\uFFFD");
}

}  // namespace
}  // namespace curlew
