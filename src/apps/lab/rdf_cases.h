// The W3C's test suites for RDF, as a folder with cases.jsonl and the files of each
// suite in a folder of its name.

#pragma once

#include <boost/json.hpp>
#include <string>

namespace curlew::apps {

// {"suite", "test", "ok", "error"} for one row of cases.jsonl.
boost::json::object judge_rdf_case(const std::string& folder,
                                   const boost::json::object& row);

}  // namespace curlew::apps
