#include "http/request_check.h"

#include <gtest/gtest.h>

namespace curlew::http {
namespace {

int status_of(const Headers& headers, std::string_view version = "HTTP/1.1") {
  Headers all = headers;
  all.emplace_back("Host", "a");
  const auto fault = find_fault(version, all, 100);
  return fault ? fault->status : 200;
}

TEST(RequestCheck, TakesOneLengthOrChunks) {
  EXPECT_EQ(status_of({}), 200);
  EXPECT_EQ(status_of({{"Content-Length", "100"}}), 200);
  EXPECT_EQ(status_of({{"transfer-encoding", "Chunked"}}), 200);
  EXPECT_EQ(status_of({{"Content-Length", "101"}}), 413);
  EXPECT_EQ(status_of({{"Content-Length", "99999999999999999999"}}), 413);
}

TEST(RequestCheck, RefusesALengthThatCanBeReadInTwoWays) {
  for (const char* length : {"", "+1", "-1", "0x1", "1, 1", "1 1", "1;"}) {
    EXPECT_EQ(status_of({{"Content-Length", length}}), 400) << length;
  }
  EXPECT_EQ(status_of({{"Content-Length", "1"}, {"content-length", "1"}}), 400);
  EXPECT_EQ(status_of({{"Content-Length", "1"}, {"Transfer-Encoding", "chunked"}}),
            400);
}

TEST(RequestCheck, RefusesACodingThatIsNotChunks) {
  for (const char* coding : {"", "gzip", "gzip, chunked", "chunked, chunked",
                             "xchunked", "identity", "chunked;a=b"}) {
    EXPECT_EQ(status_of({{"Transfer-Encoding", coding}}), 400) << coding;
  }
  const Headers twice{{"Transfer-Encoding", "chunked"},
                      {"Transfer-Encoding", "chunked"}};
  EXPECT_EQ(status_of(twice), 400);
  EXPECT_EQ(status_of({{"Transfer-Encoding", "chunked"}}, "HTTP/1.0"), 400);
}

TEST(RequestCheck, RefusesNamesAndValuesThatAreNone) {
  for (const char* name : {"", "Content-Length ", "a b", "a\tb", "a:b", "a\x01"}) {
    EXPECT_EQ(status_of({{name, "1"}}), 400) << name;
  }
  EXPECT_EQ(status_of({{"A", "a\rb"}}), 400);
  EXPECT_EQ(status_of({{"A", "a\tb \xce\xb1"}}), 200);
}

TEST(RequestCheck, WantsOneHost) {
  EXPECT_EQ(find_fault("HTTP/1.1", {}, 100)->status, 400);
  EXPECT_FALSE(find_fault("HTTP/1.0", {}, 100));
  EXPECT_EQ(status_of({{"host", "a"}}), 400);
}

}  // namespace
}  // namespace curlew::http
