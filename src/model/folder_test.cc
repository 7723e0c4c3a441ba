#include "model/folder.h"

#include <gtest/gtest.h>

namespace curlew::model {
namespace {

TEST(Folders, HaveOneWayToBeWritten) {
  EXPECT_EQ(normalised_folder("News/Greece"), "News/Greece");
  EXPECT_EQ(normalised_folder("/News//Greece/"), "News/Greece");
  EXPECT_EQ(normalised_folder(" News / The North "), "News/The North");
  for (const char* none : {"", "/", "//", " ", " / / "}) {
    EXPECT_EQ(normalised_folder(none), "") << none;
  }
}

TEST(Folders, HaveThoseBelowThem) {
  EXPECT_TRUE(is_in_folder("News/Greece", "News"));
  EXPECT_TRUE(is_in_folder("News", "News"));
  EXPECT_TRUE(is_in_folder("", ""));
  EXPECT_FALSE(is_in_folder("Newspapers", "News"));
  EXPECT_FALSE(is_in_folder("News", "News/Greece"));
  EXPECT_FALSE(is_in_folder("", "News"));
}

}  // namespace
}  // namespace curlew::model
