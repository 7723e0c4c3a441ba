#include "apps/lab/lab.h"

namespace curlew::apps {

Result<void> lab_robots(const LabRobotsOptions&, std::FILE*) {
  return Error{ErrorKind::kUnsupported, "lab robots: this build does not have it yet"};
}

}  // namespace curlew::apps
