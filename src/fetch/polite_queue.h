// Whose turn it is. Requests wait here until everybody who has a say lets them go:
//   host     one host name. Its delay is the configured one, or its robots.txt's when
//            that is longer; a Retry-After holds it alone.
//   owner    all hosts of one registrable domain: one purse stands behind them. The
//            configured delay and `per_host` hold for all of them together.
//   address  all hosts on one network address: one machine. It answers for strangers
//            side by side, so that only a small gap and `per_address` hold for it; what
//            one of them does is nothing to the others.
//   source   whom a request of no urgency (an article's page) is for. All sources
//            together get half of the places with them, and one a tenth; the same of
//            each address. So nobody can fill the queue with links to hosts that never
//            answer.
// A delay is counted from the end of the request before: a request may spend seconds in
// connecting, so that counting from its start would let two arrive at the server at
// once. An address's small gap is counted from start to start.
//
// Time enters as an argument. Not thread-safe.

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
#include <vector>

#include "base/time.h"
#include "fetch/fair_queue.h"
#include "fetch/fetcher.h"

namespace curlew::fetch {

// What of `places` all requests without urgency may have together, and those of one
// source.
std::size_t routine_share(std::size_t places);
std::size_t source_share(std::size_t places);

class PoliteQueue {
 public:
  struct Entry {
    JobId job = 0;
    // As in url::Url::host().
    std::string_view host;
    // What it will connect to; empty when unknown.
    std::string_view address;
    // What its robots.txt asks for; 0: nothing.
    Milliseconds crawl_delay{0};
    Urgency urgency = Urgency::kRoutine;
    // As in FetchRequest.
    std::int64_t source = 0;
    // When waiting has no more use. Grows with the job's id.
    SteadyTime deadline;
    // From then on it goes first.
    SteadyTime overdue = SteadyTime::max();
  };
  struct Turn {
    JobId job = 0;
    // Another request to this very host will follow.
    bool others_wait = false;
  };

  explicit PoliteQueue(const Politeness& politeness);
  ~PoliteQueue();

  void push(const Entry& entry);

  // The request that may start at `now`, if any; it runs from now on.
  std::optional<Turn> pop(SteadyTime now);

  // A request given out by pop() ended.
  void finish(JobId job, SteadyTime now);

  // Nothing goes to `host` before `until`.
  void hold(std::string_view host, SteadyTime until);

  // Makes a request urgent, because somebody in a hurry waits for it, too.
  void hurry(JobId job);

  // So many more requests to `host` will come, or fewer: those that wait for its
  // robots.txt. They count as work before its owner.
  void expect(std::string_view host, int more);

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
  std::size_t running() const { return queue_.running(); }
  // Requests that wait for the address, or for something else on their way to it.
  std::size_t waiting_for_address(std::string_view address) const;

 private:
  struct Host;
  struct Address;
  struct Waiting {
    Host* host;
    Address* address;
    Milliseconds delay;
    SteadyTime deadline;
    SteadyTime overdue;
  };
  struct Running {
    Host* host;
    SteadyTime started;
  };
  // Oldest first.
  using WaitingJobs = std::map<JobId, Waiting>;
  template <typename Key, typename Value>
  using Known = std::unordered_map<Key, std::unique_ptr<Value>>;

  Host& host_of(std::string_view name);
  Gate& owner_of(std::string_view host);
  Address* address_of(std::string_view address);
  std::vector<Gate*> gates_of(const Entry& entry, Host& host, Address* address);
  void remove(WaitingJobs::iterator waiting);
  void forget_idle(SteadyTime now);

  const Politeness politeness_;
  FairQueue queue_;
  // All requests without urgency.
  Gate routine_;
  Known<std::int64_t, Gate> sources_;
  Known<std::string, Gate> owners_;
  Known<std::string, Host> hosts_;
  Known<std::string, Address> addresses_;
  WaitingJobs waiting_;
  std::unordered_map<JobId, Running> running_;
  std::deque<Late> late_;
  std::size_t forget_at_;
  std::optional<SteadyTime> forget_next_;
};

}  // namespace curlew::fetch
