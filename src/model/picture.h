// What a page looks like, and places in it, in CSS pixels.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace curlew::model {

// Rows from the top, three bytes (red, green, blue) a pixel.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;

  const std::uint8_t* at(int x, int y) const {
    return pixels.data() + (std::size_t(y) * std::size_t(width) + std::size_t(x)) * 3;
  }
};

struct Box {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  bool operator==(const Box&) const = default;
};

}  // namespace curlew::model
