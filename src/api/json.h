// Stored values as JSON: the same fields on the command line (--json) and over HTTP.
// Each function gives one object on one line. Times are ISO 8601 UTC, null when absent;
// durations carry their unit in the field's name; secrets are masked.

#pragma once

#include <span>
#include <string>

#include "api/snapshot.h"
#include "base/time.h"
#include "store/central_store.h"

namespace curlew::api {

std::string to_json(const store::WatchedSource& source, Time now);
std::string to_json(const store::ArticleRow& article);
std::string to_json(const store::VisitRow& visit);
std::string to_json(const StatusSnapshot& snapshot);
std::string to_json(const SourceDetail& detail);
// With its text and the links of its page, and what its feed says of it. The fields
// whose names end in _html are made safe (api/safe_html.h).
std::string to_json(const ArticleDetail& detail);
// A line of an exported schedule.
std::string to_json(const store::PlannedSource& source, const SourcePlan& plan);
// {"articles": [...]}
std::string to_json(std::span<const store::ArticleRow> articles);

}  // namespace curlew::api
