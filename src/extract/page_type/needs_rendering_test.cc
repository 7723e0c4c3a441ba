#include "extract/page_type/needs_rendering.h"

#include <gtest/gtest.h>

#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

bool needs(std::string_view html) { return needs_rendering(page_of(html), html); }

const std::string kParagraph =
    "<p>" + std::string("A sentence of a page that says something. ") +
    std::string(300, 'x') + "</p>";

TEST(NeedsRendering, TheShellsOfFrameworksDo) {
  const std::string script = "<script defer src=/static/js/main.3f2a.js></script>";
  EXPECT_TRUE(
      needs("<body><noscript>You need to enable JavaScript to run this "
            "app.</noscript><div id=root></div>" +
            script));
  EXPECT_TRUE(
      needs("<body><div id=__next><div class=spinner>Loading…</div></div>" + script));
  EXPECT_TRUE(needs("<body><app-root></app-root>" + script));
  EXPECT_TRUE(needs("<head>" + script + "</head><body><div id=app></div>"));
  EXPECT_TRUE(
      needs("<body><header><a href=/>Home</a> <a href=/news>News</a></header>"
            "<main id=main></main><footer>© 2026 The Example</footer>" +
            script));
}

TEST(NeedsRendering, APageThatIsNothingButItsDataInAScriptDoes) {
  EXPECT_TRUE(needs("<body><div class=page></div><script>window.state = {text: '" +
                    std::string(5000, 'x') + "'}</script>"));
}

TEST(NeedsRendering, APageWithATextDoesNot) {
  const std::string script = "<script>" + std::string(9000, 'x') + "</script>";
  EXPECT_FALSE(
      needs("<body><noscript>Please enable JavaScript.</noscript>"
            "<div id=root>" +
            kParagraph + "</div>" + script));
  EXPECT_FALSE(needs("<body><div id=root></div>" + kParagraph + script));
  EXPECT_FALSE(needs("<body><noscript>" + kParagraph + "</noscript>" + script));
}

TEST(NeedsRendering, APageWithoutScriptsDoesNot) {
  EXPECT_FALSE(needs("<body><div id=root></div>"));
  EXPECT_FALSE(needs("<body><noscript>JavaScript</noscript><p>Short."));
  EXPECT_FALSE(needs(""));
  EXPECT_FALSE(needs("<frameset><frame src=a></frameset><script></script>"));
}

TEST(NeedsRendering, AShortPageOrAListOfLinksDoesNot) {
  EXPECT_FALSE(
      needs("<body><h1>Not found</h1><p>There is nothing here. Go back to the "
            "<a href=/>front page</a>.</p><p>We are sorry.</p>"
            "<script>count()</script>"));
  std::string links;
  for (int i = 0; i < 60; ++i) links += "<li><a href=/>A headline of some words</a>";
  EXPECT_FALSE(needs("<body><ul>" + links + "</ul><script>" + std::string(9000, 'x') +
                     "</script>"));
}

TEST(NeedsRendering, HostilePagesTakeNoLongerThanTheyAreLong) {
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "<div id=root>";
  EXPECT_FALSE(needs("<body>" + many));
  std::string scripts;
  for (int i = 0; i < 100'000; ++i) scripts += "<script<";
  EXPECT_TRUE(needs("<body>" + scripts));
}

}  // namespace
}  // namespace curlew::extract
