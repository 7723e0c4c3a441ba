// Long texts are packed for who takes it, and for nobody else.

#include "api/packed.h"

#include <gtest/gtest.h>

#include "http/gzip.h"

namespace curlew::api {
namespace {

constexpr Bytes kMost = 1_MiB;
const std::string kLong(4'000, 'a');

http::Call call_with(const std::string& accept_encoding) {
  http::Call call;
  call.request.headers = {{"Accept-Encoding", accept_encoding}};
  return call;
}

TEST(Packed, SaysThatItIs) {
  Body body(kLong);
  pack_for(call_with("br, gzip"), body);
  EXPECT_LT(body.text.size(), 100u);
  EXPECT_EQ(http::unpack_gzip(body.text, kMost), kLong);
  EXPECT_EQ(http::find_header(body.headers, "Content-Encoding"), "gzip");
  EXPECT_EQ(http::find_header(body.headers, "Vary"), "Accept-Encoding");
}

TEST(Packed, IsNotForWhoDoesNotTakeIt) {
  for (const char* const taken : {"", "br", "gzip;q=0", "identity"}) {
    Body body(kLong);
    pack_for(call_with(taken), body);
    EXPECT_EQ(body.text, kLong) << taken;
    EXPECT_FALSE(http::find_header(body.headers, "Content-Encoding")) << taken;
    EXPECT_EQ(http::find_header(body.headers, "Vary"), "Accept-Encoding")
        << "caches keep it for others";
  }
}

TEST(Packed, IsNothingShortNorAPictureNorTwice) {
  const http::Call call = call_with("gzip");
  Body brief("brief"), picture(kLong, "image/png"), twice(kLong, "text/html");
  pack_for(call, brief);
  pack_for(call, picture);
  pack_for(call, twice);
  pack_for(call, twice);
  const http::Call plain = call_with("");
  Body same(kLong);
  pack_for(plain, same);
  pack_for(plain, same);
  EXPECT_EQ(same.headers.size(), 1u);
  EXPECT_EQ(brief.text, "brief");
  EXPECT_EQ(picture.text, kLong);
  EXPECT_EQ(http::unpack_gzip(twice.text, kMost), kLong);
}

}  // namespace
}  // namespace curlew::api
