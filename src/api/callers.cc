#include "api/callers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <utility>

#include "api/host.h"
#include "base/ascii.h"
#include "base/fingerprint.h"
#include "base/log.h"
#include "base/secret_token.h"
#include "http/ip_address.h"
#include "service/access_keys.h"
#include "service/sessions.h"
#include "service/users.h"

namespace curlew::api {
namespace {

using http::Access;
using http::Call;
using http::Caller;
using http::Credential;
using http::Problem;
using http::ServerRequest;

constexpr std::size_t kLookUps = 0, kNotes = 1;
constexpr Milliseconds kRememberedFor{1'000};
constexpr std::size_t kMostRemembered = 10'000;
constexpr std::string_view kApiPath = "/api/";

// The value of a cookie; empty: there is none.
std::string_view cookie(const ServerRequest& request, std::string_view name) {
  std::string_view rest = http::find_header(request.headers, "Cookie").value_or("");
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view pair = trimmed(rest.substr(0, end));
    if (pair.size() > name.size() && pair.starts_with(name) &&
        pair[name.size()] == '=') {
      return pair.substr(name.size() + 1);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

// "https://curlew.example.org" of an address below it.
std::string_view origin_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == url.npos) return {};
  return url.substr(0, url.find('/', scheme + 3));
}

bool is_own_origin(std::string_view origin, const ServerRequest& request,
                   std::string_view public_url) {
  if (!public_url.empty() && equals_ignoring_case(origin, origin_of(public_url))) {
    return true;
  }
  const auto host = http::find_header(request.headers, "Host").value_or("");
  return equals_ignoring_case(origin,
                              fmt::format("{}://{}", request.scheme, trimmed(host)));
}

bool is_safe(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

// Why it may be another site that made a browser send this; empty: it is not.
std::string_view sign_of_forgery(const ServerRequest& request, Credential by,
                                 std::string_view public_url) {
  if (is_safe(request.method) || by == Credential::kKey) return "";
  if (http::find_header(request.headers, "X-Curlew-Request") != "1") {
    return "The header X-Curlew-Request: 1 is missing.";
  }
  const auto origin = http::find_header(request.headers, "Origin");
  // Programs that log in have none.
  if (!origin && by == Credential::kNone) return "";
  if (!origin) return "The header Origin is missing.";
  if (is_own_origin(*origin, request, public_url)) return "";
  return "Its Origin is not the address of this server; is web.public_url set?";
}

Caller caller_of(const model::User& user, model::Scope scope, Credential by,
                 std::int64_t credential) {
  Caller caller;
  caller.access = access_for(std::min(scope, service::most_of(user.role)));
  caller.user = user.name;
  caller.user_id = user.id.value;
  caller.by = by;
  caller.credential_id = credential;
  return caller;
}

// A proxy on this machine says whom it speaks for, and may pass on any Host.
bool is_passed_on(const ServerRequest& request) {
  return std::ranges::any_of(
      std::array{"X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "X-Real-IP"},
      [&](const char* name) {
        return http::find_header(request.headers, name).has_value();
      });
}

bool is_from_this_machine(const ServerRequest& request) {
  const auto address = http::parse_ip_address(request.remote_address);
  static const http::IpAddress ipv6 = *http::parse_ip_address("::1");
  static const http::AddressRange ipv4 = *http::parse_address_range("127.0.0.0/8");
  return address && (*address == ipv6 || ipv4.contains(*address));
}

Problem forged(std::string_view why) {
  return {403, "This may have been sent by another site's page", std::string(why)};
}

Caller nobody_because(Problem trouble) {
  Caller nobody;
  nobody.trouble = std::move(trouble);
  return nobody;
}

}  // namespace

bool is_local(const ServerRequest& request, std::string_view address) {
  const auto host = http::find_header(request.headers, "Host").value_or("");
  return is_allowed_host(host, address) && is_from_this_machine(request) &&
         !is_passed_on(request);
}

Problem too_many_tries(Milliseconds wait) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  return {429,
          "Too many tries",
          fmt::format("Try again in {} s.", seconds),
          {{"Retry-After", std::to_string(seconds)}}};
}

Access access_for(model::Scope scope) {
  switch (scope) {
    case model::Scope::kAdmin:
      return Access::kAdmin;
    case model::Scope::kWrite:
      return Access::kUser;
    case model::Scope::kRead:
      break;
  }
  return Access::kReader;
}

bool is_https(const ServerRequest& request, std::string_view public_url) {
  if (request.scheme == "https") return true;
  const auto host = http::find_header(request.headers, "Host").value_or("");
  return public_url.starts_with("https://") && is_host_of(host, public_url);
}

std::string base_url(const ServerRequest& request, std::string_view public_url) {
  if (!public_url.empty()) return std::string(public_url);
  const auto host = http::find_header(request.headers, "Host").value_or("");
  return fmt::format("{}://{}", request.scheme, trimmed(host));
}

std::string session_cookie_name(bool is_https) {
  return is_https ? "__Host-curlew_session" : "curlew_session";
}

std::string session_cookie(std::string_view token, bool is_https) {
  using std::chrono::duration_cast;
  const auto life = token.empty()
                        ? std::chrono::seconds(0)
                        : duration_cast<std::chrono::seconds>(service::kSessionLife);
  return fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Strict{}",
                     session_cookie_name(is_https), token, life.count(),
                     is_https ? "; Secure" : "");
}

Callers::Callers(CallersOptions options, const Clock& clock)
    : options_(std::move(options)), clock_(clock) {}

Callers::Shown Callers::shown_in(const ServerRequest& request, bool is_local) const {
  if (reader_protocol(request.path) != ReaderProtocol::kNone) {
    Shown shown;
    shown.app = find_app_credential(request);
    shown.refusal = app_refusal(request.path);
    if (!shown.app) return shown;
    shown.by = Credential::kKey;
    shown.secret = fmt::format("{}\n{}\n{}", shown.app->is_fever_key, shown.app->name,
                               shown.app->secret);
    return shown;
  }
  constexpr std::string_view kBearer = "bearer ";
  const auto authorization = http::find_header(request.headers, "Authorization");
  if (authorization && authorization->size() > kBearer.size() &&
      equals_ignoring_case(authorization->substr(0, kBearer.size()), kBearer)) {
    return {Credential::kKey,
            std::string(trimmed(authorization->substr(kBearer.size())))};
  }
  const std::string name = session_cookie_name(is_https(request, options_.public_url));
  if (const auto token = cookie(request, name); !token.empty()) {
    return {Credential::kSession, std::string(token)};
  }
  if (!options_.open_as.empty() && is_local) {
    return {Credential::kOpen, options_.open_as};
  }
  return {};
}

void Callers::identify(const std::shared_ptr<const Call>& call,
                       const std::function<void(Caller)>& then) {
  const ServerRequest& request = call->request;
  const bool from_here = is_local(request, options_.address);
  const auto told = [then, from_here](Caller caller) {
    caller.is_local = from_here;
    then(std::move(caller));
  };
  const Shown shown = shown_in(request, from_here);
  if (shown.by == Credential::kNone && shown.refusal) {
    return told(nobody_because(*shown.refusal));
  }
  const auto origin = http::find_header(request.headers, "Origin");
  if (shown.app && shown.app->is_sent_by_browsers && origin &&
      !is_own_origin(*origin, request, options_.public_url)) {
    return told(
        nobody_because(forged("Its Origin is not the address of this server.")));
  }
  if (const auto why = sign_of_forgery(request, shown.by, options_.public_url);
      !why.empty()) {
    // Elsewhere the cookie does not count.
    return told(request.path.starts_with(kApiPath) ? nobody_because(forged(why))
                                                   : Caller());
  }
  if (shown.by == Credential::kNone) return told({});
  const std::string key =
      fmt::format("{}{}", int(shown.by), mark_of_token(shown.secret));
  {
    std::unique_lock lock(mutex_);
    const auto found = remembered_.find(key);
    if (found != remembered_.end() && clock_.now() < found->second.until) {
      const Caller caller = found->second.caller;
      lock.unlock();
      return told(caller);
    }
  }
  if (shown.app) return look_up_app(shown, key, request.remote_address, told);
  begin_look_up(shown, key, told);
}

void Callers::look_up_app(const Shown& shown, const std::string& key,
                          std::string_view address, const Then& then) {
  const std::uint64_t mark = short_fingerprint_of(key);
  const bool is_counted = !has_worked(mark);
  if (is_counted) {
    if (const auto wait = app_tries_.admit("", address, clock_.now())) {
      return then(nobody_because(too_many_tries(*wait)));
    }
  }
  begin_look_up(
      shown, key,
      [this, mark, is_counted, address = std::string(address), then](Caller caller) {
        const bool is_right = caller.access != Access::kPublic;
        const bool is_ours = caller.trouble && caller.trouble->status >= 500;
        if (is_counted && (is_right || is_ours)) app_tries_.succeeded("", address);
        if (is_right) {
          const std::lock_guard lock(mutex_);
          worked_[mark % worked_.size()] = mark;
        }
        then(std::move(caller));
      });
}

bool Callers::has_worked(std::uint64_t mark) {
  const std::lock_guard lock(mutex_);
  return worked_[mark % worked_.size()] == mark;
}

void Callers::begin_look_up(const Shown& shown, const std::string& key,
                            const Then& then) {
  std::string look;
  {
    const std::lock_guard lock(mutex_);
    // Not one that began before something has changed.
    look = fmt::format("{} {}", changes_, key);
    std::vector<Then>& waiting = waiting_[look];
    waiting.push_back(then);
    if (waiting.size() > 1) return;
  }
  const auto task = [this, shown, key, look](std::size_t thread) {
    Caller caller = nobody_because({500, "Internal error", "The log says more."});
    try {
      caller = look_up(shown, key, thread);
    } catch (const std::exception& error) {
      log_error("who calls: {}", error.what());
    }
    end_look_up(look, caller);
  };
  if (pool_.add(kLookUps, task)) return;
  end_look_up(look, nobody_because({503,
                                    "Too many callers at a time",
                                    "Try again in a moment.",
                                    {{"Retry-After", "1"}}}));
}

void Callers::end_look_up(const std::string& look, const Caller& caller) {
  std::vector<Then> waiting;
  {
    const std::lock_guard lock(mutex_);
    const auto found = waiting_.find(look);
    if (found == waiting_.end()) return;
    waiting = std::move(found->second);
    waiting_.erase(found);
  }
  for (const Then& then : waiting) then(caller);
}

Caller Callers::look_up(const Shown& shown, const std::string& key,
                        std::size_t thread) {
  std::uint64_t changes = 0;
  {
    const std::lock_guard lock(mutex_);
    changes = changes_;
  }
  const auto found = [&]() -> Result<Caller> {
    auto& store = stores_[thread];
    if (!store) {
      TRY_ASSIGN(store, options_.open_store());
    }
    return find(shown, *store, clock_.now());
  }();
  if (!found.ok()) {
    stores_[thread].reset();
    log_error("who calls: {}", found.error().text);
    return nobody_because({503, "The database does not answer", "The log says more."});
  }
  if (found->access != Access::kPublic) {
    const std::lock_guard lock(mutex_);
    if (remembered_.size() >= kMostRemembered) remembered_.clear();
    if (changes == changes_) {
      remembered_[key] = {*found, clock_.now() + kRememberedFor};
    }
  }
  return *found;
}

Result<Caller> Callers::find_app(const Shown& shown, store::Store& store, Time now) {
  TRY_ASSIGN(const auto found, find_app_user(store, *shown.app));
  if (!found) {
    Caller nobody;
    nobody.trouble = shown.refusal;
    return nobody;
  }
  Caller caller =
      caller_of(found->user, found->key.scope, shown.by, found->key.id.value);
  note(caller, found->key.last_used, found->user, now);
  return caller;
}

Result<Caller> Callers::find(const Shown& shown, store::Store& store, Time now) {
  if (shown.app) return find_app(shown, store, now);
  switch (shown.by) {
    case Credential::kSession: {
      TRY_ASSIGN(const auto found, service::find_session(store, shown.secret, now));
      if (!found) break;
      Caller caller = caller_of(found->user, model::Scope::kAdmin, shown.by,
                                found->session.id.value);
      note(caller, found->session.last_seen, found->user, now);
      return caller;
    }
    case Credential::kKey: {
      TRY_ASSIGN(const auto found, service::find_token(store, shown.secret));
      if (!found) break;
      Caller caller =
          caller_of(found->user, found->key.scope, shown.by, found->key.id.value);
      note(caller, found->key.last_used, found->user, now);
      return caller;
    }
    case Credential::kOpen: {
      TRY_ASSIGN(const store::UserRow row, service::find_user(store, shown.secret));
      Caller caller = caller_of(row.user, model::Scope::kAdmin, shown.by, 0);
      note(caller, now, row.user, now);
      return caller;
    }
    case Credential::kNone:
      break;
  }
  return Caller();
}

void Callers::note(const Caller& caller, std::optional<Time> last_used,
                   const model::User& user, Time now) {
  const bool is_use_news = service::is_use_news(last_used, now);
  if (!options_.open_to_write || (!is_use_news && !service::is_active_news(user, now)))
    return;
  // Where it cannot be noted now, it is at the next look.
  pool_.add(kNotes, [this, caller, user, now, is_use_news](std::size_t) {
    const auto noted = [&]() -> Result<void> {
      TRY_ASSIGN(const auto store, options_.open_to_write());
      if (is_use_news && caller.by == Credential::kSession) {
        TRY(service::note_session_used(*store, {caller.credential_id}, now));
      }
      if (is_use_news && caller.by == Credential::kKey) {
        TRY(service::note_key_used(*store, {caller.credential_id}, now));
      }
      return service::note_active(*store, user, now);
    }();
    if (!noted.ok()) log_warning("who is here: {}", noted.error().text);
  });
}

void Callers::forget() {
  const std::lock_guard lock(mutex_);
  ++changes_;
  remembered_.clear();
}

}  // namespace curlew::api
