#include "detect/page/change.h"

namespace curlew::detect {

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::kStructure:
      return "structure";
    case Kind::kText:
      return "text";
    case Kind::kMainText:
      return "main text";
    case Kind::kLinks:
      return "links";
    case Kind::kData:
      return "data";
    case Kind::kPresentation:
      return "presentation";
    case Kind::kErrorPage:
      return "error page";
  }
  return "";
}

std::string_view to_string(Noise noise) {
  switch (noise) {
    case Noise::kNone:
      return "";
    case Noise::kFurniture:
      return "furniture";
    case Noise::kFigures:
      return "figures";
    case Noise::kLearned:
      return "learned";
    case Noise::kSaid:
      return "said";
  }
  return "";
}

}  // namespace curlew::detect
