// How the lab's commands say that there is nothing.

#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace curlew::apps {

inline boost::json::value text_or_null(const std::string& text) {
  return text.empty() ? boost::json::value() : boost::json::value(text);
}

}  // namespace curlew::apps
