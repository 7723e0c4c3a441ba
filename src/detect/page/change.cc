#include "detect/page/change.h"

namespace curlew::detect {

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
