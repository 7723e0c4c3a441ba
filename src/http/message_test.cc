#include "http/message.h"

#include <gtest/gtest.h>

namespace curlew::http {
namespace {

const Headers kHeaders = {{"Content-Type", "text/html"},
                          {"Cache-Control", "no-cache"},
                          {"cache-control", "max-age=5"}};

TEST(Message, FindsTheFirstFieldWhateverItsCase) {
  EXPECT_EQ(find_header(kHeaders, "CACHE-CONTROL"), "no-cache");
  EXPECT_EQ(find_header(kHeaders, "content-type"), "text/html");
  EXPECT_EQ(find_header(kHeaders, "ETag"), std::nullopt);
}

TEST(Message, JoinsFieldsOfOneNameInOrder) {
  EXPECT_EQ(joined_header(kHeaders, "Cache-Control"), "no-cache, max-age=5");
  EXPECT_EQ(joined_header(kHeaders, "Vary"), "");
}

TEST(Message, JoinsAnEmptyFieldToo) {
  EXPECT_EQ(joined_header({{"Via", ""}, {"Via", "1.1 b"}}, "Via"), ", 1.1 b");
}

}  // namespace
}  // namespace curlew::http
