// Refuses a request whose end, or whose Host, could be read in two ways (RFC 9112 §3.2,
// §6, RFC 9110 §5.5): whoever stands before us may have read the other one, and would
// let a second request through within the first. What libmicrohttpd has decided before
// anybody is asked is not seen here: that a line may end in a bare LF or CR, and that a
// folded line goes on with the one before it.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "http/message.h"

namespace curlew::http {

struct RequestFault {
  int status = 400;
  std::string why;
};

// `version` is "HTTP/1.1". The body may be `most` long: 413.
std::optional<RequestFault> find_fault(std::string_view version, const Headers& headers,
                                       Bytes most);

}  // namespace curlew::http
