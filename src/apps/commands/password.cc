#include "apps/commands/password.h"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "apps/whole_file.h"

namespace curlew::apps {
namespace {

// What is typed is not shown until this goes, whatever happens meanwhile.
class Unseen {
 public:
  Unseen() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios silent = before_;
    silent.c_lflag &= ~tcflag_t(ECHO);
    is_silent_ = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;
  ~Unseen() {
    if (is_silent_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }

 private:
  termios before_{};
  bool is_silent_ = false;
};

std::string typed_line(const char* prompt) {
  // Before anybody is asked: fast fingers are not shown, either.
  const Unseen unseen;
  std::fputs(prompt, stderr);
  std::string line;
  for (int c = std::getchar(); c != EOF && c != '\n'; c = std::getchar()) {
    line += static_cast<char>(c);
  }
  std::fputs("\n", stderr);
  return line;
}

std::string first_line(std::string text) {
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  return text;
}

}  // namespace

Result<std::optional<std::string>> read_password(const std::string& file,
                                                 PasswordFrom from) {
  const bool has_terminal = ::isatty(STDIN_FILENO) != 0;
  const bool is_input = from == PasswordFrom::kTerminalOrInput && !has_terminal;
  if (!file.empty() || is_input) {
    TRY_ASSIGN(std::string text, read_whole_file(file.empty() ? "-" : file, 4_KiB));
    return std::optional(first_line(std::move(text)));
  }
  if (!has_terminal) return std::optional<std::string>();
  std::string password = typed_line("password: ");
  if (typed_line("again: ") != password) {
    return Error{ErrorKind::kUsage, "the two passwords are not the same"};
  }
  return std::optional(std::move(password));
}

}  // namespace curlew::apps
