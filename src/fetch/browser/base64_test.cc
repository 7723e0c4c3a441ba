#include "fetch/browser/base64.h"

#include <gtest/gtest.h>

namespace curlew::fetch {
namespace {

// RFC 4648 §10.
TEST(Base64, IsReadAndWrittenAsTheRfcsExamples) {
  for (const auto& [bytes, text] :
       {std::pair("", ""), std::pair("f", "Zg=="), std::pair("fo", "Zm8="),
        std::pair("foo", "Zm9v"), std::pair("foob", "Zm9vYg=="),
        std::pair("fooba", "Zm9vYmE="), std::pair("foobar", "Zm9vYmFy")}) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(bytes_of_base64(text), bytes);
  }
  EXPECT_EQ(bytes_of_base64("Zm9v!Zm9v"), "foo");
}

}  // namespace
}  // namespace curlew::fetch
