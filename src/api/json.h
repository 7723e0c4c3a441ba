// Stored values as JSON: the same fields on the command line (--json) and over HTTP.
// Each function gives one object on one line. Times are ISO 8601 UTC, null when absent;
// durations carry their unit in the field's name; secrets are masked.

#pragma once

#include <string>

#include "base/time.h"
#include "service/search.h"
#include "service/snapshot.h"
#include "service/sources.h"
#include "service/subscriptions.h"
#include "service/topics.h"
#include "store/store.h"

namespace curlew::api {

std::string to_json(const store::WatchedSource& source, Time now);
std::string to_json(const store::ArticleRow& article);
// With what a user made of it.
std::string to_json(const store::ArticleRow& article, const store::ArticleState& state);
// The article with its snippet, its marks as pairs of bytes, and its score.
std::string to_json(const service::SearchRow& row);
std::string to_json(const store::VisitRow& visit);
std::string to_json(const store::StatusCounts& counts);
std::string to_json(const service::StatusSnapshot& snapshot);
std::string to_json(const service::SourceDetail& detail);
// With its text and the links of its page, and what its feed says of it. The fields
// whose names end in _html are made safe (api/safe_html.h).
std::string to_json(const service::ArticleDetail& detail);
// What was done to a source, with what became of the visit that was asked for, where
// that was waited for.
std::string to_json(const service::SourceResult& done,
                    const service::AskedVisit* visit);
std::string to_json(const service::Imported& imported, const parse::OpmlList& list);
// A line of an exported schedule.
std::string to_json(const store::PlannedSource& source,
                    const service::SourcePlan& plan);
// What is known of a topic; its examples without their texts.
std::string to_json(const service::TopicDetail& detail);
std::string to_json(const store::TopicRow& row);
std::string to_json(const store::TopicLogRow& row);
std::string to_json(const service::TopicPreview& preview);

}  // namespace curlew::api
