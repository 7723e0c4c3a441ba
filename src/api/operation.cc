#include "api/operation.h"

#include <utility>

#include "api/callers.h"
#include "api/host.h"
#include "base/metrics.h"
#include "base/plain_text.h"

namespace curlew::api {
namespace {

using http::Access;
using http::Call;
using http::ProblemForm;
using http::Reply;
using http::ServerResponse;

constexpr http::ResponsePolicy kPlain{.content_type = "text/plain; charset=utf-8"};
constexpr http::ResponsePolicy kFigures{.content_type = kMetricsType};

http::Route route_of(std::string pattern, Access access,
                     const http::ResponsePolicy& policy,
                     std::function<void(const Call&, Reply)> handler) {
  return {.pattern = std::move(pattern),
          .access = access,
          .policy = policy,
          .problems = ProblemForm::kText,
          .handler = std::move(handler)};
}

}  // namespace

void OperationRoutes::add_to(http::Router& router, std::optional<Access> metrics) {
  router.add(route_of(
      "/readyz", Access::kPublic, kPlain, [this](const Call& call, const Reply& reply) {
        const bool is_local = call.context.caller.is_local;
        const Detail detail = is_local ? Detail::kTold : Detail::kNotTold;
        answer(is_local ? readiness_ : readiness_in_short_, 0, reply,
               [this, detail] { return readiness(detail); });
      }));
  if (!metrics || !options_.metrics) return;
  router.add(
      route_of("/metrics", *metrics, kFigures, [this](const Call&, const Reply& reply) {
        answer(metrics_, 1, reply, [this] {
          return ServerResponse{200, {}, options_.metrics()};
        });
      }));
}

void OperationRoutes::answer(Asking& asking, std::size_t lane, const Reply& reply,
                             std::function<ServerResponse()> make) {
  {
    const std::lock_guard lock(asking.mutex);
    asking.replies.push_back(reply);
    if (asking.replies.size() > 1) return;
  }
  thread_.add(lane, [&asking, make = std::move(make)](std::size_t) {
    std::vector<Reply> replies;
    {
      const std::lock_guard lock(asking.mutex);
      replies.swap(asking.replies);
    }
    const ServerResponse response = make();
    for (const Reply& each : replies) each(response);
  });
}

// All that is asked for is said, also what works: whoever reads it sees where to look.
ServerResponse OperationRoutes::readiness(Detail detail) const {
  ServerResponse response;
  if (options_.readiness) {
    for (const ReadyCheck& check : options_.readiness()) {
      if (!check.trouble.empty()) response.status = 503;
      const std::string trouble =
          detail == Detail::kTold ? plain_text(check.trouble) : "trouble";
      response.body +=
          check.name + ": " + (check.trouble.empty() ? "ok" : trouble) + "\n";
    }
  }
  response.body.insert(0, response.status == 200 ? "ready\n" : "not ready\n");
  return response;
}

std::shared_ptr<const http::Router> make_operation_site(OperationOptions options,
                                                        std::string address) {
  struct Site {
    Site(OperationOptions given, http::RouterOptions router_options)
        : router(std::move(router_options)), routes(std::move(given)) {
      routes.add_to(router, Access::kPublic);
      router.add(route_of("/healthz", Access::kPublic, kPlain,
                          [](const Call&, const Reply& reply) {
                            reply({200, {}, "ok\n"});
                          }));
    }
    http::Router router;
    OperationRoutes routes;
  };
  http::RouterOptions router;
  router.identify = [address](const auto& call, const auto& then) {
    http::Caller caller;
    caller.is_local = is_local(call->request, address);
    then(std::move(caller));
  };
  router.serves_host = [address = std::move(address)](std::string_view host) {
    return is_allowed_host(host, address);
  };
  router.elsewhere = [](std::string_view) { return ProblemForm::kText; };
  const auto site = std::make_shared<Site>(std::move(options), std::move(router));
  return {site, &site->router};
}

}  // namespace curlew::api
