// Words that users type for users and lists: checked, and shown in errors.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "model/user.h"

namespace curlew::service {

// What was typed, for an error: on one line, without control characters and marks of
// direction, cut short.
std::string shown_word(std::string_view typed);
// Is it something that can be shown as it is, on one line, of at most `most` bytes?
bool is_plain_line(std::string_view text, std::size_t most);

// The errors are kUsage.

// "eleni@example.org" of what was typed for `flag`.
Result<std::string> to_mail_address(std::string_view flag, std::string_view typed);
Result<void> check_time_zone(std::string_view typed);
// Where a webhook posts to: an address of the Web.
Result<void> check_webhook(std::string_view flag, std::string_view typed);
// The name of a webhook's template.
Result<void> check_form(std::string_view flag, std::string_view typed);

// When the next digest of the list is due after `now`; nullopt where no clock decides.
// kFailed when its user's time zone is not known any more.
Result<std::optional<Time>> next_digest(const model::Watchlist& list,
                                        std::string_view time_zone, Time now);

}  // namespace curlew::service
