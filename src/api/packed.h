// Answers of some length are sent as gzip to who takes it: lists are a fifth of their
// size. Only those of routes that are wrapped here, and none behind a secret address
// may be: such pages show it beside the words of strangers, who could guess at it by
// the length of what both are packed to (BREACH).

#pragma once

#include "api/route.h"
#include "http/router.h"

namespace curlew::api {

bool takes_gzip(const http::Call& call);

// Once: an answer that was seen here before stays as it is. On a thread of a pool.
void pack_for(const http::Call& call, Body& body);

// The page with its answers packed.
Page packed(Page page);

}  // namespace curlew::api
