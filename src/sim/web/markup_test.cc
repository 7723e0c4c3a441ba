#include "sim/web/markup.h"

#include <gtest/gtest.h>

namespace curlew::sim {
namespace {

TEST(Markup, WritesGreekInWindows1253) {
  EXPECT_EQ(encoded("Άλφα «ώ»", Charset::kWindows1253),
            "\xA2\xEB\xF6\xE1 \xAB\xFE\xBB");
}

TEST(Markup, WritesAccentsInLatin1) {
  EXPECT_EQ(encoded("À la vallée", Charset::kLatin1),
            "\xC0 la vall\xE9"
            "e");
}

TEST(Markup, WhatACharsetCannotSayBecomesAQuestionMark) {
  EXPECT_EQ(encoded("α", Charset::kLatin1), "?");
  EXPECT_EQ(encoded("é", Charset::kWindows1253), "?");
}

}  // namespace
}  // namespace curlew::sim
