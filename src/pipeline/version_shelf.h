// Where versions of documents are kept and found again, as a visit sees it.

#pragma once

#include "archive/capture.h"
#include "base/result.h"
#include "model/version.h"

namespace curlew::pipeline {

// Thread-safe.
class VersionShelf {
 public:
  virtual ~VersionShelf() = default;

  // It is on the disk when it returns: its visit may be reported.
  virtual Result<model::KeptAt> keep(const archive::Capture& capture) = 0;
  // kNotFound where it does not lie here.
  virtual Result<archive::Content> read(const model::KeptAt& place) = 0;
};

}  // namespace curlew::pipeline
