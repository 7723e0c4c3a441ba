#include "extract/forest/forest.h"

#include <gtest/gtest.h>

#include <vector>

namespace curlew::extract {
namespace {

// Two trees of depth two over two features.
constexpr ForestQuestion kQuestions[] = {{0, 1}, {1, 5}, {1, 7},
                                         {1, 6}, {0, 0}, {0, 0}};
constexpr float kLeaves[] = {1, 2, 3, 4, 10, 10, 20, 20};
constexpr Forest kForest{2, 0.5F, kQuestions, kLeaves};

float sum(float first, float second) {
  const float row[] = {first, second};
  return sum_of_trees(kForest, row);
}

TEST(Forest, AddsTheLeavesThatARowLeadsTo) {
  EXPECT_FLOAT_EQ(sum(0, 0), 0.5F + 1 + 10);
  EXPECT_FLOAT_EQ(sum(0, 5), 0.5F + 2 + 10);  // A threshold itself is not below it.
  EXPECT_FLOAT_EQ(sum(1, 6), 0.5F + 3 + 20);
  EXPECT_FLOAT_EQ(sum(1, 7), 0.5F + 4 + 20);
}

TEST(Forest, SaysTheSameOfManyRowsAsOfEach) {
  std::vector<float> rows;
  for (int i = 0; i < 21; ++i) {
    rows.push_back(float(i % 3));
    rows.push_back(float(i));
  }
  std::vector<const float*> pointers;
  for (std::size_t i = 0; i < rows.size(); i += 2) pointers.push_back(&rows[i]);
  std::vector<float> sums(pointers.size());
  sum_of_trees(kForest, pointers, sums);
  for (std::size_t i = 0; i < sums.size(); ++i)
    EXPECT_FLOAT_EQ(sums[i], sum(rows[2 * i], rows[2 * i + 1])) << i;
}

TEST(Forest, TurnsSumsIntoChances) {
  EXPECT_FLOAT_EQ(chance_of(0), 0.5F);
  EXPECT_GT(chance_of(10), 0.99F);
  EXPECT_LT(chance_of(-10), 0.01F);
}

}  // namespace
}  // namespace curlew::extract
