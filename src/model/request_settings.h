// How to ask for one source, where it differs from every other: once in plain text,
// which exists only while its user gives it and while a request is made, and once
// sealed, as it lies in the database and travels in an order.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"

namespace curlew::model {

// A text whose secret part, if it has one, is sealed: "ann:sealed1.…". Made by seal(),
// or read from where one was kept. Not a string, so that neither is taken for the
// other.
class SealedText {
 public:
  SealedText() = default;
  static SealedText as_kept(std::string text) { return SealedText(std::move(text)); }
  const std::string& kept() const { return text_; }
  bool empty() const { return text_.empty(); }
  bool operator==(const SealedText&) const = default;

 private:
  explicit SealedText(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

template <typename Text>
struct RequestSettingsOf {
  std::vector<std::pair<std::string, Text>> headers;
  // "user:password"
  Text basic_credentials;
  Text bearer_token;
  // "http://[user:password@]host:port"
  Text proxy;

  bool operator==(const RequestSettingsOf&) const = default;
};

// In plain text. Never printed; see masked() in model/mask.h.
using RequestSettings = RequestSettingsOf<std::string>;
// Equal settings that were sealed twice are not equal.
using SealedSettings = RequestSettingsOf<SealedText>;

// `origin` is that of the address that they are given for, "https://example.org": login
// and headers open for no other. A proxy's password opens for this proxy alone. The key
// is asked for only when there is something to seal or to open; its error is handed on.
Result<SealedSettings> seal(const RequestSettings& settings, std::string_view origin,
                            const KeyReader& key);
// An error names what cannot be opened, and why.
Result<RequestSettings> open(const SealedSettings& settings, std::string_view origin,
                             const KeyReader& key);

// Are all secrets in them sealed? Not so in rows that an older release has written.
bool are_sealed(const SealedSettings& settings);
// Is anything in them sealed by another key than the one of this id? An empty id is no
// key's.
bool needs_other_key(const SealedSettings& settings, std::string_view key_id);

// Is anything in them a secret? It belongs to the origin that its user gave it for, and
// must never reach another. The proxy, our own way out, is none of theirs.
bool has_secret(const SealedSettings& settings);
bool has_secret(const RequestSettings& settings);

}  // namespace curlew::model
