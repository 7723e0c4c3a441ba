#include "api/status_site.h"

#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "api/answer_cache.h"
#include "api/atom.h"
#include "api/callers.h"
#include "api/change_graph.h"
#include "api/host.h"
#include "api/memento_routes.h"
#include "api/packed.h"
#include "api/page_pool.h"
#include "api/pages.h"
#include "api/personal_routes.h"
#include "api/readers/reader_route.h"
#include "api/v1/operations.h"
#include "api/web_app.h"
#include "api/websub_routes.h"
#include "base/plain_text.h"
#include "http/handler_pool.h"
#include "http/router.h"
#include "service/login_throttle.h"

namespace curlew::api {
namespace {

using http::Access;
using http::Call;
using http::Problem;
using http::ProblemForm;
using http::Reply;

constexpr Form kText{{.content_type = "text/plain; charset=utf-8"}, ProblemForm::kText};
// Of what waits for servers of others (Operation::fetches): two a user at a time, and
// two that wait.
constexpr http::HandlerPoolOptions kFetching{
    .threads = 4, .most_waiting = 64, .most_waiting_in_lane = 2};
// With a validator, so that a reader who asks often is sent little.
constexpr Form kStyle{
    {.content_type = "text/css; charset=utf-8", .cache = http::Cache::kRevalidate},
    ProblemForm::kText};
constexpr Form kFeed{{.content_type = "application/atom+xml; charset=utf-8",
                      .cache = http::Cache::kRevalidate},
                     ProblemForm::kText};

class StatusSite {
 public:
  StatusSite(StatusSiteOptions options, const Clock& clock)
      : options_(std::move(options)),
        clock_(clock),
        events_({.open_store = options_.open_store,
                 .late_after = options_.limits.late_after,
                 .most_clients = options_.most_listeners},
                clock),
        router_(router_options()) {
    add_routes();
    add_operations();
    add_reader_routes();
  }
  // Pages use the callers, and those who look up callers the pages.
  ~StatusSite() {
    *options_.parts.is_stopping = true;
    fetching_.stop();
    pool_.stop();
  }
  StatusSite(const StatusSite&) = delete;
  StatusSite& operator=(const StatusSite&) = delete;

  const http::Router& router() const { return router_; }

 private:
  // On a thread of the pool, with its connection.
  using OwnPage = Result<Answer> (StatusSite::*)(const Call&, store::Store&);

  // All that is offered, and who may call it.
  void add_routes() {
    add("/sources/{id}/feed.atom", Access::kLocalOrReader, kFeed, &StatusSite::atom);
    const Route changes = make_change_route(clock_);
    add(changes.pattern, Access::kLocalOrReader, changes.form, packed(changes.page));
    // Behind secret addresses: not packed.
    for (const Route& route : make_personal_routes(options_, clock_)) {
      add(route.pattern, Access::kPublic, route.form, route.page, route.then,
          route.method);
    }
    for (const Route& route : make_websub_routes(options_, clock_)) {
      add(route.pattern, Access::kPublic, route.form, route.page, route.then,
          route.method);
    }
    for (const Route& route : make_memento_routes(options_, clock_)) {
      add(route.pattern, Access::kLocalOrReader, route.form, packed(route.page));
    }
    add_at_once("/healthz", Access::kPublic, kText,
                [this](const Call& call, const Reply& reply) {
                  check_health({call.context.caller.is_local, reply});
                });
    operation_.add_to(router_, options_.metrics_access);
    add_at_once("/style.css", Access::kPublic, kStyle,
                [](const Call&, const Reply& reply) {
                  reply({200, {}, std::string(style_sheet())});
                });
    for (http::Route& route : make_web_app_routes()) router_.add(std::move(route));
  }

  // The JSON API.
  void add_operations() {
    const ApiContext context{options_, clock_, callers_, events_, throttle_};
    for (const Operation& each : all_operations(context)) {
      const std::string pattern = std::string(kApiBase) + each.pattern;
      add_at_once(pattern, each.access, form_of(each),
                  each.at_once ? each.at_once : handler_of(each, pattern), each.method);
    }
  }

  PagePool::Handler handler_of(const Operation& operation, const std::string& pattern) {
    const std::size_t lane = router_.routes().size();
    const Page page = to_page(operation, clock_);
    if (operation.fetches) {
      return fetching_.handler_of_user(pattern, packed(page), operation.use);
    }
    if (operation.method != "GET" || operation.use != StoreUse::kRead) {
      return pool_.handler(lane, pattern, packed(page), nullptr, operation.use);
    }
    // Kept as it was made: what has headers of its own is not.
    return answers_.before(
        pool_.handler(lane, pattern, packed(answers_.keep(page)), nullptr));
  }

  // What existing reader apps speak.
  void add_reader_routes() {
    for (const ReaderRoute& route : make_reader_routes()) {
      const std::size_t lane = router_.routes().size();
      add_at_once(route.pattern, route.access, route.form,
                  pool_.handler(lane, route.pattern,
                                packed(to_page(route, options_.personal.key, clock_)),
                                nullptr, route.use),
                  route.method);
    }
  }

