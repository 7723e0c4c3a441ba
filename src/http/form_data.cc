#include "http/form_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "http/request_target.h"

namespace curlew::http {
namespace {

void append_form_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '.' || c == '_') {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
}

}  // namespace

std::string to_form(std::span<const std::pair<std::string, std::string>> fields) {
  std::string form;
  for (const auto& [name, value] : fields) {
    if (!form.empty()) form += '&';
    append_form_encoded(form, name);
    form += '=';
    append_form_encoded(form, value);
  }
  return form;
}

std::optional<std::string> form_value(std::string_view form, std::string_view name) {
  while (!form.empty()) {
    const auto end = std::min(form.find('&'), form.size());
    const std::string_view field = form.substr(0, end);
    form.remove_prefix(std::min(end + 1, form.size()));
    const auto equals = std::min(field.find('='), field.size());
    if (percent_decoded(field.substr(0, equals), PlusSign::kIsSpace) != name) continue;
    return percent_decoded(field.substr(std::min(equals + 1, field.size())),
                           PlusSign::kIsSpace);
  }
  return std::nullopt;
}

}  // namespace curlew::http
