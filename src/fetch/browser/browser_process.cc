#include "fetch/browser/browser_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/find_program.h"

namespace curlew::fetch {
namespace {

// Starts a program that is killed when the thread that started it ends, however that
// comes about: a browser does not end by itself when Curlew is killed. Part of
// util-linux; where it is not, only an orderly end takes the browser along.
constexpr const char* kDeathSetter = "/usr/bin/setpriv";

Error failed(std::string_view what, int error) {
  return Error{ErrorKind::kFailed,
               fmt::format("browser: {}: {}", what, std::strerror(error))};
}

// A socket and not a pipe: writing to a browser that died must not raise SIGPIPE.
// The child's end has a number out of the way of 3 and 4.
struct Channel {
  int ours = -1;
  int childs = -1;
  ~Channel() {
    if (ours >= 0) close(ours);
    if (childs >= 0) close(childs);
  }
  Result<void> open() {
    std::array<int, 2> ends;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      return failed("socketpair", errno);
    }
    ours = ends[0];
    childs = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
    close(ends[1]);
    if (childs < 0 || fcntl(ours, F_SETFL, O_NONBLOCK) != 0) {
      return failed("fcntl", errno);
    }
    return {};
  }
};

class SpawnSettings {
 public:
  SpawnSettings(int reads_from, int writes_to) {
    posix_spawn_file_actions_init(&files);
    for (const int standard : {0, 1, 2}) {
      posix_spawn_file_actions_addopen(&files, standard, "/dev/null", O_RDWR, 0);
    }
    posix_spawn_file_actions_adddup2(&files, reads_from, 3);
    posix_spawn_file_actions_adddup2(&files, writes_to, 4);
    posix_spawn_file_actions_addclosefrom_np(&files, 5);
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
                                              POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
};

Result<pid_t> spawn(const std::string& path, std::vector<std::string> arguments,
                    const SpawnSettings& settings) {
  const bool has_setter = access(kDeathSetter, X_OK) == 0;
  const std::string program = has_setter ? kDeathSetter : path;
  if (has_setter) {
    arguments.insert(arguments.begin(), {program, "--pdeathsig", "KILL", "--", path});
  } else {
    arguments.insert(arguments.begin(), path);
  }
  std::vector<char*> words;
  for (auto& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, program.c_str(), &settings.files,
                                &settings.attributes, words.data(), environ);
  if (error != 0) return failed(path, error);
  return pid;
}

// Set from outside, right after the start: everything it forks later inherits them.
void limit_memory(pid_t pid, Bytes bytes) {
  const rlimit memory{bytes, bytes};
  const rlimit none{0, 0};
  prlimit(pid, RLIMIT_DATA, &memory, nullptr);
  prlimit(pid, RLIMIT_CORE, &none, nullptr);
}

}  // namespace

Result<std::string> find_browser(const std::string& binary) {
  if (auto path = find_program(binary)) return *std::move(path);
  return Error{ErrorKind::kNotFound,
               fmt::format("{} not found: apt install chromium, or set fetch.browser",
                           binary.empty() ? "browser" : binary)};
}

Result<std::unique_ptr<BrowserProcess>> BrowserProcess::start(
    const BrowserProcessOptions& options) {
  TRY_ASSIGN(const auto path, find_browser(options.binary));
  Channel commands, messages;
  TRY(commands.open());
  TRY(messages.open());
  // From here on the destructor cleans up.
  std::unique_ptr<BrowserProcess> process(new BrowserProcess);
  std::error_code error;
  TRY_ASSIGN(process->profile_,
             BrowserProfile::make(std::filesystem::temp_directory_path(error)));
  auto arguments = options.arguments;
  arguments.push_back("--remote-debugging-pipe");
  arguments.push_back("--user-data-dir=" + process->profile_->path().string());
  TRY_ASSIGN(process->pid_, spawn(path, std::move(arguments),
                                  SpawnSettings(commands.childs, messages.childs)));
  limit_memory(process->pid_, options.memory);
  process->commands_ = std::exchange(commands.ours, -1);
  process->messages_ = std::exchange(messages.ours, -1);
  return process;
}

BrowserProcess::~BrowserProcess() {
  if (commands_ >= 0) close(commands_);
  if (messages_ >= 0) close(messages_);
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    kill(-pid_, SIGKILL);  // What was forked in between.
  }
}

}  // namespace curlew::fetch
