// What the mail sink was given, as pages: a list of messages, and each as its reader
// would see it in plain text. For `curlew demo`, so that one can look.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/server.h"
#include "sim/mail/mail_sink.h"

namespace curlew::sim {

// The decoded value of a header: encoded words (RFC 2047) in UTF-8 become text. Empty
// when there is none of that name.
std::string header_of(const ReceivedMail& mail, std::string_view name);
// The decoded text/plain part of a message of two, or the body as it is.
std::string plain_part_of(const ReceivedMail& mail);

// On any free port of loopback. `sink` must outlive it.
Result<std::unique_ptr<http::Server>> start_mailbox(const MailSink& sink);

}  // namespace curlew::sim
