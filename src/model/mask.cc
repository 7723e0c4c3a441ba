#include "model/mask.h"

#include "model/secret_part.h"

namespace curlew::model {

RequestSettings masked(const SealedSettings& settings) {
  RequestSettings shown;
  for (const auto& [name, value] : settings.headers) {
    shown.headers.emplace_back(
        name, is_secret_header(name) ? std::string(kMask) : value.kept());
  }
  const std::string& credentials = settings.basic_credentials.kept();
  if (!credentials.empty()) {
    shown.basic_credentials =
        with_part(credentials, secret_in_credentials(credentials), kMask);
  }
  if (!settings.bearer_token.empty()) shown.bearer_token = kMask;
  shown.proxy = masked_address(settings.proxy.kept());
  return shown;
}

std::string masked_address(std::string_view address) {
  const SecretPart part = secret_in_address(address);
  if (part.begin == 0 && part.size == 0) return std::string(address);
  return with_part(address, part, kMask);
}

}  // namespace curlew::model
