// Stored values as objects of JSON, for json.h and for the operations of the API (v1/):
// one form, whoever prints it.

#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string_view>

#include "base/time.h"
#include "model/change.h"
#include "model/page.h"
#include "model/problem.h"
#include "model/topic.h"
#include "service/lateness.h"
#include "service/snapshot.h"
#include "service/topics.h"
#include "store/store.h"

namespace curlew::api {

boost::json::object to_object(const store::WatchedSource& watched, Time now);
boost::json::object to_object(const store::ArticleRow& article);
boost::json::object to_object(const store::ArticleVersion& version);
boost::json::object to_object(const store::VisitRow& visit);
boost::json::object to_object(const store::StatusCounts& counts);
boost::json::object to_object(const service::Planning& planning);
boost::json::object to_object(const service::SourcePlan& plan);
boost::json::object to_object(const service::DayLateness& day);
boost::json::object to_object(const model::Enclosure& enclosure);
boost::json::object to_object(const model::FoundLink& link);
boost::json::object to_object(const model::ChangeCounters& changes);
boost::json::object to_object(const model::TopicPhase& phase);
boost::json::object to_object(const store::TopicRow& row);
boost::json::object to_object(const store::CrawlCounts& counts);
boost::json::object to_object(const service::TopicPreview& preview);
boost::json::array seed_troubles_array(const service::TopicDetail& detail);
boost::json::array to_array(model::ChangeKinds kinds);
boost::json::value problem_value(const std::optional<model::Problem>& problem);
// How late something was found, in seconds, to the millisecond: it is the same figure
// wherever it stands.
boost::json::value delay_value(const std::optional<Milliseconds>& delay);
// Lines of a text, each fit to be shown.
boost::json::value lines_value(std::string_view paragraphs);
// What a user made of an article.
void add_state(boost::json::object& article, const store::ArticleState& state);

}  // namespace curlew::api
