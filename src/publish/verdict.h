// What became of a try to deliver a notice, whatever the channel.

#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "http/client.h"
#include "http/mail_client.h"

namespace curlew::publish {

enum class DeliveryEnd {
  kDelivered,
  // Nothing that the notice can help: it is tried again.
  kLater,
  // It will never be taken: trying again helps nobody.
  kRefused,
  // There is nobody, or nothing, to tell: it says nothing of the channel. Never of an
  // answer.
  kDropped,
};

struct Verdict {
  DeliveryEnd end = DeliveryEnd::kDelivered;
  // For people; empty when delivered.
  std::string error;
  // How long the receiver asked to be left alone.
  std::optional<Milliseconds> wait = std::nullopt;
};

Verdict to_verdict(const http::MailResult& result);

// Of a webhook's answer: 2xx is delivered; 408, 425, 429 and 5xx, and an answer that
// never came, are tried again; all others are refused. A redirect is refused as well:
// what is signed for one receiver is not sent to another.
Verdict to_verdict(const http::Response& response, Time now);

}  // namespace curlew::publish
