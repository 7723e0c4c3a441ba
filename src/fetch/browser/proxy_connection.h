// One connection of a browser to the guard proxy: head → credentials → address →
// connected → bytes in both directions. Driven by the proxy's thread alone.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fetch/browser/guard_proxy.h"
#include "fetch/browser/proxy_head.h"
#include "http/endpoint.h"
#include "http/resolver.h"

namespace curlew::fetch {

struct PageAccount {
  PageBudget budget;
  PageTraffic traffic;
  bool is_dismissed = false;

  void note_failure(const std::string& host, http::TransferEnd end, std::string why);
};
// By the value of Proxy-Authorization.
using PageAccounts = std::unordered_map<std::string, std::shared_ptr<PageAccount>>;

class ProxyConnection {
 public:
  // Owns `client`, a socket that does not block.
  ProxyConnection(int client, const GuardProxyOptions& options, SteadyTime now);
  ~ProxyConnection();
  ProxyConnection(const ProxyConnection&) = delete;
  ProxyConnection& operator=(const ProxyConnection&) = delete;

  int client() const { return client_; }
  // -1: none yet.
  int server() const { return server_; }
  // What poll(2) shall wait for.
  short client_events() const;
  short server_events() const;

  void on_client(short events, const PageAccounts& accounts, SteadyTime now);
  void on_server(short events, SteadyTime now);
  // The name that must be looked up; empty for none.
  const std::string& wanted_name() const { return wanted_name_; }
  void on_addresses(const http::Resolver::Addresses& addresses);

  bool has_ended(SteadyTime now);

 private:
  enum class State { kHead, kResolving, kConnecting, kRelaying, kDraining, kEnded };

  void read_head(const PageAccounts& accounts);
  void begin(ProxyHead head, std::string rest);
  void connect_next();
  void on_connected(SteadyTime now);
  void fail(http::TransferEnd end, std::string why);
  void answer_and_end(std::string_view answer);
  void read_client();
  void read_server();
  void write_out(int socket, std::string& bytes);

  const GuardProxyOptions& options_;
  State state_ = State::kHead;
  int client_;
  int server_ = -1;
  bool server_closed_ = false;
  // The head, while it is read.
  std::string in_;
  // Waiting to be written.
  std::string to_client_;
  std::string to_server_;
  ProxyHead head_;
  // What is to come of the body of a plain request.
  Bytes body_left_ = 0;
  std::shared_ptr<PageAccount> page_;
  http::Endpoint endpoint_;
  std::string wanted_name_;
  // Left to try, the next one last.
  std::vector<http::IpAddress> addresses_;
  std::string connecting_to_;
  SteadyTime deadline_;
};

}  // namespace curlew::fetch
