#include "extract/article/model/model.h"

namespace curlew::extract {
namespace {
#include "extract/article/model/first_guess.inc"
}  // namespace

const Forest& first_guess_forest() {
  static constexpr Forest kForest{kNodes, kRoots};
  return kForest;
}

}  // namespace curlew::extract
