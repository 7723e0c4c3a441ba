#include "model/page_wire.h"

#include <gtest/gtest.h>

namespace curlew::model {
namespace {

TEST(PageWire, ReadablePartsComeBackAsTheyWere) {
  ReadableParts parts;
  parts.blocks = {{"text \xff", "heading", "label", 2, "/html/body"}};
  parts.links = {{"https://a.example/2", "Two", LinkPlace::kInformational}};
  EXPECT_EQ(*decode_parts(encode(parts)), parts);
  EXPECT_EQ(*decode_parts(encode(ReadableParts{})), ReadableParts{});
}

TEST(PageWire, PlacesOfANewerReleaseAreRefused) {
  ReadableParts parts;
  parts.links = {{"https://a.example/2", "Two", static_cast<LinkPlace>(9)}};
  EXPECT_EQ(decode_parts(encode(parts)).error().text,
            "readable parts: unknown place 9");
  EXPECT_FALSE(decode_parts("\xff").ok());
}

TEST(PageType, EveryNameIsReadBack) {
  for (int i = 0; i <= static_cast<int>(PageType::kOther); ++i) {
    const auto type = static_cast<PageType>(i);
    EXPECT_EQ(parse_page_type(to_string(type)), type);
  }
  EXPECT_EQ(parse_page_type("poem"), std::nullopt);
}

}  // namespace
}  // namespace curlew::model
