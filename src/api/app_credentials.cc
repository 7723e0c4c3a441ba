#include "api/app_credentials.h"

#include <fmt/format.h>
#include <sodium.h>

#include "api/readers/form_fields.h"
#include "base/ascii.h"

namespace curlew::api {
namespace {

constexpr std::size_t kLongestAuthorization = 1000;

std::optional<std::string_view> after_word(std::string_view text,
                                           std::string_view word) {
  if (!starts_with_ignoring_case(text, word)) return std::nullopt;
  return trimmed(text.substr(word.size()));
}

// RFC 4648 §4.
std::optional<std::string> decoded_base64(std::string_view text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  const int failed = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()),
                                       bytes.size(), text.data(), text.size(), nullptr,
                                       &size, nullptr, sodium_base64_VARIANT_ORIGINAL);
  if (failed != 0) return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::optional<AppCredential> split_credential(std::string_view pair, char between) {
  const std::size_t at = pair.find(between);
  if (at == pair.npos || at + 1 == pair.size()) return std::nullopt;
  return AppCredential{std::string(pair.substr(0, at)),
                       std::string(pair.substr(at + 1)), false};
}

std::optional<AppCredential> google_credential(std::string_view authorization) {
  const auto login = after_word(authorization, "GoogleLogin ");
  const auto token = login ? after_word(*login, "auth=") : std::nullopt;
  return token ? split_credential(*token, '/') : std::nullopt;
}

std::optional<AppCredential> miniflux_credential(const http::ServerRequest& request,
                                                 std::string_view authorization) {
  const auto token = http::find_header(request.headers, "X-Auth-Token");
  if (token && !trimmed(*token).empty() && token->size() <= kLongestAuthorization) {
    return AppCredential{"", std::string(trimmed(*token)), false};
  }
  const auto basic = after_word(authorization, "Basic ");
  const auto pair = basic ? decoded_base64(*basic) : std::nullopt;
  auto credential = pair ? split_credential(*pair, ':') : std::nullopt;
  if (credential) credential->is_sent_by_browsers = true;
  return credential;
}

}  // namespace

ReaderProtocol reader_protocol(std::string_view path) {
  if (path == "/accounts/ClientLogin") return ReaderProtocol::kGoogleLogin;
  if (path.starts_with("/reader/")) return ReaderProtocol::kGoogleReader;
  if (path.starts_with("/v1/")) return ReaderProtocol::kMiniflux;
  if (path == "/fever" || path == "/fever/") return ReaderProtocol::kFever;
  return ReaderProtocol::kNone;
}

std::optional<AppCredential> find_app_credential(const http::ServerRequest& request) {
  auto authorization = http::find_header(request.headers, "Authorization").value_or("");
  if (authorization.size() > kLongestAuthorization) authorization = {};
  switch (reader_protocol(request.path)) {
    case ReaderProtocol::kNone:
      break;
    case ReaderProtocol::kGoogleLogin: {
      if (request.method != "POST" || request.parameter("Passwd")) break;
      const FormFields fields(request);
      const std::string_view name = fields["Email"], secret = fields["Passwd"];
      if (name.empty() || secret.empty()) break;
      return AppCredential{std::string(name), std::string(secret), false};
    }
    case ReaderProtocol::kGoogleReader:
      return google_credential(authorization);
    case ReaderProtocol::kMiniflux:
      return miniflux_credential(request, authorization);
    case ReaderProtocol::kFever: {
      // Addresses are written into logs: a key does not belong there.
      if (request.method != "POST") break;
      const FormFields fields(request);
      const std::string_view key = fields["api_key"];
      if (key.empty()) break;
      // Some apps write its digits in capitals.
      return AppCredential{"", to_ascii_lower(key), true};
    }
  }
  return std::nullopt;
}

std::string google_login_token(std::string_view name, std::string_view password) {
  return fmt::format("{}/{}", name, password);
}

Result<std::optional<service::KeyOfUser>> find_app_user(store::Store& store,
                                                        const AppCredential& shown) {
  if (shown.is_fever_key) return service::find_fever_key(store, shown.secret);
  if (shown.name.empty()) return service::find_app_key(store, shown.secret);
  return service::find_app_password(store, shown.name, shown.secret);
}

std::optional<http::Problem> app_refusal(std::string_view path) {
  switch (reader_protocol(path)) {
    case ReaderProtocol::kNone:
    case ReaderProtocol::kGoogleLogin:
    case ReaderProtocol::kFever:
      break;
    case ReaderProtocol::kGoogleReader:
      return http::Problem{401,
                           "Unauthorized",
                           "Its app password is not known, or was taken back.",
                           {{"X-Reader-Google-Bad-Token", "true"}}};
    case ReaderProtocol::kMiniflux:
      // Programs that wait for a challenge before they send the password need it.
      return http::Problem{401,
                           "Access Unauthorized",
                           "Its app password is not known, or was taken back.",
                           {{"WWW-Authenticate", "Basic realm=\"Curlew\""}},
                           {{"error_message", "\"Access Unauthorized\""}}};
  }
  return std::nullopt;
}

}  // namespace curlew::api
