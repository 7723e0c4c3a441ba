#include "apps/output/screen.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

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

// Of a terminal that does not say.
constexpr std::size_t kUsualWidth = 80;

// As POSIX has it: a user's wish for a width; what is not a number says nothing.
std::optional<std::size_t> wanted_columns() {
  const char* text = std::getenv("COLUMNS");
  if (!text) return std::nullopt;
  std::size_t columns = 0;
  const char* end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, columns);
  const bool is_number = error == std::errc() && rest == end && columns > 0;
  return is_number ? std::optional(columns) : std::nullopt;
}

}  // namespace

Screen screen_of(std::FILE* out) {
  Screen screen{out};
  const int descriptor = fileno(out);
  if (isatty(descriptor)) {
    screen.has_colours = !wants_no_colour();
    winsize size{};
    const bool is_known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    screen.width = is_known ? size.ws_col : kUsualWidth;
  }
  if (const auto columns = wanted_columns()) screen.width = *columns;
  return screen;
}

std::string coloured(const Screen& screen, std::string_view text, Colour colour) {
  if (!screen.has_colours || colour == Colour::kNone) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(colour), text);
}

}  // namespace curlew::apps
