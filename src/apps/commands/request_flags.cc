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

}  // namespace

Result<model::RequestSettings> to_request_settings(const RequestFlags& flags) {
  model::RequestSettings settings;
  for (const std::string& header : flags.headers) {
    TRY_ASSIGN(auto parsed, parse_header(header));
    settings.headers.push_back(std::move(parsed));
  }
  TRY_ASSIGN(settings.basic_credentials, read_secret("--user", flags.user));
  const bool lacks_password = settings.basic_credentials.find(':') == std::string::npos;
  if (!settings.basic_credentials.empty() && lacks_password) {
    return wrong("--user", "must be name:password, or @FILE with that");
  }
  TRY_ASSIGN(settings.bearer_token, read_secret("--bearer", flags.bearer));
  if (has_line_break(settings.basic_credentials) ||
      has_line_break(settings.bearer_token)) {
    return wrong("--user and --bearer", "must be on one line");
  }
  if (!settings.basic_credentials.empty() && !settings.bearer_token.empty()) {
    return wrong("--user and --bearer", "only one of them can be sent");
  }
  if (!flags.proxy.empty()) {
    TRY_ASSIGN(settings.proxy, parse_proxy(flags.proxy));
  }
  return settings;
}

}  // namespace curlew::apps
