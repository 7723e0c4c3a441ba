#include <bit>

#include "schedule/policies/document_interval.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

constexpr int kWindow = 10;

struct WindowState {
  StateKind kind = StateKind::kWindow;
  std::uint8_t snapshots = 0;  // Counted up to 2 * kWindow.
  std::uint16_t changes = 0;   // One bit a snapshot, the latest lowest.
  std::uint8_t unused[4] = {};
  Days interval = kFirstInterval;
};

// WOD §4.1: r = changed / snapshots over the last ten, or half of those available: w =
// 10 from the twentieth snapshot on, before it half of them, rounded up. Then the
// factors of adapt_to_likelihood(). Snapshots count whatever the interval was.
class WindowPolicy final : public IntervalPolicy<WindowState> {
 public:
  std::string_view name() const override { return "window"; }

 private:
  Days adapt(WindowState& document, ChangeState seen) const override {
    document.changes =
        static_cast<std::uint16_t>(document.changes << 1 | static_cast<int>(seen));
    document.snapshots =
        static_cast<std::uint8_t>(std::min(document.snapshots + 1, 2 * kWindow));
    const int width = (document.snapshots + 1) / 2;
    const unsigned in_window = document.changes & ((1u << width) - 1);
    return adapt_to_likelihood(document.interval,
                               double(std::popcount(in_window)) / width);
  }
};

}  // namespace

std::unique_ptr<Policy> make_window_policy() {
  return std::make_unique<WindowPolicy>();
}

}  // namespace curlew::schedule
