// Orders on their way: those that wait for their turn, and those that a terminal has,
// with their leases.
//
// Terminals hold a bounded number of orders, and their politeness lets some wait there
// for long. So nobody may have all of them: an owner gets a few, an address and the
// pages of one source a tenth, all pages together half. Without these bounds ten
// thousand sources of one host, or links to hosts that never answer, would fill every
// terminal and nobody else would be served. The shares are those of the terminal's own
// queue (fetch/polite_queue.h).

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "fetch/fair_queue.h"
#include "model/visit.h"

namespace curlew::control {

struct DispatchOptions {
  Milliseconds lease{600'000};
  // One of them is not for pages.
  std::size_t per_owner = 4;
  // An order that waits for longer goes before those of owners with longer lines.
  Milliseconds patience{60'000};
};

// Whom an order is for.
struct Destination {
  // Whose politeness it shares: see fetch::owner_of().
  std::string owner;
  std::string host;
};

// Not thread-safe.
class Dispatch {
 public:
  explicit Dispatch(DispatchOptions options);
  ~Dispatch();

  // How many orders all terminals together hold.
  void set_capacity(std::size_t capacity);

  // Stands in line behind the others of its owner; visits of sources before pages.
  void add(Destination to, model::VisitOrder order, SteadyTime now);

  // The next order that may go out; nullopt when there is none.
  struct Ready {
    Destination to;
    model::VisitOrder order;
    // Counted from when it stood in line first.
    SteadyTime overdue;
  };
  std::optional<Ready> next(SteadyTime now);

  // A ready order that went to `terminal`: it is on lease from now on.
  void sent(Ready ready, std::string terminal, SteadyTime now);
  // A ready order that nobody wants any more: its source is not watched.
  void drop(const Ready& ready, SteadyTime now);
  // A ready order that could not be sent: it stands in line again.
  void put_back(Ready ready, SteadyTime now);

  // The order of a report, also of one that waits to be sent again; nullopt when it is
  // unknown: reported before, or sent by a controller that died. Its owner's next order
  // may go.
  std::optional<model::VisitOrder> finish(model::VisitId visit, SteadyTime now);

  // The order of a visit that waits or is out; nullptr: unknown.
  const model::VisitOrder* find_order(model::VisitId visit) const;

  // What a report told: the network address of the order's host.
  void learn_address(model::VisitId visit, std::string_view address);
  // The terminal has too many for that address already: it stands in line again, and
  // nothing goes to the address for a moment. It would only come back at once.
  void give_back(model::VisitId visit, std::string_view address, SteadyTime now);

  // Puts orders whose lease ended, and those of a dead terminal, in line again.
  void take_back_expired(SteadyTime now);
  void take_back_from(std::string_view terminal, SteadyTime now);

  std::size_t waiting() const { return queue_.waiting(); }
  std::size_t out() const { return out_.size(); }
  // Article pages that wait.
  std::size_t pages_for(const std::string& owner) const;
  std::size_t pages_of(model::SourceId source) const;

 private:
  struct Owner;
  struct Share;
  struct Out {
    Ready ready;
    std::string terminal;
    SteadyTime lease_end;
  };
  using Outs = std::unordered_map<model::VisitId, Out>;

  void line_up(Ready ready);
  const Ready* find(model::VisitId visit) const;
  std::size_t places_of_owner() const;
  std::size_t places_of_address() const;
  Owner& owner_of(const std::string& name);
  Share& share_of(model::SourceId source);
  std::vector<fetch::Gate*> gates_for(const Ready& ready, Owner& owner);
  void count_page(const Ready& ready, int more);
  void release(const Ready& ready, SteadyTime now);
  void take_back(Outs::iterator out, SteadyTime now);
  void forget_idle();

  const DispatchOptions options_;
  std::size_t capacity_ = 0;
  fetch::FairQueue queue_;
  fetch::Gate pages_;
  std::unordered_map<std::string, std::unique_ptr<Owner>> owners_;
  // With pages.
  std::unordered_map<model::SourceId, std::unique_ptr<Share>> shares_;
  std::unordered_map<std::string, std::unique_ptr<fetch::Gate>> addresses_;
  // By host.
  std::unordered_map<std::string, std::string> address_of_;
  std::unordered_map<model::VisitId, Ready> waiting_;
  Outs out_;
  std::multimap<SteadyTime, model::VisitId> leases_;
  std::size_t forget_at_;
};

}  // namespace curlew::control
