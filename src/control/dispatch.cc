#include "control/dispatch.h"

#include <algorithm>
#include <utility>

#include "fetch/polite_queue.h"

namespace curlew::control {
namespace {

using fetch::Gate;
using fetch::Urgency;
using model::VisitId;
using model::VisitOrder;

// Owners, sources and addresses with nothing to do are forgotten when there are more.
constexpr std::size_t kRemembered = 10'000;
// Addresses of hosts, as reports told them; forgotten all at once.
constexpr std::size_t kMostAddresses = 200'000;
// Of an address whose orders a terminal gives back.
constexpr Milliseconds kPause{500};

bool is_page(const VisitOrder& order) {
  return model::kind_of(order.task) != model::VisitKind::kSource;
}

// Of an owner's places. A source must not wait for pages that take their time.
std::size_t places_for_pages(std::size_t places) {
  return std::max<std::size_t>(places - 1, 1);
}

fetch::JobId job_of(VisitId visit) { return static_cast<fetch::JobId>(visit.value); }

}  // namespace

struct Dispatch::Owner {
  explicit Owner(std::size_t places) : gate(places), pages(places_for_pages(places)) {}
  Gate gate;
  Gate pages;
  std::size_t pages_waiting = 0;
};

struct Dispatch::Share {
  explicit Share(std::size_t places) : gate(places) {}
  Gate gate;
  std::size_t pages_waiting = 0;
};

Dispatch::Dispatch(DispatchOptions options)
    : options_(options), queue_(0), forget_at_(kRemembered) {}

Dispatch::~Dispatch() = default;

void Dispatch::set_capacity(std::size_t capacity) {
  if (capacity == capacity_) return;
  capacity_ = capacity;
  queue_.set_total(capacity);
  queue_.set_limit(pages_, fetch::routine_share(capacity));
  const std::size_t places = places_of_owner();
  for (auto& [name, owner] : owners_) {
    queue_.set_limit(owner->gate, places);
    queue_.set_limit(owner->pages, places_for_pages(places));
  }
  for (auto& [source, share] : shares_) {
    queue_.set_limit(share->gate, fetch::source_share(capacity));
  }
  for (auto& [address, gate] : addresses_) {
    queue_.set_limit(*gate, places_of_address());
  }
}

std::size_t Dispatch::places_of_owner() const {
  return std::max<std::size_t>(std::min(options_.per_owner, capacity_ / 2), 1);
}

std::size_t Dispatch::places_of_address() const {
  return std::max(fetch::source_share(capacity_), places_of_owner());
}

void Dispatch::add(Destination to, VisitOrder order, SteadyTime now) {
  line_up({std::move(to), std::move(order), now + options_.patience});
}

void Dispatch::line_up(Ready ready) {
  const VisitId visit = ready.order.id;
  Owner& owner = owner_of(ready.to.owner);
  queue_.push({.id = job_of(visit),
               .urgency = is_page(ready.order) ? Urgency::kRoutine : Urgency::kSoon,
               .group = &owner.gate,
               .gates = gates_for(ready, owner),
               .delay = Milliseconds(1),  // Work is a number of orders here.
               .overdue = ready.overdue});
  count_page(ready, 1);
  waiting_.insert_or_assign(visit, std::move(ready));
}

std::vector<Gate*> Dispatch::gates_for(const Ready& ready, Owner& owner) {
  std::vector<Gate*> gates{&owner.gate};
  if (const auto known = address_of_.find(ready.to.host); known != address_of_.end()) {
    std::unique_ptr<Gate>& gate = addresses_[known->second];
    if (!gate) gate = std::make_unique<Gate>(places_of_address());
    gates.push_back(gate.get());
  }
  if (!is_page(ready.order)) return gates;
  gates.push_back(&owner.pages);
  gates.push_back(&share_of(ready.order.source).gate);
  gates.push_back(&pages_);
  return gates;
}

std::optional<Dispatch::Ready> Dispatch::next(SteadyTime now) {
  const auto job = queue_.pop(now);
  if (!job) return std::nullopt;
  auto ready = waiting_.extract(VisitId{static_cast<std::int64_t>(*job)});
  count_page(ready.mapped(), -1);
  return std::move(ready.mapped());
}

void Dispatch::sent(Ready ready, std::string terminal, SteadyTime now) {
  const VisitId visit = ready.order.id;
  const SteadyTime lease_end = now + options_.lease;
  leases_.emplace(lease_end, visit);
  out_[visit] = {std::move(ready), std::move(terminal), lease_end};
}

void Dispatch::drop(const Ready& ready, SteadyTime now) { release(ready, now); }

void Dispatch::release(const Ready& ready, SteadyTime now) {
  queue_.finish(job_of(ready.order.id), now);
  if (owners_.size() + shares_.size() + addresses_.size() > forget_at_) forget_idle();
}

std::optional<VisitOrder> Dispatch::finish(VisitId visit, SteadyTime now) {
  auto out = out_.extract(visit);
  if (out) {
    release(out.mapped().ready, now);
    return std::move(out.mapped().ready.order);
  }
  // A terminal that was thought dead, or was slow, has made it after all.
  auto again = waiting_.extract(visit);
  if (!again) return std::nullopt;
  queue_.remove(job_of(visit));
  count_page(again.mapped(), -1);
  return std::move(again.mapped().order);
}

const Dispatch::Ready* Dispatch::find(VisitId visit) const {
  if (const auto out = out_.find(visit); out != out_.end()) return &out->second.ready;
  const auto waiting = waiting_.find(visit);
  return waiting == waiting_.end() ? nullptr : &waiting->second;
}

const VisitOrder* Dispatch::find_order(VisitId visit) const {
  const Ready* const ready = find(visit);
  return ready == nullptr ? nullptr : &ready->order;
}

void Dispatch::learn_address(VisitId visit, std::string_view address) {
  const Ready* const ready = find(visit);
  if (!ready || address.empty()) return;
  if (address_of_.size() >= kMostAddresses) address_of_.clear();
  address_of_.insert_or_assign(ready->to.host, std::string(address));
}

void Dispatch::give_back(VisitId visit, std::string_view address, SteadyTime now) {
  learn_address(visit, address);
  const auto out = out_.find(visit);
  if (out == out_.end()) return;
  take_back(out, now);
  const auto gate = addresses_.find(std::string(address));
  if (gate != addresses_.end()) queue_.set_opening(*gate->second, now + kPause);
}

void Dispatch::put_back(Ready ready, SteadyTime now) {
  release(ready, now);
  line_up(std::move(ready));
}

void Dispatch::take_back(Outs::iterator out, SteadyTime now) {
  Ready ready = std::move(out->second.ready);
  out_.erase(out);
  put_back(std::move(ready), now);
}

void Dispatch::take_back_expired(SteadyTime now) {
  while (!leases_.empty() && leases_.begin()->first <= now) {
    const auto out = out_.find(leases_.begin()->second);
    const bool is_current =
        out != out_.end() && out->second.lease_end == leases_.begin()->first;
    leases_.erase(leases_.begin());
    if (is_current) take_back(out, now);
  }
}

void Dispatch::take_back_from(std::string_view terminal, SteadyTime now) {
  std::vector<VisitId> lost;
  for (const auto& [visit, out] : out_) {
    if (out.terminal == terminal) lost.push_back(visit);
  }
  for (const VisitId visit : lost) take_back(out_.find(visit), now);
}

Dispatch::Owner& Dispatch::owner_of(const std::string& name) {
  std::unique_ptr<Owner>& owner = owners_[name];
  if (!owner) owner = std::make_unique<Owner>(places_of_owner());
  return *owner;
}

Dispatch::Share& Dispatch::share_of(model::SourceId source) {
  std::unique_ptr<Share>& share = shares_[source];
  if (!share) share = std::make_unique<Share>(fetch::source_share(capacity_));
  return *share;
}

void Dispatch::count_page(const Ready& ready, int more) {
  if (!is_page(ready.order)) return;
  owners_.at(ready.to.owner)->pages_waiting += more;
  shares_.at(ready.order.source)->pages_waiting += more;
}

std::size_t Dispatch::pages_for(const std::string& name) const {
  const auto owner = owners_.find(name);
  return owner == owners_.end() ? 0 : owner->second->pages_waiting;
}

std::size_t Dispatch::pages_of(model::SourceId source) const {
  const auto share = shares_.find(source);
  return share == shares_.end() ? 0 : share->second->pages_waiting;
}

void Dispatch::forget_idle() {
  const SteadyTime any = SteadyTime::max();
  std::erase_if(owners_, [&](const auto& entry) {
    return entry.second->gate.is_idle(any) && entry.second->pages.is_idle(any);
  });
  std::erase_if(shares_,
                [&](const auto& entry) { return entry.second->gate.is_idle(any); });
  std::erase_if(addresses_,
                [&](const auto& entry) { return entry.second->is_idle(any); });
  forget_at_ =
      std::max(kRemembered, 2 * (owners_.size() + shares_.size() + addresses_.size()));
}

}  // namespace curlew::control
