// A NATS server for tests: on a free port of the loopback address, with its files in a
// folder that goes away, stopped by its process id.

#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/temporary_folder_test.h"

namespace curlew::broker {

inline constexpr const char* kNatsServer = "/usr/sbin/nats-server";

class NatsServer {
 public:
  // More lines for its configuration.
  explicit NatsServer(std::string configuration = "")
      : configuration_(std::move(configuration)) {
    start();
  }
  ~NatsServer() { stop(SIGTERM); }
  NatsServer(const NatsServer&) = delete;
  NatsServer& operator=(const NatsServer&) = delete;

  // Listens when it returns. The second time on the port of the first.
  void start() {
    std::ofstream(folder_.file("conf"))
        << "jetstream { store_dir: \"" << folder_.file("store") << "\" }\n"
        << configuration_ << "\n";
    std::vector<std::string> words{"nats-server",
                                   "-c",
                                   folder_.file("conf"),
                                   "-a",
                                   "127.0.0.1",
                                   "-p",
                                   port_.empty() ? "-1" : port_,
                                   "-l",
                                   folder_.file("log"),
                                   "--ports_file_dir",
                                   folder_.path().string()};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (posix_spawn(&process_, kNatsServer, nullptr, nullptr, arguments.data(),
                    environ) != 0) {
      throw std::runtime_error("nats-server cannot be started");
    }
    wait_for_port();
  }

  void stop(int signal) {
    if (process_ <= 0) return;
    kill(process_, signal);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }

  // As after a lost disk.
  void forget() { std::filesystem::remove_all(folder_.file("store")); }

  std::string url() const { return "nats://127.0.0.1:" + port_; }
  const std::string& port() const { return port_; }

 private:
  void wait_for_port() {
    const std::string file =
        folder_.file("nats-server_" + std::to_string(process_) + ".ports");
    // {"nats":["nats://127.0.0.1:4222"]}
    for (int i = 0; i < 3'000; ++i) {
      std::ostringstream text;
      text << std::ifstream(file).rdbuf();
      const std::string ports = text.str();
      const auto at = ports.find("127.0.0.1:");
      if (at != ports.npos && ports.find('}') != ports.npos) {
        port_ = ports.substr(at + 10, ports.find('"', at) - at - 10);
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    throw std::runtime_error("nats-server does not start");
  }

  const TemporaryFolder folder_;
  const std::string configuration_;
  std::string port_;
  pid_t process_ = 0;
};

}  // namespace curlew::broker
