#include "http/accept_encoding.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace curlew::http {
namespace {

std::string_view chosen(std::string_view accept_encoding) {
  static constexpr std::array<std::string_view, 2> kOffered = {"br", "gzip"};
  return preferred_encoding(accept_encoding, kOffered);
}

TEST(AcceptEncoding, OfEqualsTheFirstOfferedIsChosen) {
  EXPECT_EQ(chosen("gzip, deflate, br, zstd"), "br");
  EXPECT_EQ(chosen("gzip, deflate"), "gzip");
  EXPECT_EQ(chosen("*"), "br");
  EXPECT_EQ(chosen("GZip"), "gzip");
}

TEST(AcceptEncoding, WeightsDecide) {
  EXPECT_EQ(chosen("br;q=0.5, gzip;q=0.8"), "gzip");
  EXPECT_EQ(chosen("br;q=0, *"), "gzip");
  EXPECT_EQ(chosen("br; q=0.1"), "br");
}

TEST(AcceptEncoding, WhoWantsNoneGetsItAsItIs) {
  EXPECT_EQ(chosen(""), "");
  EXPECT_EQ(chosen("identity"), "");
  EXPECT_EQ(chosen("gzip;q=0, br;q=0"), "");
  EXPECT_EQ(chosen("*;q=0"), "");
  EXPECT_EQ(chosen("br;q=nonsense"), "");
}

TEST(AcceptEncoding, AMegabyteOfCodingsIsReadInPart) {
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "x, ";
  EXPECT_EQ(chosen(many + "br"), "");
}

}  // namespace
}  // namespace curlew::http
