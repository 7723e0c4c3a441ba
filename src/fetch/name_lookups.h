// Finds the addresses of names before their requests stand in line, since whoever
// shares an address shares its pace from the first request on.
//
// A look-up that hangs cannot be stopped and keeps one of the client's few threads.
// So only as many are begun as there are threads; those for requests without urgency
// get half of them together, and those for one source a tenth, at least one.
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
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "fetch/fair_queue.h"
#include "http/client.h"

namespace curlew::fetch {

class NameLookups {
 public:
  // `client` must outlive it.
  NameLookups(std::size_t at_a_time, Milliseconds timeout, http::Client& client);
  ~NameLookups();

  struct Entry {
    JobId job = 0;
    std::string name;
    Urgency urgency = Urgency::kRoutine;
    std::int64_t source = 0;
    // Grows with the job's id.
    SteadyTime deadline;
  };
  void push(const Entry& entry);
  // Makes a look-up urgent, because somebody in a hurry waits for it, too.
  void hurry(JobId job);

  void start_due(SteadyTime now);

  struct Ended {
    JobId job = 0;
    // kLimit: it took too long. kBusy: it was not made, for want of time or of files.
    // kNotFound, or none at all: the name has no address.
    http::Addresses addresses;
  };
  // Each request once, in the order of their ends.
  std::optional<Ended> take_ended(SteadyTime now);

  std::optional<SteadyTime> next_event() const;
  std::size_t running() const { return queue_.running(); }

 private:
  struct Name {
    std::string text;
    // In the queue: that of its first request.
    JobId id = 0;
    Urgency urgency = Urgency::kRoutine;
    bool is_running = false;
    // Running for longer than anybody waits.
    bool is_slow = false;
    std::vector<JobId> waiting;
  };
  struct Waiting {
    Name* name;
    SteadyTime deadline;
  };
  struct Begun {
    SteadyTime at;
    JobId id;
  };

  void line_up(Name& name, std::int64_t source);
  void found(JobId id, const http::Addresses& addresses);
  void give_up_late(SteadyTime now);
  void give_up_slow(SteadyTime now);
  void end(JobId job, http::Addresses addresses);
  Error too_slow(const Name& name) const;

  const Milliseconds timeout_;
  http::Client& client_;
  FairQueue queue_;
  Gate soon_;
  Gate routine_;
  std::size_t share_of_source_;
  std::unordered_map<std::int64_t, std::unique_ptr<Gate>> sources_;
  std::unordered_map<std::string, std::unique_ptr<Name>> names_;
  std::unordered_map<JobId, Name*> by_id_;
  std::map<JobId, Waiting> waiting_;
  std::deque<Begun> begun_;
  std::deque<Ended> ended_;
  // The last that was told.
  SteadyTime now_ = SteadyTime::min();
  // Look-ups that end after us find us gone.
  const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace curlew::fetch
