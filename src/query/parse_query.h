// From what a user typed to an Expression:
//
//   climate change          both words, each in any inflection, or a synonym of it
//   "climate change"        one behind the other
//   AND OR NOT ( ) -word    in capitals; AND binds closer than OR, words side by side
//                           are joined by AND
//   elec*                   words that begin so
//   =elections              exactly this form, whatever its case and accents
//   title:flood author:"Ann Lee" lang:el source:bbc folder:News topic:politics

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "query/expression.h"
#include "text/analyzer.h"
#include "text/thesaurus/thesaurus.h"

namespace curlew::query {

struct QueryLimits {
  std::size_t bytes = 4096;
  std::size_t depth = 32;
  // Words and facts; and at most as many synonyms, beyond which there are none.
  std::size_t leaves = 1024;
};

// What words mean. Borrowed; must outlive what is made with it.
struct Dictionary {
  const text::Analyzer& analyzer;
  std::vector<const text::Thesaurus*> thesauri = {};
};

enum class Synonyms { kUsed, kUnused };

// An error (kUsage) names the byte, counted in characters from 1, and says what is
// wrong there: "query:14: a closing parenthesis is missing". A query that nothing but
// NOT could satisfy is refused, too.
Result<Expression> parse_query(std::string_view text, const Dictionary& dictionary,
                               Synonyms synonyms, const QueryLimits& limits = {});

class QueryWords;

// The same for many queries: remembers words from one to the next, in up to 15 MB. For
// one thread at a time. The dictionary must outlive it.
class QueryParser {
 public:
  QueryParser(const Dictionary& dictionary, Synonyms synonyms,
              std::size_t expected_queries, QueryLimits limits = {});
  ~QueryParser();
  QueryParser(const QueryParser&) = delete;
  QueryParser& operator=(const QueryParser&) = delete;

  Result<Expression> parse(std::string_view text);

 private:
  std::unique_ptr<QueryWords> words_;
  Synonyms synonyms_;
  QueryLimits limits_;
};

}  // namespace curlew::query
