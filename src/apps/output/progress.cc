#include "apps/output/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace curlew::apps {
namespace {

constexpr Milliseconds kFirstDraw{1'000};
constexpr Milliseconds kRedraw{100};
constexpr std::size_t kBarWidth = 30;

}  // namespace

Progress::Progress(std::string what, std::size_t total, const Clock& clock)
    : what_(std::move(what)),
      total_(total),
      clock_(clock),
      is_shown_(isatty(STDERR_FILENO) == 1 && total > 0),
      next_draw_(clock.steady() + kFirstDraw) {}

Progress::~Progress() {
  if (is_drawn_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::advance(std::size_t steps) {
  done_ += steps;
  if (!is_shown_ || clock_.steady() < next_draw_) return;
  next_draw_ = clock_.steady() + kRedraw;
  is_drawn_ = true;
  const std::size_t filled = kBarWidth * done_ / total_;
  fmt::print(stderr, "\r\x1b[K{} [{:<{}}] {}/{}", what_, std::string(filled, '='),
             kBarWidth, done_, total_);
}

}  // namespace curlew::apps
