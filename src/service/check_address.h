// What one would get by watching an address, without watching it: it is fetched by the
// real fetcher, under the same manners and the same guard as ever, and read by the real
// stages. Nothing is stored.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/sealing.h"
#include "base/time.h"
#include "fetch/browser/browser_client.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "model/problem.h"
#include "model/source.h"
#include "model/visit.h"
#include "pipeline/visit.h"
#include "service/first_version.h"

namespace curlew::service {

// One address that was looked at.
struct Look {
  // As it would be watched; with a number if it is.
  model::Source source;
  model::VisitReport report;
  // After redirects.
  std::string final_url;
  // As its server says.
  std::string content_type;
  fetch::RobotsWord robots = fetch::RobotsWord::kNotAsked;
  // As robots.txt asks; 0: it does not.
  Milliseconds crawl_delay{0};
  // Of one whose versions would be kept, where it could be read.
  std::optional<FirstVersion> first_version = {};
};

// The feeds that a page names, where it is such a page.
std::vector<std::string> named_feeds(const Look& look);

// What it turned out to be; kAuto: nothing that can be watched.
model::SourceKind found_kind(const Look& look);

// Would versions of it be kept, so that the one that was got is their first? Of data,
// also where nobody said that it is; of a page that is watched for changes.
bool has_versions(const Look& look);

// What was wrong with it; nullopt: it can be watched. A page that names a feed is
// followed there, which is not a problem.
std::optional<model::Problem> problem_of(const Look& look);

// How a terminal here fetches and reads.
struct LookOptions {
  http::ClientOptions client;
  fetch::FetcherOptions fetcher;
  // Its on_ready is set by look_at().
  fetch::BrowserClientOptions browser;
  pipeline::VisitOptions visit;
  // Opens the secrets of the source.
  KeyReader key;
  // Asked while it waits: true ends it, and what was not had by then failed. Absent: it
  // waits for as long as it takes.
  std::function<bool()> gives_up = nullptr;
};

// Looks at an address as `source` says, and at the feed that it names, if it does.
// Takes as long as politeness and the time-outs want.
std::vector<Look> look_at(const LookOptions& options, const Clock& clock,
                          const model::Source& source);

// The pages at these addresses, each read as the page of an article; findings are
// ArticlePageFindings.
std::vector<model::VisitReport> read_article_pages(
    const LookOptions& options, const Clock& clock,
    const std::vector<std::string>& urls);

}  // namespace curlew::service
