#include "base/sha384.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

// FIPS 180-4's example.
TEST(Sha384, IsTheStandards) {
  EXPECT_EQ(
      sha384_hex("abc"),
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7"
      "cc2358baeca134c825a7");
}

}  // namespace
}  // namespace curlew
