// What users are told of an article that a query wants: the sentences around the word
// that was found. Lists that found the same word share one clip, so that a word which
// many watch for costs as much as one which a single list does.

#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "control/article_text.h"
#include "model/clip.h"
#include "query/terms.h"
#include "text/analyzer.h"

namespace curlew::control {

class ClipMaker {
 public:
  // All of it is borrowed: `terms` are those of `article`.
  ClipMaker(const ReadableArticle& article, const query::ArticleTerms& terms,
            const text::Analyzer& analyzer, text::Analysis& analysis)
      : article_(article), terms_(terms), analyzer_(analyzer), analysis_(analysis) {}

  // `position` is a hit's (match/query_set.h). Without ids, source, address and times.
  std::shared_ptr<const model::Clip> at(std::uint32_t position);

 private:
  model::Clip make(std::uint32_t position);
  std::vector<query::Place> places_like(std::uint32_t position) const;
  bool summarize(const query::Place& place, model::Clip& clip);
  void take_beginning(model::Clip& clip);

  const ReadableArticle& article_;
  const query::ArticleTerms& terms_;
  const text::Analyzer& analyzer_;
  text::Analysis& analysis_;
  std::unordered_map<std::uint32_t, std::shared_ptr<const model::Clip>> made_;
};

}  // namespace curlew::control
