#include "http/open_files.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace curlew::http {

std::size_t most_open_files() {
  rlimit limit{};
  // Nobody would meet a limit above this.
  constexpr rlim_t kMost = 1'000'000;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kMost;
  return std::min(limit.rlim_cur, kMost);
}

bool is_out_of_files(int error) { return error == EMFILE || error == ENFILE; }

bool is_out_of_files() {
  const int probe = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (probe < 0) return is_out_of_files(errno);
  close(probe);
  return false;
}

}  // namespace curlew::http
