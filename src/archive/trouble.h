// A place of an archive's file that is not as it should be. Reading goes on behind it.

#pragma once

#include <string>

#include "base/bytes.h"

namespace curlew::archive {

struct Trouble {
  // Of a packed file: of the member of gzip that the place is in.
  Bytes offset = 0;
  std::string reason;

  bool operator==(const Trouble&) const = default;
};

}  // namespace curlew::archive
