#include "http/form_data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace curlew::http {
namespace {

TEST(FormData, IsReadAsItIsWritten) {
  const std::vector<std::pair<std::string, std::string>> fields{
      {"hub.mode", "subscribe"},
      {"hub.topic", "http://a.example/?b=c&d=é +"},
      {"x", ""}};
  const std::string form = to_form(fields);
  EXPECT_EQ(
      form,
      "hub.mode=subscribe&hub.topic=http%3A%2F%2Fa.example%2F%3Fb%3Dc%26d%3D%C3%A9"
      "%20%2B&x=");
  for (const auto& [name, value] : fields) EXPECT_EQ(form_value(form, name), value);
  EXPECT_EQ(form_value("a+b=c+d&&=&a%20b=e", "a b"), "c d");
  EXPECT_EQ(form_value("a", "a"), "");
  EXPECT_EQ(form_value("a=1", "b"), std::nullopt);
}

}  // namespace
}  // namespace curlew::http
