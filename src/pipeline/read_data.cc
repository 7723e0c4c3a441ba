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
#include "pipeline/query_title.h"
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
  const std::string type = media_type_of(visit.result.headers);
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

// "ports.ttl", "SELECT ?port ?name WHERE { … at data.example": what the document is
// called, which seldom says so itself.
std::string title_of(const Visit& visit, bool is_sparql) {
  const auto url = url::parse_url(visit.order.url);
  if (!url.ok()) return {};
  if (is_sparql) {
    const std::string words = query_title(url->query());
    return fmt::format("{} at {}", words.empty() ? "SPARQL" : words, url->host());
  }
  const std::string_view path = url->path();
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return std::string(file.empty() ? url->host() : file);
}

// What reading it found out about its contexts.
struct NamedContexts {
  // Nobody has tried to get them yet.
  std::vector<std::string> unknown;
  // One that cannot be had; empty: none.
  std::string refused;
  Bytes bytes = 0;
};

Result<parse::Data> read_document(Visit& visit, NamedContexts& named) {
  parse::RdfOptions options;
  options.base = document_url(visit.result.final_url);
  options.load_context = [&](const std::string& url) -> Result<std::string> {
    const auto answer = visit.contexts.find(url);
    if (answer == visit.contexts.end()) {
      // Empty in its place: it may not be the only one.
      named.unknown.push_back(url);
      return std::string("{\"@context\": {}}");
    }
    if (!answer->second.context) {
      named.refused = url;
      return Error{ErrorKind::kNotFound, answer->second.error};
    }
    const std::string& text = answer->second.context->text();
    named.bytes += text.size();
    if (named.bytes > kMostOfContexts) {
      return Error{ErrorKind::kLimit,
                   fmt::format("its contexts have more than {} bytes, with {}",
                               kMostOfContexts, url)};
    }
    visit.used_contexts.push_back(answer->second.context);
    return text;
  };
  return parse::read_data(visit.result.body,
                          header_or_empty(visit.result.headers, "Content-Type"),
                          options);
}

// The document is unreadable, or, where its context may be there later, so is it.
void conclude_without_context(Visit& visit, const std::string& url) {
  const ContextAnswer& answer = visit.contexts.at(url);
  conclude_unreadable(
      visit, fmt::format("{}: it needs the context {}, which cannot be had: {}",
                         visit.result.final_url, url, answer.error));
  if (answer.is_passing) {
    visit.end.report.outcome = model::FetchOutcome::kUnreachable;
  }
}

// The report says it as well, for whoever does not get contexts.
void conclude_needing(Visit& visit, std::vector<std::string> urls) {
  conclude_unreadable(visit,
                      fmt::format("{}: it needs the context {}, which is not fetched",
                                  visit.result.final_url, urls.front()));
  visit.end.needs = NeededContexts{std::move(urls), std::move(visit.result)};
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
  compared.data = change.counts();
  compared.html = to_html(change);
  return compared;
}

bool is_read_by(const ContextTexts& texts, const UsedContexts& contexts) {
  return texts.size() == contexts.size() &&
         std::ranges::all_of(contexts, [&](const auto& context) {
           const auto found = texts.find(context->url());
           return found != texts.end() && found->second == context->text();
         });
}

// The last version cannot be had. Of the same bytes only a context could be another
// one: the next visit looks again.
Compared compare_with_none(Visit& visit, const model::DocumentWatch& watch,
                           bool is_same, const Error& why) {
  if (!is_same) {
    return without_version_before(visit, watch, model::ChangeKind::kData, why);
  }
  add_note(visit, "its contexts are not compared: " + why.text);
  visit.is_partial = true;
  return {.notes = watch.notes};
}

Compared compare(Visit& visit, const model::DocumentWatch& watch,
                 std::string_view digest, const parse::Data& data) {
  if (watch.last_digest.empty()) {
    return {.is_kept = true, .summary = "the first version", .notes = watch.notes};
  }
  const bool is_same = digest == watch.last_digest;
  if (is_same && visit.used_contexts.empty()) return {.notes = watch.notes};
  const auto last = visit.shelf->read(watch.last);
  if (!last.ok()) return compare_with_none(visit, watch, is_same, last.error());
  const auto texts = kept_contexts(*last, watch.last, [&](const model::KeptAt& place) {
    return visit.shelf->read(place);
  });
  if (!texts.ok()) return compare_with_none(visit, watch, is_same, texts.error());
  if (is_same && is_read_by(*texts, visit.used_contexts)) return {.notes = watch.notes};
  const auto before =
      read_kept_data(*last, header_or_empty(last->headers, "Content-Type"), *texts);
  if (!before.ok()) {
    return not_compared(
        visit, watch, model::ChangeKind::kData,
        fmt::format("the version before cannot be read: {}", before.error().text));
  }
  if (visit.time.is_spent()) {
    return not_compared(visit, watch, model::ChangeKind::kData,
                        "reading both versions took too long");
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
  NamedContexts named;
  const auto data = read_document(visit, named);
  if (!named.refused.empty()) return conclude_without_context(visit, named.refused);
  if (!named.unknown.empty()) {
    return conclude_needing(visit, std::move(named.unknown));
  }
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
  if (visit.shelf == nullptr) return;
  std::string digest = digest_of(visit.result.body);
  Compared compared = compare(visit, task.watch, digest, *data);
  keep_version(visit, task.watch, std::move(compared), std::move(digest), title,
               findings.document);
}

}  // namespace curlew::pipeline
