#include "base/sha256.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

// The examples of FIPS 180-2, appendix B.
TEST(Sha256, GivesTheDigestsOfTheStandard) {
  Sha256 whole;
  whole.add("abc");
  EXPECT_EQ(whole.hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 pieces;
  pieces.add("abcdbcdecdefdefgefghfghighijhijkijkl");
  pieces.add("");
  pieces.add("jklmklmnlmnomnopnopq");
  EXPECT_EQ(pieces.hex(),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

}  // namespace
}  // namespace curlew
