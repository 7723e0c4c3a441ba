// The application that people live in (web/), from the program itself: its page at
// every address of a view, and the files that the page loads. They are public, as they
// hold nothing of anybody: what they show, they ask the API for.

#pragma once

#include <vector>

#include "http/router.h"

namespace curlew::api {

std::vector<http::Route> make_web_app_routes();

}  // namespace curlew::api
