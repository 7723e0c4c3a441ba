#include "http/stream.h"

#include <microhttpd.h>
#include <poll.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <utility>

#include "http/sleeping_connections.h"

namespace curlew::http {

// What both ends share. Locks in this order: this, SleepingConnections, libmicrohttpd.
class StreamState {
 public:
  explicit StreamState(Bytes capacity) : capacity_(capacity) {}

  void attach(MHD_Connection* connection, int socket,
              std::shared_ptr<SleepingConnections> connections) {
    const std::lock_guard lock(mutex_);
    connection_ = connection;
    socket_ = socket;
    connections_ = std::move(connections);
  }

  StreamWriter::Written write(StreamPiece piece) {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::kOpen) return StreamWriter::Written::kGone;
    if (waiting_ > 0 && waiting_ + piece->size() > capacity_) {
      wants_room_ = true;
      return StreamWriter::Written::kFull;
    }
    add(std::move(piece));
    return StreamWriter::Written::kTaken;
  }

  void end() {
    std::function<void()> dropped;  // It may own the writer: goes after the lock.
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::kOpen) return;
    dropped = finish();
  }

  void cut_short(std::string last) {
    std::function<void()> dropped;
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::kOpen) return;
    const std::size_t kept = sent_of_first_ > 0 ? 1 : 0;
    while (pieces_.size() > kept) {
      waiting_ -= pieces_.back()->size();
      pieces_.pop_back();
    }
    add(std::make_shared<const std::string>(std::move(last)));
    dropped = finish();
  }

  void break_off() {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::kOpen) return;
    phase_ = Phase::kGone;
    wake();
  }

  void client_left() {
    std::function<void()> tell;
    {
      const std::lock_guard lock(mutex_);
      phase_ = Phase::kGone;
      connection_ = nullptr;
      pieces_.clear();
      tell = std::exchange(on_room_, nullptr);
    }
    if (tell) tell();
  }

  bool is_gone() {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::kOpen || !is_asleep_) return phase_ != Phase::kOpen;
    // libmicrohttpd does not look at a sleeping connection.
    pollfd socket{socket_, POLLRDHUP, 0};
    if (::poll(&socket, 1, 0) != 1) return false;
    phase_ = Phase::kGone;
    wake();
    return true;
  }

  void on_room(std::function<void()> callback) {
    const std::lock_guard lock(mutex_);
    on_room_ = std::move(callback);
  }

  ssize_t read(char* buffer, std::size_t size) {
    std::function<void()> tell;
    std::size_t copied = 0;
    {
      const std::lock_guard lock(mutex_);
      if (phase_ == Phase::kGone || connections_->is_closed()) {
        return MHD_CONTENT_READER_END_WITH_ERROR;
      }
      copied = take(buffer, size);
      if (copied == 0 && phase_ == Phase::kEnded) {
        return MHD_CONTENT_READER_END_OF_STREAM;
      }
      if (copied == 0) {
        is_asleep_ = connections_->sleep(connection_);
        return is_asleep_ ? 0 : MHD_CONTENT_READER_END_WITH_ERROR;
      }
      if (wants_room_ && waiting_ <= capacity_ / 2) {
        wants_room_ = false;
        tell = on_room_;
      }
    }
    if (tell) tell();
    return ssize_t(copied);
  }

 private:
  enum class Phase {
    kOpen,
    kEnded,  // Nothing more is written; what waits is still sent.
    kGone,
  };

  void add(StreamPiece piece) {
    if (piece->empty()) return;
    waiting_ += piece->size();
    pieces_.push_back(std::move(piece));
    wake();
  }

  std::function<void()> finish() {
    phase_ = Phase::kEnded;
    wake();
    return std::exchange(on_room_, nullptr);
  }

  void wake() {
    if (std::exchange(is_asleep_, false)) connections_->wake(connection_);
  }

  std::size_t take(char* buffer, std::size_t size) {
    std::size_t copied = 0;
    while (copied < size && !pieces_.empty()) {
      const std::string& first = *pieces_.front();
      const std::size_t part = std::min(size - copied, first.size() - sent_of_first_);
      std::memcpy(buffer + copied, first.data() + sent_of_first_, part);
      copied += part;
      waiting_ -= part;
      sent_of_first_ += part;
      if (sent_of_first_ < first.size()) break;
      pieces_.pop_front();
      sent_of_first_ = 0;
    }
    return copied;
  }

  const Bytes capacity_;
  std::mutex mutex_;  // Guards everything below.
  Phase phase_ = Phase::kOpen;
  std::deque<StreamPiece> pieces_;
  Bytes waiting_ = 0;              // Of all pieces, what was not sent.
  std::size_t sent_of_first_ = 0;  // Of pieces_.front().
  bool wants_room_ = false;
  std::function<void()> on_room_;
  // Of the connection, once there is one.
  MHD_Connection* connection_ = nullptr;
  int socket_ = -1;
  std::shared_ptr<SleepingConnections> connections_;
  bool is_asleep_ = false;
};

StreamWriter::StreamWriter(Bytes capacity)
    : state_(std::make_shared<StreamState>(capacity)),
      body_(std::make_shared<StreamBody>(state_)) {}

StreamWriter::~StreamWriter() { state_->break_off(); }

std::shared_ptr<StreamBody> StreamWriter::body() { return std::move(body_); }

StreamWriter::Written StreamWriter::write(StreamPiece piece) {
  return state_->write(std::move(piece));
}

StreamWriter::Written StreamWriter::write(std::string piece) {
  return write(std::make_shared<const std::string>(std::move(piece)));
}

void StreamWriter::end() { state_->end(); }
void StreamWriter::cut_short(std::string last) { state_->cut_short(std::move(last)); }
bool StreamWriter::is_gone() { return state_->is_gone(); }
void StreamWriter::on_room(std::function<void()> callback) {
  state_->on_room(std::move(callback));
}

StreamBody::StreamBody(std::shared_ptr<StreamState> state) : state_(std::move(state)) {}
StreamBody::~StreamBody() { state_->client_left(); }

void StreamBody::attach(MHD_Connection* connection, int socket,
                        std::shared_ptr<SleepingConnections> connections) {
  state_->attach(connection, socket, std::move(connections));
}

ssize_t StreamBody::read(char* buffer, std::size_t size) {
  return state_->read(buffer, size);
}

}  // namespace curlew::http
