#include "store/version_times.h"

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

class VersionTimesTest : public StoreTest {
 protected:
  void keep(const std::string& url, std::int64_t second) {
    auto batch = must(store_->begin());
    must(store_->versions().add(
        {.source = {1}, .article = {++count_}, .url = url, .seen = at(second)}));
    must(batch.commit());
  }
  static Time at(std::int64_t second) { return from_unix_seconds(second); }
  VersionTimes around(std::int64_t second) {
    return must(times_around(store_->database(), "http://a/", at(second)));
  }
  std::int64_t count_ = 0;
};

TEST_F(VersionTimesTest, AreThoseOfTheAddressAlone) {
  for (const std::int64_t second : {10, 20, 30, 40}) keep("http://a/", second);
  for (const std::int64_t second : {1, 25, 99}) keep("http://b/", second);
  const VersionTimes middle = around(20);
  EXPECT_EQ(middle.first, at(10));
  EXPECT_EQ(middle.previous, at(10));
  EXPECT_EQ(middle.next, at(30));
  EXPECT_EQ(middle.last, at(40));
  EXPECT_EQ(around(10).previous, std::nullopt);
  EXPECT_EQ(around(40).next, std::nullopt);
}

TEST_F(VersionTimesTest, AreNoneOfAnAddressWithoutVersions) {
  const VersionTimes times = around(1);
  EXPECT_FALSE(times.first || times.previous || times.next || times.last);
}

}  // namespace
}  // namespace curlew::store
