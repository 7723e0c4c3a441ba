#include "pipeline/query_title.h"

#include <gtest/gtest.h>

namespace curlew::pipeline {
namespace {

TEST(QueryTitle, IsTheFirstWordsOfTheQuery) {
  EXPECT_EQ(query_title("query=SELECT+%3Fport+WHERE+%7B%3Fport+a+%3APort%7D&format=x"),
            "SELECT ?port WHERE {?port a :Port}");
  EXPECT_EQ(query_title("query=PREFIX%20a%3A%20%3Chttp%3A%2F%2Fx%2F%3E%0ABASE%20%3Cy%3E"
                        "%0AASK%20%7B%7D"),
            "ASK {}");
}

TEST(QueryTitle, IsTheCommentThatItBeginsWith) {
  EXPECT_EQ(query_title("default-graph-uri=&query=%23+Ports+of+Chios%0ASELECT+*"),
            "Ports of Chios");
}

TEST(QueryTitle, IsCutAndOneLineWhateverTheQuery) {
  const std::string title =
      query_title("query=SELECT%0A%0A+" + std::string(500, 'x') + "%1b%5B31m");
  EXPECT_LT(title.size(), 80u);
  EXPECT_EQ(title.find('\n'), title.npos);
  EXPECT_EQ(query_title(""), "");
  EXPECT_EQ(query_title("q=1"), "");
  EXPECT_EQ(query_title("query=%"), "%");
  EXPECT_EQ(query_title("query=%23"), "");
}

}  // namespace
}  // namespace curlew::pipeline
