// A shelf in memory, for tests of what is kept.

#pragma once

#include <string>
#include <vector>

#include "pipeline/version_shelf.h"

namespace curlew::pipeline {

class MemoryShelf : public VersionShelf {
 public:
  Result<Kept> keep(const archive::Capture& capture) override {
    if (is_full) return Error{ErrorKind::kDiskFull, "no room"};
    kept.push_back(capture);
    return Kept{{.terminal = "t1", .segment = "one", .offset = kept.size() - 1}, 1};
  }
  bool is_there(const Kept&) override { return true; }
  Result<std::uint64_t> commit() override { return 1; }
  Result<archive::Content> read(const model::KeptAt& place) override {
    if (is_unreachable) return Error{ErrorKind::kBusy, "nobody answers to t1"};
    if (place.offset >= kept.size()) return Error{ErrorKind::kNotFound, "not here"};
    const archive::Capture& capture = kept[place.offset];
    return archive::Content{.url = capture.url,
                            .time = capture.time,
                            .status_line = capture.status_line,
                            .headers = capture.headers,
                            .body = capture.body,
                            .facts = capture.facts};
  }

  std::vector<archive::Capture> kept;
  bool is_full = false;
  bool is_unreachable = false;
};

}  // namespace curlew::pipeline
