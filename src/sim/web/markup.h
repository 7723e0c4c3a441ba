// The bytes of documents: escaping, and the charsets of sites that are older than
// UTF-8.

#pragma once

#include <string>
#include <string_view>

#include "base/time.h"
#include "sim/web/site.h"

namespace curlew::sim {

// UTF-8 in, the site's charset out. What the charset cannot say becomes '?'.
std::string encoded(std::string_view utf8, Charset charset);
// "windows-1253"
std::string_view charset_name(Charset charset);

// "Mon, 16 Nov 2026 08:00:00 GMT" (RFC 822, as RSS wants it).
std::string to_rfc822(Time time);

}  // namespace curlew::sim
