// Any bytes as queries and as the article they are asked of: a query is parsed or
// refused with its position, and all of them compiled together match what each of them
// means by the naive oracle.
//
// Lines up to an empty one are queries; the next ones are title, author and blocks.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "match/query_set_builder.h"
#include "query/naive_matching_test.h"
#include "query/parse_query.h"

namespace {

using curlew::match::Hit;
using curlew::query::ArticleTerms;
using curlew::query::Expression;
using curlew::query::Fact;

// The oracle is slow.
constexpr std::size_t kMostBytes = 1500;
constexpr std::size_t kMostQueries = 20;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<Expression> parse_all(const std::vector<std::string_view>& lines,
                                  std::size_t& next,
                                  const curlew::text::Analyzer& analyzer) {
  std::vector<Expression> queries;
  for (; next < lines.size() && !lines[next].empty(); ++next) {
    auto parsed = curlew::query::parse_query(lines[next], {analyzer},
                                             curlew::query::Synonyms::kUsed);
    if (!parsed) {
      CHECK(parsed.error().text.starts_with("query:"));
    } else if (queries.size() < kMostQueries) {
      queries.push_back(*std::move(parsed));
    }
  }
  return queries;
}

bool is_fact(const Fact& fact, const ArticleTerms& terms) {
  return fact.kind == curlew::query::FactKind::kLanguage &&
         fact.value == curlew::text::code_of(terms.language());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const curlew::text::Analyzer analyzer;
  static curlew::query::TermCache cache;
  static ArticleTerms terms;
  static curlew::match::Workspace workspace;
  if (size > kMostBytes) return 0;
  const auto lines = lines_of({reinterpret_cast<const char*>(data), size});
  std::size_t next = 0;
  const std::vector<Expression> queries = parse_all(lines, next, analyzer);
  curlew::query::ArticleText article;
  if (++next < lines.size()) article.title = lines[next];
  if (++next < lines.size()) article.author = lines[next];
  while (++next < lines.size()) article.blocks.push_back(lines[next]);
  make_terms(article, analyzer, cache, terms);

  curlew::match::QuerySetBuilder builder;
  for (std::size_t i = 0; i < queries.size(); ++i)
    builder.add({.id = std::int64_t(i)}, queries[i]);
  const curlew::match::QuerySet set = std::move(builder).build();
  std::vector<Hit> hits;
  set.match(terms, {.language = terms.language()}, workspace, hits);
  std::multiset<std::int64_t> found;
  for (const Hit& hit : hits) found.insert(hit.query);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const bool expected = matches_naively(
        queries[i], terms, [](const Fact& fact) { return is_fact(fact, terms); });
    CHECK(found.count(std::int64_t(i)) == (expected ? 1U : 0U));
  }
  return 0;
}
