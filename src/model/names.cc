#include <string_view>

#include "model/source.h"
#include "model/visit.h"

namespace curlew::model {

std::string_view to_string(SourceKind kind) {
  switch (kind) {
    case SourceKind::kAuto:
      return "auto";
    case SourceKind::kFeed:
      return "feed";
  }
  return "unknown";
}

std::string_view to_string(SourceState state) {
  switch (state) {
    case SourceState::kActive:
      return "active";
    case SourceState::kPaused:
      return "paused";
    case SourceState::kFailing:
      return "failing";
    case SourceState::kGone:
      return "gone";
  }
  return "unknown";
}

std::string_view to_string(Rendering rendering) {
  switch (rendering) {
    case Rendering::kNever:
      return "never";
    case Rendering::kAlways:
      return "always";
  }
  return "unknown";
}

std::string_view to_string(VisitKind kind) {
  switch (kind) {
    case VisitKind::kSource:
      return "source";
    case VisitKind::kArticlePage:
      return "page";
  }
  return "unknown";
}

}  // namespace curlew::model
