// Where the collections of real feeds, dates, addresses and robots.txt files are that
// tests compare with, on machines that have them.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace curlew {

// `name` in $CURLEW_CORPORA, else beside the repository. It need not exist: then a test
// says so with GTEST_SKIP().
inline std::filesystem::path corpus(std::string_view name) {
  const char* const named = std::getenv("CURLEW_CORPORA");
  return std::filesystem::path(named ? named : CURLEW_SOURCE_DIR "/../shared/data") /
         name;
}

}  // namespace curlew
