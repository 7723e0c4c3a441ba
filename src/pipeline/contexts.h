// JSON-LD contexts at other addresses. Reading a document asks nobody: it says which
// contexts it needs (VisitEnd::needs), the terminal gets them, and it is read again.
// They are kept in the archive beside the version, which names them in its metadata
// record, so that it is read by the same ones for ever.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "archive/capture.h"
#include "base/bytes.h"
#include "base/result.h"
#include "http/client.h"
#include "model/version.h"
#include "parse/data.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {

// How a context is asked for. schema.org's has 220 KB.
inline constexpr std::string_view kContextAccept =
    "application/ld+json, application/json;q=0.9, */*;q=0.1";
inline constexpr http::Limits kContextTransfer{.body = 2_MiB,
                                               .total = Milliseconds(30'000)};
// All contexts of one document.
inline constexpr Bytes kMostOfContexts = 8_MiB;

// A context that was fetched. Thread-safe.
class FetchedContext {
 public:
  // `url` is the address that documents name; the capture may be of another.
  FetchedContext(std::string url, archive::Capture capture);

  const std::string& url() const { return url_; }
  const std::string& text() const { return capture_.body; }
  // "sha256:…"
  const std::string& digest() const { return digest_; }

  // In the archive, once an hour, however many versions are read by it.
  Result<model::KeptAt> keep(VersionShelf& shelf, Time now) const;

 private:
  const std::string url_;
  const archive::Capture capture_;
  const std::string digest_;
  mutable std::mutex mutex_;
  mutable std::optional<Kept> kept_;
  mutable Time kept_at_;
};

// What became of a context that a document names.
struct ContextAnswer {
  // nullptr: it cannot be had.
  std::shared_ptr<const FetchedContext> context;
  std::string error;
  // It may be there later.
  bool is_passing = false;
};
// By the address that documents name.
using ContextAnswers = std::map<std::string, ContextAnswer>;
using UsedContexts = std::vector<std::shared_ptr<const FetchedContext>>;

// What is remembered of the contexts that a document was read by: a line each.
std::string to_lines(const UsedContexts& contexts);
std::vector<std::string> context_addresses(std::string_view lines);
// Is one of them another one now? Of one that cannot be had nothing is known.
bool has_new_context(std::string_view lines, const ContextAnswers& now);

// A version that is kept, read by the contexts that are kept with it; `texts` tells
// them by their addresses. `read` reads from the archive. Without contexts of its own a
// version that needs some is refused.
using ContextTexts = std::map<std::string, std::string>;
using ReadKept = std::function<Result<archive::Content>(const model::KeptAt& place)>;
Result<ContextTexts> kept_contexts(const archive::Content& version,
                                   const model::KeptAt& place, const ReadKept& read);
Result<parse::Data> read_kept_data(const archive::Content& version,
                                   std::string_view type, const ContextTexts& texts);

// Keeps the contexts, and names them in the facts of the version's capture.
Result<void> keep_contexts(const UsedContexts& contexts, VersionShelf& shelf,
                           archive::Capture& version);

}  // namespace curlew::pipeline
