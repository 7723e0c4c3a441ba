// The addresses of the origin that shows versions as they looked: "/TOKEN/TIME/URL".
// The token proves that one of our own pages handed the address out (HMAC by the key of
// the installation), for this document and this purpose alone, until it expires. So the
// origin needs neither cookies nor a log-in, and nobody can guess what is kept.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/sealing.h"
#include "base/time.h"

namespace curlew::api {

struct ReplayAddress {
  // A part is a picture, a font or a style sheet of a page: under its address no page
  // is shown, so that a page cannot open others by claiming that they are its pictures.
  enum class Purpose { kPage, kPart };
  Purpose purpose = Purpose::kPage;
  // To the second. The parts of a page expire with it.
  Time expires;
  Time time;
  // Without a fragment, as url::parse_url() writes it.
  std::string url;

  bool operator==(const ReplayAddress&) const = default;
};

// The path, "/p1790000600-SIGNATURE/20260921140000000/https://example.org/".
std::string to_path(const ReplayAddress& address, const SealingKey& key);
// Of the three parts of a path. nullopt: it is not one of ours. An expired one is.
std::optional<ReplayAddress> parse_replay_address(std::string_view token,
                                                  std::string_view timestamp,
                                                  std::string_view url,
                                                  const SealingKey& key);

}  // namespace curlew::api
