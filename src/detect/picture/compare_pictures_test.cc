#include "detect/picture/compare_pictures.h"

#include <gmock/gmock.h>

namespace curlew::detect {
namespace {

using model::Box;
using model::Picture;
using testing::ElementsAre;
using testing::IsEmpty;

Picture blank(int width = 400, int height = 300) {
  return {.width = width,
          .height = height,
          .pixels = std::vector<std::uint8_t>(std::size_t(width * height) * 3, 250)};
}

Picture painted(Picture picture, Box box, std::uint8_t shade = 20) {
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) {
      picture.pixels[std::size_t((y * picture.width + x) * 3)] = shade;
    }
  }
  return picture;
}

TEST(PictureChange, IsTheBoxThatWasPainted) {
  const Box box{103, 57, 90, 31};
  const auto change = compare_pictures(blank(), painted(blank(), box));
  EXPECT_THAT(change.boxes, ElementsAre(box));
  EXPECT_EQ(change.summary(), "1 area looks different");
  EXPECT_NEAR(change.share, 90.0 * 31 / (400 * 300), 1e-9);
}

TEST(PictureChange, HasABoxForEachPlaceTheLargestFirst) {
  const Box small{10, 10, 20, 20}, large{200, 200, 60, 40};
  const auto now = painted(painted(blank(), small), large);
  EXPECT_THAT(compare_pictures(blank(), now).boxes, ElementsAre(large, small));
  EXPECT_EQ(compare_pictures(blank(), now).summary(), "2 areas look different");
}

TEST(PictureChange, SeesALineOfOnePixel) {
  EXPECT_THAT(compare_pictures(blank(), painted(blank(), {8, 40, 160, 1})).boxes,
              ElementsAre(Box{8, 40, 160, 1}));
}

TEST(PictureChange, IsNoneOfSinglePixelsAndShades) {
  EXPECT_THAT(compare_pictures(blank(), blank()).boxes, IsEmpty());
  EXPECT_THAT(compare_pictures(blank(), painted(blank(), {7, 9, 1, 1})).boxes,
              IsEmpty());
  EXPECT_THAT(compare_pictures(blank(), painted(blank(), {0, 0, 400, 300}, 230)).boxes,
              IsEmpty());
  Picture specks = blank();
  for (int i = 0; i < 300; i += 7) specks = painted(specks, {i, i, 1, 2});
  EXPECT_THAT(compare_pictures(blank(), specks).boxes, IsEmpty());
}

TEST(PictureChange, IsWhatALongerPageHasBelow) {
  EXPECT_THAT(compare_pictures(blank(), blank(400, 360)).boxes,
              ElementsAre(Box{0, 300, 400, 60}));
  EXPECT_THAT(compare_pictures(blank(), blank(400, 303)).boxes, IsEmpty());
}

TEST(PictureChange, ListsTwentyOfMany) {
  Picture now = blank();
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 6; ++column) {
      now = painted(now, {column * 64, row * 56, 16, 16});
    }
  }
  const auto change = compare_pictures(blank(), now);
  EXPECT_EQ(change.count, 30u);
  EXPECT_EQ(change.boxes.size(), 20u);
}

}  // namespace
}  // namespace curlew::detect
