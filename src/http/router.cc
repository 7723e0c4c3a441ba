#include "http/router.h"

#include <fmt/format.h>

#include <exception>
#include <optional>

#include "base/ascii.h"
#include "base/check.h"
#include "base/fingerprint.h"
#include "base/log.h"
#include "http/accept_language.h"
#include "http/forwarded.h"

namespace curlew::http {
namespace {

// Takes "feeds" from the front of "/feeds/7" and leaves "/7".
std::string_view take_segment(std::string_view& path) {
  const auto end = path.find('/', 1);
  const auto segment = path.substr(1, end == path.npos ? end : end - 1);
  path.remove_prefix(1 + segment.size());
  return segment;
}

bool is_variable(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

std::optional<PathValues> match(std::string_view pattern, std::string_view path) {
  PathValues values;
  while (!pattern.empty() && !path.empty()) {
    const auto expected = take_segment(pattern);
    if (!is_variable(expected)) {
      if (take_segment(path) != expected) return std::nullopt;
      continue;
    }
    const auto name = expected.substr(1, expected.size() - 2);
    if (name.back() == '*') {
      values.add(name.substr(0, name.size() - 1), path.substr(1));
      return values;
    }
    const auto segment = take_segment(path);
    if (segment.empty()) return std::nullopt;
    values.add(name, segment);
  }
  if (!pattern.empty() || !path.empty()) return std::nullopt;
  return values;
}

bool accepts(std::string_view route_method, std::string_view method) {
  return route_method == method || (route_method == "GET" && method == "HEAD");
}

// May some call it who may not call the other? The order of Access says so, but for
// what nobody may.
bool is_wider(const Route& route, const Route& other) {
  if (route.access == Access::kNobody) return false;
  return other.access == Access::kNobody || route.access < other.access;
}

bool may_call(const Route& route, const Caller& caller) {
  if (route.access == Access::kNobody) return false;
  if (route.access == Access::kLocal) return caller.is_local;
  if (route.access == Access::kLocalOrReader && caller.is_local) return true;
  return caller.access >= route.access;
}

void add_allowed(std::string& allow, const std::string& method) {
  if (!allow.empty()) allow += ", ";
  allow += method;
  if (method == "GET") allow += ", HEAD";
}

void set_header(Headers& headers, std::string_view name, std::string_view value) {
  std::erase_if(headers, [name](const auto& header) {
    return equals_ignoring_case(header.first, name);
  });
  headers.emplace_back(name, value);
}

// RFC 9110 §13.1.2: "*", or a list of validators of which one may be ours. Weak ones
// are as good here, so their mark need not be looked at.
bool knows(const std::string& if_none_match, const std::string& etag) {
  return if_none_match == "*" || if_none_match.find(etag) != std::string::npos;
}

}  // namespace

std::string_view PathValues::operator[](std::string_view name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return value;
  }
  return {};
}

void PathValues::add(std::string_view name, std::string_view value) {
  values_.emplace_back(name, value);
}

// What turns a handler's answer into the one that is sent, when the handler returned
// long ago.
struct Reply::Terms {
  ResponsePolicy policy;
  ProblemForm form = ProblemForm::kPage;
  RequestContext context;
  std::string if_none_match;
  std::shared_ptr<const RouterOptions> options;
  std::string pattern;
  SteadyTime began;

  ServerResponse answer(ServerResponse response) const {
    if (!policy.content_type.empty()) {
      set_header(response.headers, "Content-Type", policy.content_type);
    }
    const bool has_validator =
        policy.cache != Cache::kNoStore && response.status == 200 && !response.stream;
    if (!has_validator) return finished(std::move(response), "no-store");
    // A handler that keeps its answers has made their fingerprint once.
    const auto known = find_header(response.headers, "ETag");
    const std::string etag =
        known ? std::string(*known)
              : fmt::format("\"{:016x}\"", short_fingerprint_of(response.body));
    set_header(response.headers, "ETag", etag);
    if (knows(if_none_match, etag)) {
      response.status = 304;
      response.body.clear();
      std::erase_if(response.headers, [](const auto& header) {
        return equals_ignoring_case(header.first, "Content-Encoding");
      });
    }
    return finished(std::move(response), policy.cache == Cache::kImmutable
                                             ? "public, max-age=31536000, immutable"
                                             : "private, no-cache");
  }

