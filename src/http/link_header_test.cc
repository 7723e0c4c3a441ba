#include "http/link_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::http {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(LinkHeader, HasAddressesAndTheirRelations) {
  const auto links = links_of(
      {{"Link",
        "<https://hub.example/>; rel=\"hub\", </feed>;type=text/xml ; REL=self"},
       {"link", "<a,b>; title=\"x;, \\\" y\"; rel=\"Next  prev\"; rel=hub"}});
  ASSERT_THAT(links, SizeIs(3));
  EXPECT_EQ(find_link(links, "hub"), "https://hub.example/");
  EXPECT_EQ(find_link(links, "self"), "/feed");
  EXPECT_EQ(find_link(links, "next"), "a,b");
  EXPECT_THAT(links[2].relations, ElementsAre("next", "prev"));
  EXPECT_EQ(find_link(links, "canonical"), "");
}

TEST(LinkHeader, ThatCannotBeReadEnds) {
  EXPECT_THAT(links_of({{"Link", "<never ends; rel=hub"}}), SizeIs(0));
  EXPECT_THAT(links_of({{"Link", "words"}}), SizeIs(0));
  EXPECT_THAT(links_of({{"Link", "<a>; rel=\"hub"}}), SizeIs(1));
  EXPECT_THAT(links_of({}), SizeIs(0));
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "<a>; rel=hub, ";
  EXPECT_THAT(links_of({{"Link", many}}), SizeIs(64));
}

}  // namespace
}  // namespace curlew::http
