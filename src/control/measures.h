// What controller and publisher count for operators: docs/metrics.md.

#pragma once

#include <cstddef>
#include <span>

#include "base/metrics.h"
#include "base/time.h"
#include "control/batch.h"
#include "control/prepared_report.h"
#include "publish/verdict.h"

namespace curlew::control {

// So that all of it is shown before the first of it has happened.
void show_measures(Metrics& metrics);

// These reports are committed, at `now`.
void count_committed(Metrics& metrics, std::span<const PreparedReport> reports,
                     const Committed& committed, Time now);

struct Queues {
  std::size_t orders_waiting = 0;
  std::size_t orders_out = 0;
  std::size_t reports_waiting = 0;
  std::size_t terminals = 0;
};
void measure_queues(Metrics& metrics, const Queues& queues);

// A try to deliver a notice has ended.
enum class NoticeWay { kMail, kWebhook };
void count_delivery(Metrics& metrics, NoticeWay way, publish::DeliveryEnd end,
                    Milliseconds since_created);

}  // namespace curlew::control
