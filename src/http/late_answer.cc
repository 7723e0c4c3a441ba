#include "http/late_answer.h"

#include <utility>
#include <variant>

namespace curlew::http {
namespace {

class LateSink final : public Responder::Sink {
 public:
  explicit LateSink(std::shared_ptr<LateAnswer> answer) : answer_(std::move(answer)) {}
  ~LateSink() override { answer_->answer({500, {}, "The request was not answered\n"}); }
  LateSink(const LateSink&) = delete;
  LateSink& operator=(const LateSink&) = delete;

  void answer(ServerResponse response) override {
    answer_->answer(std::move(response));
  }

 private:
  std::shared_ptr<LateAnswer> answer_;
};

}  // namespace

void LateAnswer::answer(ServerResponse response) {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kOpen) return;
  response_ = std::move(response);
  state_ = State::kAnswered;
  if (connection_ != nullptr) connections_->wake(connection_);
}

std::variant<LateAnswer::Sleeping, LateAnswer::Gone, ServerResponse>
LateAnswer::take_or_sleep(MHD_Connection* connection) {
  const std::lock_guard lock(mutex_);
  if (state_ == State::kAnswered) return std::move(response_);
  if (!connections_->sleep(connection)) return Gone{};
  connection_ = connection;
  return Sleeping{};
}

void LateAnswer::forget_connection() {
  ServerResponse dropped;  // Its stream tells its writer: not under the lock.
  const std::lock_guard lock(mutex_);
  state_ = State::kGone;
  connection_ = nullptr;
  std::swap(dropped, response_);
}

Responder make_responder(std::shared_ptr<LateAnswer> answer) {
  return Responder(std::make_shared<LateSink>(std::move(answer)));
}

}  // namespace curlew::http
