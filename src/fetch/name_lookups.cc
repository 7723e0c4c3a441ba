#include "fetch/name_lookups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "fetch/polite_queue.h"

namespace curlew::fetch {
namespace {

// Sources whose share is not in use are forgotten when there are more than this.
constexpr std::size_t kSourcesRemembered = 1'000;

}  // namespace

NameLookups::NameLookups(std::size_t at_a_time, Milliseconds timeout,
                         http::Client& client)
    : timeout_(timeout),
      client_(client),
      queue_(at_a_time),
      routine_(routine_share(at_a_time)),
      share_of_source_(source_share(at_a_time)) {}

NameLookups::~NameLookups() = default;

void NameLookups::push(const Entry& entry) {
  std::unique_ptr<Name>& name = names_[entry.name];
  const bool is_new = !name;
  if (is_new) {
    name = std::make_unique<Name>(Name{entry.name, entry.job, entry.urgency});
    by_id_.emplace(entry.job, name.get());
    line_up(*name, entry.source);
  }
  if (name->is_slow) return end(entry.job, too_slow(*name));
  name->waiting.push_back(entry.job);
  waiting_.emplace(entry.job, Waiting{name.get(), entry.deadline});
  if (!is_new && entry.urgency == Urgency::kSoon) hurry(entry.job);
}

void NameLookups::line_up(Name& name, std::int64_t source) {
  if (name.urgency == Urgency::kSoon || source == 0) {
    queue_.push(
        {.id = name.id, .urgency = name.urgency, .group = &soon_, .gates = {&soon_}});
    return;
  }
  if (sources_.size() > kSourcesRemembered) {
    std::erase_if(sources_, [](const auto& entry) {
      return entry.second->is_idle(SteadyTime::max());
    });
  }
  std::unique_ptr<Gate>& share = sources_[source];
  if (!share) share = std::make_unique<Gate>(share_of_source_);
  queue_.push({.id = name.id,
               .urgency = name.urgency,
               .group = share.get(),
               .gates = {share.get(), &routine_}});
}

void NameLookups::hurry(JobId job) {
  const auto found = waiting_.find(job);
  if (found == waiting_.end()) return;
  Name& name = *found->second.name;
  if (name.is_running || name.urgency == Urgency::kSoon) return;
  queue_.remove(name.id);
  name.urgency = Urgency::kSoon;
  line_up(name, 0);
}

void NameLookups::start_due(SteadyTime now) {
  now_ = now;
  while (const auto id = queue_.pop(now)) {
    Name& name = *by_id_.at(*id);
    name.is_running = true;
    begun_.push_back({now, *id});
    client_.look_up(name.text, [this, id = *id, alive = std::weak_ptr(alive_)](
                                   const http::Addresses& addresses) {
      if (!alive.expired()) found(id, addresses);
    });
  }
}

void NameLookups::found(JobId id, const http::Addresses& addresses) {
  Name& name = *by_id_.at(id);
  queue_.finish(id, now_);
  for (const JobId job : std::exchange(name.waiting, {})) end(job, addresses);
  by_id_.erase(id);
  const std::string text = name.text;  // The name ends with its entry.
  names_.erase(text);
  while (!begun_.empty() && !by_id_.contains(begun_.front().id)) begun_.pop_front();
}

std::optional<NameLookups::Ended> NameLookups::take_ended(SteadyTime now) {
  now_ = now;
  give_up_slow(now);
  give_up_late(now);
  if (ended_.empty()) return std::nullopt;
  Ended ended = std::move(ended_.front());
  ended_.pop_front();
  return ended;
}

// Its thread is not given free: that is for the client to tell.
void NameLookups::give_up_slow(SteadyTime now) {
  while (!begun_.empty()) {
    const auto [at, id] = begun_.front();
    const auto known = by_id_.find(id);
    if (known != by_id_.end() && at + timeout_ > now) return;
    begun_.pop_front();
    if (known == by_id_.end()) continue;
    Name& name = *known->second;
    name.is_slow = true;
    for (const JobId job : std::exchange(name.waiting, {})) end(job, too_slow(name));
  }
}

Error NameLookups::too_slow(const Name& name) const {
  return {ErrorKind::kLimit,
          fmt::format("{}: no answer within {}", name.text, to_human(timeout_))};
}

void NameLookups::give_up_late(SteadyTime now) {
  while (!waiting_.empty() && waiting_.begin()->second.deadline <= now) {
    const auto [job, waiting] = *waiting_.begin();
    Name& name = *waiting.name;
    std::erase(name.waiting, job);
    end(job, Error{ErrorKind::kBusy,
                   fmt::format("{}: others were looked up meanwhile", name.text)});
    if (name.is_running || !name.waiting.empty()) continue;
    queue_.remove(name.id);
    by_id_.erase(name.id);
    const std::string text = name.text;
    names_.erase(text);
  }
}

void NameLookups::end(JobId job, http::Addresses addresses) {
  waiting_.erase(job);
  ended_.push_back({job, std::move(addresses)});
}

std::optional<SteadyTime> NameLookups::next_event() const {
  if (!ended_.empty()) return SteadyTime::min();
  std::optional<SteadyTime> next = queue_.next_event();
  const auto at = [&](SteadyTime time) { next = std::min(next.value_or(time), time); };
  if (!waiting_.empty()) at(waiting_.begin()->second.deadline);
  if (!begun_.empty()) at(begun_.front().at + timeout_);
  return next;
}

}  // namespace curlew::fetch
