#include "parse/picture/png.h"

#include <fmt/format.h>
#include <png.h>

namespace curlew::parse {
namespace {

// Ends with it, however reading ends.
struct Image {
  png_image image{};
  Image() { image.version = PNG_IMAGE_VERSION; }
  ~Image() { png_image_free(&image); }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  Error error() const {
    return {ErrorKind::kMalformed, fmt::format("PNG: {}", image.message)};
  }
};

}  // namespace

Result<model::Picture> read_png(std::string_view bytes, const PngLimits& limits) {
  Image reading;
  png_image& image = reading.image;
  if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size())) {
    return reading.error();
  }
  if (image.width > png_uint_32(limits.width) ||
      image.height > png_uint_32(limits.height)) {
    return Error{ErrorKind::kLimit, fmt::format("PNG: {} x {} pixels are too many",
                                                image.width, image.height)};
  }
  image.format = PNG_FORMAT_RGB;
  model::Picture picture{.width = int(image.width), .height = int(image.height)};
  picture.pixels.resize(PNG_IMAGE_SIZE(image));
  const png_color white{255, 255, 255};
  if (!png_image_finish_read(&image, &white, picture.pixels.data(), 0, nullptr)) {
    return reading.error();
  }
  return picture;
}

}  // namespace curlew::parse
