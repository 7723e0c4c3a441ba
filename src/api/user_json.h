// What is the users' as JSON, like json.h. No password, no token and no address that a
// webhook posts to is in it.

#pragma once

#include <string>

#include "service/clips.h"
#include "service/watchlists.h"
#include "store/store.h"

namespace curlew::api {

std::string to_json(const model::User& user);
std::string to_json(const service::UsersWatchlist& list);
std::string to_json(const store::ClipRow& clip);
std::string to_json(const store::DeliveryRow& delivery);
// `of` is "list" or "source".
std::string to_json(const service::ClipTiming& timing, std::string_view of);

}  // namespace curlew::api
