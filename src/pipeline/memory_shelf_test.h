// A shelf in memory, for tests of what is kept.

#pragma once

#include <string>
#include <vector>

#include "pipeline/version_shelf.h"

namespace curlew::pipeline {

class MemoryShelf : public VersionShelf {
 public:
  Result<model::KeptAt> keep(const archive::Capture& capture) override {
    if (is_full) return Error{ErrorKind::kDiskFull, "no room"};
    kept.push_back(capture);
    return model::KeptAt{.terminal = "t1", .segment = "one", .offset = kept.size() - 1};
  }
  Result<archive::Content> read(const model::KeptAt& place) override {
    if (place.offset >= kept.size()) return Error{ErrorKind::kNotFound, "not here"};
    const archive::Capture& capture = kept[place.offset];
    return archive::Content{.url = capture.url,
                            .time = capture.time,
                            .status_line = capture.status_line,
                            .headers = capture.headers,
                            .body = capture.body};
  }

  std::vector<archive::Capture> kept;
  bool is_full = false;
};

}  // namespace curlew::pipeline
