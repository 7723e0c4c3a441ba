#include "api/replay/replay_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/replay/replay_css.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

const ReplayTargets kTargets{
    .link = [](std::string_view url) { return "/link/" + std::string(url); },
    .part = [](std::string_view url) { return "/part/" + std::string(url); }};

std::string replayed(std::string_view html) {
  return replay_html(html, "text/html; charset=utf-8", "http://a.example/dir/page?x",
                     kTargets);
}

std::string restyled(std::string_view css) {
  return replay_css(css, *url::parse_url("http://a.example/css/main.css"), kTargets);
}

TEST(ReplayHtml, KeepsWhatAPageLooksLike) {
  const std::string page = replayed(
      "<html lang=el><head><title>A &lt;title&gt;</title><meta name=viewport "
      "content='width=device-width'><style media=screen>p > b { color: red }</style>"
      "<body class=wide bgcolor='#fff'><p id=one style='margin: 0'>Text &amp; more<br>"
      "<table><tr><td colspan=2>cell</table><pre>\n\n two lines</pre>");
  EXPECT_THAT(page, HasSubstr("<html lang=\"el\">"));
  EXPECT_THAT(page, HasSubstr("<title>A &lt;title&gt;</title>"));
  EXPECT_THAT(page,
              HasSubstr("<meta name=\"viewport\" content=\"width=device-width\">"));
  EXPECT_THAT(page, HasSubstr("<style media=\"screen\">p > b { color: red }</style>"));
  EXPECT_THAT(page, HasSubstr("<body class=\"wide\" bgcolor=\"#fff\">"));
  EXPECT_THAT(page, HasSubstr("<p id=\"one\" style=\"margin: 0\">Text &amp; more<br>"));
  EXPECT_THAT(page, HasSubstr("<td colspan=\"2\">cell</td>"));
  EXPECT_THAT(page, HasSubstr("<pre>\n\n two lines</pre>"));
}