  http::RouterOptions router_options() {
    http::RouterOptions options;
    options.serves_host = [address = options_.address,
                           base = options_.personal.public_url](std::string_view host) {
      return is_allowed_host(host, address) || is_host_of(host, base);
    };
    options.identify = [this](const auto& call, const auto& then) {
      callers_.identify(call, then);
    };
    options.trusted_proxies = options_.access.trusted_proxies;
    options.on_answer = options_.on_answer;
    options.clock = &clock_;
    options.languages = {"en", "el"};
    options.problem_page = [](const Problem& problem,
                              const http::RequestContext& context) {
      return context.path.starts_with("/mine/")
                 ? personal_problem_page(problem, context)
                 : message_page(problem.title, problem.detail);
    };
    options.elsewhere = [](std::string_view path) {
      const bool is_json = path.starts_with("/api/") || path.ends_with(".json");
      return is_json ? ProblemForm::kJson : ProblemForm::kPage;
    };
    return options;
  }

  void add_at_once(std::string pattern, Access access, const Form& form,
                   std::function<void(const Call&, Reply)> handler,
                   std::string method = "GET") {
    router_.add({.method = std::move(method),
                 .pattern = std::move(pattern),
                 .access = access,
                 .policy = form.policy,
                 .problems = form.problems,
                 .handler = std::move(handler)});
  }

  void add(const std::string& pattern, Access access, const Form& form, OwnPage page) {
    const Page own = [this, page](const Call& call, store::Store& store) {
      return (this->*page)(call, store);
    };
    add(pattern, access, form, packed(own));
  }

  // `then` is called when the answer is on its way.
  void add(const std::string& pattern, Access access, const Form& form,
           const Page& page, const AfterPage& then = nullptr,
           std::string method = "GET") {
    const std::size_t lane = router_.routes().size();
    add_at_once(pattern, access, form, pool_.handler(lane, pattern, page, then),
                std::move(method));
  }

  static Problem no_such_source() {
    return {404, "No such source", "It may be removed."};
  }

  Result<Answer> atom(const Call& call, store::Store& store) {
    TRY_ASSIGN(const auto found, seen_source(call, store));
    if (!found) return Answer(no_such_source());
    // On this machine as it was asked for.
    const std::string base = call.context.caller.is_local ? base_url(call.request, "")
                                                          : base_of(call, options_);
    FeedAddress at{.self = base + call.request.path, .hub = {}};
    // Of what a user sees there is none: the hub sends to whoever subscribed, and knows
    // nothing of what he may see later.
    if (call.context.caller.is_local) at.hub = hub_address(options_, base);
    TRY_ASSIGN(std::string feed, write_atom(store, found->source, at, viewer_of(call)));
    return Answer(Body(std::move(feed), {}, link_header(at)));
  }

  // On a thread of its own: pages that take long, or many of them, must not look like
  // an illness. Whoever asks while another's check waits to be made shares it.
  struct AskingHealth {
    // The others are not told what is wrong.
    bool is_local = false;
    Reply reply;
  };
  void check_health(AskingHealth who) {
    {
      const std::lock_guard lock(health_mutex_);
      asking_health_.push_back(std::move(who));
      if (asking_health_.size() > 1) return;
    }
    health_thread_.add(0, [this](std::size_t) {
      std::vector<AskingHealth> asking;
      {
        const std::lock_guard lock(health_mutex_);
        asking.swap(asking_health_);
      }
      const Result<void> checked = health();
      if (!checked.ok()) health_store_.reset();
      for (const auto& [is_local, reply] : asking) {
        if (checked.ok()) {
          reply({200, {}, "ok\n"});
        } else {
          reply.fail({503, is_local ? plain_text(checked.error().text) : "ill", ""});
        }
      }
    });
  }

  Result<void> health() {
    if (!health_store_) {
      TRY_ASSIGN(health_store_, options_.open_store());
    }
    TRY(health_store_->articles().newest({}, 1));
    std::string trouble = options_.storing_trouble();
    if (!trouble.empty()) return Error{ErrorKind::kFailed, std::move(trouble)};
    return {};
  }

  const StatusSiteOptions options_;
  const Clock& clock_;
  AnswerCache answers_{{.open_store = options_.open_store}, clock_};
  LiveEvents events_;
  http::Router router_;
  std::mutex health_mutex_;
  std::vector<AskingHealth> asking_health_;  // Guarded by it.
  // Of its thread.
  std::unique_ptr<store::Store> health_store_;
  // Last: they use all of the above.
  OperationRoutes operation_{options_.operation};
  http::HandlerPool health_thread_{{.threads = 1, .most_running_of_lane = 1}};
  PagePool pool_{options_.open_store, options_.open_to_write};
  PagePool fetching_{options_.open_store, options_.open_to_write, kFetching};
  service::LoginThrottle throttle_;
  Callers callers_{{.open_store = options_.open_store,
                    .open_to_write = options_.open_to_write,
                    .address = options_.address,
                    .public_url = options_.personal.public_url,
                    .open_as = options_.access.open_as},
                   clock_};
};

}  // namespace

std::shared_ptr<const http::Router> make_status_site(StatusSiteOptions options,
                                                     const Clock& clock) {
  auto site = std::make_shared<StatusSite>(std::move(options), clock);
  return {site, &site->router()};  // The site lasts as long as its router.
}

}  // namespace curlew::api
