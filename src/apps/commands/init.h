// `curlew init`.

#pragma once

#include <string>

#include "base/result.h"

namespace curlew::apps {

struct InitOptions {
  std::string file = "curlew.toml";
  bool force = false;  // Overwrite a file that is there.
};
// Writes a commented configuration with every setting at its default.
Result<void> write_initial_config(const InitOptions& options);

}  // namespace curlew::apps
