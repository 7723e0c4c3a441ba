#include "apps/demo.h"

namespace curlew::apps {

Result<void> run_demo(const Config&, const DemoOptions&) {
  return Error{ErrorKind::kUnsupported, "demo: this build does not have it yet"};
}

}  // namespace curlew::apps
