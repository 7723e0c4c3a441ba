#include "publish/mail/address.h"

#include <gtest/gtest.h>

namespace curlew::publish {
namespace {

using namespace std::string_literals;

TEST(MailAddress, IsRead) {
  for (const auto* good :
       {"maria@example.org", "m.p+curlew@mail.example.co.uk", "o'neil@example.org",
        "root@localhost", "a@xn--jxalpdlp.gr"}) {
    const auto parsed = parse_mail_address(good);
    ASSERT_TRUE(parsed.ok()) << good;
    EXPECT_EQ(parsed->address(), good);
    EXPECT_EQ(parsed->name(), "");
  }
  EXPECT_EQ(parse_mail_address("m@mail.example.org")->domain(), "mail.example.org");
}

TEST(MailAddress, MayHaveAName) {
  const auto parsed = parse_mail_address("\"Μαρία Π.\" <maria@example.org>");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->name(), "Μαρία Π.");
  EXPECT_EQ(parsed->address(), "maria@example.org");
}

TEST(MailAddress, IsRefusedWhereItCouldReachOutOfItsPlace) {
  for (const std::string& bad : {""s,
                                 "maria"s,
                                 "@example.org"s,
                                 "maria@"s,
                                 "a@b@c.d"s,
                                 "maria@example.org\r\n"s,
                                 "maria@example.org\nBcc: x@y.z"s,
                                 "maria@exa\0mple.org"s,
                                 "ma\0ria@example.org"s,
                                 "maria @example.org"s,
                                 "maria@example.org>"s,
                                 "<maria@example.org"s,
                                 "a@b.c, d@e.f"s,
                                 "\"a b\"@c.d"s,
                                 "a@[127.0.0.1]"s,
                                 "a(b)@c.d"s,
                                 ".a@b.c"s,
                                 "a.@b.c"s,
                                 "a..b@c.d"s,
                                 "a@-b.c"s,
                                 "a@b-.c"s,
                                 "a@b..c"s,
                                 "a@.b"s,
                                 "a@b."s,
                                 "μαρία@example.org"s,
                                 "a@παράδειγμα.gr"s,
                                 "A\r\nBcc: x <a@b.c>"s,
                                 "A <b> <a@b.c>"s,
                                 "a@b.c\x7f"s,
                                 std::string(65, 'a') + "@b.c",
                                 "a@" + std::string(64, 'b') + ".c",
                                 "a@" + std::string(10'000'000, 'b')}) {
    const auto parsed = parse_mail_address(bad);
    ASSERT_FALSE(parsed.ok()) << bad.substr(0, 100);
    EXPECT_LT(parsed.error().text.size(), 600u);
  }
}

TEST(MailAddress, SaysWhatIsWrong) {
  EXPECT_EQ(parse_mail_address("maria").error().text,
            "'maria': not a mail address: it has no '@'");
}

}  // namespace
}  // namespace curlew::publish
