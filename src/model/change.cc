#include "model/change.h"

#include <array>

namespace curlew::model {
namespace {

// By ChangeKind.
constexpr std::array<std::string_view, kChangeKinds> kNames{
    "structure", "text", "main text", "links", "data", "presentation", "error page"};

}  // namespace

std::string_view to_string(ChangeKind kind) { return kNames[std::size_t(kind)]; }

std::optional<ChangeKind> parse_change_kind(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) return ChangeKind(i);
  }
  return std::nullopt;
}

std::string to_string(ChangeKinds kinds) {
  std::string names;
  for (int i = 0; i < kChangeKinds; ++i) {
    if (!kinds.has(ChangeKind(i))) continue;
    if (!names.empty()) names += ", ";
    names += to_string(ChangeKind(i));
  }
  return names;
}

void ChangeCounters::count(ChangeKinds kinds) {
  constexpr ChangeKinds kTextual = {ChangeKind::kText, ChangeKind::kMainText,
                                    ChangeKind::kData};
  if (kinds.has(ChangeKind::kStructure)) ++structural;
  if (!(kinds & kTextual).empty()) ++textual;
}

}  // namespace curlew::model
