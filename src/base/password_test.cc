#include "base/password.h"

#include <gmock/gmock.h>

#include <set>

#include "base/secret_token.h"

namespace curlew {
namespace {

TEST(Password, IsKnownByItsHash) {
  const std::string hash = *hash_password("καλημέρα");
  EXPECT_THAT(hash, testing::StartsWith("$argon2id$"));
  EXPECT_TRUE(is_password("καλημέρα", hash));
  EXPECT_FALSE(is_password("καλημερα", hash));
  EXPECT_FALSE(is_password("", hash));
  EXPECT_NE(*hash_password("καλημέρα"), hash) << "each has a salt of its own";
}

TEST(Password, NoneFitsAHashThatIsNone) {
  EXPECT_FALSE(is_password("", ""));
  EXPECT_FALSE(is_password("x", "x"));
  EXPECT_FALSE(is_password("x", std::string(10'000, '$')));
}

TEST(SecretToken, IsLongAndNeverTheSame) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(make_secret_token());
  EXPECT_EQ(tokens.size(), 100U);
  for (const std::string& token : tokens) {
    EXPECT_EQ(token.size(), 43U);
    EXPECT_EQ(
        token.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                                "XYZ0123456789-_"),
        token.npos);
  }
  // As `printf abc | sha256sum` says.
  EXPECT_EQ(mark_of_token("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace curlew
