// Answers a client's requests as the plans say, and writes down what is wrong with
// each. The scoring server without its sockets.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "http/server.h"
#include "sim/score/fault.h"
#include "sim/score/feed_plan.h"

namespace curlew::sim {

struct JudgeOptions {
  // Between two requests for one feed.
  Milliseconds minimum_gap{600'000};
  // Between two requests to one host.
  Milliseconds host_delay{2'000};
  // What the host "robots" asks for instead.
  Milliseconds crawl_delay{10'000};
  // A client may be sent to the new address this often before it must have learned.
  int redirects_allowed = 10;
  Milliseconds robots_age{24 * 3'600'000};
  // From this failure in a row on, the gap must have doubled at least.
  int failures_at_full_pace = 4;
};

// How often a feed was asked for.
struct FeedTally {
  std::string url;
  std::int64_t requests = 0;
  // Answered 200.
  std::int64_t bodies = 0;
  // Answered 304.
  std::int64_t not_modified = 0;
};

// Not thread-safe.
class Judge {
 public:
  // `start` is the beginning of the simulated time; `port` is for addresses in feeds.
  Judge(JudgeOptions options, Time start, std::uint16_t port)
      : options_(options), start_(start), port_(port) {}

  // `host` is "etags", the first label of the Host field.
  http::ServerResponse answer(std::string_view host, const http::ServerRequest& request,
                              Time now);

  const std::vector<Fault>& faults() const { return faults_; }
  // Of every plan, in their order.
  std::vector<FeedTally> tallies() const;
  std::string url_of(const FeedPlan& plan) const;

 private:
  struct Validators {
    std::string etag;
    std::string last_modified;
  };
  struct HostRecord {
    std::optional<Time> last_request;
    std::optional<Time> robots_read;
  };
  struct FeedRecord {
    std::int64_t requests = 0;
    std::int64_t bodies = 0;
    std::int64_t not_modified = 0;
    std::optional<Time> last_request;
    // 200 or 304
    std::optional<Time> last_success;
    // By the last 200.
    Validators given;
    std::set<std::string> ever_given;
    std::optional<Time> fresh_until;
    std::optional<Time> retry_after;
    bool gone = false;
    // In a row.
    int failures = 0;
    // Permanent ones.
    int redirects = 0;
    // By a temporary redirect.
    std::optional<Time> sent_here;
  };
  // One request while it is being judged.
  struct JudgedRequest {
    std::string_view host;
    const http::ServerRequest& request;
    Time now;

    std::string_view field(std::string_view name) const {
      return http::find_header(request.headers, name).value_or("");
    }
  };

  void add_fault(const JudgedRequest& judged, FaultKind kind, std::string why);
  void judge_headers(const JudgedRequest& judged);
  void judge_host(const JudgedRequest& judged, HostRecord& record);
  void judge_validators(const JudgedRequest& judged, const FeedRecord& record);
  void judge_validator(const JudgedRequest& judged, const FeedRecord& record,
                       std::string_view field, const std::string& given);
  void judge_timing(const JudgedRequest& judged, const FeedPlan& plan,
                    const FeedRecord& record);
  void judge_wishes(const JudgedRequest& judged, const FeedPlan& plan,
                    const FeedRecord& record);
  void judge_address(const JudgedRequest& judged, const FeedPlan& plan,
                     const FeedRecord& record);

  http::ServerResponse answer_feed(const JudgedRequest& judged, const FeedPlan& plan);
  std::optional<http::ServerResponse> trouble(const FeedPlan& plan, FeedRecord& record,
                                              Time now);
  http::ServerResponse document(const JudgedRequest& judged, const FeedPlan& plan,
                                FeedRecord& record);
  std::string robots_txt(std::string_view host) const;
  std::string origin(std::string_view host) const;
  FeedRecord& record_of(std::string_view host, std::string_view path);

  const JudgeOptions options_;
  const Time start_;
  const std::uint16_t port_;
  std::map<std::string, HostRecord, std::less<>> hosts_;
  // By host and path.
  std::map<std::string, FeedRecord, std::less<>> feeds_;
  std::vector<Fault> faults_;
};

}  // namespace curlew::sim
