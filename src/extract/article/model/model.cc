#include "extract/article/model/model.h"

namespace curlew::extract {
namespace {

namespace first_guess {
#include "extract/article/model/first_guess.inc"
}  // namespace first_guess

namespace final_chance {
#include "extract/article/model/final_chance.inc"
}  // namespace final_chance

}  // namespace

const ArticleModel& shipped_model() {
  static const ArticleModel kModel{shipped_words(), first_guess::kForest,
                                   final_chance::kForest};
  return kModel;
}

}  // namespace curlew::extract
