// A PostgreSQL server for tests: a cluster of its own in a folder that goes away, on a
// socket in that folder, ended by its process id. It dies with the test program.

#pragma once

#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/temporary_folder_test.h"

namespace curlew::store {

class PostgresServer {
 public:
  // Where initdb and postgres are; empty: not installed.
  static std::string programs() {
    namespace fs = std::filesystem;
    std::error_code error;
    std::string newest;
    for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", error)) {
      const fs::path folder = entry.path() / "bin";
      if (fs::exists(folder / "initdb") && folder.string() > newest) newest = folder;
    }
    return newest;
  }

  // Started at its first use, for the whole test program.
  static PostgresServer& shared() {
    static PostgresServer server;
    return server;
  }

  PostgresServer() : folder_(std::filesystem::temp_directory_path()) {
    if (programs().empty()) {
      throw std::runtime_error("PostgreSQL is not installed (Debian: postgresql)");
    }
    // PostgreSQL does not run as root.
    if (::geteuid() == 0) {
      user_ = ::getpwnam("postgres");
      if (!user_) user_ = ::getpwnam("nobody");
      if (!user_ ||
          ::chown(folder_.path().c_str(), user_->pw_uid, user_->pw_gid) != 0) {
        throw std::runtime_error("no user to run PostgreSQL as");
      }
    }
    // The order of texts must not depend on the server's language: here it has one.
    const pid_t made =
        run({"initdb", "-D", data(), "-U", "curlew", "-A", "trust", "--no-sync", "-E",
             "UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US",
             "--wal-segsize=1", "--no-instructions"});
    int status = 0;
    ::waitpid(made, &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed");
    start();
  }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer() { stop(SIGINT); }

  void start() {
    // Without fsync nothing survives a power loss, and a kill -9 does no harm.
    server_ = run({"postgres", "-D", data(), "-k", folder_.path(), "-c",
                   "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=16MB",
                   "-c", "max_connections=30", "-c", "log_min_messages=panic"});
    const std::string address = url("");
    for (int tries = 0; tries < 600; ++tries) {
      if (PQping(address.c_str()) == PQPING_OK) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    throw std::runtime_error("PostgreSQL does not start");
  }
  // SIGINT: it ends its connections and itself. SIGKILL: as when the machine dies.
  void stop(int signal) {
    if (server_ <= 0) return;
    ::kill(server_, signal);
    ::waitpid(server_, nullptr, 0);
    server_ = 0;
    // Its other processes see that it is gone, and end; their memory is theirs till
    // then.
    if (signal == SIGKILL) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }

  // An empty schema that nothing else uses.
  std::string fresh_url() {
    const std::string schema = "test" + std::to_string(++schemas_);
    run_sql("CREATE SCHEMA " + schema);
    return url(schema);
  }
  // As its superuser, beside everybody else.
  void run_sql(const std::string& sql) {
    PGconn* connection = PQconnectdb(url("").c_str());
    PGresult* result = PQexec(connection, sql.c_str());
    const std::string error = PQerrorMessage(connection);
    PQclear(result);
    PQfinish(connection);
    if (!error.empty()) throw std::runtime_error(error);
  }

 private:
  std::string data() const { return folder_.file("data"); }
  std::string url(const std::string& schema) const {
    std::string url = "postgres://curlew@/postgres?host=" + folder_.path().string();
    if (!schema.empty()) url += "&options=-csearch_path%3D" + schema;
    return url;
  }

  pid_t run(std::vector<std::string> words) const {
    words.front() = programs() + "/" + words.front();
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (user_ && (::setgroups(0, nullptr) != 0 || ::setgid(user_->pw_gid) != 0 ||
                  ::setuid(user_->pw_uid) != 0)) {
      ::_exit(126);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (::chdir("/") != 0 || !std::freopen("/dev/null", "w", stdout)) ::_exit(126);
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
  }

  TemporaryFolder folder_;
  const passwd* user_ = nullptr;  // Null: our own.
  pid_t server_ = 0;
  int schemas_ = 0;
};

}  // namespace curlew::store
