// How a source is asked for, from the flags of `curlew add`.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/source.h"

namespace curlew::apps {

// Each may be "@FILE" or "@-" (standard input), so that a secret stays out of the list
// of processes and of the shell's history.
struct RequestFlags {
  std::vector<std::string> headers;  // "Name: value"
  std::string user;                  // "name:password"
  std::string bearer;
  std::string proxy;
};

// Errors are kUsage and never repeat a secret.
Result<model::RequestSettings> to_request_settings(const RequestFlags& flags);

}  // namespace curlew::apps
