// Answers of some length are sent as gzip to who takes it: lists are a fifth of their
// size. What other sites' pages ask for is not answered, so that nobody can guess at a
// text by the length of what he has sent into it (BREACH).

#pragma once

#include "api/route.h"
#include "http/router.h"

namespace curlew::api {

bool takes_gzip(const http::Call& call);

// Once: what is packed stays as it is. On a thread of a pool.
void pack_for(const http::Call& call, Body& body);

}  // namespace curlew::api
