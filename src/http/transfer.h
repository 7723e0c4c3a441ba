// One request on its way: what libcurl is told about it, what its peer is allowed, and
// what came back. Belongs to the client's thread.

#pragma once

#include <curl/curl.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "http/client.h"
#include "http/destination.h"
#include "http/easy_pool.h"
#include "http/reception.h"

namespace curlew::http {

class Transfer;

// What the transfers of a client share.
struct TransferContext {
  const AddressGuard& guard;
  const Clock& clock;
  // Null: no limit.
  MemoryBudget* memory = nullptr;
  // So much of a body is taken even when the memory is full: small answers, most of
  // all, go on arriving beside a few that are large.
  Bytes small_body = 0;
  // Since the client looked last.
  std::vector<Transfer*> paused{};
};

class Transfer {
 public:
  // `context` outlive the transfer.
  Transfer(Request request, Client::Done done, TransferContext& context);

  // Whether it may be tried at all. False: it has ended as kRefused.
  bool judge();

  // Where to connect: the destination's host, or its proxy's.
  const Endpoint& endpoint() const;
  // The addresses of its host or proxy, when somebody has looked them up already.
  const std::vector<IpAddress>& known_addresses() const { return request_.addresses; }

  // Begins on `easy`; `addresses` are those of endpoint() when that is a name.
  void begin(EasyHandle easy, const std::vector<IpAddress>& addresses);
  CURL* easy() const { return easy_.get(); }
  // Frees what the transfer needed while it ran.
  EasyHandle take_easy();
  EasyPool::Use use() const;

  // Called now and then in real time: true when the peer brings too little. end() then
  // says so.
  bool is_stalled(SteadyTime now) { return reception_.is_stalled(now); }

  // A body that there is no memory for waits on the wire; the time that it waits is not
  // its peer's. `now` is real time.
  void paused(SteadyTime now);
  std::optional<SteadyTime> paused_since() const { return paused_since_; }
  // kBeyondLimit: it will not be paused again, however full the memory is.
  enum class Room { kWithinLimit, kBeyondLimit };
  void resume(SteadyTime now, Room room);

  void end(CURLcode code);
  void end(TransferEnd end, std::string error);
  void deliver() { done_(std::move(response_)); }
  // What its body takes of the budget, once it has ended.
  std::shared_ptr<const MemoryBudget::Share> room() const { return response_.room; }

  // Its place in the client's table.
  std::size_t slot = 0;
  // The client's transfers in the order they began.
  std::uint64_t number = 0;
  // While its name is looked up, in real time.
  SteadyTime give_up;
  const Limits& limits() const { return request_.limits; }

 private:
  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self);
  static std::size_t on_header(char* bytes, std::size_t, std::size_t size, void* self);
  static curl_socket_t on_open_socket(void* self, curlsocktype purpose,
                                      curl_sockaddr* address);

  enum class Taken { kYes, kLater, kNo };
  Taken take_body(std::string_view bytes);
  bool begin_body();
  bool must_wait(Bytes more) const;
  void read_facts();
  std::optional<Reception::Verdict> judge_end(CURLcode code) const;
  void set_headers();
  void set_method();
  void set_addresses(const std::vector<IpAddress>& addresses);
  void set_proxy();
  template <typename Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(easy_.get(), option, value);
  }

  Request request_;
  Client::Done done_;
  TransferContext& context_;
  Destination destination_;
  std::optional<ProxyDestination> proxy_;
  Response response_;
  Reception reception_;

  EasyHandle easy_;
  Slist header_list_;
  Slist resolve_list_;
  std::array<char, CURL_ERROR_SIZE> curl_error_{};
  SteadyTime began_;
  // The last that the guard forbade, and why.
  std::string refused_address_;
  // Why no socket could be made: our own fault.
  std::string no_file_;
  std::optional<SteadyTime> paused_since_;
  Milliseconds was_paused_{0};
  Room room_ = Room::kWithinLimit;
};

}  // namespace curlew::http
