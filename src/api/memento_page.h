// A version of a document on a page of ours: when it was seen, what changed, the way to
// its neighbours, and in a frame how it looked. The frame is of another origin.

#pragma once

#include <string>

#include "base/time.h"
#include "model/version.h"
#include "store/version_times.h"

namespace curlew::api {

struct MementoPage {
  const model::Version& version;
  const store::VersionTimes& times;
  Time now;
  // The address of the replay; empty: there is none, and its text is shown.
  std::string replay;
  std::string text = {};
};

std::string to_html(const MementoPage& page);

}  // namespace curlew::api
