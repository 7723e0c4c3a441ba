// What changed in a data document, for people and machines.

#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

#include "detect/data/data_change.h"

namespace curlew::apps {

// The summary, then a line for each entry: "- " went, "+ " came, "~ " is another one.
std::string data_lines(const detect::DataChange& change);

// {"same":…,"unit":"rows","added":[…],…}; "same" is null where it is undecided.
boost::json::object data_object(const detect::DataChange& change);

// A whole page: of tables a table of the rows that differ, of others both side by side
// as that of two pages.
std::string data_page(const detect::DataChange& change, std::string_view title,
                      std::string_view old_name, std::string_view new_name);

}  // namespace curlew::apps
