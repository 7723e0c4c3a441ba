#include "extract/article/model/model.h"

namespace curlew::extract {
namespace {
#include "extract/article/model/final_chance.inc"
}  // namespace

const Forest& final_chance_forest() {
  static constexpr Forest kForest{kNodes, kRoots};
  return kForest;
}

}  // namespace curlew::extract
