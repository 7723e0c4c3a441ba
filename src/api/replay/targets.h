// Where the addresses within an archived page lead, once it is shown again.

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace curlew::api {

// Both are told an http or https address without a fragment.
struct ReplayTargets {
  // Where whoever follows a link goes.
  std::function<std::string(std::string_view url)> link;
  // Where a picture, a font or a style sheet is loaded from.
  std::function<std::string(std::string_view url)> part;
};

}  // namespace curlew::api
