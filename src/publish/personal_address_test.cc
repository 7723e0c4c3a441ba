#include "publish/personal_address.h"

#include <gtest/gtest.h>

namespace curlew::publish {
namespace {

TEST(StopToken, NamesItsListToWhoeverHasTheKey) {
  const SealingKey key = SealingKey::generate();
  EXPECT_EQ(parse_stop_token(key, stop_token(key, {7})), model::WatchlistId{7});
  EXPECT_EQ(parse_stop_token(SealingKey::generate(), stop_token(key, {7})),
            std::nullopt);
}

TEST(StopToken, CannotBeMadeOfAnother) {
  const SealingKey key = SealingKey::generate();
  std::string token = stop_token(key, {7});
  for (std::string bad : {"8" + token.substr(1), token.substr(0, token.size() - 1),
                          token + "A", "7-" + token, std::string("7-"),
                          std::string("7"), std::string("-"), std::string()}) {
    EXPECT_EQ(parse_stop_token(key, bad), std::nullopt) << bad;
  }
  for (std::size_t i = 2; i < token.size(); ++i) {
    token[i] = token[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(parse_stop_token(key, token), std::nullopt) << i;
    token = stop_token(key, {7});
  }
}

TEST(RelativePath, LeadsFromEveryDepth) {
  EXPECT_EQ(relative_path("/mine/T", page_path("T")), "T");
  EXPECT_EQ(relative_path("/mine/T", article_path("T", 5)), "T/articles/5");
  EXPECT_EQ(relative_path("/mine/T/articles/5", page_path("T")), "../../T");
  EXPECT_EQ(relative_path("/mine/stop/7-x", "/mine/style.css"), "../style.css");
  EXPECT_EQ(relative_path("/mine", "/mine/style.css"), "style.css");
}

}  // namespace
}  // namespace curlew::publish
