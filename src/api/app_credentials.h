// What reader apps show to say whose they are, each protocol in its own way: an app
// password (service/access_keys.h) with its user's name, Fever's key made of both, or
// the password alone. A session's cookie does not count here: browsers send it by
// themselves.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/problem.h"
#include "http/server.h"
#include "service/access_keys.h"
#include "store/store.h"

namespace curlew::api {

enum class ReaderProtocol { kNone, kGoogleLogin, kGoogleReader, kFever, kMiniflux };

// Which protocol's addresses a path is one of.
ReaderProtocol reader_protocol(std::string_view path);

struct AppCredential {
  // Empty: not told.
  std::string name;
  // The password, or Fever's key.
  std::string secret;
  bool is_fever_key = false;
  // By a page of whoever, once somebody has typed it (Basic).
  bool is_sent_by_browsers = false;
};
// "Authorization: GoogleLogin auth=name/password", and what is shown to get that; Basic
// or X-Auth-Token; the field api_key. nullopt: there is none.
std::optional<AppCredential> find_app_credential(const http::ServerRequest& request);

// What the app gets to show from now on instead of name and password.
std::string google_login_token(std::string_view name, std::string_view password);

// nullopt: it is nobody's, or not any more.
Result<std::optional<service::KeyOfUser>> find_app_user(store::Store& store,
                                                        const AppCredential& shown);

// Told to an app that is nobody's, in the form of its protocol. nullopt of Fever and of
// Google's log-in, whose answers say so themselves.
std::optional<http::Problem> app_refusal(std::string_view path);

}  // namespace curlew::api
