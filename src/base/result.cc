#include "base/result.h"

#include <stdexcept>

namespace curlew::result_detail {

Error moved_error;

Error* box(Error&& error) { return new Error(std::move(error)); }

Error* copy(const Error& error) { return new Error(error); }

void drop(Error* error) {
  if (error != &moved_error) delete error;
}

void no_value(const Error& error) {
  throw std::logic_error("there is no value, but an error: " + error.text);
}

Failure::operator Error() && {
  Error taken = std::move(*error);
  drop(error);
  return taken;
}

}  // namespace curlew::result_detail
