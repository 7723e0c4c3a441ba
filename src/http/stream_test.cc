#include "http/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "http/loopback_test.h"
#include "http/server.h"

namespace curlew::http {
namespace {

using Written = StreamWriter::Written;
constexpr auto kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

// A server that streams, and hands each stream's writer to the test.
class Streaming : public testing::Test {
 protected:
  void start(Bytes capacity = 64_KiB, ServerOptions options = {}) {
    auto started =
        start_server(std::move(options),
                     [this, capacity](const ServerRequest& request, Responder r) {
                       if (request.path == "/plain") return r({200, {}, "plain"});
                       auto stream = std::make_shared<StreamWriter>(capacity);
                       r({200, {}, "", stream->body()});
                       const std::lock_guard lock(mutex_);
                       writers_.push_back(std::move(stream));
                     });
    ASSERT_TRUE(started.ok()) << started.error().text;
    server_ = std::move(started).value();
  }

  RawSocket ask() {
    auto socket = RawSocket::connect(server_->port());
    socket.send(kGet);
    return socket;
  }

  // The next writer that no test took yet.
  std::shared_ptr<StreamWriter> writer() {
    while (true) {
      {
        const std::lock_guard lock(mutex_);
        if (!writers_.empty()) {
          auto first = std::move(writers_.front());
          writers_.erase(writers_.begin());
          return first;
        }
      }
      std::this_thread::yield();
    }
  }

