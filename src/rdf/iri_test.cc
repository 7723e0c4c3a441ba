#include "rdf/iri.h"

#include <gtest/gtest.h>

namespace curlew::rdf {
namespace {

// RFC 3986, section 5.4.
TEST(Iri, ReferencesAreResolvedAsTheStandardDoes) {
  const std::pair<const char*, const char*> cases[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"", "http://a/b/c/d;p?q"},
      {"..", "http://a/b/"},
      {"../..", "http://a/"},
      {"../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g#s/../x", "http://a/b/c/g#s/../x"}};
  for (const auto& [reference, expected] : cases)
    EXPECT_EQ(resolve_iri("http://a/b/c/d;p?q", reference), expected) << reference;
}

TEST(Iri, NothingIsRewrittenThatNeedNotBe) {
  EXPECT_EQ(resolve_iri("HTTP://Host/~x/", "%7e?é"), "HTTP://Host/~x/%7e?é");
  EXPECT_EQ(resolve_iri("no base", "a"), "a");
  EXPECT_EQ(resolve_iri("http://host", "a"), "http://host/a");
}

TEST(Iri, KnowsWhatIsAbsolute) {
  EXPECT_TRUE(is_absolute_iri("urn:x") && is_absolute_iri("http://a"));
  EXPECT_FALSE(is_absolute_iri("") || is_absolute_iri("a/b:c") ||
               is_absolute_iri("1:a"));
  EXPECT_FALSE(has_only_iri_characters("a b") || has_only_iri_characters("a<"));
}

}  // namespace
}  // namespace curlew::rdf
