// What users type to name a source: an address, a number, a folder. Errors are kUsage.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/ids.h"

namespace curlew::service {

struct SourceAddress {
  // Absolute, http or https, without credentials and fragment.
  std::string url;
  // "user:password" if they stood in the address.
  std::string basic_credentials;
};

// "example.org/feed" is taken as https, "192.0.2.1:8080" and "feed://…" as http. What
// is typed without a scheme and cannot be meant as an address (a word without a dot, a
// mail address, "1.5", "news.html") is an error, which names it.
Result<SourceAddress> parse_source_address(std::string_view text);

// The address of what a SPARQL endpoint answers to a query (SPARQL 1.1 Protocol, query
// via GET): "https://data.example/sparql?query=SELECT%20…". `endpoint` is as typed, its
// login and parameters stay. A query that makes an address which is too long to be
// stored is an error.
Result<std::string> sparql_address(std::string_view endpoint, std::string_view query);

// "7", "#7"
std::optional<model::SourceId> parse_source_number(std::string_view word);

// The folder that was typed, written in one way; "" where nothing was typed. An error
// when what was typed names none ("/"): that must never mean all sources.
Result<std::string> to_folder(std::string_view typed);

}  // namespace curlew::service
