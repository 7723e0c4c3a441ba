// A notice as a mail message (RFC 5322): text and HTML side by side, in the thread of
// its list, with a way to end it in one click.

#pragma once

#include <functional>
#include <string>

#include "publish/mail/address.h"
#include "publish/notice.h"

namespace curlew::publish {

struct MailSender {
  MailAddress from;
  // Tells the deliveries of this installation from those of any other; letters, digits
  // and hyphens.
  std::string installation;
  // Where the notices of a list are ended, whatever becomes of its feed; absent, or "":
  // as the notice says.
  std::function<std::string(model::WatchlistId)> stop_url = nullptr;
};

// "<delivery-17.3f2a@example.org>": always the same for the same delivery, so that a
// reader's program shows once what had to be sent twice.
std::string message_id(const Notice& notice, const MailSender& sender);

// The whole message, lines ended by CRLF and at most 998 bytes long, at most some MiB
// whatever the notice holds. The same notice gives the same bytes.
std::string to_message(const Notice& notice, const MailAddress& to,
                       const MailSender& sender);

}  // namespace curlew::publish
