// The settings as text: the file that `curlew init` writes, and docs/configuration.md.

#pragma once

#include <string>

namespace curlew::apps {

// A curlew.toml with every setting at its default, each commented out and explained.
std::string commented_config();

// docs/configuration.md. A test compares it with the page.
std::string configuration_page();

}  // namespace curlew::apps
