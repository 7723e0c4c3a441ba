#include "parse/charset.h"

#include <gtest/gtest.h>

namespace curlew::parse {
namespace {

using namespace std::string_view_literals;

TEST(CharsetTest, TheCharsetOfAHeaderIsFoundAmongItsParameters) {
  EXPECT_EQ(charset_of_content_type("text/xml; charset=utf-8"), "utf-8");
  EXPECT_EQ(charset_of_content_type("text/xml;q=1;CHARSET = \"koi8-r\" ; x=y"),
            "koi8-r");
  EXPECT_EQ(charset_of_content_type("text/xml; charset='big5'"), "big5");
  EXPECT_EQ(charset_of_content_type("text/xml; charset:utf-8"), "");
  EXPECT_EQ(charset_of_content_type("text/xml;"), "");
  EXPECT_EQ(charset_of_content_type(""), "");
}

TEST(CharsetTest, TheEncodingOfADeclarationIsFound) {
  EXPECT_EQ(declared_xml_encoding("<?xml version='1.0' encoding='gbk'?>"), "gbk");
  EXPECT_EQ(declared_xml_encoding(" \n<?xml encoding = \"x\" ?>"), "x");
  EXPECT_EQ(declared_xml_encoding("<?xml version='1.0'?><a encoding='x'/>"), "");
  EXPECT_EQ(declared_xml_encoding("<?xml encoding='x"), "");
}

TEST(CharsetTest, AWrongNameIsPassedOver) {
  EXPECT_EQ(to_utf8("abc", {"nonsense", "more-nonsense"}).text, "abc");
  EXPECT_EQ(to_utf8("\xE1", {"nonsense", "iso-8859-7"}).text, "α");
  EXPECT_EQ(to_utf8("\xCE\xB1", {"shift_jis", ""}).text, "ﾎｱ");
}

// ICU passes over what is no letter or digit: names are written where markup is.
TEST(CharsetTest, ANameWithMarkupInItIsPassedOver) {
  const auto text = to_utf8("\xE1", {"", "iso-8859-7\"><!--"});
  EXPECT_EQ(text.charset.find('"'), text.charset.npos) << text.charset;
}

TEST(CharsetTest, BytesThatFitNoNamedCharsetAreStillRead) {
  const auto text = to_utf8("\xCE\xB1\xFF", {"utf-8", "iso-8859-7"});
  EXPECT_EQ(text.charset, "windows-1252");
  EXPECT_EQ(to_utf8("\xC3\xA9", {"us-ascii", "utf-8"}).text, "Ã©");
}

TEST(CharsetTest, ControlCharactersVanishAndLinesEndInOneWay) {
  EXPECT_EQ(to_utf8("a\0b\x01\x1F\tc\r\nd\re\n\r"sv, {}).text, "ab\tc\nd\ne\n\n");
  EXPECT_EQ(to_utf8("12345678\x02"sv, {}).text, "12345678");
}

TEST(CharsetTest, NothingIsNothing) { EXPECT_EQ(to_utf8("", {}).text, ""); }

}  // namespace
}  // namespace curlew::parse
