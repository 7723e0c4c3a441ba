// The synonyms that are used when nobody names others.

#pragma once

#include <string>
#include <vector>

#include "apps/config/config.h"

namespace curlew::apps {

// Those of text.thesauri; without any, MyThes' English one where Debian's mythes-en-us
// has put it.
std::vector<std::string> thesauri_of(const Config& config);

}  // namespace curlew::apps
