#include "api/v1/cursor.h"

#include <sodium.h>

#include <algorithm>

#include "api/route.h"
#include "base/storable_text.h"

namespace curlew::api {
namespace {

constexpr int kBase64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
constexpr char kBetween = '\x1f';
// What a caller sends may be anything.
constexpr std::size_t kLongestCursor = 4'000;

}  // namespace

std::string to_cursor(std::string_view list, const Key& key) {
  std::string bytes(list);
  for (const std::string& value : key) {
    bytes += kBetween;
    bytes += value;
  }
  std::string text(sodium_base64_encoded_len(bytes.size(), kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(),
                    reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    kBase64);
  text.pop_back();  // The zero at its end.
  return text;
}

std::optional<Key> parse_cursor(std::string_view list, std::string_view cursor,
                                std::size_t values) {
  if (cursor.size() > kLongestCursor) return std::nullopt;
  std::string bytes(cursor.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                        cursor.data(), cursor.size(), nullptr, &size, nullptr,
                        kBase64) != 0) {
    return std::nullopt;
  }
  bytes.resize(size);
  Key parts;
  for (std::size_t begin = 0; begin <= bytes.size();) {
    const std::size_t end = std::min(bytes.find(kBetween, begin), bytes.size());
    parts.push_back(bytes.substr(begin, end - begin));
    if (!is_storable_text(parts.back())) return std::nullopt;
    begin = end + 1;
  }
  if (parts.size() != values + 1 || parts.front() != list) return std::nullopt;
  parts.erase(parts.begin());
  return parts;
}

PageAsked page_asked(Parameters& parameters, std::string_view list,
                     std::size_t values) {
  PageAsked asked;
  asked.limit =
      std::size_t(parameters.number("limit", 1, kLargestPage).value_or(kUsualPage));
  if (const auto cursor = parameters.text("cursor")) {
    asked.after = parse_cursor(list, *cursor, values);
    if (!asked.after) parameters.refuse("cursor", "is not a cursor of this list");
  }
  return asked;
}

std::optional<std::int64_t> number_of(const std::optional<Key>& key) {
  return key && !key->empty() ? parse_number(key->front()) : std::nullopt;
}

}  // namespace curlew::api
