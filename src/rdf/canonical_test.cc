#include "rdf/canonical.h"

#include <gtest/gtest.h>

#include "rdf/term.h"

namespace curlew::rdf {
namespace {

TEST(Canonical, LabelsDependOnTheGraphAlone) {
  const auto form_of = [](std::string_view x, std::string_view y) {
    Dataset dataset;
    TermTable& terms = dataset.terms();
    const TermId one = terms.intern(blank_text(x)), two = terms.intern(blank_text(y));
    const TermId p = terms.intern("<x:p>");
    dataset.add({one, p, two, kNoTerm});
    dataset.add({two, p, terms.intern(literal_text("v")), kNoTerm});
    dataset.add({two, p, terms.intern(literal_text("v")), kNoTerm});
    WorkLimit limit;
    return *canonical_form(terms, dataset.quads(), limit);
  };
  const CanonicalForm form = form_of("b", "a"), other = form_of("zz", "b");
  EXPECT_EQ(form.text(), other.text());
  EXPECT_EQ(form.lines.size(), 2u);
  EXPECT_EQ(form.labels.at("b"), other.labels.at("zz"));
}

TEST(Canonical, TheWorkLimitIsSharedAndKept) {
  Dataset dataset;
  TermTable& terms = dataset.terms();
  dataset.add(
      {terms.intern("_:a"), terms.intern("<x:p>"), terms.intern("_:b"), kNoTerm});
  WorkLimit limit{.steps_left = 3};
  EXPECT_TRUE(canonical_form(terms, dataset.quads(), limit).ok());
  const auto again = canonical_form(terms, dataset.quads(), limit);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::kLimit);
}

TEST(Term, LiteralsAreEscapedAsCanonicalNQuadsWants) {
  EXPECT_EQ(literal_text("a\t\"b\"\\\n\x7F\x01é"),
            "\"a\\t\\\"b\\\"\\\\\\n\\u007F\\u0001é\"");
  EXPECT_EQ(literal_text("a", "en", "x:t"), "\"a\"@en");
  EXPECT_EQ(literal_text("a", "", std::string(kXsd) + "string"), "\"a\"");
  EXPECT_EQ(iri_text("http://e/a b>"), "<http://e/a\\u0020b\\u003E>");
}

TEST(Term, LanguagesAreWords) {
  EXPECT_TRUE(is_language("en") && is_language("de-AT-1996"));
  EXPECT_FALSE(is_language("") || is_language("en_US") || is_language("1a") ||
               is_language("en-") || is_language("abcdefghi"));
}

TEST(TermTable, FindsWhatItWasGiven) {
  TermTable table;
  std::vector<std::string> texts;
  for (int i = 0; i < 10'000; ++i) texts.push_back("<x:" + std::to_string(i) + ">");
  for (TermId i = 0; i < 10'000; ++i) EXPECT_EQ(table.intern(texts[i]), i);
  std::vector<std::string_view> views(texts.begin(), texts.end());
  views.push_back("<x:new>");
  std::vector<TermId> ids;
  table.intern_all(views, ids);
  for (TermId i = 0; i <= 10'000; ++i) ASSERT_EQ(ids[i], i);
  EXPECT_EQ(table.text(7), "<x:7>");
  EXPECT_EQ(table.find("<x:10000>"), std::nullopt);
  EXPECT_EQ(table.find("<x:9>"), TermId{9});
  TermTable other;
  other.intern("<x:none>");
  other.intern("<x:42>");
  EXPECT_EQ(table.numbers_of(other), (std::vector<TermId>{kNoTerm, 42}));
}

}  // namespace
}  // namespace curlew::rdf
