#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace curlew {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "curlew: bug at %s:%d: %s does not hold\n", file, line,
               condition);
  std::abort();
}

}  // namespace curlew
