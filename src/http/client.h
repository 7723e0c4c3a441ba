// The one way out of the machine. Everything that Curlew sends to anybody goes through
// a Client, so that the address guard and the limits cannot be walked around.
//
// A Client runs many transfers at once on the thread that calls poll(); it has no
// thread that its user can see. It follows no redirect, sends no cookie and no
// referrer, and adds nothing of its own to a request but Host, User-Agent and
// Accept-Encoding.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/memory_budget.h"
#include "base/result.h"
#include "base/time.h"
#include "http/address_guard.h"
#include "http/message.h"

namespace curlew::http {

// What a peer may cost us. A transfer that passes a limit ends as kTooLarge or
// kTimedOut.
struct Limits {
  // After decompression.
  Bytes body = 32_MiB;
  // All response headers together.
  Bytes headers = 128_KiB;
  // Decoded bytes per byte on the wire; only judged beyond the first MiB decoded.
  double compression_ratio = 200;
  Milliseconds connect{10'000};
  Milliseconds total{60'000};
  // A body that brings less than this many bytes in stall_window is given up.
  Bytes stall_bytes = 512;
  Milliseconds stall_window{15'000};
};

struct Request {
  std::string method = "GET";
  // http or https; anything else is refused.
  std::string url;
  Headers headers;
  std::string body;
  // "user:password"; empty for none.
  std::string basic_credentials;
  // "http://[user:password@]host:port"; empty for none.
  std::string proxy;
  // The addresses of the host, or of the proxy, where somebody has looked them up; else
  // the client does.
  std::vector<IpAddress> addresses;
  Limits limits;
  // Asked when the headers of a success are there: is its body of any use? A body that
  // is not is broken off unread, and the response complete without it. Empty: always.
  std::function<bool(const Headers&)> wants_body;
  // Another request to this host is waiting: keep the connection for it. Connections to
  // hosts that are asked once an hour cost more to keep than to make.
  bool keep_connection = false;
  // A browser's alone: what the page looks like is wanted, too.
  bool wants_picture = false;
};

enum class TransferEnd {
  // A whole response arrived, whatever its status.
  kCompleted,
  // The guard forbids the scheme, the port or the address.
  kRefused,
  // The name has no address.
  kUnresolved,
  // Nobody answers there.
  kUnconnected,
  kTlsFailed,
  kTimedOut,
  kTooLarge,
  // The peer broke off.
  kBroken,
  // The peer does not speak HTTP, or contradicts itself.
  kNotHttp,
  // We had no file or no memory left for it: the peer is not to blame.
  kNoRoom,
};

// Whether all of a body came.
enum class BodyEnd {
  kWhole,
  // The body had no length and ended with its connection.
  kUnsure,
  // The encoding of the body has not ended.
  kCut,
};

struct Response {
  TransferEnd end = TransferEnd::kCompleted;
  int status = 0;
  Headers headers;
  // Decompressed.
  std::string body;
  BodyEnd body_end = BodyEnd::kWhole;
  // What the page looks like, as PNG; empty: it was not asked for, or not to be had.
  std::string picture;
  // What the body takes of the client's budget, for as long as it is kept.
  std::shared_ptr<const MemoryBudget::Share> room;
  // "93.184.216.34", once connected.
  std::string remote_address;
  // Headers and body as they came.
  Bytes wire_bytes = 0;
  Milliseconds took{0};
  // For people, with the offending value; empty when completed.
  std::string error;
};

// All addresses of a name, or why there is none.
using Addresses = Result<std::vector<IpAddress>>;

class Client {
 public:
  using Done = std::function<void(Response)>;
  using LookedUp = std::function<void(const Addresses&)>;

  // Breaks off what is in flight; its `done` is not called, since whoever waited for it
  // may be gone already.
  virtual ~Client() = default;

  // Begins a transfer; `done` is called once, from poll(), never from start().
  virtual void start(Request request, Done done) = 0;

  // What is known of a name now; nullptr when it is to be looked up. Valid until the
  // next call.
  virtual const Addresses* find_addresses(const std::string& name) = 0;
  // Looks it up; `done` is called once, from poll(). It may take as long as the system
  // wants, and occupies one of ClientOptions::resolver_threads meanwhile.
  virtual void look_up(const std::string& name, LookedUp done) = 0;

  // Moves transfers on for at most `max_wait`, and returns early when one ended or
  // wake() was called. Callbacks may start further transfers.
  virtual void poll(Milliseconds max_wait) = 0;

  virtual std::size_t in_flight() const = 0;

  // Makes a poll() in progress return. The only function for other threads.
  virtual void wake() = 0;
};

// May block: it is called on the resolver's own threads.
using Lookup = std::function<Addresses(const std::string& name)>;

struct ClientOptions {
  AddressGuard guard;
  // Says who we are and how to reach us.
  std::string user_agent;
  // Further transfers wait inside the client.
  std::size_t max_connections = 1000;
  std::size_t resolver_threads = 8;
  Milliseconds dns_ttl{300'000};
  std::size_t dns_entries = 20'000;
  // Empty: the system's. For tests and simulated webs.
  Lookup lookup;
  // Empty: the system's.
  std::string ca_file;
  // When it is full, no transfer is begun and large bodies wait on the wire. Outlives
  // the client; nullptr: no limit.
  MemoryBudget* memory = nullptr;
};

// Over libcurl. `clock` must outlive the client; it stamps `took` and ages the names
// looked up, while time-outs run in real time, as sockets do.
//
// Requests are refused that name a scheme other than http and https, a port that
// belongs to another protocol, or an address that the guard forbids. Through a proxy
// (an http one) the proxy's address is judged as any other, since a source's settings
// are not to be trusted with the inside of the network; a target given as an address is
// judged too, but a name is looked up by the proxy, out of our sight.
std::unique_ptr<Client> make_curl_client(ClientOptions options, const Clock& clock);

}  // namespace curlew::http
