// A notice as a request to a webhook, and what its receiver's answer means. The request
// goes through the guarded http::Client, as everything that a user's settings name.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "http/client.h"
#include "publish/notice.h"
#include "publish/verdict.h"
#include "publish/webhook/form.h"

namespace curlew::publish {

// The form that carries everything a notice has, as JSON (docs/delivery.md). The empty
// name means it too.
inline constexpr std::string_view kJsonForm = "json";

struct WebhookTarget {
  // http or https.
  std::string url;
  // Of own_forms(), or kJsonForm.
  std::string form;
  // The key of the signature; empty: not signed.
  std::string secret;
};

// Is there such a form?
bool is_form(std::string_view name, std::span<const WebhookForm> forms);

// The body of kJsonForm.
std::string to_json(const Notice& notice, std::string_view key);

// The same for the same delivery, so that a receiver can tell what came twice.
std::string idempotency_key(const Notice& notice, std::string_view installation);

// The request carries X-Curlew-Signature: "sha256=" and the HMAC-SHA256, in hex, of
// X-Curlew-Timestamp (Unix seconds, `now`), a full stop and the body. Errors are
// kUsage: no such form, or an address that is not one of the Web.
Result<http::Request> to_request(const Notice& notice, const WebhookTarget& target,
                                 std::string_view installation, Time now,
                                 std::span<const WebhookForm> forms = own_forms());

}  // namespace curlew::publish
