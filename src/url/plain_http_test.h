// The short cut for plain addresses must give what the whole parser gives: asked of
// every address in our test data and in the corpora.

#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "url/parser.h"
#include "url/url.h"

namespace curlew::url {

inline void expect_same_by_short_cut(std::string_view input, const Url* base) {
  if (input.size() > kMaxUrlLength) return;
  const auto quick = parse_url(input, base);
  const auto whole = parse_any_url(input, base);
  ASSERT_EQ(quick.ok(), whole.ok()) << input;
  if (!quick.ok()) return;
  EXPECT_EQ(quick->href(), whole->href()) << input;
  EXPECT_EQ(quick->scheme(), whole->scheme()) << input;
  EXPECT_EQ(quick->username(), whole->username()) << input;
  EXPECT_EQ(quick->password(), whole->password()) << input;
  EXPECT_EQ(quick->host(), whole->host()) << input;
  EXPECT_EQ(quick->port(), whole->port()) << input;
  EXPECT_EQ(quick->path(), whole->path()) << input;
  EXPECT_EQ(quick->query(), whole->query()) << input;
  EXPECT_EQ(quick->without_fragment(), whole->without_fragment()) << input;
  EXPECT_EQ(quick->path_and_query(), whole->path_and_query()) << input;
}

}  // namespace curlew::url