  std::mutex mutex_;
  std::vector<std::shared_ptr<StreamWriter>> writers_;
  std::unique_ptr<Server> server_;
};

bool becomes_gone(StreamWriter& writer) {
  for (int i = 0; i < 500 && !writer.is_gone(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return writer.is_gone();
}

TEST_F(Streaming, PiecesArriveAsTheyAreWritten) {
  start();
  auto socket = ask();
  auto stream = writer();
  EXPECT_EQ(stream->write("one;"), Written::kTaken);
  EXPECT_NE(socket.read_until("one;").find("Transfer-Encoding: chunked"), 0u);
  // The connection sleeps by now; another thread wakes it.
  std::thread([&] { stream->write("two;"); }).join();
  EXPECT_NE(socket.read_until("two;").find("two;"), std::string::npos);
  stream->end();
  EXPECT_NE(socket.read_until("0\r\n\r\n").find("0\r\n\r\n"), std::string::npos);
  EXPECT_EQ(stream->write("three"), Written::kGone);
  // The answer was whole, so the connection serves the next request.
  socket.send("GET /plain HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(socket.read_response().ends_with("plain"));
}

TEST_F(Streaming, AWriterThatIsDroppedBreaksTheAnswerOff) {
  start();
  auto socket = ask();
  auto stream = writer();
  stream->write("half");
  socket.read_until("half");
  stream.reset();
  EXPECT_EQ(socket.read_all().find("0\r\n\r\n"), std::string::npos);
}

TEST_F(Streaming, OthersAreServedBesideManyOpenStreams) {
  start();
  std::vector<RawSocket> sockets;
  std::vector<std::shared_ptr<StreamWriter>> streams;
  for (int i = 0; i < 200; ++i) sockets.push_back(ask());
  for (int i = 0; i < 200; ++i) streams.push_back(writer());
  auto other = RawSocket::connect(server_->port());
  other.send("GET /plain HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(other.read_response().ends_with("plain"));
  const auto piece = std::make_shared<const std::string>("news;");
  for (const auto& stream : streams) EXPECT_EQ(stream->write(piece), Written::kTaken);
  for (auto& socket : sockets) {
    EXPECT_NE(socket.read_until("news;").find("news;"), std::string::npos);
  }
}

TEST_F(Streaming, AClientThatReadsNothingFillsItsShareAndNoMore) {
  start(100'000);
  auto socket = ask();
  auto stream = writer();
  const std::string piece(10'000, 'x');
  std::size_t taken = 0;
  Written last = Written::kTaken;
  // The sockets hold some megabytes.
  for (int i = 0; i < 100'000 && last == Written::kTaken; ++i) {
    last = stream->write(piece);
    taken += last == Written::kTaken ? 1 : 0;
    if (last == Written::kFull) {  // The server may only be busy.
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      last = stream->write(piece);
      taken += last == Written::kTaken ? 1 : 0;
    }
  }
  ASSERT_EQ(last, Written::kFull);
  EXPECT_GT(taken, 9u);
  // Dropped with a reason, at the end of a piece.
  stream->cut_short("dropped: too slow");
  const std::string text = socket.read_until("0\r\n\r\n");
  EXPECT_NE(text.find("dropped: too slow"), std::string::npos);
  const auto sent = std::size_t(std::count(text.begin(), text.end(), 'x'));
  EXPECT_EQ(sent % piece.size(), 0u);
  EXPECT_LT(sent, taken * piece.size());
}

TEST_F(Streaming, RoomIsToldSoThatALongDownloadNeedsLittleMemory) {
  constexpr std::size_t kPieces = 500;
  const auto piece = std::make_shared<const std::string>(50'000, 'x');
  std::atomic<int> waits = 0;
  auto server = start_server({}, [&](const ServerRequest&, Responder respond) {
    auto stream = std::make_shared<StreamWriter>(100'000);
    // Owns its writer: it must go with the stream.
    auto next = [&, stream, left = kPieces]() mutable {
      while (left > 0) {
        const auto written = stream->write(piece);
        if (written == Written::kFull) ++waits;
        if (written != Written::kTaken) return;
        --left;
      }
      stream->end();
    };
    auto shared = std::make_shared<decltype(next)>(std::move(next));
    stream->on_room([shared] { (*shared)(); });
    respond({200, {}, "", stream->body()});
    (*shared)();
  });
  ASSERT_TRUE(server.ok());
  auto socket = RawSocket::connect((*server)->port());
  socket.send(kGet);
  std::size_t received = 0;
  for (std::string tail; tail.find("0\r\n\r\n") == tail.npos;) {
    const auto part = socket.read_some();
    if (part.empty()) break;
    received += std::size_t(std::count(part.begin(), part.end(), 'x'));
    tail = tail.substr(tail.size() - std::min<std::size_t>(tail.size(), 8)) + part;
  }
  EXPECT_EQ(received, kPieces * piece->size());
  EXPECT_GT(waits, 20);
  EXPECT_EQ(piece.use_count(), 1);  // Nothing is held any more.
}

TEST_F(Streaming, AClientThatLeavesIsNoticedThoughNothingIsWritten) {
  start();
  std::shared_ptr<StreamWriter> stream;
  {
    auto socket = ask();
    stream = writer();
    stream->write("hello");
    socket.read_until("hello");
    EXPECT_FALSE(stream->is_gone());
  }
  EXPECT_TRUE(becomes_gone(*stream));
  EXPECT_EQ(stream->write("more"), Written::kGone);
}

TEST_F(Streaming, AClientThatReadsNothingIsGoneAfterTheIdleTimeout) {
  start(64_KiB, {.idle_timeout = Milliseconds(1'000)});
  auto socket = ask();
  auto stream = writer();
  const std::string piece(60'000, 'x');
  for (int i = 0; i < 2'000 && stream->write(piece) != Written::kGone; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(becomes_gone(*stream));
}

TEST_F(Streaming, AStreamMayBeSilentForLongerThanTheIdleTimeout) {
  start(64_KiB, {.idle_timeout = Milliseconds(1'000)});
  auto socket = ask();
  auto stream = writer();
  stream->write("one;");
  socket.read_until("one;");
  std::this_thread::sleep_for(std::chrono::milliseconds(2'500));
  EXPECT_EQ(stream->write("two;"), Written::kTaken);
  EXPECT_NE(socket.read_until("two;").find("two;"), std::string::npos);
}

TEST_F(Streaming, AnAnswerThatNobodyTakesIsGone) {
  StreamWriter stream;
  EXPECT_EQ(stream.write("kept"), Written::kTaken);
  bool is_told = false;
  stream.on_room([&] { is_told = true; });
  stream.body().reset();
  EXPECT_TRUE(stream.is_gone());
  EXPECT_TRUE(is_told);
}

TEST_F(Streaming, HeadGetsNoBodyAndEndsTheStream) {
  start();
  auto socket = RawSocket::connect(server_->port());
  socket.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(socket.read_until("\r\n\r\n").starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(becomes_gone(*writer()));
}

TEST_F(Streaming, AStoppedServerEndsAllStreamsAtOnce) {
  start();
  std::vector<RawSocket> sockets;
  std::vector<std::shared_ptr<StreamWriter>> streams;
  for (int i = 0; i < 50; ++i) sockets.push_back(ask());
  for (int i = 0; i < 50; ++i) streams.push_back(writer());
  std::atomic<bool> stop = false;
  std::thread writing([&] {  // While it stops.
    while (!stop) {
      for (const auto& stream : streams) stream->write("x");
    }
  });
  server_.reset();
  stop = true;
  writing.join();
  for (const auto& stream : streams) EXPECT_EQ(stream->write("x"), Written::kGone);
  for (auto& socket : sockets) {
    EXPECT_EQ(socket.read_all().find("0\r\n\r\n"), std::string::npos);
  }
}

TEST_F(Streaming, ManyWriteWhileClientsComeAndGo) {
  start(1'000);
  std::atomic<bool> stop = false;
  std::vector<std::thread> writing;
  for (int i = 0; i < 3; ++i) {
    writing.emplace_back([&] {
      while (!stop) {
        std::vector<std::shared_ptr<StreamWriter>> all;
        {
          const std::lock_guard lock(mutex_);
          all = writers_;
        }
        for (const auto& stream : all) {
          if (stream->write("0123456789") == Written::kFull) stream->cut_short("slow");
          stream->is_gone();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
  }
  for (int i = 0; i < 300; ++i) {
    auto socket = ask();
    if (i % 3 == 0) continue;
    EXPECT_NE(socket.read_until("0123456789").find("0123456789"), std::string::npos);
  }
  stop = true;
  for (auto& thread : writing) thread.join();
}

}  // namespace
}  // namespace curlew::http
