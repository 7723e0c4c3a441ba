#include "http/late_answer.h"

#include <utility>

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

void SleepingConnections::close() {
  const std::lock_guard lock(mutex);
  closed = true;
  for (auto* answer : sleeping) {
    answer->state_ = LateAnswer::State::kGone;
    MHD_resume_connection(answer->connection_);
  }
  sleeping.clear();
}

void LateAnswer::answer(ServerResponse response) {
  const std::lock_guard lock(connections_->mutex);
  if (state_ == State::kAnswered || state_ == State::kGone) return;
  response_ = std::move(response);
  if (std::exchange(state_, State::kAnswered) == State::kSleeping) {
    connections_->sleeping.erase(this);
    MHD_resume_connection(connection_);
  }
}

std::variant<LateAnswer::Sleeping, LateAnswer::Gone, ServerResponse>
LateAnswer::take_or_sleep(MHD_Connection* connection) {
  const std::lock_guard lock(connections_->mutex);
  if (state_ == State::kAnswered) return std::move(response_);
  if (state_ == State::kGone || connections_->closed) return Gone{};
  connection_ = connection;
  state_ = State::kSleeping;
  connections_->sleeping.insert(this);
  MHD_suspend_connection(connection);
  return Sleeping{};
}

void LateAnswer::forget_connection() {
  const std::lock_guard lock(connections_->mutex);
  connections_->sleeping.erase(this);
  state_ = State::kGone;
}

Responder make_responder(std::shared_ptr<LateAnswer> answer) {
  return Responder(std::make_shared<LateSink>(std::move(answer)));
}

}  // namespace curlew::http
