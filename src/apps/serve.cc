#include "apps/serve.h"

namespace curlew::apps {

Result<void> serve(const Config&) {
  return Error{ErrorKind::kUnsupported, "serve: this build does not have it yet"};
}

}  // namespace curlew::apps
