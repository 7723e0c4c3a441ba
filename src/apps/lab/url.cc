#include "apps/lab/lab.h"

namespace curlew::apps {

Result<void> lab_url(const LabUrlOptions&, std::FILE*) {
  return Error{ErrorKind::kUnsupported, "lab url: this build does not have it yet"};
}

}  // namespace curlew::apps
