#include "parse/picture/png.h"

#include <gtest/gtest.h>
#include <png.h>

#include <string>

namespace curlew::parse {
namespace {

std::string png_of(int width, int height, std::uint8_t grey) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(width);
  image.height = png_uint_32(height);
  image.format = PNG_FORMAT_RGB;
  const std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image), grey);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  EXPECT_TRUE(png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(),
                                        0, nullptr));
  bytes.resize(size);
  return bytes;
}

TEST(Png, IsReadAsPixels) {
  const auto picture = read_png(png_of(3, 2, 77));
  ASSERT_TRUE(picture.ok()) << picture.error().text;
  EXPECT_EQ(picture->width, 3);
  EXPECT_EQ(picture->height, 2);
  EXPECT_EQ(*picture->at(2, 1), 77);
}

TEST(Png, ThatIsTooLargeIsRefusedBeforeItIsUnpacked) {
  EXPECT_EQ(read_png(png_of(100, 10, 0), {.width = 99}).error().kind,
            ErrorKind::kLimit);
  EXPECT_EQ(read_png(png_of(10, 100, 0), {.height = 99}).error().kind,
            ErrorKind::kLimit);
}

TEST(Png, ThatIsNoneOrIsCutIsRefused) {
  const std::string whole = png_of(40, 40, 9);
  EXPECT_FALSE(read_png("").ok());
  EXPECT_FALSE(read_png("<html>").ok());
  for (std::size_t length = 0; length + 20 < whole.size(); ++length) {
    EXPECT_FALSE(read_png(std::string_view(whole).substr(0, length)).ok()) << length;
  }
}

}  // namespace
}  // namespace curlew::parse
