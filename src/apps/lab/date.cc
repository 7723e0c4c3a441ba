#include "apps/lab/lab.h"

namespace curlew::apps {

Result<void> lab_date(const LabDateOptions&, std::FILE*) {
  return Error{ErrorKind::kUnsupported, "lab date: this build does not have it yet"};
}

}  // namespace curlew::apps
