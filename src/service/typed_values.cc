#include "service/typed_values.h"

#include <fmt/format.h>

#include "base/plain_text.h"
#include "base/utf8.h"
#include "base/web_address.h"
#include "publish/mail/address.h"
#include "publish/schedule.h"
#include "publish/time_zone.h"
#include "publish/webhook/request.h"

namespace curlew::service {
namespace {

// Addresses in mail and webhooks are never longer in earnest.
constexpr std::size_t kLongestWebhook = 2'000;

Error wrong_value(std::string_view flag, std::string_view typed, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{} {}: {}", flag, shown_word(typed), why)};
}

}  // namespace

std::string shown_word(std::string_view typed) {
  constexpr std::size_t kLookedAt = 400;
  constexpr std::size_t kShown = 60;
  const std::string plain = plain_text(utf8_prefix(typed, kLookedAt));
  return plain.empty() ? "''" : shortened(plain, kShown);
}

bool is_plain_line(std::string_view text, std::size_t most) {
  return !text.empty() && text.size() <= most && plain_text(text) == text;
}

Result<std::string> to_mail_address(std::string_view flag, std::string_view typed) {
  const auto parsed = publish::parse_mail_address(typed);
  if (!parsed.ok()) {
    return wrong_value(flag, typed, "is not a mail address, as eleni@example.org is");
  }
  return parsed->address();
}

Result<void> check_time_zone(std::string_view typed) {
  const auto zone = publish::TimeZone::find(typed);
  if (zone.ok() && is_plain_line(typed, 100)) return {};
  return wrong_value("--time-zone", typed,
                     "is not a time zone; they are named as in Europe/Athens");
}

Result<void> check_webhook(std::string_view flag, std::string_view typed) {
  if (is_plain_line(typed, kLongestWebhook) && is_web_address(typed)) return {};
  // The address itself may be the secret: it is not repeated.
  return Error{
      ErrorKind::kUsage,
      fmt::format("{}: a webhook posts to an address of the Web: https://…", flag)};
}

Result<void> check_form(std::string_view flag, std::string_view typed) {
  if (publish::is_form(typed, publish::own_forms())) return {};
  std::string names(publish::kJsonForm);
  for (const publish::WebhookForm& form : publish::own_forms()) {
    names.append(" ").append(form.name);
  }
  return wrong_value(flag, typed,
                     fmt::format("there is no such form; there are {}", names));
}

Result<std::optional<Time>> next_digest(const model::Watchlist& list,
                                        std::string_view time_zone, Time now) {
  TRY_ASSIGN(const auto zone, publish::TimeZone::find(time_zone));
  return publish::next_digest(now, list.digest, zone);
}

}  // namespace curlew::service
