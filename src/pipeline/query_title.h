// What the answer to a SPARQL query is called: by the query, since those of one
// endpoint would all be called the same.

#pragma once

#include <string>
#include <string_view>

namespace curlew::pipeline {

// Of the query of an address ("query=SELECT…&format=…"): the comment that its SPARQL
// begins with, else its first words without the prefixes. Empty: there is none.
std::string query_title(std::string_view address_query);

}  // namespace curlew::pipeline
