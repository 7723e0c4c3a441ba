#include <boost/json.hpp>

#include "api/article_text.h"
#include "api/json.h"
#include "api/json_objects.h"
#include "base/plain_text.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

std::string shown_text(std::string_view unsafe) { return plain_text(unsafe); }

value moment_or_null(const std::optional<Time>& time) {
  return time ? value(to_iso8601(*time)) : value(nullptr);
}

array texts_of(const std::vector<std::string>& texts) {
  array all;
  for (const std::string& text : texts) all.emplace_back(shown_text(text));
  return all;
}

}  // namespace

object to_object(const model::TopicPhase& phase) {
  return {{"phase", phase.number},
          {"began", to_iso8601(phase.began)},
          {"ended", moment_or_null(phase.ended)},
          {"downloaded", phase.downloaded},
          {"relevant", phase.relevant},
          {"harvest_ratio", model::harvest_ratio(phase)},
          {"duplicates", phase.duplicates},
          {"structural", phase.structural},
          {"textual", phase.textual},
          {"moved", phase.moved},
          {"dropped", phase.dropped},
          {"dynamic", phase.dynamic_size},
          {"static", phase.static_size},
          {"threshold", phase.threshold}};
}

object to_object(const store::CrawlCounts& counts) {
  return {{"waiting", counts.waiting},       {"kept", counts.kept},
          {"dynamic", counts.dynamic},       {"rejected", counts.rejected},
          {"duplicates", counts.duplicates}, {"articles", counts.articles}};
}

value threshold_value(const std::optional<double>& threshold) {
  return threshold ? value(*threshold) : value(nullptr);
}

object to_object(const store::TopicRow& row) {
  const model::Topic& topic = row.topic;
  return {{"id", topic.source.value},
          {"name", shown_text(topic.name)},
          {"state", to_string(row.state)},
          {"folder", shown_text(row.folder)},
          {"shared", row.is_shared},
          {"added", to_iso8601(row.added)},
          {"method", to_string(topic.method)},
          {"order", to_string(topic.order)},
          {"terms", topic.terms},
          {"passed_over", topic.passed_over},
          {"threshold", threshold_value(service::known_threshold(topic.threshold,
                                                                 topic.own_threshold))},
          {"own_threshold",
           topic.own_threshold ? value(*topic.own_threshold) : value(nullptr)},
          {"pages_a_phase", topic.caps.pages_a_phase},
          {"pages_a_site", topic.caps.pages_a_site},
          {"depth", topic.caps.depth},
          {"seeds", texts_of(topic.seeds)},
          {"also_domains", texts_of(topic.rules.also_domains)},
          {"excludes", texts_of(topic.rules.excludes)},
          {"phase", topic.phase}};
}

std::string to_json(const store::TopicRow& row) { return serialize(to_object(row)); }

array seed_troubles_array(const service::TopicDetail& detail) {
  array troubles;
  for (const store::SeedTrouble& each : detail.seed_troubles) {
    troubles.emplace_back(object{{"seed", shown_text(each.url)},
                                 {"why", shown_text(each.why)},
                                 {"failures", each.failures}});
  }
  return troubles;
}

std::string to_json(const service::TopicDetail& detail) {
  object topic = to_object(detail.row);
  topic["seed_troubles"] = seed_troubles_array(detail);
  topic["articles"] = detail.articles;
  topic["learned"] = moment_or_null(detail.learned);
  array examples, phases, terms;
  for (const model::TopicExample& example : detail.examples) {
    examples.emplace_back(object{{"origin", shown_text(example.origin)},
                                 {"title", shown_text(example.title)}});
  }
  for (const model::TopicPhase& phase : detail.phases) {
    phases.emplace_back(to_object(phase));
  }
  for (const control::TellingTerm& term : detail.terms) {
    terms.emplace_back(object{{"stem", shown_text(term.stem)},
                              {"word", shown_text(term.word)},
                              {"weight", term.weight}});
  }
  topic["examples"] = std::move(examples);
  topic["phases"] = std::move(phases);
  topic["telling_terms"] = std::move(terms);
  if (detail.frontier) topic["frontier"] = to_object(*detail.frontier);
  return serialize(topic);
}

object to_object(const service::TopicPreview& preview) {
  array items;
  for (const service::FittingArticle& each : preview.articles) {
    items.push_back(object{{"article", each.article.id.value},
                           {"title", shown_text(each.article.title)},
                           {"url", shown_text(each.article.url)},
                           {"source_title", shown_text(each.article.source_title)},
                           {"score", each.score},
                           {"best", each.is_best},
                           {"accepted", each.is_accepted},
                           {"excerpt", excerpt_of(each.article)}});
  }
  return {{"judged", preview.judged},
          {"accepted", preview.accepted},
          {"threshold", threshold_value(preview.threshold)},
          {"items", std::move(items)}};
}

std::string to_json(const service::TopicPreview& preview) {
  return serialize(to_object(preview));
}

std::string to_json(const store::TopicLogRow& row) {
  return serialize(object{{"at", to_iso8601(row.at)},
                          {"what", shown_text(row.what)},
                          {"detail", shown_text(row.detail)}});
}

}  // namespace curlew::api
