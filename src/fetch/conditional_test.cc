#include "fetch/conditional.h"

#include <gtest/gtest.h>

#include <string>

namespace curlew::fetch {
namespace {

constexpr char kUrl[] = "http://example.org/feed";

TEST(Conditional, ValidatorsAreKeptByteForByte) {
  for (const std::string etag :
       {"\"abc\"", "W/\"abc\"", "w/\"x\"", "abc", "\"no end", "\"a\"b\"", "'a'", "\"\"",
        "\"caf\xc3\xa9\"", "\"\xff\xfe\""}) {
    const Validators kept = validators_of({{"ETag", etag}}, kUrl);
    EXPECT_EQ(kept.etag, etag);
    http::Headers sent;
    add_conditions(kept, sent);
    EXPECT_EQ(sent, (http::Headers{{"If-None-Match", etag}}));
  }
}

TEST(Conditional, LastModifiedIsNeverRewritten) {
  for (const std::string date : {"Sun, 06 Nov 1994 08:49:37 GMT", "yesterday",
                                 "Sunday, 06-Nov-94 08:49:37 GMT", "2026-11-15"}) {
    http::Headers sent;
    add_conditions(validators_of({{"last-modified", date}}, kUrl), sent);
    EXPECT_EQ(sent, (http::Headers{{"If-Modified-Since", date}}));
  }
}

TEST(Conditional, NothingIsSentWhenNothingWasGiven) {
  http::Headers sent;
  add_conditions(validators_of({{"Date", "Sun, 06 Nov 1994 08:49:37 GMT"}}, kUrl),
                 sent);
  EXPECT_TRUE(sent.empty());
}

TEST(Conditional, ValidatorsKnowTheirAddress) {
  EXPECT_EQ(validators_of({{"ETag", "\"1\""}}, kUrl).url, kUrl);
}

TEST(Conditional, A304KeepsWhatItDoesNotReplace) {
  const Validators sent{"\"1\"", "Sun, 06 Nov 1994 08:49:37 GMT", kUrl};
  EXPECT_EQ(validators_after_304(sent, {}), sent);
  const Validators replaced = validators_after_304(sent, {{"ETag", "\"2\""}});
  EXPECT_EQ(replaced.etag, "\"2\"");
  EXPECT_EQ(replaced.last_modified, sent.last_modified);
}

TEST(Conditional, AValidatorTooLongToSendBackIsNotKept) {
  const std::string huge = '"' + std::string(5000, 'x') + '"';
  EXPECT_EQ(validators_of({{"ETag", huge}}, kUrl).etag, "");
}

}  // namespace
}  // namespace curlew::fetch
