#include "apps/commands/request_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "apps/whole_file.h"
#include "base/ascii.h"
#include "model/mask.h"
#include "url/url.h"

namespace curlew::apps {
namespace {

constexpr const char* kNone = "none";

Error wrong(std::string_view flag, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", flag, why)};
}

bool has_line_break(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != text.npos;
}

// The argument itself, or what is in the file that it names.
Result<std::string> read_secret(std::string_view flag, const std::string& argument) {
  if (!argument.starts_with('@')) return argument;
  auto content = read_whole_file(argument.substr(1));
  if (!content) return wrong(flag, content.error().text);
  return std::string(trimmed(*content));
}

// "token" of RFC 9110 §5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || kOthers.find(c) != kOthers.npos;
  });
}

Result<std::pair<std::string, std::string>> parse_header(const std::string& argument) {
  TRY_ASSIGN(const std::string line, read_secret("--header", argument));
  const std::size_t colon = line.find(':');
  const std::string_view name = std::string_view(line).substr(0, colon);
  if (colon == line.npos || !is_token(name) || has_line_break(line)) {
    return wrong("--header", "must be 'Name: value' on one line");
  }
  return std::pair(std::string(name),
                   std::string(trimmed(std::string_view(line).substr(colon + 1))));
}

Result<std::string> parse_proxy(const std::string& argument) {
  TRY_ASSIGN(std::string proxy, read_secret("--proxy", argument));
  const auto parsed = url::parse_url(proxy);
  if (!parsed || !parsed->is_http()) {
    return wrong("--proxy", fmt::format("{}: must be http://[user:password@]host:port",
                                        model::masked_address(proxy)));
  }
  return proxy;
}

Result<std::vector<std::pair<std::string, std::string>>> parse_headers(
    const std::vector<std::string>& arguments) {
  std::vector<std::pair<std::string, std::string>> headers;
  if (arguments == std::vector<std::string>{kNone}) return headers;
  for (const std::string& argument : arguments) {
    TRY_ASSIGN(auto parsed, parse_header(argument));
    headers.push_back(std::move(parsed));
  }
  return headers;
}

// nullopt when the flag is not given, empty for "none".
Result<std::optional<std::string>> parse_login(std::string_view flag,
                                               const std::string& argument) {
  if (argument.empty()) return std::optional<std::string>();
  if (argument == kNone) return std::optional(std::string());
  TRY_ASSIGN(std::string secret, read_secret(flag, argument));
  if (has_line_break(secret)) return wrong(flag, "must be on one line");
  return std::optional(std::move(secret));
}

bool is_given(const std::optional<std::string>& secret) {
  return secret && !secret->empty();
}

}  // namespace

Result<RequestEdit> to_request_edit(const RequestFlags& flags) {
  RequestEdit edit;
  if (!flags.headers.empty()) {
    TRY_ASSIGN(edit.headers, parse_headers(flags.headers));
  }
  TRY_ASSIGN(edit.basic_credentials, parse_login("--user", flags.user));
  if (is_given(edit.basic_credentials) &&
      edit.basic_credentials->find(':') == std::string::npos) {
    return wrong("--user", "must be name:password, @FILE with that, or none");
  }
  TRY_ASSIGN(edit.bearer_token, parse_login("--bearer", flags.bearer));
  if (is_given(edit.basic_credentials) && is_given(edit.bearer_token)) {
    return wrong("--user and --bearer", "only one of them can be sent");
  }
  if (flags.proxy == kNone) {
    edit.proxy.emplace();
  } else if (!flags.proxy.empty()) {
    TRY_ASSIGN(edit.proxy, parse_proxy(flags.proxy));
  }
  return edit;
}

Result<void> add_login_of_address(const std::string& credentials, RequestEdit& edit) {
  if (credentials.empty()) return {};
  if (is_given(edit.basic_credentials) || is_given(edit.bearer_token)) {
    return Error{ErrorKind::kUsage,
                 "the address has a user name, and --user or --bearer is given; only "
                 "one of them can be sent"};
  }
  edit.basic_credentials = credentials;
  return {};
}

void apply(const RequestEdit& edit, model::RequestSettings& request) {
  if (edit.headers) request.headers = *edit.headers;
  // A request logs in one way: a new one takes the place of the other.
  if (is_given(edit.basic_credentials) || is_given(edit.bearer_token)) {
    request.basic_credentials.clear();
    request.bearer_token.clear();
  }
  if (edit.basic_credentials) request.basic_credentials = *edit.basic_credentials;
  if (edit.bearer_token) request.bearer_token = *edit.bearer_token;
  if (edit.proxy) request.proxy = *edit.proxy;
}

}  // namespace curlew::apps
