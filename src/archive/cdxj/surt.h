// The key that versions of one address share in an index: SURT, the "sort-friendly URI
// reordering transform" of web archives. "http://www.example.org/a?b" gives
// "org,example)/a?b", so that a host's pages, and a domain's hosts, lie together.

#pragma once

#include <string>
#include <string_view>

namespace curlew::archive {

// Without scheme, "www.", a default port and fragment: as in every web archive, a page
// and its twin under https are one. Path and query stay as they are, capitals included:
// to servers they differ. What is no address of a host is its own key.
std::string to_surt(std::string_view url);

}  // namespace curlew::archive