  ServerResponse problem(Problem problem) const {
    ServerResponse response{problem.status, std::move(problem.headers), ""};
    std::string_view type = "text/plain; charset=utf-8";
    if (form == ProblemForm::kJson) {
      type = "application/problem+json";
      response.body = to_problem_json(problem, context.id);
    } else if (form == ProblemForm::kPage && options->problem_page) {
      type = "text/html; charset=utf-8";
      response.body = options->problem_page(problem, context);
    } else {
      response.body = to_problem_text(problem);
    }
    set_header(response.headers, "Content-Type", type);
    return finished(std::move(response), "no-store");
  }

  ServerResponse finished(ServerResponse response, std::string_view cache) const {
    Headers& headers = response.headers;
    set_header(headers, "Cache-Control", cache);
    const bool is_said = policy.content_security.empty() &&
                         find_header(headers, "Content-Security-Policy");
    if (!is_said) {
      set_header(headers, "Content-Security-Policy",
                 policy.content_security.empty() ? kStrictContentPolicy
                                                 : policy.content_security);
    }
    set_header(headers, "X-Content-Type-Options", "nosniff");
    set_header(headers, "Referrer-Policy", "no-referrer");
    set_header(headers, "Cross-Origin-Resource-Policy", policy.used_by);
    set_header(headers, "X-Request-Id", context.id);
    if (options->on_answer && options->clock != nullptr) {
      options->on_answer(pattern, response.status, options->clock->steady() - began);
    }
    return response;
  }
};

struct Reply::Pending {
  Pending(Responder to, Terms with)
      : responder(std::move(to)), terms(std::move(with)) {}
  ~Pending() {
    if (is_answered) return;
    responder(terms.problem({500, "Internal error", "The request was not answered."}));
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;

  Responder responder;
  Terms terms;
  std::atomic<bool> is_answered = false;
};

void Reply::operator()(ServerResponse response) const {
  if (pending_->is_answered.exchange(true)) return;
  pending_->responder(pending_->terms.answer(std::move(response)));
}

void Reply::fail(Problem problem) const {
  if (pending_->is_answered.exchange(true)) return;
  pending_->responder(pending_->terms.problem(std::move(problem)));
}

// The route that fits a request; where only the path fits, which methods would do.
struct Router::Choice {
  const Route* route = nullptr;
  // Of those that have this path the first one that most may call.
  const Route* at_path = nullptr;
  PathValues values;
  std::string allow;

