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
#include <vector>

#include "base/find_program.h"
#include "parse/pdf/pdf_reader.h"

namespace curlew::parse {
namespace {

// How late a child is seen that has run out of its time.
constexpr Milliseconds kLook{50};

Error failed(std::string_view what) {
  return Error{ErrorKind::kFailed,
               fmt::format("pdftotext: {}: {}", what, std::strerror(errno))};
}

// An open file of this process.
class File {
 public:
  explicit File(int number = -1) : number_(number) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int number() const { return number_; }

 private:
  int number_;
};

// The document as a file that is nowhere but in memory, as pdftotext looks at its end
// first.
Result<void> fill(const File& file, std::string_view bytes) {
  if (file.number() < 0) return failed("memfd_create");
  while (!bytes.empty()) {
    const ssize_t written = write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return failed("write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (lseek(file.number(), 0, SEEK_SET) != 0) return failed("lseek");
  return {};
}

class Child {
 public:
  ~Child() {
    if (pid_ <= 0) return;
    kill(-pid_, SIGKILL);
    while (!is_reaped_ && waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // By fork() and not by posix_spawn(), which knows no limits: set from outside they
  // would come late.
  Result<void> start(const std::string& path, int reads_from, int writes_to,
                     const PdfToTextOptions& options) {
    std::vector<std::string> words = {path,   "-q",   "-htmlmeta", "-enc", "UTF-8",
                                      "-eol", "unix", "-",         "-"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_ = fork();
    if (pid_ < 0) return failed("fork");
    if (pid_ == 0) become(arguments.data(), reads_from, writes_to, options);
    setpgid(pid_, pid_);  // Whoever of both is first.
    return {};
  }

  // How it ended; nullopt: it has not.
  std::optional<int> status() {
    int status = 0;
    const pid_t ended = waitpid(pid_, &status, WNOHANG);
    if (ended == 0) return std::nullopt;
    is_reaped_ = true;
    return ended < 0 ? -1 : status;
  }

 private:
  // In the child, where nothing may be called but what is safe in a signal handler.
  // Nothing but the two files and a clean environment goes along; it is killed when the
  // thread that started it ends, and can neither gain rights nor write files.
  [[noreturn]] static void become(char* const* arguments, int reads_from, int writes_to,
                                  const PdfToTextOptions& options) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    const int nowhere = open("/dev/null", O_WRONLY);
    const bool is_ready = dup2(reads_from, 0) == 0 && dup2(writes_to, 1) == 1 &&
                          dup2(nowhere, 2) == 2 && close_range(3, ~0U, 0) == 0 &&
                          chdir("/") == 0 && limit(RLIMIT_AS, options.memory) &&
                          limit(RLIMIT_CPU, rlim_t(options.time.count() / 1000 + 1)) &&
                          limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0);
    char places[] = "PATH=/usr/bin:/bin", language[] = "LC_ALL=C.UTF-8";
    char* environment[] = {places, language, nullptr};
    if (is_ready) execve(arguments[0], arguments, environment);
    _exit(127);
  }

  template <typename Resource>
  static bool limit(Resource resource, rlim_t value) {
    const rlimit both{value, value};
    return setrlimit(resource, &both) == 0;
  }

  pid_t pid_ = -1;
  bool is_reaped_ = false;
};

class PdfToText final : public PdfReader {
 public:
  PdfToText(PdfToTextOptions options, const Clock& clock)
      : options_(std::move(options)), clock_(clock) {}

  Result<std::string> read(std::string_view pdf, TimeBudget time) override {
    const auto path = find_program(options_.program);
    if (!path) {
      return Error{ErrorKind::kNotFound,
                   fmt::format("PDF documents are not read, as {} is not there: apt "
                               "install poppler-utils, or set fetch.pdftotext",
                               options_.program)};
    }
    const File document(memfd_create("document", MFD_CLOEXEC));
    TRY(fill(document, pdf));
    std::array<int, 2> ends;
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return failed("pipe");
    const File reads(ends[0]);
    File writes(ends[1]);
    if (fcntl(ends[1], F_SETFL, 0) != 0) return failed("fcntl");
    Child child;
    TRY(child.start(*path, document.number(), writes.number(), options_));
    writes.close();
    TRY_ASSIGN(const std::string printed, wait_for(child, reads, time));
    return page_of_pdf_text(printed);
  }

 private:
  // All that it prints, when it has ended well.
  Result<std::string> wait_for(Child& child, const File& reads, TimeBudget& time) {
    const SteadyTime end = clock_.steady() + options_.time;
    std::string printed;
    bool is_open = true;
    std::optional<int> status;
    while (is_open || !(status = child.status())) {
      if (clock_.steady() >= end || time.is_spent()) {
        return Error{ErrorKind::kLimit, "the text of the PDF takes too long to read"};
      }
      pollfd file{is_open ? reads.number() : -1, POLLIN, 0};
      // A child that has closed its output ends at once.
      const Milliseconds wait = is_open ? kLook : Milliseconds(1);
      if (poll(&file, 1, static_cast<int>(wait.count())) > 0) {
        is_open = take(reads, printed);
      }
      if (printed.size() >= options_.output) {
        printed.resize(options_.output);
        return printed;  // The child is killed.
      }
    }
    if (WIFEXITED(*status) && WEXITSTATUS(*status) == 0) return printed;
    if (WIFSIGNALED(*status)) {
      return Error{ErrorKind::kLimit,
                   fmt::format("pdftotext broke down over the PDF, by signal {}",
                               WTERMSIG(*status))};
    }
    return Error{ErrorKind::kMalformed,
                 "the PDF is damaged, locked by a password, or too large to read"};
  }

  // False: there will be no more.
  static bool take(const File& reads, std::string& printed) {
    std::array<char, 64 * 1024> bytes;
    const ssize_t count = ::read(reads.number(), bytes.data(), bytes.size());
    if (count > 0) printed.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
  }

  const PdfToTextOptions options_;
  const Clock& clock_;
};

}  // namespace

std::unique_ptr<PdfReader> make_pdftotext(PdfToTextOptions options,
                                          const Clock& clock) {
  return std::make_unique<PdfToText>(std::move(options), clock);
}

}  // namespace curlew::parse
