#include "base/sha1.h"

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

TEST(Base32Test, PadsToEightLetters) {
  EXPECT_EQ(to_base32("f"), "MY======");
  EXPECT_EQ(to_base32("fooba"), "MZXW6YTB");
  EXPECT_EQ(to_base32("foobar"), "MZXW6YTBOI======");
}

}  // namespace
}  // namespace curlew
