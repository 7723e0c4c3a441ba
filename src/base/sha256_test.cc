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

// RFC 4231 §4.3, and a key longer than a block (§4.7).
TEST(HmacSha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(hmac_sha256_hex("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac_sha256_hex(std::string(131, '\xaa'),
                            "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

}  // namespace
}  // namespace curlew
