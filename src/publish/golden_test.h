// What is written, compared with a file of testdata. CURLEW_UPDATE_TESTDATA=1 writes
// the files anew.

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "base/content_of_test.h"

namespace curlew::publish {

inline void expect_as_in_file(const std::string& written, const std::string& name) {
  const std::string path = std::string(CURLEW_TESTDATA) + "/" + name;
  if (std::getenv("CURLEW_UPDATE_TESTDATA") != nullptr) {
    std::ofstream(path, std::ios::binary) << written;
  }
  EXPECT_EQ(written, content_of(path));
}

}  // namespace curlew::publish
