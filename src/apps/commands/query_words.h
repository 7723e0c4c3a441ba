// What the words of queries mean, for one command.

#pragma once

#include <string>
#include <vector>

#include "apps/config/options.h"
#include "base/result.h"
#include "query/parse_query.h"
#include "text/analyzer.h"
#include "text/thesaurus/thesaurus.h"

namespace curlew::apps {

class QueryWords {
 public:
  QueryWords() = default;
  QueryWords(const QueryWords&) = delete;
  QueryWords& operator=(const QueryWords&) = delete;

  // The configured thesauri. Reading them takes most of a second: they are left alone
  // where no query could use them. kUsage when one is wrong.
  Result<void> read_synonyms(const Config& config,
                             const std::vector<std::string>& queries,
                             query::Synonyms synonyms);
  // Those of queries that are not known yet, as of a file.
  Result<void> read_synonyms(const Config& config);

  const query::Dictionary& dictionary() const { return dictionary_; }

 private:
  const text::Analyzer analyzer_;
  std::vector<text::Thesaurus> thesauri_;
  query::Dictionary dictionary_{.analyzer = analyzer_};
};

}  // namespace curlew::apps
