#include "api/readers/form_fields.h"

#include <algorithm>

#include "api/route.h"
#include "base/storable_text.h"
#include "http/request_target.h"

namespace curlew::api {

FormFields::FormFields(const http::ServerRequest& request) {
  add(request.query);
  if (request.method != "POST") return;
  const auto type = http::find_header(request.headers, "Content-Type").value_or("");
  // Apps that say nothing of it send a form all the same.
  if (type.starts_with("multipart/") || type.starts_with("application/json")) return;
  add(request.body);
}

void FormFields::add(std::string_view encoded) {
  while (!encoded.empty() && fields_.size() < kMost) {
    const std::size_t end = std::min(encoded.find('&'), encoded.size());
    const std::string_view pair = encoded.substr(0, end);
    encoded.remove_prefix(std::min(end + 1, encoded.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
    fields_.emplace_back(
        http::percent_decoded(pair.substr(0, equals), http::PlusSign::kIsSpace),
        http::percent_decoded(value, http::PlusSign::kIsSpace));
  }
}

const std::string* FormFields::find(std::string_view name) const {
  for (const auto& [known, value] : fields_) {
    if (known == name) return &value;
  }
  return nullptr;
}

std::string_view FormFields::operator[](std::string_view name) const {
  const std::string* const value = find(name);
  return value ? std::string_view(*value) : std::string_view();
}

std::vector<std::string_view> FormFields::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const auto& [known, value] : fields_) {
    if (known == name) values.push_back(value);
  }
  return values;
}

std::optional<std::int64_t> FormFields::number(std::string_view name) const {
  return parse_number((*this)[name]);
}

bool FormFields::are_storable() const {
  return std::ranges::all_of(fields_, [](const auto& field) {
    return is_storable_text(field.first) && is_storable_text(field.second);
  });
}

std::vector<std::int64_t> parse_number_list(std::string_view text, std::size_t most) {
  std::vector<std::int64_t> numbers;
  while (!text.empty() && numbers.size() < most) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (const auto number = parse_number(text.substr(0, end))) {
      numbers.push_back(*number);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return numbers;
}

std::string number_list(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) {
    if (!text.empty()) text += ',';
    text += std::to_string(number);
  }
  return text;
}

}  // namespace curlew::api
