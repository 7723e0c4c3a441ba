#include <array>
#include <string_view>

#include "model/page.h"
#include "model/page_kind.h"
#include "model/source.h"

namespace curlew::model {
namespace {

// By PageType.
constexpr std::array<std::string_view, 8> kPageTypes{
    "article", "listing",       "collection", "forum",
    "product", "documentation", "service",    "other"};

// By PageKind.
constexpr std::array<std::string_view, 3> kPageKinds{"informational", "hub", "mixed"};

}  // namespace

std::string_view to_string(SourceKind kind) {
  switch (kind) {
    case SourceKind::kAuto:
      return "auto";
    case SourceKind::kFeed:
      return "feed";
    case SourceKind::kPage:
      return "page";
    case SourceKind::kData:
      return "data";
    case SourceKind::kSparql:
      return "sparql";
    case SourceKind::kTopic:
      return "topic";
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
    case SourceState::kStopped:
      return "stopped";
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

std::string_view to_string(PageType type) {
  const auto index = static_cast<std::size_t>(type);
  return index < kPageTypes.size() ? kPageTypes[index] : "unknown";
}

std::string_view to_string(PageKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kPageKinds.size() ? kPageKinds[index] : "unknown";
}

std::optional<PageKind> parse_page_kind(std::string_view name) {
  for (std::size_t i = 0; i < kPageKinds.size(); ++i) {
    if (kPageKinds[i] == name) return static_cast<PageKind>(i);
  }
  return std::nullopt;
}

std::optional<PageType> parse_page_type(std::string_view name) {
  for (std::size_t i = 0; i < kPageTypes.size(); ++i) {
    if (kPageTypes[i] == name) return static_cast<PageType>(i);
  }
  return std::nullopt;
}

}  // namespace curlew::model
