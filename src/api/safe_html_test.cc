#include "api/safe_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string safe(std::string_view html) { return safe_html(html).text(); }

TEST(SafeHtml, KeepsWhatStructuresAText) {
  const std::string html =
      "<h2>A</h2><p>b <b>c</b> <i>d</i></p><ul><li>e</li></ul><pre>f\n  g</pre>"
      "<blockquote>h</blockquote><table><tbody><tr><td>i</td></tr></tbody></table>";
  EXPECT_EQ(safe(html), html);
}

TEST(SafeHtml, KeepsNoAttributeButTheAddressOfALink) {
  EXPECT_EQ(safe("<p class=a id=b style='color:red' onclick=x()>t</p>"), "<p>t</p>");
  EXPECT_EQ(safe("<a href='https://a.example/?b&c' onclick=x() target=_top>t</a>"),
            "<a href=\"https://a.example/?b&amp;c\" rel=\"noopener noreferrer\">t</a>");
}

TEST(SafeHtml, LinksOnlyToTheWeb) {
  for (const char* url :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)",
        "java&#9;script:alert(1)", " javascript:alert(1)", "data:text/html,x",
        "vbscript:x", "file:///etc/passwd", "//a.example/", "/a", "#b", ""}) {
    EXPECT_EQ(safe("<a href=\"" + std::string(url) + "\">t</a>"), "t") << url;
  }
}

TEST(SafeHtml, DropsWhatRunsOrStylesWithItsContent) {
  EXPECT_EQ(safe("a<script>x()</script><style>p{}</style><svg><a>s</a></svg>"
                 "<math><mi>m</mi></math><template>t</template><noscript>n</noscript>"
                 "<select><option>o</select><p hidden>h</p>b"),
            "ab");
  EXPECT_EQ(safe("<form action=https://a.example/><input value=v><b>c</b></form>"),
            "<div><b>c</b></div>");
}

TEST(SafeHtml, UnwrapsWhatItDoesNotKnow) {
  EXPECT_EQ(safe("<my-thing onload=x()>a <font color=red>b</font></my-thing>"), "a b");
  EXPECT_EQ(safe("a<section>b</section>c"), "a<div>b</div>c");
}

TEST(SafeHtml, NumbersPicturesWhereSomebodyGetsThem) {
  const SafeHtml html = safe_html(
      "<img src=https://a.example/1.png alt=A><img src=javascript:x()>"
      "<a href=https://b.example/><img src='https://a.example/2.png'></a>"
      "<img src=https://a.example/dot.gif width=1>",
      PictureLinks::kNumbered);
  EXPECT_THAT(html.pictures(), testing::ElementsAre("https://a.example/1.png",
                                                    "https://a.example/2.png"));
  EXPECT_EQ(html.text(),
            "<a href=\"https://a.example/1.png\" rel=\"noopener noreferrer\""
            " data-picture=\"0\">[A]</a> "
            "<a href=\"https://b.example/\" rel=\"noopener noreferrer\">"
            "<span data-picture=\"1\">[picture]</span> </a>");
}

TEST(SafeHtml, TurnsWhatWouldBeLoadedIntoLinks) {
  EXPECT_EQ(safe("<img src=https://a.example/p.png alt=A data-caption='By <b>me'>"),
            "<a href=\"https://a.example/p.png\" rel=\"noopener noreferrer\">[A]</a> "
            "<small>By &lt;b&gt;me</small> ");
  EXPECT_EQ(safe("<img src=https://a.example/p.png alt='A <heron>' onerror=x()>"),
            "<a href=\"https://a.example/p.png\" rel=\"noopener noreferrer\">"
            "[A &lt;heron&gt;]</a> ");
  EXPECT_THAT(
      safe("<video><source src=https://a.example/f.mp4></video>"),
      HasSubstr("https://a.example/f.mp4\" rel=\"noopener noreferrer\">[film]"));
  EXPECT_THAT(safe("<iframe src=https://a.example/></iframe>"),
              HasSubstr("[embedded page]"));
  EXPECT_EQ(
      safe("<a href=https://b.example/><img src=https://a.example/p></a>"),
      "<a href=\"https://b.example/\" rel=\"noopener noreferrer\">[picture] </a>");
}

TEST(SafeHtml, LeavesOutWhatCountsReaders) {
  EXPECT_EQ(safe("<img src=https://a.example/p width=1 height=1>a"), "a");
  EXPECT_EQ(safe("<img src=data:image/png;base64,x>a"), "a");
}

TEST(SafeHtml, ClosesWhatIsOpenAndEscapesTheRest) {
  EXPECT_EQ(safe("<p>a <b>b & c < d"), "<p>a <b>b &amp; c &lt; d</b></p>");
  EXPECT_EQ(safe("</div></section>\"'<"), "&quot;&#39;&lt;");
  EXPECT_EQ(safe(""), "");
}

TEST(SafeHtml, HasNoControlCharacters) {
  EXPECT_EQ(safe("a\x1b[31mb\xe2\x80\xae"
                 "c"),
            "a[31mbc");
}

TEST(SafeHtml, IsBounded) {
  std::string unclosed;
  for (int i = 0; i < 40'000; ++i) unclosed += "<p><b><i><u><s>x";
  const std::string nested = [] {
    std::string out;
    for (int i = 0; i < 100'000; ++i) out += "<div>";
    return out;
  }();
  for (const std::string& html :
       {unclosed, nested, std::string(3'000'000, 'x'), std::string(3'000'000, '<'),
        std::string(3'000'000, '&')}) {
    EXPECT_LT(safe(html).size(), 7'000'000u);
  }
  EXPECT_THAT(safe(std::string(3'000'000, 'x')), HasSubstr("<p>…</p>"));
}

// Whatever comes in, what comes out is made of these tags and no others.
TEST(SafeHtml, IsMadeOfKnownTagsAlone) {
  std::ifstream file(CURLEW_TESTDATA "/hostile.txt", std::ios::binary);
  int texts = 0;
  for (std::string text; std::getline(file, text); ++texts) {
    const std::string html = safe(text);
    for (const char* word : {"<script", "<img", "<svg", "<iframe", "<style", "<object",
                             " on", "href=\"javascript", "href=\"data", "\x1b"}) {
      const bool is_in_tag = html.find('<') != html.npos;
      if (is_in_tag) {
        EXPECT_THAT(html, Not(HasSubstr(word))) << text;
      }
    }
    EXPECT_EQ(safe(html), html) << "what is safe stays as it is: " << text;
  }
  EXPECT_GT(texts, 20);
}

TEST(TextOfHtml, HasParagraphsAsLines) {
  EXPECT_EQ(text_of_html("<p>a&nbsp;b</p><script>x</script><p>c<br>d"), "a b\nc\nd");
}

}  // namespace
}  // namespace curlew::api
