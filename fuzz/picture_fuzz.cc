// Any bytes as a PNG: reading ends within its limits, and a picture looks like itself.

#include "base/check.h"
#include "detect/picture/compare_pictures.h"
#include "parse/picture/png.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto picture = curlew::parse::read_png(bytes, {.width = 256, .height = 256});
  if (!picture.ok()) return 0;
  CHECK(picture->width <= 256 && picture->height <= 256);
  CHECK(picture->pixels.size() == std::size_t(picture->width * picture->height) * 3);
  CHECK(curlew::detect::compare_pictures(*picture, *picture).count == 0);
  return 0;
}
