#include "fetch/fetcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "fetch/conditional.h"
#include "fetch/freshness.h"
#include "fetch/hop.h"
#include "fetch/outcome.h"
#include "fetch/polite_queue.h"
#include "fetch/redirects.h"
#include "fetch/robots_cache.h"
#include "url/url.h"

namespace curlew::fetch {
namespace {

using model::FetchOutcome;

// A 429 without Retry-After still says "not so fast".
constexpr Milliseconds kHoldAfter429{60'000};

// A robots.txt is small, or it is not one.
constexpr http::Limits kRobotsLimits{
    .body = 8_MiB, .total = Milliseconds(30'000), .stall_window = Milliseconds(10'000)};

// A fetch on its way: of what somebody asked for, or of a robots.txt that it needs.
struct Job {
  JobId id = 0;
  FetchRequest request;
  Fetcher::Done done;
  RedirectTrail trail;
  FetchResult result;
  SteadyTime deadline;
  std::string robots_key;  // Not empty: it fetches this robots.txt.

  bool is_robots() const { return !robots_key.empty(); }
  bool is_rendered() const { return request.rendering == model::Rendering::kAlways; }
};

// Origins reached through a proxy are known apart: a broken proxy says nothing of them.
std::string robots_key_of(const Job& job) {
  std::string key = url::origin(job.trail.here());
  const std::string& proxy = job.request.settings.proxy;
  return proxy.empty() ? key : std::move(key) + " by " + proxy;
}

std::string_view origin_of(std::string_view robots_key) {
  return robots_key.substr(0, robots_key.find(' '));
}

// Or was it only ever queued?
bool was_sent(const FetchResult& result) {
  return result.status != 0 || result.outcome != FetchOutcome::kThrottled;
}

class PoliteFetcher final : public Fetcher {
 public:
  PoliteFetcher(FetcherOptions options, http::Client& client, const Clock& clock,
                http::Client* renderer)
      : options_(std::move(options)),
        client_(client),
        renderer_(renderer),
        clock_(clock),
        queue_(options_.politeness),
        robots_(options_) {}

  void fetch(FetchRequest request, Done done) override;
  void poll(Milliseconds max_wait) override;
  std::size_t pending() const override {
    return jobs_.size() - robots_jobs_ + finished_.size();
  }
  std::size_t in_flight() const override { return queue_.running(); }
  std::optional<SteadyTime> next_start() const override;
  void wake() override { client_.wake(); }

 private:
  using Jobs = std::unordered_map<JobId, Job>;

  Job& add_job(FetchRequest request, const url::Url& start, int max_redirects);
  // The way of a job, in this order; arrived() leads back to proceed() on a redirect.
  void proceed(Job& job);
  void wait_for_robots(Job& job, const std::string& key);
  void enqueue(Job& job, Milliseconds crawl_delay);
  void start_due();
  void start(Job& job, bool others_wait);
  void arrived(JobId id, http::Response response);
  void conclude(Job& job, http::Response response);
  void end(Job& job, FetchOutcome outcome, std::string error);
  void robots_arrived(const Job& job);
  void deliver();

  void note_retry_after(Job& job, const http::Response& response);
  void give_up_late();
  Time wall_time(SteadyTime time) const;
  SteadyTime steady_time(Time time) const;

  const FetcherOptions options_;
  http::Client& client_;
  http::Client* const renderer_;
  const Clock& clock_;
  PoliteQueue queue_;
  RobotsCache robots_;
  Jobs jobs_;
  std::unordered_map<std::string, std::vector<JobId>> waiting_for_robots_;
  std::vector<Jobs::node_type> finished_;  // Called back at the end of poll().
  JobId next_id_ = 1;
  std::size_t robots_jobs_ = 0;
  // Transfers that end after the fetcher find it gone.
  const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

void PoliteFetcher::fetch(FetchRequest request, Done done) {
  const auto url = url::parse_url(request.url);
  const bool is_http = url.ok() && url->is_http();
  if (is_http) take_credentials(*url, request.settings);
  const bool is_rendered = request.rendering == model::Rendering::kAlways;
  if (is_rendered) request.validators = {};
  Job& job =
      add_job(std::move(request), is_http ? *url : url::Url(), options_.max_redirects);
  job.done = std::move(done);
  if (is_http && is_rendered && renderer_ == nullptr) {
    end(job, FetchOutcome::kUnreachable, "there is no browser here to render it");
  } else if (is_http) {
    proceed(job);
  } else {
    end(job, FetchOutcome::kRefused,
        url.ok() ? fmt::format("only http and https are fetched: '{}'", job.request.url)
                 : url.error().text);
  }
}

Job& PoliteFetcher::add_job(FetchRequest request, const url::Url& start,
                            int max_redirects) {
  const JobId id = next_id_++;
  const SteadyTime deadline = clock_.steady() + options_.max_queue_wait;
  return jobs_
      .emplace(id, Job{.id = id,
                       .request = std::move(request),
                       .trail = RedirectTrail(start, max_redirects),
                       .deadline = deadline})
      .first->second;
}

// May we ask for the address where the job stands now?
void PoliteFetcher::proceed(Job& job) {
  if (!options_.politeness.obey_robots || job.is_robots()) {
    enqueue(job, Milliseconds(0));
    return;
  }
  const std::string key = robots_key_of(job);
  auto verdict = robots_.judge(key, job.trail.here(), clock_.steady());
  if (!verdict) {
    wait_for_robots(job, key);
  } else if (verdict->outcome == FetchOutcome::kFetched) {
    enqueue(job, verdict->crawl_delay);
  } else {
    if (verdict->ask_again) job.result.retry_after = wall_time(*verdict->ask_again);
    end(job, verdict->outcome, std::move(verdict->error));
  }
}

void PoliteFetcher::wait_for_robots(Job& job, const std::string& key) {
  const auto [waiters, is_first] = waiting_for_robots_.try_emplace(key);
  waiters->second.push_back(job.id);
  if (!is_first) return;
  const auto address = url::parse_url("/robots.txt", &job.trail.here());
  CHECK(address.ok());  // An absolute path on an http address always is one.
  FetchRequest request{.url = std::string(address->href()),
                       .accept = "text/plain, */*;q=0.1",
                       .validators = robots_.validators(key),
                       .limits = kRobotsLimits,
                       .urgency = Urgency::kSoon};
  request.settings.proxy = job.request.settings.proxy;
  Job& robots_job = add_job(std::move(request), *address, kRobotsRedirects);
  robots_job.robots_key = key;
  ++robots_jobs_;
  proceed(robots_job);
}

void PoliteFetcher::enqueue(Job& job, Milliseconds crawl_delay) {
  queue_.push({.job = job.id,
               .host = job.trail.here().host(),
               .crawl_delay = crawl_delay,
               .urgency = job.request.urgency,
               .deadline = job.deadline});
}

void PoliteFetcher::start_due() {
  const SteadyTime now = clock_.steady();
  while (const auto turn = queue_.pop(now)) {
    start(jobs_.at(turn->job), turn->others_wait);
  }
}

void PoliteFetcher::start(Job& job, bool others_wait) {
  if (job.trail.is_at_start()) job.result.started = clock_.now();
  http::Request request = make_hop(job.request, job.trail);
  request.keep_connection = others_wait || job.is_robots();
  http::Client& client = job.is_rendered() ? *renderer_ : client_;
  client.start(std::move(request),
               [this, id = job.id, alive = std::weak_ptr(alive_)](http::Response r) {
                 if (!alive.expired()) arrived(id, std::move(r));
               });
}

void PoliteFetcher::arrived(JobId id, http::Response response) {
  Job& job = jobs_.at(id);
  // Behind a proxy the address is the proxy's, and tells nothing of the host's owner.
  const bool is_direct = job.request.settings.proxy.empty();
  queue_.finish(id, is_direct ? response.remote_address : "", clock_.steady());
  job.result.took += response.took;
  job.result.wire_bytes += response.wire_bytes;
  note_retry_after(job, response);

  const bool completed = response.end == http::TransferEnd::kCompleted;
  if (!completed || !is_redirect(response.status)) {
    conclude(job, std::move(response));
    return;
  }
  const auto followed = job.trail.follow(response.status, response.headers);
  if (followed.ok()) {
    proceed(job);
    return;
  }
  job.result.status = response.status;
  job.result.headers = std::move(response.headers);
  end(job, FetchOutcome::kBadRedirect, followed.error().text);
}

// A host that says "later" gets no request at all until then, whoever asks.
void PoliteFetcher::note_retry_after(Job& job, const http::Response& response) {
  if (response.status != 429 && response.status != 503) return;
  const Time now = clock_.now();
  job.result.retry_after = retry_after(response.headers, now);
  Milliseconds hold{0};
  if (job.result.retry_after) {
    hold = *job.result.retry_after - now;
  } else if (response.status == 429) {
    hold = kHoldAfter429;
  }
  if (hold <= Milliseconds(0)) return;
  queue_.hold(job.trail.here().host(),
              clock_.steady() + std::min(hold, options_.max_hold));
}

void PoliteFetcher::conclude(Job& job, http::Response response) {
  FetchResult& result = job.result;
  const Asked asked = how_asked(job.request, job.trail);
  const Way way = job.trail.is_permanent() ? Way::kDirect : Way::kDetour;
  Judgement judgement = judge_response(response, asked, way);
  result.status = response.status;
  if (judgement.outcome == FetchOutcome::kFetched) {
    result.validators = validators_of(response.headers, job.trail.here().href());
  } else if (judgement.outcome == FetchOutcome::kNotModified) {
    result.validators =
        validators_after_304(std::move(job.request.validators), response.headers);
    result.validators.url = job.trail.here().href();
  }
  if (model::is_success(judgement.outcome)) {
    result.fresh_until = fresh_until(response.headers, clock_.now());
  }
  result.headers = std::move(response.headers);
  // Of what was broken off only the beginning of a robots.txt is of use.
  const bool is_whole = response.end == http::TransferEnd::kCompleted;
  if (is_whole || job.is_robots()) result.body = std::move(response.body);
  end(job, judgement.outcome, std::move(judgement.error));
}

void PoliteFetcher::end(Job& job, FetchOutcome outcome, std::string error) {
  FetchResult& result = job.result;
  result.outcome = outcome;
  result.error = std::move(error);
  result.final_url = job.trail.here().href();
  if (job.trail.has_moved()) {
    result.permanent_url = job.trail.permanent_url();
  } else {
    result.permanent_url = std::move(job.request.url);
  }
  if (!model::is_success(outcome)) {
    result.validators = std::move(job.request.validators);
  }
  if (result.started == Time()) result.started = clock_.now();
  Jobs::node_type ended = jobs_.extract(job.id);
  if (job.is_robots()) {
    --robots_jobs_;
    robots_arrived(job);
  } else {
    finished_.push_back(std::move(ended));
  }
}

// Everybody who waited for it goes on: allowed, or denied.
void PoliteFetcher::robots_arrived(const Job& job) {
  const SteadyTime now = clock_.steady();
  const FetchResult& answer = job.result;
  std::vector<JobId> waiters = std::move(waiting_for_robots_.at(job.robots_key));
  waiting_for_robots_.erase(job.robots_key);
  if (was_sent(answer)) {
    const auto& wish = answer.retry_after;
    robots_.put(job.robots_key, origin_of(job.robots_key), answer, now,
                wish ? std::optional(steady_time(*wish)) : std::nullopt);
    for (const JobId id : waiters) proceed(jobs_.at(id));
    return;
  }
  for (const JobId id : waiters) {
    Job& waiter = jobs_.at(id);
    waiter.result.retry_after = answer.retry_after;
    end(waiter, answer.outcome, answer.error);
  }
}

void PoliteFetcher::give_up_late() {
  while (const auto late = queue_.pop_late(clock_.steady())) {
    Job& job = jobs_.at(late->job);
    job.result.retry_after = wall_time(std::max(late->ready, clock_.steady()));
    end(job, FetchOutcome::kThrottled,
        fmt::format("not sent: {} may not be asked within {}", job.trail.here().host(),
                    to_human(options_.max_queue_wait)));
  }
}

void PoliteFetcher::poll(Milliseconds max_wait) {
  give_up_late();
  start_due();
  Milliseconds wait = max_wait;
  if (const auto next = next_start()) {
    wait = std::clamp(*next - clock_.steady(), Milliseconds(0), max_wait);
  }
  client_.poll(wait);
  if (renderer_ != nullptr) renderer_->poll(Milliseconds(0));
  give_up_late();
  start_due();
  deliver();
}

std::optional<SteadyTime> PoliteFetcher::next_start() const {
  const SteadyTime now = clock_.steady();
  if (!finished_.empty()) return now;
  const auto next = queue_.next_event();
  return next ? std::optional(std::max(*next, now)) : std::nullopt;
}

void PoliteFetcher::deliver() {
  for (Jobs::node_type& job : std::exchange(finished_, {})) {
    job.mapped().done(std::move(job.mapped().result));
  }
}

Time PoliteFetcher::wall_time(SteadyTime time) const {
  return clock_.now() + (time - clock_.steady());
}

SteadyTime PoliteFetcher::steady_time(Time time) const {
  return clock_.steady() + (time - clock_.now());
}

}  // namespace

std::unique_ptr<Fetcher> make_fetcher(FetcherOptions options, http::Client& client,
                                      const Clock& clock, http::Client* renderer) {
  return std::make_unique<PoliteFetcher>(std::move(options), client, clock, renderer);
}

}  // namespace curlew::fetch
