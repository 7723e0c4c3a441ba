// Who calls: finds out for the router by a session's cookie, by a token or by what a
// reader app shows (app_credentials.h), and refuses what another site made a
// browser send.
//
// A browser sends its cookie with whatever any page asks for. So an unsafe method with
// a cookie counts only with an Origin that is ours and the header X-Curlew-Request,
// which pages of others cannot add. A token is in a header that browsers do not send by
// themselves, and needs neither; a password that a browser has kept (Basic) counts with
// no other Origin than ours.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/app_credentials.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/handler_pool.h"
#include "http/router.h"
#include "model/user.h"
#include "service/login_throttle.h"
#include "store/store.h"

namespace curlew::api {

struct CallersOptions {
  std::function<Result<std::unique_ptr<store::Store>>()> open_store;
  // Absent: that somebody was here is not noted.
  std::function<Result<std::unique_ptr<store::Store>>()> open_to_write = nullptr;
  // The one the server listens on, and where users reach it: which names are ours.
  std::string address = "127.0.0.1";
  std::string public_url;
  // Whoever calls from this machine without a cookie or token is this user. For the
  // demo.
  std::string open_as;
};

class Callers {
 public:
  // `clock` must outlive it.
  Callers(CallersOptions options, const Clock& clock);

  // RouterOptions::identify.
  void identify(const std::shared_ptr<const http::Call>& call,
                const std::function<void(http::Caller)>& then);
  // Who somebody is is remembered for a second. To be called when that has changed.
  void forget();

 private:
  struct Remembered {
    http::Caller caller;
    Time until;
  };
  // What a request shows to say who sends it.
  struct Shown {
    http::Credential by = http::Credential::kNone;
    std::string secret;
    // Of a reader app.
    std::optional<AppCredential> app = std::nullopt;
    // Told when that is nobody's.
    std::optional<http::Problem> refusal = std::nullopt;
  };
  using Then = std::function<void(http::Caller)>;

  Shown shown_in(const http::ServerRequest& request, bool is_local) const;
  // An address that shows what is nobody's again and again waits, but for what was
  // right before: a stranger behind the same proxy keeps no app out that works.
  void look_up_app(const Shown& shown, const std::string& key, std::string_view address,
                   const Then& then);
  bool has_worked(std::uint64_t mark);
  // Whoever shows the same meanwhile waits for the same look.
  void begin_look_up(const Shown& shown, const std::string& key, const Then& then);
  http::Caller look_up(const Shown& shown, const std::string& key, std::size_t thread);
  // Tells all who wait for it.
  void end_look_up(const std::string& look, const http::Caller& caller);
  Result<http::Caller> find(const Shown& shown, store::Store& store, Time now);
  Result<http::Caller> find_app(const Shown& shown, store::Store& store, Time now);
  // Writes down that he was here, where that is news; on a thread of its own lane.
  void note(const http::Caller& caller, std::optional<Time> last_used,
            const model::User& user, Time now);

  const CallersOptions options_;
  const Clock& clock_;
  std::mutex mutex_;
  // Guarded by it.
  std::unordered_map<std::string, Remembered> remembered_;
  // By the look that they wait for: what is shown, and how many changes were known.
  std::unordered_map<std::string, std::vector<Then>> waiting_;
  std::uint64_t changes_ = 0;
  // Fingerprints of what apps showed and was right, each at its place.
  std::vector<std::uint64_t> worked_ = std::vector<std::uint64_t>(4'096);
  service::LoginThrottle app_tries_;
  // Each of one thread.
  std::vector<std::unique_ptr<store::Store>> stores_{2};
  // Last: it uses the above. One lane looks up, the other writes down. A look takes a
  // tenth of a millisecond: so many wait for half a second, when a crowd comes at once.
  http::HandlerPool pool_{{.threads = 2,
                           .most_waiting = 8'192,
                           .most_waiting_in_lane = 4'096,
                           .most_running_of_lane = 1}};
};

// Did it come from this machine, by nobody's hands, to a server that listens on
// `address`? The Host alone is what the client says, and a proxy on this machine says
// whom it speaks for.
bool is_local(const http::ServerRequest& request, std::string_view address);
// 429, with Retry-After.
http::Problem too_many_tries(Milliseconds wait);
// What a key of that scope may call.
http::Access access_for(model::Scope scope);

// Did the caller's browser reach us by https, as far as we know?
bool is_https(const http::ServerRequest& request, std::string_view public_url);
// Where the caller reaches us: "https://curlew.example.org". His Host is one that is
// served.
std::string base_url(const http::ServerRequest& request, std::string_view public_url);
// A cookie that says it is for this host alone can only be set by https.
std::string session_cookie_name(bool is_https);
// Set-Cookie: of a session; of none, when `token` is empty.
std::string session_cookie(std::string_view token, bool is_https);

}  // namespace curlew::api
