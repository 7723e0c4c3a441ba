// Whose turn it is. Requests wait here until their host may be asked again.
//
// Two levels, as two things must hold at once:
//   host   one host name. Its delay is the configured one, or its robots.txt's when
//   that
//          is longer; a Retry-After holds it alone.
//   owner  all hosts of one registrable domain, and all hosts seen on one network
//          address: one machine, or one purse, stands behind them. The configured delay
//          and `per_host` hold for all of them together.
// A delay is counted from the end of the request before: a request may spend seconds in
// looking up and connecting, so that counting from its start would let two arrive at
// the server at once. Addresses are learned from answers; owners are joined then.
//
// Every operation costs O(log n), so that 50,000 waiting requests over 1,000 hosts are
// no burden. Time enters as an argument. Not thread-safe.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/time.h"
#include "fetch/fetcher.h"

namespace curlew::fetch {

// The queue's name for a request. Later requests have larger ids: among equals the
// smallest goes first, so that a request keeps its place over its redirects.
using JobId = std::uint64_t;

class PoliteQueue {
 public:
  struct Entry {
    JobId job = 0;
    std::string_view host;        // As in url::Url::host().
    Milliseconds crawl_delay{0};  // Of its robots.txt; 0 when it asks for none.
    Urgency urgency = Urgency::kRoutine;
    SteadyTime deadline;  // When waiting has no more use. Grows with the job's id.
  };
  struct Turn {
    JobId job = 0;
    bool others_wait = false;  // Another request to this very host will follow.
  };

  explicit PoliteQueue(const Politeness& politeness);
  ~PoliteQueue();

  void push(const Entry& entry);

  // The request that may start at `now`, if any; it runs from now on.
  std::optional<Turn> pop(SteadyTime now);

  // A request given out by pop() ended. `address` is the network address that answered;
  // empty when unknown or not the host's own.
  void finish(JobId job, std::string_view address, SteadyTime now);

  // Nothing goes to `host` before `until`.
  void hold(std::string_view host, SteadyTime until);

  // A request whose deadline has passed or will certainly pass, as its host is held for
  // longer: taken out, with the time when its host may be asked.
  struct Late {
    JobId job = 0;
    SteadyTime ready;
  };
  std::optional<Late> pop_late(SteadyTime now);

  // When pop() or pop_late() may have something; nullopt when only a finish() or a
  // push() can change that.
  std::optional<SteadyTime> next_event() const;

  std::size_t waiting() const { return waiting_.size(); }
  std::size_t running() const { return running_.size(); }

 private:
  struct Owner;
  struct Host;
  struct Waiting {
    Host* host;
    Urgency urgency;
    SteadyTime deadline;
  };
  using WaitingJobs = std::map<JobId, Waiting>;  // Oldest first.
  using OwnerPtr = std::shared_ptr<Owner>;

  Host& host_of(std::string_view name);
  OwnerPtr owner_of(const std::string& key);
  void join(Owner& owner, std::string_view address);
  void merge(Owner& from, Owner& into);
  void remove(WaitingJobs::iterator waiting);

  // Lists are ordered by what a change may change: the host and its owner are taken out
  // of theirs, `change` runs, and they are put back in their new places.
  template <typename Change>
  void update(Host& host, Change change);
  void unlist(Owner& owner);
  void list(Owner& owner);
  void forget_idle(SteadyTime now);

  const Politeness politeness_;
  std::unordered_map<std::string, std::unique_ptr<Host>> hosts_;
  // By registrable domain and by network address.
  std::unordered_map<std::string, OwnerPtr> owners_;
  // Owners with a request that waits and a place that is free; the id breaks ties.
  std::map<std::pair<SteadyTime, std::uint64_t>, Owner*> ready_;
  WaitingJobs waiting_;
  std::unordered_map<JobId, Host*> running_;
  std::deque<Late> late_;
  std::uint64_t next_owner_id_ = 0;
  std::size_t forget_at_;
  std::optional<SteadyTime> forget_next_;
};

}  // namespace curlew::fetch
