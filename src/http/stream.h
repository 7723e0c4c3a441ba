// The body of an answer that is written while its client reads it: server-sent events,
// a download of any length in bounded memory.
//
//   auto stream = std::make_shared<StreamWriter>();
//   respond({200, {{"Content-Type", "text/event-stream"}}, "", stream->body()});
//   stream->write("data: hello\n\n");  // Now or later, from any thread.
//   stream->end();
//
// What the client has not read yet is bounded: a write beyond that is refused, and
// whoever writes decides whether to wait for room (on_room) or to drop a client that is
// too slow (cut_short). A client that reads nothing for the server's idle timeout is
// gone.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "base/bytes.h"

struct MHD_Connection;

namespace curlew::http {

class SleepingConnections;
class StreamBody;
class StreamState;

// Shared, so that one piece for a thousand clients is in memory once.
using StreamPiece = std::shared_ptr<const std::string>;

// The handler's end. May be called from any thread.
class StreamWriter {
 public:
  // `capacity` bounds what waits to be read; a single piece may be larger.
  explicit StreamWriter(Bytes capacity = 64_KiB);
  // Without end(): the answer is broken off, not finished.
  ~StreamWriter();
  StreamWriter(const StreamWriter&) = delete;
  StreamWriter& operator=(const StreamWriter&) = delete;

  // The other end, for ServerResponse::stream. Given out once: when nobody has it any
  // more, the client is gone.
  std::shared_ptr<StreamBody> body();

  enum class Written {
    kTaken,
    // Too much waits already: the piece was not taken.
    kFull,
    // The client left, or the server stops, or the stream was ended.
    kGone,
  };
  Written write(StreamPiece piece);
  Written write(std::string piece);

  // The answer is whole with what was written.
  void end();
  // Ends it, too; of what waits, only a piece that is half sent goes before `last`.
  void cut_short(std::string last);

  // Can nothing be written any more, as with Written::kGone? Asks the socket as well: a
  // client that left while nothing was written to it is noticed here and nowhere else.
  bool is_gone();

  // Called when there is room again after a write that found none, and when the client
  // is gone; on the server's thread, so that it must not block. Set it before the
  // answer is given.
  void on_room(std::function<void()> callback);

 private:
  std::shared_ptr<StreamState> state_;
  std::shared_ptr<StreamBody> body_;
};

// The server's end: what it calls on its own thread while the answer is sent.
class StreamBody {
 public:
  explicit StreamBody(std::shared_ptr<StreamState> state);
  // The client is gone.
  ~StreamBody();
  StreamBody(const StreamBody&) = delete;
  StreamBody& operator=(const StreamBody&) = delete;

  // Before the first read().
  void attach(MHD_Connection* connection, int socket,
              std::shared_ptr<SleepingConnections> connections);
  // As MHD_ContentReaderCallback: the bytes copied; 0 when the connection sleeps until
  // there are some.
  ssize_t read(char* buffer, std::size_t size);

 private:
  std::shared_ptr<StreamState> state_;
};

}  // namespace curlew::http
