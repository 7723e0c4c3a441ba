#include "fetch/browser/basic_auth.h"

#include <gtest/gtest.h>

namespace curlew::fetch {
namespace {

// The examples of RFC 7617 §2 and §2.1.
TEST(BasicAuth, IsAsTheSpecificationShows) {
  EXPECT_EQ(basic_authorization("Aladdin:open sesame"),
            "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  EXPECT_EQ(basic_authorization("test:123\xc2\xa3"), "Basic dGVzdDoxMjPCow==");
}

TEST(BasicAuth, PadsWhatIsNoMultipleOfThree) {
  EXPECT_EQ(basic_authorization("a:"), "Basic YTo=");
  EXPECT_EQ(basic_authorization("a:b"), "Basic YTpi");
}

}  // namespace
}  // namespace curlew::fetch
