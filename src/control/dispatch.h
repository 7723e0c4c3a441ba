// Orders on their way: those that wait for their host's turn, and those that a terminal
// has, with their leases.
//
// At most a few orders of one owner are out at a time. A terminal's politeness spaces
// them anyway; without this bound, ten thousand sources of one host would fill every
// terminal and nobody else would be served.

#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "model/visit.h"

namespace curlew::control {

struct DispatchOptions {
  Milliseconds lease{600'000};
  std::size_t per_owner = 4;
};

// Not thread-safe.
class Dispatch {
 public:
  explicit Dispatch(DispatchOptions options) : options_(options) {}

  // Stands in line behind the others of its owner; visits of sources before pages.
  void add(const std::string& owner, model::VisitOrder order);

  // The next order that may go out, with its owner; nullopt when all of the waiting
  // ones wait for orders of the same owner to come back.
  struct Ready {
    std::string owner;
    model::VisitOrder order;
  };
  std::optional<Ready> next();

  // It goes to `terminal` and is on lease from now on.
  void sent(Ready ready, std::string terminal, SteadyTime now);
  // Or nowhere: its source is watched no more.
  void drop(const Ready& ready) { release(ready.owner); }
  // Or not yet: it stands in line again.
  void put_back(Ready ready);

  // The order of a report; nullopt when it is unknown: reported before, or sent by a
  // controller that died. Its owner's next order may go.
  std::optional<model::VisitOrder> finish(model::VisitId visit);

  // Puts orders whose lease ended, and those of a dead terminal, in line again.
  void take_back_expired(SteadyTime now);
  void take_back_from(std::string_view terminal);

  std::size_t waiting() const { return waiting_; }
  // Article pages of `owner` that wait.
  std::size_t pages_of(const std::string& owner) const;
  std::size_t out() const { return out_.size(); }

 private:
  struct Owner {
    std::deque<model::VisitOrder> visits;
    std::deque<model::VisitOrder> pages;
    std::size_t out = 0;
    bool is_listed = false;  // In ready_.
  };
  struct Out {
    Ready ready;
    std::string terminal;
    SteadyTime lease_end;
  };
  void list(const std::string& name, Owner& owner);
  void release(const std::string& name);
  void take_back(std::unordered_map<model::VisitId, Out>::iterator out);

  const DispatchOptions options_;
  std::unordered_map<std::string, Owner> owners_;
  std::deque<std::string> ready_;  // Owners with an order that may go, in turn.
  std::unordered_map<model::VisitId, Out> out_;
  std::multimap<SteadyTime, model::VisitId> leases_;
  std::size_t waiting_ = 0;
};

}  // namespace curlew::control
