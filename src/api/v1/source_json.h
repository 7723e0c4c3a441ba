// Sources as the API tells them: rows of their table, all of one, what is wrong with
// them, and what is at an address before it is watched.

#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <optional>
#include <string_view>

#include "api/v1/fields.h"
#include "model/version.h"
#include "service/check_address.h"
#include "service/health.h"
#include "service/reading.h"
#include "service/snapshot.h"
#include "service/source_edit.h"
#include "service/source_table.h"
#include "service/sources.h"

namespace curlew::api {

boost::json::object to_object(const service::SourceTableRow& row, Time now,
                              std::string_view language);
boost::json::object to_object(const service::SourceResult& done);
boost::json::object to_object(const service::ProblemGroup& group,
                              std::string_view language);
boost::json::object to_object(const service::Quantiles& of);
// null of none.
boost::json::value quantiles_value(const service::Quantiles& of);
boost::json::object to_object(const model::Version& version);
void add_yield(boost::json::object& source, const service::SourceYield& yield);

// One address that was looked at; `known` is the source that watches it already.
boost::json::object to_object(const service::Look& look,
                              std::optional<model::SourceId> known,
                              std::string_view language);

// For whom a sentence is.
struct Listener {
  std::string_view language;
  // How far his clock is ahead of UTC; nullopt: he is told of hours in UTC, which is
  // then said.
  std::optional<std::chrono::minutes> ahead_of_utc = {};
};

// "Publishes about 11 a day, mostly 8–18 h; next look in 40 min, because …"
std::string sentence_of(const service::SourceDetail& detail,
                        const service::SourceYield& yield, const Listener& listener);

// What is wrong with a source, and its cause in the caller's language; null: nothing.
boost::json::value problem_value(const store::WatchedSource& source,
                                 std::string_view language);

// The fields of SourceEdit, and those of them that say how a page is watched.
service::WatchEdit watch_edit_of(Fields& body);
service::SourceEdit source_edit_of(Fields& body);
std::optional<model::SourceKind> parse_source_kind(std::string_view word);
std::optional<model::SourceState> parse_source_state(std::string_view word);

}  // namespace curlew::api
