#include "parse/markup.h"

#include <gtest/gtest.h>

namespace curlew::parse {
namespace {

std::string safe(std::string_view html) {
  Allowance allowance(html.size(), html.size());
  return safe_markup(html, BaseAddress("https://a.example/"), allowance);
}

TEST(SafeMarkupTest, FormattingStays) {
  EXPECT_EQ(safe("a <B>b</B> <br> &eacute; &amp;"), "a <b>b</b> <br /> &eacute; &amp;");
}

TEST(SafeMarkupTest, WhatRunsCodeGoes) {
  EXPECT_EQ(safe("a<script>x<b>y</b></script>b"), "ab");
  EXPECT_EQ(safe("a<script>x"), "a");
  EXPECT_EQ(safe("<b onclick='x()' title=t>a</b>"), "<b title=\"t\">a</b>");
  EXPECT_EQ(safe("<a href=' JaVaScript:x()'>a</a>"), "<a href=\"\">a</a>");
  EXPECT_EQ(safe("<a href='java&#115;cript:x()'>a</a>"), "<a href=\"\">a</a>");
  EXPECT_EQ(safe("<a href='data:text/html,x'>a</a>"), "<a href=\"\">a</a>");
  EXPECT_EQ(safe("<object data=x>a</object><embed src=x>"), "a");
}

TEST(SafeMarkupTest, TextCannotBecomeMarkup) {
  EXPECT_EQ(safe("1 < 2 & 3"), "1 &lt; 2 &amp; 3");
  EXPECT_EQ(safe("<b title='\"><i>'>a</b>"), "<b title=\"&quot;&gt;&lt;i&gt;\">a</b>");
  EXPECT_EQ(safe("<<script>b>"), "&lt;");
  EXPECT_EQ(safe("a<!-- <b> -->c<!-- d"), "ac");
}

TEST(TextOfMarkupTest, TextBehindAMalformedCommentStays) {
  EXPECT_EQ(text_of_markup("a<!-->b"), "ab");
  EXPECT_EQ(text_of_markup("a<!--->b<!-- c -->d"), "abd");
  EXPECT_EQ(text_of_markup("a<!- b -->c"), "ac");
  EXPECT_EQ(text_of_markup("a<!-- b -- >c"), "ac");
  EXPECT_EQ(text_of_markup("a<!-- b --!>c"), "ac");
  EXPECT_EQ(text_of_markup("a<!-- b --> c <!-- d"), "a c ");
}

TEST(SafeMarkupTest, StylesKeepOnlyWhatFormats) {
  EXPECT_EQ(safe("<b style='color:RED;position:fixed;width:1px;x'>a</b>"),
            "<b style=\"color: RED; width: 1px;\">a</b>");
  EXPECT_EQ(safe("<b style='color:expression(x);background:url(x)'>a</b>"), "<b>a</b>");
}

TEST(TextOfMarkupTest, TagsGoAndReferencesAreDecoded) {
  EXPECT_EQ(text_of_markup("a <b>b&amp;c</b><script>x</script> &lt;d&gt;"),
            "a b&c <d>");
}

TEST(LooksLikeMarkupTest, OnlyTagsAndReferencesOfHtmlCount) {
  EXPECT_TRUE(looks_like_markup("a <b>b</b>"));
  EXPECT_TRUE(looks_like_markup("a<br>b"));
  EXPECT_TRUE(looks_like_markup("AT&amp;T"));
  EXPECT_FALSE(looks_like_markup("AT&T"));
  EXPECT_FALSE(looks_like_markup("1 < 2 > 0"));
  EXPECT_FALSE(looks_like_markup("map<int, set<int>>"));
  EXPECT_FALSE(looks_like_markup("the <b> tag"));
}

TEST(ResolveAddressesTest, OnlyRelativeAddressesInTagsChange) {
  std::string html =
      "<a href='x'>href='y'</a><img src=\"//b.example/i\" alt='a=b'>"
      "<a href='https://c.example'>c</a><a href='#d'>d</a>";
  Allowance allowance(html.size(), html.size());
  resolve_addresses(html, BaseAddress("https://a.example/p/"), allowance);
  EXPECT_EQ(html,
            "<a href='https://a.example/p/x'>href='y'</a>"
            "<img src=\"https://b.example/i\" alt='a=b'>"
            "<a href='https://c.example'>c</a><a href='#d'>d</a>");
}

TEST(ResolveAddressesTest, AddressesStayAsWrittenWhereTheTextHasGrownEnough) {
  const std::string path(1000, 'p');
  std::string html;
  for (int i = 0; i < 5000; ++i) html += "<a href='x'>y</a>";
  const std::size_t written = html.size();
  Allowance allowance(written, written);
  resolve_addresses(html, BaseAddress("https://a.example/" + path + "/"), allowance);
  EXPECT_TRUE(html.starts_with("<a href='https://a.example/p"));
  EXPECT_TRUE(html.ends_with("<a href='x'>y</a>"));
  EXPECT_LT(html.size(), 4 * written + 1_MiB);
}

}  // namespace
}  // namespace curlew::parse
