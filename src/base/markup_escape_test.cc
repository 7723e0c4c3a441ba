#include "base/markup_escape.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

TEST(MarkupEscapeTest, NothingInTheTextCanBecomeMarkup) {
  EXPECT_EQ(escaped_markup("a<b> & \"c\" 'd'"),
            "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  EXPECT_EQ(escaped_markup("Τίτλος &amp;"), "Τίτλος &amp;amp;");
}

TEST(MarkupEscapeTest, WhatXmlCannotHoldIsLeftOut) {
  EXPECT_EQ(escaped_markup(std::string("a\0b\x01\x1f c", 7)), "ab c");
}

TEST(MarkupEscapeTest, LineBreaksStayOnlyAsReferencesInAttributes) {
  EXPECT_EQ(escaped_markup("a\tb\r\nc"), "a\tb\r\nc");
  std::string value;
  append_escaped_markup(value, "a\tb\r\nc", MarkupPlace::kAttribute);
  EXPECT_EQ(value, "a&#9;b&#13;&#10;c");
}

}  // namespace
}  // namespace curlew
