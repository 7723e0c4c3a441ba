#include "base/sha.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

std::string sha1_of(std::string_view bytes) {
  Sha1 sha1;
  sha1.add(bytes);
  return to_base32(sha1.digest());
}

TEST(Sha1Test, GivesTheDigestsThatArchivesShow) {
  EXPECT_EQ(sha1_of(""), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_EQ(sha1_of("abc"), "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  EXPECT_EQ(sha1_of(std::string(1'000'000, 'a')), "GSVJOPGUYTNKJ5Q65MV5XLJHGFSTIALP");
}

TEST(Sha1Test, DoesNotCareHowItsBytesAreCut) {
  const std::string bytes(200, 'x');
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Sha1 sha1;
    sha1.add(bytes.substr(0, cut));
    sha1.add(bytes.substr(cut));
    EXPECT_EQ(to_base32(sha1.digest()), sha1_of(bytes)) << cut;
  }
}

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

// FIPS 180-4's example.
TEST(Sha384, IsTheStandards) {
  EXPECT_EQ(
      sha384_hex("abc"),
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7"
      "cc2358baeca134c825a7");
}

TEST(Base32Test, PadsToEightLetters) {
  EXPECT_EQ(to_base32("f"), "MY======");
  EXPECT_EQ(to_base32("fooba"), "MZXW6YTB");
  EXPECT_EQ(to_base32("foobar"), "MZXW6YTBOI======");
}

}  // namespace
}  // namespace curlew
