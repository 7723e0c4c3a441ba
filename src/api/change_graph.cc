#include "api/change_graph.h"

#include <fmt/format.h>

#include <chrono>

#include "model/mask.h"
#include "rdf/dataset.h"
#include "rdf/term.h"

namespace curlew::api {
namespace {

constexpr std::string_view kProv = "http://www.w3.org/ns/prov#";
constexpr std::string_view kDublinCore = "http://purl.org/dc/terms/";

class GraphWriter {
 public:
  void name(const std::string& subject, std::string_view vocabulary,
            std::string_view property, std::string_view object) {
    add(subject, vocabulary, property, rdf::iri_text(object));
  }
  void text(const std::string& subject, std::string_view vocabulary,
            std::string_view property, std::string_view value,
            std::string_view type = {}) {
    if (value.empty()) return;
    const std::string datatype =
        type.empty() ? "" : std::string(rdf::kXsd).append(type);
    add(subject, vocabulary, property, rdf::literal_text(value, {}, datatype));
  }
  std::string written() const { return rdf::to_nquads(graph_); }

 private:
  void add(const std::string& subject, std::string_view vocabulary,
           std::string_view property, const std::string& object) {
    rdf::TermTable& terms = graph_.terms();
    graph_.add({.subject = terms.intern(rdf::iri_text(subject)),
                .predicate = terms.intern(
                    rdf::iri_text(std::string(vocabulary).append(property))),
                .object = terms.intern(object)});
  }

  rdf::Dataset graph_;
};

// Versions are told apart by their moments.
std::string version_name(std::string_view self, const model::Version& version) {
  return fmt::format("{}#v{}", self, version.seen.time_since_epoch().count());
}

}  // namespace

std::string write_change_graph(const model::Source& source,
                               std::span<const model::Version> changes,
                               std::string_view self) {
  GraphWriter graph;
  const std::string address = model::masked_address(source.url);
  graph.name(std::string(self), "http://xmlns.com/foaf/0.1/", "primaryTopic", address);
  graph.text(std::string(self), kDublinCore, "title", source.title);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const model::Version& version = changes[i];
    const std::string name = version_name(self, version);
    graph.name(name, rdf::kRdf, "type", std::string(kProv) + "Entity");
    graph.name(name, kProv, "specializationOf", address);
    graph.text(name, kProv, "generatedAtTime", to_iso8601(version.seen), "dateTime");
    if (i + 1 < changes.size()) {
      graph.name(name, kProv, "wasRevisionOf", version_name(self, changes[i + 1]));
    }
    graph.text(name, kDublinCore, "description", version.summary);
    graph.text(name, kDublinCore, "format", version.media_type);
    graph.text(name, kChangeVocabulary, "digest", version.digest);
    if (!version.data) continue;
    const auto count = [&](std::string_view what, std::uint64_t number) {
      graph.text(name, kChangeVocabulary, what, std::to_string(number), "integer");
    };
    count("added", version.data->added);
    count("removed", version.data->removed);
    count("changed", version.data->edited);
  }
  return graph.written();
}

Route make_change_route(const Clock& clock) {
  const Form form{
      {.content_type = "application/n-triples", .cache = http::Cache::kRevalidate},
      http::ProblemForm::kText};
  const Page page = [&clock](const http::Call& call,
                             store::Store& store) -> Result<Answer> {
    TRY_ASSIGN(const auto found, seen_source(call, store));
    if (!found)
      return Answer(http::Problem{404, "No such source", "It may be removed."});
    if (!model::is_content_watched(found->source)) {
      return Answer(http::Problem{404, "No versions are kept of this source",
                                  "It is watched for its new entries."});
    }
    // One that was seen in this very moment counts, too.
    TRY_ASSIGN(const auto changes,
               store.versions().changes_of(
                   found->source.id, clock.now() + Milliseconds(1), kToldVersions));
    const std::string self = base_url(call.request, "") + call.request.path;
    return Answer(write_change_graph(found->source, changes, self));
  };
  return {.pattern = "/sources/{id}/changes.nt", .form = form, .page = page};
}

}  // namespace curlew::api
