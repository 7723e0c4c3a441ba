// What of a page looks different: boxes in which pixels of its two pictures differ.
// Single pixels and shades that no eye tells apart are no difference. Pure; callable
// from any thread.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/picture.h"

namespace curlew::detect {

struct PictureChange {
  // The largest first; of many the twenty largest.
  std::vector<model::Box> boxes;
  std::size_t count = 0;
  // The share of all pixels that lies in them: 0 … 1.
  double share = 0;

  // "2 areas look different"
  std::string summary() const;
};

PictureChange compare_pictures(const model::Picture& old, const model::Picture& now);

}  // namespace curlew::detect
