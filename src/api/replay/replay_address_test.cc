#include "api/replay/replay_address.h"

#include <gtest/gtest.h>

namespace curlew::api {
namespace {

const SealingKey kKey = SealingKey::generate();
const ReplayAddress kAddress{.expires = from_unix_seconds(1'790'000'600),
                             .time = from_unix_ms(1'790'000'000'123),
                             .url = "http://a.example/b?c"};

// "/TOKEN/TIME/URL" as the router parts it.
std::optional<ReplayAddress> parsed(std::string_view path,
                                    const SealingKey& key = kKey) {
  path.remove_prefix(1);
  const std::string_view token = path.substr(0, path.find('/'));
  path.remove_prefix(token.size() + 1);
  const std::string_view time = path.substr(0, path.find('/'));
  return parse_replay_address(token, time, path.substr(time.size() + 1), key);
}

TEST(ReplayAddress, ReadsBack) {
  EXPECT_EQ(parsed(to_path(kAddress, kKey)), kAddress);
  ReplayAddress part = kAddress;
  part.purpose = ReplayAddress::Purpose::kPart;
  EXPECT_EQ(parsed(to_path(part, kKey)), part);
}

// Whoever changes one character of it has no address.
TEST(ReplayAddress, OpensNothingWhenItIsChanged) {
  const std::string path = to_path(kAddress, kKey);
  for (std::size_t i = 1; i < path.size(); ++i) {
    std::string changed = path;
    changed[i] = changed[i] == '1' ? '2' : '1';
    EXPECT_FALSE(parsed(changed)) << changed;
  }
  EXPECT_FALSE(parsed(path + "x"));
  EXPECT_FALSE(parsed(path, SealingKey::generate()));
}

TEST(ReplayAddress, IsNotWhatAnythingElseLooksLike) {
  for (const char* path :
       {"/x/20260921/http://a.example/", "/p/20260921/x", "/p1-/20260921/x",
        "/p-1-x/20260921/x", "/p99999999999999999999-x/20260921/x", "/p1/2026/x"}) {
    EXPECT_FALSE(parsed(path)) << path;
  }
}

}  // namespace
}  // namespace curlew::api
