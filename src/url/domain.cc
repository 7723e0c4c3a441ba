#include "url/domain.h"

#include <libpsl.h>

#include "base/ascii.h"
#include "base/check.h"

namespace curlew::url {

bool is_ip_address(std::string_view host) {
  // The parser lets no domain end in a number that is not an address.
  const std::string_view last = host.substr(host.rfind('.') + 1);
  return host.starts_with('[') ||
         (!last.empty() && is_ascii_digit(last[0]) && host.find('.') != host.npos &&
          host.find_first_not_of("0123456789.") == host.npos);
}

std::string registrable_domain(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  std::string name(host);
  if (is_ip_address(host)) return name;
  const psl_ctx_t* const list = psl_builtin();
  CHECK(list != nullptr);
  const char* const domain = psl_registrable_domain(list, name.c_str());
  return domain == nullptr ? name : std::string(domain);
}

}  // namespace curlew::url
