// Where a command prints: how wide it is, and whether it shows colours.

#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace curlew::apps {

enum class Colour { kNone, kQuiet, kGood, kBad, kBold };

// A file takes lines of any length.
inline constexpr std::size_t kUnbounded = std::size_t{1} << 30;

struct Screen {
  std::FILE* out = stdout;
  std::size_t width = kUnbounded;
  bool has_colours = false;
};

// A terminal has its own width and colours, unless NO_COLOR is set (no-color.org);
// anything else is plain, and nothing is cut there. COLUMNS says otherwise for both.
Screen screen_of(std::FILE* out);

// `text` with the terminal's codes for the colour around it, if it has any.
std::string coloured(const Screen& screen, std::string_view text, Colour colour);

}  // namespace curlew::apps
