#include "http/request_check.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace curlew::http {
namespace {

std::size_t count_of(const Headers& headers, std::string_view name) {
  return std::size_t(std::ranges::count_if(headers, [name](const auto& header) {
    return equals_ignoring_case(header.first, name);
  }));
}

// RFC 9110 §5.6.2.
bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
  });
}

std::optional<RequestFault> fault_of_length(const Headers& headers, Bytes most) {
  static const RequestFault kUnclear{400, "The length of the request is not clear"};
  const auto lengths = count_of(headers, "Content-Length");
  if (lengths == 0) return std::nullopt;
  const std::string_view text = *find_header(headers, "Content-Length");
  const char* const end = text.data() + text.size();
  Bytes length = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, length);
  if (error == std::errc::result_out_of_range ||
      (error == std::errc() && length > most)) {
    if (lengths == 1 && stop == end) {
      return RequestFault{413, "The request body is too large"};
    }
  }
  if (lengths > 1 || error != std::errc() || stop != end) return kUnclear;
  return std::nullopt;
}

// Chunks are the one coding that is known here, and HTTP/1.0 has none.
std::optional<RequestFault> fault_of_coding(std::string_view version,
                                            const Headers& headers) {
  const auto codings = count_of(headers, "Transfer-Encoding");
  if (codings == 0) return std::nullopt;
  const bool is_clear =
      codings == 1 && version == "HTTP/1.1" &&
      count_of(headers, "Content-Length") == 0 &&
      equals_ignoring_case(*find_header(headers, "Transfer-Encoding"), "chunked");
  if (is_clear) return std::nullopt;
  return RequestFault{400, "The Transfer-Encoding of the request is not clear"};
}

}  // namespace

std::optional<RequestFault> find_fault(std::string_view version, const Headers& headers,
                                       Bytes most) {
  for (const auto& [name, value] : headers) {
    if (!is_token(name)) return RequestFault{400, "A header's name is not one"};
    if (has_control(value)) {
      return RequestFault{400, "A header holds a control character"};
    }
  }
  const auto hosts = count_of(headers, "Host");
  if (hosts > 1 || (hosts == 0 && version == "HTTP/1.1")) {
    return RequestFault{400, hosts == 0 ? "The header Host is missing"
                                        : "There is more than one header Host"};
  }
  if (auto fault = fault_of_coding(version, headers)) return fault;
  return fault_of_length(headers, most);
}

}  // namespace curlew::http
