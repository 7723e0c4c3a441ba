#include "http/sleeping_connections.h"

namespace curlew::http {

bool SleepingConnections::sleep(MHD_Connection* connection) {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  sleeping_.insert(connection);
  MHD_suspend_connection(connection);
  return true;
}

void SleepingConnections::wake(MHD_Connection* connection) {
  const std::lock_guard lock(mutex_);
  if (sleeping_.erase(connection) == 1) MHD_resume_connection(connection);
}

void SleepingConnections::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (auto* connection : sleeping_) MHD_resume_connection(connection);
  sleeping_.clear();
}

bool SleepingConnections::is_closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

}  // namespace curlew::http
