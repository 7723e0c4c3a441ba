// How a site gets at the bytes of versions, which lie in archives.

#pragma once

#include <functional>

#include "archive/capture.h"
#include "base/result.h"
#include "model/version.h"

namespace curlew::api {

// Called on several threads at a time.
using ReadVersion = std::function<Result<archive::Content>(const model::KeptAt&)>;

}  // namespace curlew::api
