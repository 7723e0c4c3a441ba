// The key that seals the secrets of this installation's sources, by its configuration.

#pragma once

#include <string>

#include "apps/config/config.h"
#include "base/result.h"
#include "base/sealing.h"
#include "store/store.h"

namespace curlew::apps {

// curlew.key in the data directory, unless the configuration names another file.
std::string key_path(const Config& config);

// For whoever opens secrets: an error where there is no key.
KeyReader key_reader(const Config& config);

// For whoever seals: makes the key where there is none. kNotFound where secrets in
// `store` were sealed by one that is not there; another in its place would hide the
// loss. `store` must outlive the reader.
KeyReader key_maker(const Config& config, store::Store& store);

// For looking at an address that is not watched: where there is no key, one that nobody
// else gets.
KeyReader key_or_passing_one(const Config& config);

}  // namespace curlew::apps
