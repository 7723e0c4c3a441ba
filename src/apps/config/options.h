// What the configuration says, as the options of the parts that it configures: for the
// program that follows sources, and for the commands that look at one or explain it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/config/config.h"
#include "base/result.h"
#include "fetch/browser/browser_client.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "pipeline/visit.h"
#include "service/check_address.h"
#include "service/explain.h"
#include "service/operation.h"

namespace curlew::apps {

// The files that the process may have open, shared out: a crowd of web clients must not
// take those that fetching needs, nor the other way round.
struct OpenFiles {
  // Connections of the endpoint.
  std::size_t web = 0;
  // Connections of each terminal.
  std::size_t fetching = 0;
};
OpenFiles share_out_files(const Config& config);

http::ClientOptions client_options(const Config& config);
fetch::FetcherOptions fetcher_options(const Config& config);
// Pages are rendered under the same guard and the same name as all is fetched. Whoever
// runs the browser says who is woken when it has news (on_ready).
fetch::BrowserClientOptions browser_options(const Config& config);
pipeline::VisitOptions visit_options(const Config& config, std::string terminal);

// What is kept, as configured.
store::Keeping keeping_of(const Config& config);
service::ConfiguredKeeping configured_keeping(const Config& config);

// How `curlew check` looks at an address.
service::LookOptions look_options(const Config& config);

// How visits are planned. kUsage when there is no policy of that name.
Result<service::PlanningOptions> planning_options(const Config& config);

// Files of synonyms: those of text.thesauri; without any, MyThes' English one where
// Debian's mythes-en-us has put it.
std::vector<std::string> thesauri_of(const Config& config);

// The web endpoint while it listens on `port`, as a browser on this machine names it:
// "http://[::1]:8400"; "" when there is none, or the port is not known (0).
std::string web_address(const Config& config, std::uint16_t port);

// Where users reach their pages and feeds: web.public_url, else web_address().
std::string personal_base_url(const Config& config, std::uint16_t port);

}  // namespace curlew::apps
