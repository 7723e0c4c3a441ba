// PNG → pixels, by libpng. Pictures are a browser's of ours, but may come from an
// archive that anybody wrote to. Pure; callable from any thread.

#pragma once

#include <string_view>

#include "base/result.h"
#include "model/picture.h"

namespace curlew::parse {

// A picture takes three bytes a pixel: 31 MB at most.
struct PngLimits {
  int width = 2'560;
  int height = 4'096;
};

// What is transparent is white, as the ground of a page.
Result<model::Picture> read_png(std::string_view bytes, const PngLimits& limits = {});

}  // namespace curlew::parse