  Reply::Terms terms(const ServerRequest& request, RequestContext context,
                     std::shared_ptr<const RouterOptions> options) const {
    const Route* of = route != nullptr ? route : at_path;
    Reply::Terms terms;
    if (of != nullptr) terms.policy = of->policy;
    terms.form = of != nullptr ? of->problems : options->elsewhere(request.path);
    terms.context = std::move(context);
    terms.if_none_match = joined_header(request.headers, "If-None-Match");
    if (of != nullptr) terms.pattern = of->pattern;
    if (options->clock != nullptr) terms.began = options->clock->steady();
    terms.options = std::move(options);
    return terms;
  }
};

Router::Router(RouterOptions options)
    : options_(std::make_shared<const RouterOptions>(std::move(options))) {}

void Router::add(Route route) {
  CHECK(route.pattern.starts_with('/'));
  routes_.push_back(std::move(route));
}

Router::Choice Router::choose(const ServerRequest& request) const {
  Choice choice;
  if (!request.path.starts_with('/')) return choice;
  for (const Route& route : routes_) {
    auto values = match(route.pattern, request.path);
    if (!values) continue;
    if (choice.at_path == nullptr || is_wider(route, *choice.at_path)) {
      choice.at_path = &route;
    }
    if (accepts(route.method, request.method)) {
      choice.route = &route;
      choice.values = *std::move(values);
      return choice;
    }
    add_allowed(choice.allow, route.method);
  }
  if (choice.at_path != nullptr) choice.allow += ", OPTIONS";
  return choice;
}

bool Router::serves(const ServerRequest& request) const {
  const auto host = find_header(request.headers, "Host");
  return options_->serves_host(host.value_or(""));
}

RequestContext Router::context_of(const ServerRequest& request) const {
  RequestContext context;
  context.id = fmt::format("r{}", ++requests_);
  context.path = request.path;
  context.language = preferred_language(
      joined_header(request.headers, "Accept-Language"), options_->languages);
  return context;
}

// Who calls is known: may they, and which handler answers?
void Router::decide(const Choice& choice, const Call& call, const Reply& reply) {
  const Route& route = choice.route != nullptr ? *choice.route : *choice.at_path;
  const Caller& caller = call.context.caller;
  if (caller.trouble) return reply.fail(*caller.trouble);
  if (!may_call(route, caller)) {
    if (route.access == Access::kNobody || caller.access >= Access::kReader) {
      return reply.fail({403, "You may not do this", ""});
    }
    return reply.fail({401,
                       "This needs a log-in",
                       "",
                       {{"WWW-Authenticate", "Bearer realm=\"curlew\""}}});
  }
  if (choice.route == nullptr) {
    return reply.fail({405, "Method not allowed", "", {{"Allow", choice.allow}}});
  }
  try {
    route.handler(call, reply);
  } catch (const std::exception& error) {
    // Not its path, which may be somebody's key.
    log_about(LogLevel::kError,
              {{"request", call.context.id}, {"route", route.pattern}}, "{}: {} {}: {}",
              call.context.id, call.request.method, route.pattern, error.what());
    reply.fail({500, "Internal error", "The log says more."});
  }
}

void Router::operator()(const ServerRequest& given, Responder responder) const {
  ServerRequest request = as_forwarded(given, options_->trusted_proxies);
  Choice choice = choose(request);
  RequestContext context = context_of(request);
  const Reply reply(std::make_shared<Reply::Pending>(
      std::move(responder), choice.terms(request, context, options_)));
  // 421: this server does not speak for that name (RFC 9110 §15.5.20).
  if (!serves(request)) return reply.fail({421, "This Host is not served here", ""});
  if (choice.at_path == nullptr) {
    return reply.fail({404, "No such page", "Nothing is at this address."});
  }
  // What an address takes stands in openapi.json, for everybody. Nothing is said of
  // other sites' pages: they may send nothing here.
  if (choice.route == nullptr && request.method == "OPTIONS") {
    return reply({204, {{"Allow", choice.allow}}, ""});
  }
  const auto call = std::make_shared<Call>(
      Call{std::move(request), std::move(choice.values), std::move(context)});
  options_->identify(call, [choice = std::move(choice), call, reply](Caller caller) {
    call->context.caller = std::move(caller);
    decide(choice, *call, reply);
  });
}

ServerResponse Router::refusal(const ServerRequest& request, int status,
                               std::string why) const {
  return choose(request)
      .terms(request, context_of(request), options_)
      .problem({status, std::move(why), ""});
}

Result<std::unique_ptr<Server>> start_server(ServerOptions options,
                                             std::shared_ptr<const Router> router) {
  options.refuse = [router](const ServerRequest& request, int status, std::string why) {
    return router->refusal(request, status, std::move(why));
  };
  return start_server(
      std::move(options),
      [router = std::move(router)](const ServerRequest& request, Responder responder) {
        (*router)(request, std::move(responder));
      });
}

}  // namespace curlew::http
