// The pages that teach, with what people said about each: a folder of *.html.gz with
// truth.jsonl, segments.jsonl and hub.jsonl (see README.md).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace curlew::tools {

struct CorpusPage {
  std::string id;
  std::string html;
  std::string source;  // "scrapinghub", "wcxb", "trafilatura", "mozilla"
  std::string type;    // "article", ...; empty when nobody said.
  std::string owner;   // The registered part of its host.
  // The article; nothing where only snippets are known.
  std::optional<std::string> body;
  std::string title;
  std::vector<std::string> with;  // Snippets that belong to the article,
  std::vector<std::string> without;
  std::optional<bool> is_hub;

  // The mozilla pages hold another tool's reading, which is not to be learned.
  bool teaches() const { return source != "mozilla"; }
};

// Pages with truth or snippets, in the order of their files.
Result<std::vector<CorpusPage>> read_corpus(const std::string& folder);

// Pages of one owner never stand on both sides of a cross-validation.
unsigned fold_of(const CorpusPage& page, unsigned folds);

}  // namespace curlew::tools
