// The one table of what a server offers: for each route its method and address, who may
// call it, what its answers carry in their headers, and the handler.
//
//   Router router(options);
//   router.add({.pattern = "/feeds/{id}",  // {name} fits a segment, {name*} the rest.
//               .access = Access::kUser,
//               .policy = {.content_type = "application/json"},
//               .problems = ProblemForm::kJson,
//               .handler = show_feed});
//   auto server = start_server(options, router);
//
// The router decides before any handler runs: whether the Host is served here, which
// route fits (the first one), whether the caller may call it. A route that says nothing
// of access is called by nobody. HEAD is answered by the route of GET, and OPTIONS by
// the router to everybody; a path that only other methods know gets 405 with Allow, an
// unknown one 404. Answers get the headers of the route's policy, whatever the handler
// did or forgot, and what went wrong is told in the route's one form.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/time.h"
#include "http/ip_address.h"
#include "http/problem.h"
#include "http/server.h"

namespace curlew::http {

// Who may call a route; each level but the two of this machine may what the ones
// before it may.
enum class Access {
  // Of a route: refused to all. The default, for one that was forgotten.
  kNobody,
  // Whoever reaches the server under a Host that it serves.
  kPublic,
  // Of a route: whoever reaches the server under a name of this machine (Caller::
  // is_local), logged in or not. For what shows all to whom the operator lets in.
  kLocal,
  // Of a route: the same, or who is logged in. Its handler shows him what he may see.
  kLocalOrReader,
  // Who is logged in, and may look.
  kReader,
  // Who may change what is his.
  kUser,
  kAdmin,
};

// What the {name} parts of a pattern stood for.
class PathValues {
 public:
  // The value of `name`, empty when the pattern has no such part.
  std::string_view operator[](std::string_view name) const;
  void add(std::string_view name, std::string_view value);

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

// How a caller said who he is.
enum class Credential {
  kNone,
  // By a cookie, which browsers send by themselves.
  kSession,
  // By a header, which they do not.
  kKey,
  // By nothing: whoever reaches this server is somebody.
  kOpen,
};

struct Caller {
  Access access = Access::kPublic;
  // Empty: nobody is logged in.
  std::string user;
  // The number of that user.
  std::int64_t user_id = 0;
  Credential by = Credential::kNone;
  // The number of the session, or of the key.
  std::int64_t credential_id = 0;
  // Did he reach us under a name of this machine?
  bool is_local = false;
  // Told instead of any answer: it is not known who calls, or he must not be believed.
  std::optional<Problem> trouble = std::nullopt;
};

// Who calls, and how to speak to them.
struct RequestContext {
  // Names the request in our log and in X-Request-Id.
  std::string id;
  Caller caller;
  // One of RouterOptions::languages.
  std::string language;
  // That was asked for.
  std::string path;
};

// All that a handler is told. A copy is its own, for work that goes on elsewhere.
struct Call {
  ServerRequest request;
  PathValues values;
  RequestContext context;
};

enum class Cache {
  kNoStore,
  // With an ETag made of the body; 304 when the client has it. Caches that many share
  // keep nothing of it: nearly all of it is somebody's.
  kRevalidate,
  // The same, and it is never asked for again: its address names its content.
  kImmutable,
};

// Nothing but the page itself and our style sheet; in nobody's frame.
inline constexpr std::string_view kStrictContentPolicy =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// The headers that all answers of a route carry, beside those that have no exception:
// nosniff and no referrer.
struct ResponsePolicy {
  // Not of problems; empty: the handler says it.
  std::string_view content_type;
  Cache cache = Cache::kNoStore;
  // Empty: the handler says it; where it does not, the strict one.
  std::string_view content_security = kStrictContentPolicy;
  // Who may load it into his pages (Cross-Origin-Resource-Policy).
  std::string_view used_by = "same-origin";
};

// Answers a call once, from any thread; copies share the one answer. Dropped
// unanswered, it says that something is wrong with us (500).
class Reply {
 public:
  void operator()(ServerResponse response) const;
  void fail(Problem problem) const;

 private:
  friend class Router;
  struct Terms;
  struct Pending;
  explicit Reply(std::shared_ptr<Pending> pending) : pending_(std::move(pending)) {}
  std::shared_ptr<Pending> pending_;
};

struct Route {
  std::string method = "GET";
  std::string pattern;
  Access access = Access::kNobody;
  ResponsePolicy policy;
  ProblemForm problems = ProblemForm::kPage;
  // Called on the server's thread: must not block (handler_pool.h is for that).
  std::function<void(const Call&, Reply)> handler;
};

struct RouterOptions {
  // May a request with this Host field be answered at all? Asked first.
  std::function<bool(std::string_view host_field)> serves_host = [](std::string_view) {
    return true;
  };
  // Finds out who calls, and says it by `then`: at once, or later and from any thread
  // where a session or a password must be looked up.
  using Identify = std::function<void(const std::shared_ptr<const Call>& call,
                                      std::function<void(Caller)> then)>;
  Identify identify = [](const auto&, const auto& then) { then(Caller()); };
  // Whose X-Forwarded-* headers are believed (forwarded.h).
  std::vector<AddressRange> trusted_proxies = {};
  // The first one is the default.
  std::vector<std::string> languages = {"en"};
  // A problem as a page; absent: as text.
  std::function<std::string(const Problem&, const RequestContext&)> problem_page =
      nullptr;
  // Told of every answer: the pattern of its route ("" where there is none), its
  // status, and how long it took until its beginning was sent, by `clock`, which
  // outlives the router. From any thread. Absent: nobody counts.
  std::function<void(std::string_view pattern, int status, Milliseconds took)>
      on_answer = nullptr;
  const Clock* clock = nullptr;
  // How problems are told at addresses that no route has.
  std::function<ProblemForm(std::string_view path)> elsewhere = [](std::string_view) {
    return ProblemForm::kPage;
  };
};

class Router {
 public:
  explicit Router(RouterOptions options = {});

  void add(Route route);
  std::span<const Route> routes() const { return routes_; }

  // A Handler.
  void operator()(const ServerRequest& request, Responder responder) const;
  // A Refusal: in the form of the route that the request was for.
  ServerResponse refusal(const ServerRequest& request, int status,
                         std::string why) const;

 private:
  struct Choice;
  Choice choose(const ServerRequest& request) const;
  static void decide(const Choice& choice, const Call& call, const Reply& reply);
  bool serves(const ServerRequest& request) const;
  RequestContext context_of(const ServerRequest& request) const;

  // Shared with answers under way.
  std::shared_ptr<const RouterOptions> options_;
  std::vector<Route> routes_;
  mutable std::atomic<std::uint64_t> requests_ = 0;
};

// A server whose handler and whose own refusals are the router's.
Result<std::unique_ptr<Server>> start_server(ServerOptions options,
                                             std::shared_ptr<const Router> router);

}  // namespace curlew::http
