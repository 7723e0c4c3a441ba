#include "fetch/browser/basic_auth.h"

#include "fetch/browser/base64.h"

namespace curlew::fetch {

std::string basic_authorization(std::string_view credentials) {
  return "Basic " + to_base64(credentials);
}

}  // namespace curlew::fetch
