// The commands for people to read: the manual page, and docs/cli.md.

#pragma once

#include <string>
#include <string_view>

#include "apps/cli/command_doc.h"

namespace curlew::apps {

// roff, for `man`.
std::string manual_page(const CommandDoc& root, std::string_view version);

// docs/cli.md. A test compares it with the page.
std::string reference_page(const CommandDoc& root);

}  // namespace curlew::apps
