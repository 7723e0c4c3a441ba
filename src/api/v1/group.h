// What the groups of operations share.

#pragma once

#include <cstdint>
#include <limits>

#include "api/status_site.h"
#include "api/v1/operations.h"
#include "http/problem.h"
#include "service/own_sources.h"
#include "service/search.h"

namespace curlew::api {

inline constexpr std::int64_t kGreatestNumber =
    std::numeric_limits<std::int64_t>::max();

inline const query::Dictionary& dictionary_of(const ApiContext& context) {
  const query::Dictionary* const own = context.options.parts.dictionary;
  return own ? *own : service::plain_dictionary();
}

// Who acts: what he sees is his own, an administrator may change what is everybody's.
inline service::Actor actor_of(const Asked& asked) {
  const http::Caller& caller = asked.call.context.caller;
  return {.viewer = asked.viewer(),
          .name = caller.user,
          .is_admin = caller.access == http::Access::kAdmin};
}

// 503: a part that this server does not have.
inline Answer not_here(std::string_view what) {
  return http::Problem{503, std::string(what) + " is not to be had from this server",
                       ""};
}

// 403: of what others see, too.
inline Answer not_yours() {
  return http::Problem{403, "Others see it, too", "An administrator may change it."};
}

}  // namespace curlew::api
