// How a source is asked for, from the flags of `curlew add`.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/source.h"

namespace curlew::apps {

// Each may be "@FILE" or "@-" (standard input), so that a secret stays out of the list
// of processes and of the shell's history; "none" takes away what a source has.
struct RequestFlags {
  std::vector<std::string> headers;  // "Name: value"
  std::string user;                  // "name:password"
  std::string bearer;
  std::string proxy;
};

// What the flags change: absent stays as it is, empty is taken away.
struct RequestEdit {
  std::optional<std::vector<std::pair<std::string, std::string>>> headers;
  std::optional<std::string> basic_credentials;
  std::optional<std::string> bearer_token;
  std::optional<std::string> proxy;

  bool operator==(const RequestEdit&) const = default;
};

// Errors are kUsage and never repeat a secret.
Result<RequestEdit> to_request_edit(const RequestFlags& flags);

// The name and password that stood in an address, "" where none did. kUsage when the
// flags log in, too: a request does it one way.
Result<void> add_login_of_address(const std::string& credentials, RequestEdit& edit);

void apply(const RequestEdit& edit, model::RequestSettings& request);

}  // namespace curlew::apps
