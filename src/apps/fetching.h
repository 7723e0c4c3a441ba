// How the configuration wants things fetched and read: for the program that follows
// sources, and for the one that only looks at an address.

#pragma once

#include <cstddef>
#include <string>

#include "apps/config/config.h"
#include "fetch/browser/browser_client.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "pipeline/visit.h"

namespace curlew::apps {

// The files that the process may have open, shared out: a crowd of web clients must not
// take those that fetching needs, nor the other way round.
struct OpenFiles {
  std::size_t web = 0;       // Connections of the endpoint;
  std::size_t fetching = 0;  // of each terminal.
};
OpenFiles share_out_files(const Config& config);

http::ClientOptions client_options(const Config& config);
fetch::FetcherOptions fetcher_options(const Config& config);
// Pages are rendered under the same guard and the same name as all is fetched.
// `wakes_up` is woken when the browser has news.
fetch::BrowserClientOptions browser_options(const Config& config,
                                            http::Client& wakes_up);
pipeline::VisitOptions visit_options(const Config& config, std::string terminal);

}  // namespace curlew::apps
