// Where versions of documents are kept and found again, as a visit sees it.

#pragma once

#include <cstdint>

#include "archive/capture.h"
#include "base/result.h"
#include "model/version.h"

namespace curlew::pipeline {

struct Kept {
  model::KeptAt place;
  // How often the shelf had been opened by then. It is opened anew after an error, and
  // what was not committed before may be lost.
  std::uint64_t opening = 0;
};

// Thread-safe.
class VersionShelf {
 public:
  virtual ~VersionShelf() = default;

  // A loss of power may take it until commit(): no visit is reported before that.
  // Syncing a disk takes milliseconds, so many visits share one.
  virtual Result<Kept> keep(const archive::Capture& capture) = 0;
  // Another visit relies on it. False: it may be lost, and must be kept again.
  virtual bool is_there(const Kept& kept) = 0;
  // What was kept in the opening that it returns is on the disk.
  virtual Result<std::uint64_t> commit() = 0;
  // kNotFound where it does not lie here.
  virtual Result<archive::Content> read(const model::KeptAt& place) = 0;
};

}  // namespace curlew::pipeline
