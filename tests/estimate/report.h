// What the trials show: a line for each, and how many estimates held.

#pragma once

#include <cstdio>
#include <span>

#include "trial.h"

namespace curlew::estimate {

void print_heading(std::FILE* out);
void print_line(const Trial& trial, std::FILE* out);

struct Score {
  std::size_t trials = 0;
  std::size_t contained = 0;  // By an interval within 30 % of its point.
  std::size_t close = 0;      // The point is within 15 % of the truth.
  std::size_t paper_close = 0;
};
Score score_of(std::span<const Trial> trials);
void print_score(const Score& score, std::FILE* out);

// 18 of 20 contained, 16 of 20 close.
bool is_good(const Score& score);

}  // namespace curlew::estimate
