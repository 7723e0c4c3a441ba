#include "apps/output/screen.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace curlew::apps {
namespace {

// Select Graphic Rendition of ECMA-48: the sixteen colours that every theme defines.
std::string_view code_of(Colour colour) {
  switch (colour) {
    case Colour::kNone:
      return "";
    case Colour::kQuiet:
      return "2";
    case Colour::kGood:
      return "32";
    case Colour::kBad:
      return "31";
    case Colour::kBold:
      return "1";
  }
  return "";
}

bool wants_no_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return (no_color && *no_color) || (term && std::string_view(term) == "dumb");
}

}  // namespace

Screen screen_of(std::FILE* out) {
  Screen screen{out};
  const int descriptor = fileno(out);
  if (!isatty(descriptor)) return screen;
  screen.has_colours = !wants_no_colour();
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    screen.width = size.ws_col;
  }
  return screen;
}

std::string coloured(const Screen& screen, std::string_view text, Colour colour) {
  if (!screen.has_colours || colour == Colour::kNone) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(colour), text);
}

}  // namespace curlew::apps
