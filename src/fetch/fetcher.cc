#include "fetch/fetcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/log.h"
#include "fetch/conditional.h"
#include "fetch/freshness.h"
#include "fetch/hop.h"
#include "fetch/job.h"
#include "fetch/name_lookups.h"
#include "fetch/outcome.h"
#include "fetch/polite_queue.h"
#include "fetch/redirects.h"
#include "fetch/robots_cache.h"
#include "fetch/saved_politeness.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::fetch {
namespace {

using model::FetchOutcome;

// A 429 without Retry-After still says "not so fast".
constexpr Milliseconds kHoldAfter429{60'000};

// A robots.txt is small, or it is not one.
constexpr http::Limits kRobotsLimits{
    .body = 8_MiB, .total = Milliseconds(30'000), .stall_window = Milliseconds(10'000)};

// Has its last redirect led to another domain, where it is not to go?
bool leaves_its_domain(const Job& job) {
  if (!job.request.stays_on_its_domain) return false;
  const auto start = url::parse_url(job.request.url);
  return !start.ok() || url::registrable_domain(start->host()) !=
                            url::registrable_domain(job.trail.here().host());
}

class PoliteFetcher final : public Fetcher {
 public:
  PoliteFetcher(FetcherOptions options, http::Client& client, const Clock& clock,
                http::Client* renderer, PolitenessStore* store)
      : options_(std::move(options)),
        client_(client),
        renderer_(renderer),
        clock_(clock),
        lookups_(options_.lookups, options_.lookup_timeout, client),
        queue_(options_.politeness),
        robots_(options_),
        saved_(store, options_, clock) {}

  void fetch(FetchRequest request, Done done) override;
  void poll(Milliseconds max_wait) override;
  std::size_t pending() const override {
    return jobs_.size() - robots_jobs_ + finished_.size();
  }
  std::size_t in_flight() const override {
    return queue_.running() + lookups_.running();
  }
  std::optional<SteadyTime> next_start() const override;
  void wake() override { client_.wake(); }

 private:
  using Jobs = std::unordered_map<JobId, Job>;

  Job& add_job(FetchRequest request, const url::Url& start, int max_redirects);
  // The way of a job, in this order; arrived() leads back to proceed() on a redirect.
  void proceed(Job& job);
  void end_lookups();
  void located(Job& job, const http::Addresses& addresses);
  static void note_address(Job& job, std::string address);
  void ask_permission(Job& job);
  void wait_for_robots(Job& job, const std::string& key);
  void hurry(JobId id);
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
  NameLookups lookups_;
  PoliteQueue queue_;
  RobotsCache robots_;
  SavedPoliteness saved_;
  Jobs jobs_;
  struct RobotsWait {
    JobId robots_job = 0;
    std::vector<JobId> jobs;
  };
  std::unordered_map<std::string, RobotsWait> waiting_for_robots_;  // By robots key.
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

// Where will it connect to?
void PoliteFetcher::proceed(Job& job) {
  const std::string name = connects_to(job);
  job.addresses.clear();
  job.address.clear();
  if (name.empty() || url::is_ip_address(name)) {
    note_address(job, without_brackets(name));
    ask_permission(job);
  } else if (const http::Addresses* known = client_.find_addresses(name)) {
    located(job, *known);
  } else {
    lookups_.push({.job = job.id,
                   .name = name,
                   .urgency = job.request.urgency,
                   .source = job.request.source,
                   .deadline = job.deadline});
  }
}

void PoliteFetcher::end_lookups() {
  while (const auto ended = lookups_.take_ended(clock_.steady())) {
    located(jobs_.at(ended->job), ended->addresses);
  }
}

void PoliteFetcher::located(Job& job, const http::Addresses& addresses) {
  if (!addresses.ok() && addresses.error().kind == ErrorKind::kBusy) {
    job.result.retry_after = clock_.now();
    return end(job, FetchOutcome::kThrottled,
               fmt::format("not sent: {}", addresses.error().text));
  }
  if (!addresses.ok() || addresses->empty()) {
    // Name servers that are slow or in trouble say nothing of the host.
    const bool is_unknown =
        addresses.ok() || addresses.error().kind == ErrorKind::kNotFound;
    if (is_unknown) job.result.remark = model::Remark::kNoSuchHost;
    return end(
        job, FetchOutcome::kUnreachable,
        fmt::format("DNS: {}", addresses.ok() ? connects_to(job) + ": has no address"
                                              : addresses.error().text));
  }
  job.addresses = *addresses;
  // The one that is tried first.
  note_address(job, http::to_string(addresses->front()));
  ask_permission(job);
}

// Whoever asked knows the first host alone, and not where redirects lead.
void PoliteFetcher::note_address(Job& job, std::string address) {
  job.address = std::move(address);
  if (job.trail.is_at_start()) job.result.address = job.address;
}

// May we ask for what is where the job stands now?
void PoliteFetcher::ask_permission(Job& job) {
  if (!job.is_accepted && !job.address.empty() &&
      queue_.waiting_for_address(job.address) >= options_.most_for_address) {
    job.result.is_given_back = true;
    return end(job, FetchOutcome::kThrottled,
               fmt::format("not sent: {} and more wait for {}",
                           options_.most_for_address, job.address));
  }
  job.is_accepted = true;
  if (!options_.politeness.obey_robots || job.is_robots()) {
    enqueue(job, Milliseconds(0));
    return;
  }
  const std::string key = robots_key_of(job);
  auto verdict = robots_.judge(key, job.trail.here(), clock_.steady());
  if (!verdict && saved_.recall_robots(job, key, robots_)) {
    verdict = robots_.judge(key, job.trail.here(), clock_.steady());
  }
  if (!verdict) {
    wait_for_robots(job, key);
  } else if (verdict->outcome == FetchOutcome::kFetched) {
    job.result.robots = RobotsWord::kAllows;
    job.result.crawl_delay = verdict->crawl_delay;
    enqueue(job, verdict->crawl_delay);
  } else {
    if (verdict->ask_again) job.result.retry_after = wall_time(*verdict->ask_again);
    job.result.remark = verdict->remark;
    job.result.robots =
        verdict->ask_again ? RobotsWord::kUnreadable : RobotsWord::kForbids;
    end(job, verdict->outcome, std::move(verdict->error));
  }
}

void PoliteFetcher::wait_for_robots(Job& job, const std::string& key) {
  const auto [entry, is_first] = waiting_for_robots_.try_emplace(key);
  RobotsWait& wait = entry->second;
  wait.jobs.push_back(job.id);
  queue_.expect(job.trail.here().host(), 1);
  if (!is_first) {
    if (job.request.urgency == Urgency::kSoon) hurry(wait.robots_job);
    return;
  }
  const auto address = url::parse_url("/robots.txt", &job.trail.here());
  CHECK(address.ok());  // An absolute path on an http address always is one.
  FetchRequest request{.url = std::string(address->href()),
                       .accept = "text/plain, */*;q=0.1",
                       .validators = robots_.validators(key),
                       .limits = kRobotsLimits,
                       .urgency = job.request.urgency,
                       .source = job.request.source};
  request.settings.proxy = job.request.settings.proxy;
  Job& robots_job = add_job(std::move(request), *address, kRobotsRedirects);
  robots_job.robots_key = key;
  robots_job.is_accepted = true;
  wait.robots_job = robots_job.id;
  ++robots_jobs_;
  proceed(robots_job);
}

// Whoever is in a hurry does not wait longer because another asked first.
void PoliteFetcher::hurry(JobId id) {
  Job& job = jobs_.at(id);
  if (job.request.urgency == Urgency::kSoon) return;
  job.request.urgency = Urgency::kSoon;
  lookups_.hurry(id);
  queue_.hurry(id);
}

void PoliteFetcher::enqueue(Job& job, Milliseconds crawl_delay) {
  job.crawl_delay = std::min(crawl_delay, options_.politeness.max_crawl_delay);
  saved_.recall_hold(job, queue_);
  queue_.push({.job = job.id,
               .host = job.trail.here().host(),
               .address = job.address,
               .crawl_delay = crawl_delay,
               .urgency = job.request.urgency,
               .source = job.request.source,
               .deadline = job.deadline,
               .overdue = job.deadline - options_.max_queue_wait / 2});
}

void PoliteFetcher::start_due() {
  const SteadyTime now = clock_.steady();
  lookups_.start_due(now);
  while (const auto turn = queue_.pop(now)) {
    start(jobs_.at(turn->job), turn->others_wait);
  }
}

void PoliteFetcher::start(Job& job, bool others_wait) {
  if (job.trail.is_at_start()) job.result.started = clock_.now();
  http::Request request = make_hop(job.request, job.trail);
  log_debug("fetch: asks for {}", request.url);
  request.keep_connection = others_wait || job.is_robots();
  request.addresses = job.addresses;
  saved_.keep_spacing(job);
  http::Client& client = job.is_rendered() ? *renderer_ : client_;
  client.start(std::move(request),
               [this, id = job.id, alive = std::weak_ptr(alive_)](http::Response r) {
                 if (!alive.expired()) arrived(id, std::move(r));
               });
}

void PoliteFetcher::arrived(JobId id, http::Response response) {
  Job& job = jobs_.at(id);
  queue_.finish(id, clock_.steady());
  saved_.keep_spacing(job);
  job.result.took += response.took;
  job.result.wire_bytes += response.wire_bytes;
  note_retry_after(job, response);

  const bool completed = response.end == http::TransferEnd::kCompleted;
  if (!completed || !is_redirect(response.status)) {
    conclude(job, std::move(response));
    return;
  }
  std::string from(job.trail.here().href());
  const auto followed = job.trail.follow(response.status, response.headers);
  const bool leaves = followed.ok() && leaves_its_domain(job);
  if (followed.ok() && !leaves) {
    job.result.redirects.push_back(
        {std::move(from), response.status, std::move(response.headers)});
    proceed(job);
    return;
  }
  job.result.status = response.status;
  job.result.headers = std::move(response.headers);
  if (!leaves) {
    end(job, FetchOutcome::kBadRedirect, followed.error().text);
    return;
  }
  job.result.led_to = job.trail.here().href();
  end(job, FetchOutcome::kBadRedirect,
      fmt::format("redirect at {} to another domain: {}", from, job.result.led_to));
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
  hold = std::min(hold, options_.max_hold);
  const std::string host(job.trail.here().host());
  queue_.hold(host, clock_.steady() + hold);
  saved_.keep_hold(host, now + hold);
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
  result.picture = std::move(response.picture);
  result.remark = judgement.remark;
  result.body_end = response.body_end;
  result.room = std::move(response.room);
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
  const std::vector<JobId> waiters =
      std::move(waiting_for_robots_.extract(job.robots_key).mapped().jobs);
  for (const JobId id : waiters) queue_.expect(jobs_.at(id).trail.here().host(), -1);
  if (was_sent(answer)) {
    const auto& wish = answer.retry_after;
    const auto learned =
        robots_.put(job.robots_key, origin_of(job.robots_key), answer, now,
                    wish ? std::optional(steady_time(*wish)) : std::nullopt);
    saved_.keep_robots(job, learned, robots_);
    for (const JobId id : waiters) ask_permission(jobs_.at(id));
    return;
  }
  for (const JobId id : waiters) {
    Job& waiter = jobs_.at(id);
    waiter.result.retry_after = answer.retry_after;
    waiter.result.remark = answer.remark;
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
  end_lookups();
  give_up_late();
  start_due();
  Milliseconds wait = max_wait;
  if (const auto next = next_start()) {
    wait = std::clamp(*next - clock_.steady(), Milliseconds(0), max_wait);
  }
  client_.poll(wait);
  if (renderer_ != nullptr) renderer_->poll(Milliseconds(0));
  end_lookups();
  give_up_late();
  start_due();
  deliver();
}

std::optional<SteadyTime> PoliteFetcher::next_start() const {
  const SteadyTime now = clock_.steady();
  if (!finished_.empty()) return now;
  const SteadyTime next = std::min(queue_.next_event().value_or(SteadyTime::max()),
                                   lookups_.next_event().value_or(SteadyTime::max()));
  if (next == SteadyTime::max()) return std::nullopt;
  return std::max(next, now);
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
                                      const Clock& clock, http::Client* renderer,
                                      PolitenessStore* store) {
  return std::make_unique<PoliteFetcher>(std::move(options), client, clock, renderer,
                                         store);
}

}  // namespace curlew::fetch
