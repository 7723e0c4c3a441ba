// Posts a notice to a webhook through the guarded client, for tests: the English clip
// of publish's tests, signed by the secret "s3cret". Prints delivered, later or
// refused, how many seconds the receiver asked for (or -), and the error.

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "http/client.h"
#include "publish/notices_test.h"
#include "publish/webhook/request.h"

using namespace curlew;

namespace {

std::string_view name_of(publish::DeliveryEnd end) {
  switch (end) {
    case publish::DeliveryEnd::kDelivered:
      return "delivered";
    case publish::DeliveryEnd::kLater:
      return "later";
    case publish::DeliveryEnd::kRefused:
    case publish::DeliveryEnd::kDropped:
      break;
  }
  return "refused";
}

http::AddressGuard guard_of(std::string_view kind) {
  if (kind == "guarded") return {};
  return http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
}

}  // namespace

// post_notice ADDRESS FORM loopback|guarded
int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const SystemClock clock;
  const auto request = publish::to_request(
      publish::english_notice(), {.url = argv[1], .form = argv[2], .secret = "s3cret"},
      "test", clock.now());
  if (!request.ok()) {
    fmt::print("unsent - {}\n", request.error().text);
    return 0;
  }
  const auto client = http::make_curl_client(
      {.guard = guard_of(argv[3]), .user_agent = "curlew"}, clock);
  std::optional<publish::Verdict> verdict;
  client->start(*request, [&](const http::Response& response) {
    verdict = publish::to_verdict(response, clock.now());
  });
  while (!verdict) client->poll(Milliseconds(1000));
  const auto wait = verdict->wait;
  fmt::print("{} {} {}\n", name_of(verdict->end),
             wait ? fmt::to_string(wait->count() / 1000) : "-", verdict->error);
}
