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

void ask(const Forest& forest, std::span<const FeatureRow> rows,
         std::vector<float>& chances) {
  chances.assign(rows.size(), 1);
  ask_again(forest, rows, chances, chances);
}

void ask_again(const Forest& forest, std::span<const FeatureRow> rows,
               std::span<const float> guesses, std::vector<float>& chances) {
  constexpr float kRuledOut = 0.05F;
  std::vector<const float*> asked;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (guesses[i] >= kRuledOut) asked.push_back(rows[i].data());
  std::vector<float> sums(asked.size());
  sum_of_trees(forest, asked, sums);
  chances.resize(rows.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    chances[i] = guesses[i] >= kRuledOut ? chance_of(sums[next++]) : guesses[i];
}

}  // namespace curlew::extract
