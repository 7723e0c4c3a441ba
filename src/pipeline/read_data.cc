// Reads a data document: RDF, CSV, JSON, or what a SPARQL endpoint answers.

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/overloaded.h"
#include "detect/data/data_change.h"
#include "parse/data.h"
#include "parse/html/feed_links.h"
#include "pipeline/compare_data.h"
#include "pipeline/keep_version.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"
#include "rdf/dataset.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

using detect::DataVerdict;

// Of comparing blank nodes: some two seconds, which together with reading both versions
// stays near the time that a page may take (VisitOptions::page_time).
constexpr std::uint64_t kMostSteps = 2'000'000;

// Any text is a table at least; what is not text is none.
bool is_binary(std::string_view body) {
  constexpr std::size_t kLooked = 4096;
  const bool is_utf16 = body.starts_with("\xFF\xFE") || body.starts_with("\xFE\xFF");
  return !is_utf16 && body.substr(0, kLooked).find('\0') != body.npos;
}

// Empty: it may be data.
std::string why_not_data(const Visit& visit) {
  const std::string_view body = visit.result.body;
  const std::string type = media_type_of(visit.result);
  if (type == "text/html" || type == "application/xhtml+xml" ||
      parse::looks_like_html(body)) {
    return fmt::format("{} is a page, not data", visit.result.final_url);
  }
  if (body.empty()) return fmt::format("{} is empty", visit.result.final_url);
  if (is_binary(body)) {
    return fmt::format("{} is {}, not data that can be read", visit.result.final_url,
                       type.empty() ? "binary" : type);
  }
  return {};
}

// "ports.ttl", "SPARQL at data.example": what the document is called, which seldom
// says so itself.
std::string title_of(const Visit& visit, bool is_sparql) {
  const auto url = url::parse_url(visit.order.url);
  if (!url.ok()) return {};
  if (is_sparql) return fmt::format("SPARQL at {}", url->host());
  const std::string_view path = url->path();
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return std::string(file.empty() ? url->host() : file);
}

Result<parse::Data> read_document(std::string_view bytes, const http::Headers& headers,
                                  std::string_view url) {
  parse::RdfOptions options;
  options.base = document_url(url);
  // One visit asks for one document.
  options.load_context = [](const std::string& context) -> Result<std::string> {
    return Error{ErrorKind::kUnsupported,
                 fmt::format("it needs the context {}, which is not fetched", context)};
  };
  return parse::read_data(bytes, header_or_empty(headers, "Content-Type"), options);
}

// How many values it has, in objects and arrays of all depths.
std::size_t size_of(const model::Json& tree) {
  std::size_t size = 1;
  for (const model::Json& item : tree.items) size += size_of(item);
  return size;
}

// Triples, rows or values.
std::size_t size_of(const parse::Data& data) {
  return std::visit(
      Overloaded{[](const rdf::Dataset& graph) { return graph.quads().size(); },
                 [](const model::Table& table) { return table.rows.size(); },
                 [](const model::Json& tree) { return size_of(tree); }},
      data);
}

// How much of the larger one changed.
double score_of(const detect::DataChange& change, std::size_t size) {
  const auto parts =
      double(change.added_count + change.removed_count + change.edited_count);
  return parts > 0 ? std::min(1.0, parts / double(std::max<std::size_t>(size, 1))) : 1;
}

Compared to_compared(const detect::DataChange& change, std::size_t size,
                     const model::DocumentWatch& watch) {
  Compared compared{.notes = watch.notes};
  compared.summary = change.summary();
  if (change.verdict == DataVerdict::kSame) return compared;
  // Undecided data may be other data: better told once too often than lost.
  compared.is_told = compared.is_kept = true;
  compared.kinds.add(model::ChangeKind::kData);
  compared.score = score_of(change, size);
  compared.html = to_html(change);
  return compared;
}

Compared compare(Visit& visit, const model::DocumentWatch& watch,
                 std::string_view digest, const parse::Data& data) {
  if (watch.last_digest.empty()) {
    return {.is_kept = true, .summary = "the first version", .notes = watch.notes};
  }
  if (digest == watch.last_digest) return {.notes = watch.notes};
  const auto last = visit.options.shelf->read(watch.last);
  if (!last.ok()) return not_compared(visit, watch, last.error().text);
  const auto before = read_document(last->body, last->headers, last->url);
  if (!before.ok()) {
    return not_compared(
        visit, watch,
        fmt::format("the version before cannot be read: {}", before.error().text));
  }
  if (visit.time.is_spent()) {
    return not_compared(visit, watch, "reading both versions took too long");
  }
  Compared compared = to_compared(
      compare_data(
          *before, data,
          {.max_listed = kMostParts, .key = watch.watching.keys, .work = {kMostSteps}}),
      std::max(size_of(*before), size_of(data)), watch);
  compared.is_kept |= watch.keeps_all;
  return compared;
}

}  // namespace

// Other bytes that say the same are no version. What breaks its own format is no
// version either: half a graph would look like a change, and the last good one stays.
void read(Visit& visit, const model::DataTask& task) {
  if (std::string why = why_not_data(visit); !why.empty()) {
    return conclude_unreadable(visit, std::move(why));
  }
  const auto data =
      read_document(visit.result.body, visit.result.headers, visit.result.final_url);
  if (!data.ok()) {
    return conclude_unreadable(
        visit, fmt::format("{}: {}", visit.result.final_url, data.error().text));
  }
  const std::string title = title_of(visit, task.is_sparql);
  auto& findings = visit.end.report.findings.emplace<model::DataFindings>();
  findings.listing.emplace().head.title = title;
  if (visit.result.body_end == http::BodyEnd::kCut) {
    // A table without its last rows would be a change.
    visit.is_partial = true;
    return add_note(visit, "the document ends too early; the last version stays");
  }
  if (visit.options.shelf == nullptr) return;
  std::string digest = digest_of(visit.result.body);
  Compared compared = compare(visit, task.watch, digest, *data);
  keep_version(visit, task.watch, std::move(compared), std::move(digest), title,
               findings.document);
}

}  // namespace curlew::pipeline