TEST(ReplayHtml, LetsNothingInAStyleEndIt) {
  std::string ends;
  for (int i = 0; i < 300'000; ++i) ends += "</";
  const std::string page = replayed("<style>" + ends + "</style><p>x");
  EXPECT_THAT(page, HasSubstr("<\\/<\\/<\\/"));
  EXPECT_EQ(page.find("</<"), page.npos);
}

TEST(ReplayHtml, LeadsLinksToVersions) {
  EXPECT_THAT(replayed("<a href='../b?c=d#e'>b</a>"),
              HasSubstr("<a href=\"/link/http://a.example/b?c=d#e\" target=\"_top\">"));
  EXPECT_THAT(replayed("<a href='#e'>here</a>"), HasSubstr("<a href=\"#e\">"));
  EXPECT_THAT(replayed("<a href='page?x#e' target=other>"),
              HasSubstr("<a href=\"#e\">"));
  EXPECT_THAT(replayed("<map><area href='/b'></map>"),
              HasSubstr("<area href=\"/link/http://a.example/b\" target=\"_top\">"));
}

TEST(ReplayHtml, TakesPicturesAndStylesFromTheArchive) {
  EXPECT_THAT(replayed("<img src='p.png' alt=P>"),
              HasSubstr("<img src=\"/part/http://a.example/dir/p.png\" alt=\"P\">"));
  EXPECT_THAT(
      replayed("<link rel='stylesheet preload' href=/s.css as=style>"),
      HasSubstr("<link rel=\"stylesheet\" href=\"/part/http://a.example/s.css\">"));
  EXPECT_THAT(replayed("<picture><source srcset='a.webp, b.webp 2x'><img></picture>"),
              HasSubstr("srcset=\"/part/http://a.example/dir/a.webp, "
                        "/part/http://a.example/dir/b.webp 2x\""));
  EXPECT_THAT(replayed("<img srcset='data:image/png;base64,AA== 1x,,x.png 2x'>"),
              HasSubstr("srcset=\"data:image/png;base64,AA== 1x, "
                        "/part/http://a.example/dir/x.png 2x\""));
  EXPECT_THAT(
      replayed("<p style='background:URL( &quot;x.png&quot; )'>"),
      HasSubstr("background:url(&quot;/part/http://a.example/dir/x.png&quot;)"));
}

TEST(ReplayHtml, ResolvesAgainstTheFirstBase) {
  const std::string page = replayed(
      "<base target=x><base href='http://b.example/x/'><base "
      "href='http://c.example/'><a href=y>y</a><img src=z>");
  EXPECT_THAT(page, HasSubstr("\"/link/http://b.example/x/y\""));
  EXPECT_THAT(page, HasSubstr("\"/part/http://b.example/x/z\""));
  EXPECT_THAT(page, Not(HasSubstr("<base")));
  EXPECT_THAT(replayed("<base href='javascript:alert(1)//'><a href=y>y</a>"),
              HasSubstr("\"/link/http://a.example/dir/y\""));
}

// Of each nothing is left that runs, loads from elsewhere or leads astray.
TEST(ReplayHtml, LeavesNothingThatActs) {
  for (const char* hostile :
       {"<script>bad()</script>",
        "<script src=//bad.example/s.js></script>",
        "<SCRIPT/x>bad()</SCRIPT>",
        "<script type='application/ld+json'>bad</script>",
        "<p onclick='bad()' ONLOAD=bad()>x",
        "<img src=x onerror=bad()>",
        "<body onload=bad()>",
        "<meta http-equiv=refresh content='0;url=//bad.example'>",
        "<meta http-equiv=Content-Security-Policy content=bad>",
        "<a href='javascript:bad()'>x</a>",
        "<a href=' java\nscript:bad()'>x</a>",
        "<a href='data:text/html,bad'>x</a>",
        "<a href=vbscript:bad>x</a>",
        "<a href='/ok' ping='//bad.example'>x</a>",
        "<iframe srcdoc='<script>bad()</script>'></iframe>",
        "<iframe src='javascript:bad()'></iframe>",
        "<object data='bad.swf'></object>",
        "<embed src='javascript:bad()'>",
        "<applet code=bad></applet>",
        "<svg onload=bad()><script>bad()</script></svg>",
        "<svg><a xlink:href='javascript:bad()'><text>x</text></a></svg>",
        "<svg><style>@import '//bad.example'</style></svg>",
        "<math><mtext><img src=x onerror=bad()></mtext></math>",
        "<form action='//bad.example'><button formaction='//bad.example'>x</form>",
        "<input type=image src='//bad.example/x'>",
        "<link rel=preload href='//bad.example/x'>",
        "<link rel=dns-prefetch href='//bad.example'>",
        "<link rel=manifest href='//bad.example/m'>",
        "<link rel=import href='//bad.example/m'>",
        "<base href='//bad.example/'>",
        "<template><img src=x onerror=bad()></template>",
        "<!--[if IE]><script>bad()</script><![endif]--><!-- bad -->",
        "<plaintext><script>bad()</script>",
        "<noembed><script>bad()</script></noembed>",
        "<video poster='//bad.example/p'></video>",
        "<track src='//bad.example'>",
        "<table background='javascript:bad()'>",
        "<html manifest=//bad.example/m>",
        "<p itemprop=x data-bad='//bad.example' is=bad>"}) {
    const std::string page = replayed(std::string("<p>before</p>") + hostile);
    EXPECT_THAT(page, HasSubstr("before")) << hostile;
    EXPECT_THAT(page, Not(HasSubstr("bad"))) << hostile;
    EXPECT_THAT(page, Not(HasSubstr("<script"))) << hostile;
  }
}

// What would be markup if it were read again stays text.
TEST(ReplayHtml, WritesTextAsText) {
  for (const char* text :
       {"<xmp><script>bad()</script></xmp>",
        "<textarea><script>bad()</script></textarea>",
        "<title></title><textarea></textarea>&lt;script>bad()&lt;/script>"}) {
    const std::string page = replayed(text);
    EXPECT_THAT(page, HasSubstr("&lt;script")) << text;
    EXPECT_THAT(page, Not(HasSubstr("<script"))) << text;
  }
  EXPECT_THAT(replayed("<noscript><p title='</noscript><img onerror=x()>'></noscript>"),
              HasSubstr("<p title=\"&lt;/noscript&gt;&lt;img onerror"));
  EXPECT_THAT(replayed("<p title='\"><script>bad()</script>'>"),
              HasSubstr("title=\"&quot;&gt;&lt;script"));
}

TEST(ReplayHtml, EndsNoStyleFromWithin) {
  const std::string page =
      replayed("<style>a{content:'<@import/style><script>bad()</script>'}</style>x");
  EXPECT_EQ(page.find("</style>"), page.rfind("</style>"));
  EXPECT_THAT(page, Not(HasSubstr("</script")));
}

TEST(ReplayHtml, TurnsFramesAndFilmsIntoLinks) {
  EXPECT_THAT(replayed("<iframe src=/in></iframe>"),
              HasSubstr("<a href=\"/link/http://a.example/in\" target=\"_top\">"
                        "[embedded page]</a>"));
  EXPECT_THAT(replayed("<frameset><frame src=/in></frameset>"),
              HasSubstr("[embedded page]"));
  EXPECT_THAT(replayed("<video src=f.mp4>old browser</video>"),
              HasSubstr("[film]</a>"));
}

TEST(ReplayHtml, IsBoundedHoweverLongItsAddressesBecome) {
  const std::string base = "http://b.example/" + std::string(8'000, 'x') + "/";
  std::string page = "<base href='" + base + "'>";
  for (int i = 0; i < 20'000; ++i) page += "<a href=1>1</a>";
  EXPECT_LT(replayed(page).size(), 33u << 20);
}

TEST(ReplayCss, RewritesAllThatIsLoaded) {
  EXPECT_EQ(restyled("a{background:url(x.png)}"),
            "a{background:url(\"/part/http://a.example/css/x.png\")}");
  EXPECT_EQ(restyled("@import '//b.example/i.css' screen;"),
            "@import url(\"/part/http://b.example/i.css\") screen;");
  EXPECT_EQ(restyled("@IMPORT/**/url( 'i.css' );"),
            "@IMPORT url(\"/part/http://a.example/css/i.css\");");
  EXPECT_EQ(restyled("@font-face{src:url(data:font/woff2;base64,AA==)}"),
            "@font-face{src:url(\"data:font/woff2;base64,AA==\")}");
}

TEST(ReplayCss, LeavesStringsAndCommentsAlone) {
  for (const char* css :
       {"a::before{content:'url(x)'}", "/* url(x) @import 'y' */ b{}",
        "a[href=\"url(x)\"]{}", "a{content:'\\'url(x)'}", "curl(x)", "b{c:d"}) {
    EXPECT_EQ(restyled(css), css);
  }
}

TEST(ReplayCss, LoadsNothingThatIsNoAddress) {
  for (const char* css :
       {"url(javascript:bad())", "url('java\\script:bad')", "url(", "url('", "url(\"x",
        "@import", "@import '", "url(file:///bad)", "url(#a)"}) {
    EXPECT_THAT(restyled(css), Not(HasSubstr("bad"))) << css;
  }
}

}  // namespace
}  // namespace curlew::api
