#include "apps/lab/lab.h"

namespace curlew::apps {

Result<void> lab_feed(const LabFeedOptions&, std::FILE*) {
  return Error{ErrorKind::kUnsupported, "lab feed: this build does not have it yet"};
}

}  // namespace curlew::apps
