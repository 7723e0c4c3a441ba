// One request of a fetch: what is sent at each hop of its way. Here it is decided what
// goes along to whom: secrets and a source's own headers only to the origin they were
// given for, validators only to the address they came from.
//
// Pure; may be called from any thread.

#pragma once

#include "fetch/fetcher.h"
#include "fetch/outcome.h"
#include "fetch/redirects.h"
#include "http/client.h"

namespace curlew::fetch {

// Do the validators of `request` belong to the address where it stands now?
Asked how_asked(const FetchRequest& request, const RedirectTrail& trail);

// The request for `trail.here()`.
http::Request make_hop(const FetchRequest& request, const RedirectTrail& trail);

// Moves "user:password" out of an address ("https://user:password@host/") to where
// secrets are kept, unless the source has credentials already.
void take_credentials(const url::Url& url, model::RequestSettings& settings);

}  // namespace curlew::fetch
