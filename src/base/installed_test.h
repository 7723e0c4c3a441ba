// For tests that need a program or a file of another package.

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

// Skips the test where `path` is not installed. In CI it fails instead: ./dev test
// installs `package` there, and a skipped test would hide that it did not.
#define CURLEW_NEEDS(path, package)                                        \
  if (!std::filesystem::exists(path)) {                                    \
    if (std::getenv("CI")) GTEST_FAIL() << package << " is not installed"; \
    GTEST_SKIP() << package << " is not installed";                        \
  }                                                                        \
  static_assert(true)
