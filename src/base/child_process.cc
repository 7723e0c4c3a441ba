#include "base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace curlew {
namespace {

// How late a child is seen that has run out of its time.
constexpr Milliseconds kLookAtChild{50};

Error child_error(const ChildOptions& options, std::string_view what) {
  return Error{ErrorKind::kFailed, fmt::format("{}: {}: {}", options.words.front(),
                                               what, std::strerror(errno))};
}

// An open file of this process.
class OpenFile {
 public:
  explicit OpenFile(int number = -1) : number_(number) {}
  ~OpenFile() { close(); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int number() const { return number_; }

 private:
  int number_;
};

// A file that is nowhere but in memory: a child may look at its end first, and one that
// reads nothing holds up nobody.
Result<void> fill(const OpenFile& file, std::string_view bytes,
                  const ChildOptions& options) {
  if (file.number() < 0) return child_error(options, "memfd_create");
  while (!bytes.empty()) {
    const ssize_t written = write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return child_error(options, "write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (lseek(file.number(), 0, SEEK_SET) != 0) return child_error(options, "lseek");
  return {};
}

class Child {
 public:
  // Killed first and reaped then: once it is reaped, its number may be another's, and
  // so may that of its group.
  ~Child() {
    if (pid_ <= 0) return;
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // By fork() and not by posix_spawn(), which knows no limits: set from outside they
  // would come late.
  Result<void> start(const ChildOptions& options, int reads_from, int writes_to) {
    std::vector<std::string> words = options.words;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_ = fork();
    if (pid_ < 0) return child_error(options, "fork");
    if (pid_ == 0) become(arguments.data(), reads_from, writes_to, options);
    setpgid(pid_, pid_);  // Whoever of both is first.
    return {};
  }

  // How it ended; nullopt: it has not. It stays to be reaped.
  std::optional<siginfo_t> end() const {
    siginfo_t end{};
    const int failed = waitid(P_PID, id_t(pid_), &end, WEXITED | WNOHANG | WNOWAIT);
    if (failed == 0 && end.si_pid == 0) return std::nullopt;
    return end;
  }

 private:
  // In the child, where nothing may be called but what is safe in a signal handler.
  // Nothing but the two files goes along; it is killed when the thread that started it
  // ends.
  [[noreturn]] static void become(char* const* arguments, int reads_from, int writes_to,
                                  const ChildOptions& options) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    const bool may_all = options.rights == ChildRights::kAll;
    const int complaints = may_all ? writes_to : open("/dev/null", O_WRONLY);
    const bool is_ready = dup2(reads_from, 0) == 0 && dup2(writes_to, 1) == 1 &&
                          dup2(complaints, 2) == 2 && close_range(3, ~0U, 0) == 0 &&
                          limit(RLIMIT_CORE, 0) &&
                          (options.memory == 0 || limit(RLIMIT_AS, options.memory)) &&
                          (may_all || confine(options));
    char places[] = "PATH=/usr/bin:/bin", language[] = "LC_ALL=C.UTF-8";
    char* clean[] = {places, language, nullptr};
    if (is_ready) execve(arguments[0], arguments, may_all ? environ : clean);
    _exit(127);
  }

  static bool confine(const ChildOptions& options) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && chdir("/") == 0 &&
           limit(RLIMIT_CPU, rlim_t(options.time.count() / 1000 + 1)) &&
           limit(RLIMIT_FSIZE, 0);
  }

  template <typename Resource>
  static bool limit(Resource resource, rlim_t value) {
    const rlimit both{value, value};
    return setrlimit(resource, &both) == 0;
  }

  pid_t pid_ = -1;
};

// False: there will be no more.
bool take(const OpenFile& reads, std::string& printed) {
  std::array<char, 64 * 1024> bytes;
  const ssize_t count = ::read(reads.number(), bytes.data(), bytes.size());
  if (count > 0) printed.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

Result<ChildEnd> wait_for(Child& child, const OpenFile& reads,
                          const ChildOptions& options, const Clock& clock,
                          TimeBudget& time) {
  const SteadyTime deadline = clock.steady() + options.time;
  ChildEnd end;
  bool is_open = true;
  std::optional<siginfo_t> ended;
  // A program of the operator's may leave another one behind that holds its output:
  // nobody waits for that one.
  const auto is_over = [&] {
    if (is_open && options.rights == ChildRights::kReads) return false;
    if (!ended) ended = child.end();
    return ended.has_value();
  };
  while (!is_over()) {
    const bool is_stopped = options.stopping != nullptr && options.stopping->load();
    if (clock.steady() >= deadline || time.is_spent() || is_stopped) {
      return Error{ErrorKind::kLimit,
                   fmt::format("{} {}", options.words.front(),
                               is_stopped ? "was stopped" : "takes too long")};
    }
    pollfd file{is_open ? reads.number() : -1, POLLIN, 0};
    // A child that has closed its output ends at once.
    const Milliseconds wait = is_open ? kLookAtChild : Milliseconds(1);
    if (poll(&file, 1, static_cast<int>(wait.count())) > 0) {
      is_open = take(reads, end.output);
    }
    if (end.output.size() < options.output) continue;
    end.output.resize(options.output);
    if (options.rights == ChildRights::kReads) return end;  // The child is killed.
  }
  if (is_open) take(reads, end.output);
  end.output.resize(std::min<std::size_t>(end.output.size(), options.output));
  const bool is_exit = ended->si_code == CLD_EXITED;
  end.code = is_exit ? ended->si_status : -1;
  if (!is_exit && ended->si_code != 0) end.signal = ended->si_status;
  return end;
}

}  // namespace

Result<ChildEnd> run_child(const ChildOptions& options, std::string_view input,
                           const Clock& clock, TimeBudget time) {
  const OpenFile given(memfd_create("input", MFD_CLOEXEC));
  TRY(fill(given, input, options));
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return child_error(options, "pipe");
  }
  const OpenFile reads(ends[0]);
  OpenFile writes(ends[1]);
  if (fcntl(ends[1], F_SETFL, 0) != 0) return child_error(options, "fcntl");
  Child child;
  TRY(child.start(options, given.number(), writes.number()));
  writes.close();
  return wait_for(child, reads, options, clock, time);
}

}  // namespace curlew
