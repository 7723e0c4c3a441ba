// What the batch forms of `curlew lab` share: a file with one JSON object a line in,
// one object a line out, a summary with throughput on stderr.

#pragma once

#include <boost/json.hpp>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace curlew::apps {

// Calls `judge` with every row of the file and prints what it returns. An error names
// the file and the line that is not a JSON object.
Result<void> run_cases(
    const std::string& path, std::FILE* out,
    const std::function<boost::json::object(const boost::json::object&)>& judge);

// Calls `visit` with every row of the file; `finish` once behind the last.
Result<void> read_cases(
    const std::string& path,
    const std::function<void(const boost::json::object&)>& visit,
    const std::function<void()>& finish = [] {});

// The string under `key`; empty when there is none.
std::string text_of(const boost::json::object& row, std::string_view key);

// "2026-11-15T19:41:59.520Z": with the fraction of the second, where there is one, so
// that instants can be compared.
std::string exact_time(Time time);

void print_row(const boost::json::object& row, std::FILE* out);

}  // namespace curlew::apps
