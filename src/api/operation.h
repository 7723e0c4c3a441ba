// What operators and their programs ask of a process: figures for Prometheus (/metrics,
// docs/metrics.md), and whether it can do its work (/readyz). Part of the web endpoint,
// and a small site of its own where a process has none.

#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "http/handler_pool.h"
#include "http/router.h"

namespace curlew::api {

// One thing that the work needs.
struct ReadyCheck {
  // "disk"
  std::string name;
  // Why it does not work now, for people; empty: it does.
  std::string trouble;
};

// Both are called on a thread of their own, one at a time.
struct OperationOptions {
  // In the text format of Prometheus; absent: there are none.
  std::function<std::string()> metrics = nullptr;
  // Absent: it is always ready.
  std::function<std::vector<ReadyCheck>()> readiness = nullptr;
};

class OperationRoutes {
 public:
  explicit OperationRoutes(OperationOptions options) : options_(std::move(options)) {}

  // It outlives the router. `metrics`: who may read the figures; nullopt: nobody can.
  void add_to(http::Router& router, std::optional<http::Access> metrics);

 private:
  // Whoever asks while another's answer is being made shares it.
  struct Asking {
    std::mutex mutex;
    std::vector<http::Reply> replies;
  };
  void answer(Asking& asking, std::size_t lane, const http::Reply& reply,
              std::function<http::ServerResponse()> make);
  // What is wrong, with paths and addresses, is told on this machine alone.
  enum class Detail { kTold, kNotTold };
  http::ServerResponse readiness(Detail detail) const;

  const OperationOptions options_;
  Asking metrics_;
  Asking readiness_;
  Asking readiness_in_short_;
  // Last: its thread uses the above.
  http::HandlerPool thread_{{.threads = 1, .most_running_of_lane = 1}};
};

// /metrics, /readyz and /healthz alone, for whoever reaches it. `address` is the one it
// listens on.
std::shared_ptr<const http::Router> make_operation_site(OperationOptions options,
                                                        std::string address);

}  // namespace curlew::api
