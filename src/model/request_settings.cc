#include "model/request_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "model/secret_part.h"

namespace curlew::model {
namespace {

// One text of the settings: what it is called, whom its secret is for.
struct Place {
  std::string_view name;    // "its login", for errors.
  std::string_view kind;    // As it is sealed in: never to be changed.
  std::string_view origin;  // Of whom it is told to; empty where the text says it.
  SecretPart (*part)(std::string_view) = [](std::string_view text) {
    return SecretPart{0, text.size()};
  };

  // What a secret is bound to: also the text around it, so that nobody's name or proxy
  // can be exchanged.
  std::string belongs_to(std::string_view text, SecretPart secret) const {
    return fmt::format("{}\n{}\n{}", kind, origin, with_part(text, secret, "\n"));
  }
};

// Calls do_text(place, from, to) for each text, and does what it says.
template <typename From, typename To, typename Do>
Result<void> for_each_text(const RequestSettingsOf<From>& from,
                           RequestSettingsOf<To>& to, std::string_view origin,
                           const Do& do_text) {
  for (const auto& [name, value] : from.headers) {
    To& text = to.headers.emplace_back(name, To()).second;
    const std::string called = "its header " + name;
    const std::string kind = "header " + name;
    Place place{called, kind, origin};
    if (!is_secret_header(name)) place.part = [](auto) { return SecretPart{}; };
    TRY(do_text(place, value, text));
  }
  TRY(do_text(Place{"its login", "login", origin, secret_in_credentials},
              from.basic_credentials, to.basic_credentials));
  TRY(do_text(Place{"its bearer token", "bearer", origin}, from.bearer_token,
              to.bearer_token));
  return do_text(Place{"its proxy's login", "proxy", "", secret_in_address}, from.proxy,
                 to.proxy);
}

// The key, read when it is first needed.
class LazyKey {
 public:
  explicit LazyKey(const KeyReader& read) : read_(read) {}
  Result<const SealingKey*> get() {
    if (!key_) {
      TRY_ASSIGN(key_, read_());
    }
    return &*key_;
  }

 private:
  const KeyReader& read_;
  std::optional<SealingKey> key_;
};

// Of each secret in `settings`: the id of the key that sealed it, or empty.
std::vector<std::string> seals_of(const SealedSettings& settings) {
  std::vector<std::string> seals;
  SealedSettings unused;
  const auto look = [&](const Place& place, const SealedText& text,
                        SealedText&) -> Result<void> {
    const SecretPart part = place.part(text.kept());
    if (part.size == 0) return {};
    seals.push_back(
        sealing_key_id(std::string_view(text.kept()).substr(part.begin, part.size)));
    return {};
  };
  (void)for_each_text(settings, unused, "", look).ok();
  return seals;
}

template <typename Text>
bool has_any_secret(const RequestSettingsOf<Text>& settings) {
  return !settings.basic_credentials.empty() || !settings.bearer_token.empty() ||
         std::ranges::any_of(settings.headers, [](const auto& header) {
           return is_secret_header(header.first);
         });
}

}  // namespace

Result<SealedSettings> seal(const RequestSettings& settings, std::string_view origin,
                            const KeyReader& key) {
  SealedSettings sealed;
  LazyKey lazy(key);
  const auto seal_text = [&](const Place& place, const std::string& text,
                             SealedText& to) -> Result<void> {
    const SecretPart part = place.part(text);
    if (part.size == 0) {
      to = SealedText::as_kept(text);
      return {};
    }
    TRY_ASSIGN(const SealingKey* const found, lazy.get());
    const std::string secret =
        found->seal(std::string_view(text).substr(part.begin, part.size),
                    place.belongs_to(text, part));
    to = SealedText::as_kept(with_part(text, part, secret));
    return {};
  };
  TRY(for_each_text(settings, sealed, origin, seal_text));
  return sealed;
}

Result<RequestSettings> open(const SealedSettings& settings, std::string_view origin,
                             const KeyReader& key) {
  RequestSettings opened;
  LazyKey lazy(key);
  const auto open_text = [&](const Place& place, const SealedText& sealed,
                             std::string& to) -> Result<void> {
    const std::string& text = sealed.kept();
    const SecretPart part = place.part(text);
    to = text;
    if (part.size == 0) return {};
    TRY_ASSIGN(const SealingKey* const found, lazy.get());
    auto secret = found->open(std::string_view(text).substr(part.begin, part.size),
                              place.belongs_to(text, part));
    if (!secret.ok()) {
      Error error = std::move(secret).error();
      error.text = fmt::format("{} {}", place.name, error.text);
      return error;
    }
    to = with_part(text, part, *secret);
    return {};
  };
  TRY(for_each_text(settings, opened, origin, open_text));
  return opened;
}

bool are_sealed(const SealedSettings& settings) {
  const auto seals = seals_of(settings);
  return std::ranges::find(seals, "") == seals.end();
}

bool needs_other_key(const SealedSettings& settings, std::string_view key_id) {
  return std::ranges::any_of(seals_of(settings), [&](const std::string& seal) {
    return !seal.empty() && seal != key_id;
  });
}

bool has_secret(const SealedSettings& settings) { return has_any_secret(settings); }
bool has_secret(const RequestSettings& settings) { return has_any_secret(settings); }

}  // namespace curlew::model
