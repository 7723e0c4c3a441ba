// Every read that the application (web/src) and the reader apps make, as requests.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

struct PageRequest {
  // "Clips", "Sources": the view, or the protocol.
  std::string view;
  std::string target;
  std::string method = "GET";
  std::string body = {};
  // Of reader apps, by an app password.
  std::string authorization = {};
  std::string content_type = "application/json";
  // The page behind this one is asked for as well.
  bool has_next = false;
};

// What of the filled database is asked for.
struct Known {
  std::int64_t articles = 0;
  std::int64_t topic = 0;
  std::int64_t list = 0;
  // "name/password", and its Fever key.
  std::string app_login;
  std::string fever_key;
};

std::vector<PageRequest> page_requests(const Known& known);

}  // namespace curlew
