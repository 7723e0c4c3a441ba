// The Google Reader API, as reader apps have spoken it since there was one: names and
// numbers are Google's, feeds are "feed/" and a number, folders are labels.
//
// There is no specification. What is here is what apps ask for; newsboat's "feedhq"
// asks for the feeds as Atom.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/readers/reader_route.h"
#include "api/readers/shown_entry.h"

namespace curlew::api {

std::vector<ReaderRoute> greader_routes();

// A stream as Atom (RFC 4287), with its states as categories of Google's scheme.
std::string greader_atom(std::string_view stream, std::string_view title, Time updated,
                         const std::vector<ShownEntry>& entries);

}  // namespace curlew::api
