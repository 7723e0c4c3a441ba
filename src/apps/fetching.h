// How the configuration wants things fetched and read: for the program that follows
// sources, and for the one that only looks at an address.

#pragma once

#include <string>

#include "apps/config/config.h"
#include "fetch/browser/browser_client.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "pipeline/visit.h"

namespace curlew::apps {

http::ClientOptions client_options(const Config& config);
fetch::FetcherOptions fetcher_options(const Config& config);
// Pages are rendered under the same guard and the same name as all is fetched.
// `wakes_up` is woken when the browser has news.
fetch::BrowserClientOptions browser_options(const Config& config,
                                            http::Client& wakes_up);
pipeline::VisitOptions visit_options(const Config& config, std::string terminal);

}  // namespace curlew::apps
