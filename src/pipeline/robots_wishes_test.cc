#include "pipeline/robots_wishes.h"

#include <gtest/gtest.h>

#include "pipeline/page_tree.h"

namespace curlew::pipeline {
namespace {

RobotsWishes wishes_of(std::string_view head, http::Headers headers = {}) {
  const std::string html = "<html><head>" + std::string(head) + "</head><body>a";
  const PageTree tree(html, "text/html", {});
  return robots_wishes(headers, tree.document());
}

constexpr RobotsWishes kNoIndex{.is_noindex = true};
constexpr RobotsWishes kNeither{.is_noindex = true, .is_nofollow = true};

TEST(RobotsWishes, AreReadInTheHeadOfAPage) {
  EXPECT_EQ(wishes_of(""), RobotsWishes{});
  EXPECT_EQ(wishes_of("<meta name=robots content='index, follow, all'>"),
            RobotsWishes{});
  EXPECT_EQ(wishes_of("<META NAME=Robots CONTENT=' NoIndex '>"), kNoIndex);
  EXPECT_EQ(wishes_of("<meta name=robots content=none>"), kNeither);
  EXPECT_EQ(wishes_of("<meta name=robots content=noindex>"
                      "<meta name=curlew content=nofollow>"),
            kNeither);
  EXPECT_EQ(wishes_of("<meta name=otherbot content=none>"), RobotsWishes{});
}

TEST(RobotsWishes, AreReadInTheHeadersOfAnAnswer) {
  EXPECT_EQ(wishes_of("", {{"x-robots-tag", "noindex"}}), kNoIndex);
  EXPECT_EQ(wishes_of("", {{"X-Robots-Tag", "noindex"}, {"X-Robots-Tag", "nofollow"}}),
            kNeither);
  EXPECT_EQ(wishes_of("", {{"X-Robots-Tag", "Curlew: noindex, nofollow"}}), kNeither);
  EXPECT_EQ(wishes_of("", {{"X-Robots-Tag", "otherbot: noindex, nofollow"}}),
            RobotsWishes{});
  EXPECT_EQ(wishes_of("", {{"X-Robots-Tag", "otherbot: noindex, curlew: nofollow"}}),
            (RobotsWishes{.is_nofollow = true}));
  EXPECT_EQ(wishes_of("", {{"X-Robots-Tag",
                            "max-snippet:0, noindex, "
                            "unavailable_after: 25 Jun 2030 15:00:00"}}),
            kNoIndex);
}

}  // namespace
}  // namespace curlew::pipeline
