#include "sim/score/publisher_score.h"

#include <mutex>
#include <optional>

#include "base/ascii.h"
#include "http/server.h"

namespace curlew::sim {
namespace {

// "Etags.localhost:8080" -> "etags"
std::string first_label(const http::ServerRequest& request) {
  const std::string_view host = http::find_header(request.headers, "Host").value_or("");
  return to_ascii_lower(host.substr(0, host.find_first_of(".:")));
}

class ScoringServer final : public PublisherScore {
 public:
  explicit ScoringServer(const Clock& clock) : clock_(clock) {}

  Result<void> start(const PublisherScoreOptions& options) {
    http::ServerOptions server;
    server.port = options.port;
    // The judge must know the port: requests that come before it is told must wait.
    const std::lock_guard lock(mutex_);
    TRY_ASSIGN(server_,
               http::start_server(server, [this](const auto& request,
                                                 const http::Responder& responder) {
                 responder(answer(request));
               }));
    judge_.emplace(options.judge, clock_.now(), server_->port());
    return {};
  }

  std::uint16_t port() const override { return server_->port(); }

  std::vector<std::string> feed_urls() const override {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> urls;
    for (const FeedPlan& plan : all_feed_plans()) {
      if (plan.subscribed) urls.push_back(judge_->url_of(plan));
    }
    return urls;
  }

  std::vector<Fault> faults() const override {
    const std::lock_guard lock(mutex_);
    return judge_->faults();
  }

  std::vector<FeedTally> requests() const override {
    const std::lock_guard lock(mutex_);
    return judge_->tallies();
  }

 private:
  http::ServerResponse answer(const http::ServerRequest& request) {
    const std::lock_guard lock(mutex_);
    return judge_->answer(first_label(request), request, clock_.now());
  }

  const Clock& clock_;
  mutable std::mutex mutex_;  // Guards judge_.
  std::optional<Judge> judge_;
  std::unique_ptr<http::Server> server_;  // Last: it ends before what it calls.
};

}  // namespace

Result<std::unique_ptr<PublisherScore>> start_publisher_score(
    PublisherScoreOptions options, const Clock& clock) {
  auto server = std::make_unique<ScoringServer>(clock);
  TRY(server->start(options));
  return std::unique_ptr<PublisherScore>(std::move(server));
}

}  // namespace curlew::sim
