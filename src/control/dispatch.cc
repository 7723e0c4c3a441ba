#include "control/dispatch.h"

#include <utility>

namespace curlew::control {

using model::VisitId;
using model::VisitKind;
using model::VisitOrder;

void Dispatch::list(const std::string& name, Owner& owner) {
  const bool has_order = !owner.visits.empty() || !owner.pages.empty();
  if (owner.is_listed || !has_order || owner.out >= options_.per_owner) return;
  owner.is_listed = true;
  ready_.push_back(name);
}

void Dispatch::add(const std::string& name, VisitOrder order) {
  Owner& owner = owners_[name];
  auto& line = order.kind == VisitKind::kSource ? owner.visits : owner.pages;
  line.push_back(std::move(order));
  ++waiting_;
  list(name, owner);
}

std::optional<Dispatch::Ready> Dispatch::next() {
  if (ready_.empty()) return std::nullopt;
  std::string name = std::move(ready_.front());
  ready_.pop_front();
  Owner& owner = owners_[name];
  owner.is_listed = false;
  auto& line = owner.visits.empty() ? owner.pages : owner.visits;
  Ready ready{name, std::move(line.front())};
  line.pop_front();
  --waiting_;
  ++owner.out;
  list(name, owner);
  return ready;
}

void Dispatch::sent(Ready ready, std::string terminal, SteadyTime now) {
  const VisitId visit = ready.order.id;
  const SteadyTime lease_end = now + options_.lease;
  leases_.emplace(lease_end, visit);
  out_[visit] = {std::move(ready), std::move(terminal), lease_end};
}

void Dispatch::release(const std::string& name) {
  const auto found = owners_.find(name);
  if (found == owners_.end()) return;
  Owner& owner = found->second;
  --owner.out;
  list(name, owner);
  if (owner.out == 0 && !owner.is_listed) owners_.erase(found);
}

std::optional<VisitOrder> Dispatch::finish(VisitId visit) {
  auto out = out_.extract(visit);
  if (!out) return std::nullopt;
  release(out.mapped().ready.owner);
  return std::move(out.mapped().ready.order);
}

std::size_t Dispatch::pages_of(const std::string& name) const {
  const auto owner = owners_.find(name);
  return owner == owners_.end() ? 0 : owner->second.pages.size();
}

void Dispatch::put_back(Ready ready) {
  add(ready.owner, std::move(ready.order));
  release(ready.owner);
}

void Dispatch::take_back(std::unordered_map<VisitId, Out>::iterator out) {
  Ready ready = std::move(out->second.ready);
  out_.erase(out);
  put_back(std::move(ready));
}

void Dispatch::take_back_expired(SteadyTime now) {
  while (!leases_.empty() && leases_.begin()->first <= now) {
    const auto out = out_.find(leases_.begin()->second);
    const bool is_current =
        out != out_.end() && out->second.lease_end == leases_.begin()->first;
    leases_.erase(leases_.begin());
    if (is_current) take_back(out);
  }
}

void Dispatch::take_back_from(std::string_view terminal) {
  std::vector<VisitId> lost;
  for (const auto& [visit, out] : out_) {
    if (out.terminal == terminal) lost.push_back(visit);
  }
  for (const VisitId visit : lost) take_back(out_.find(visit));
}

}  // namespace curlew::control
