// CHECK(condition): ends the program when the program itself is wrong. Never for input.

#pragma once

namespace curlew {

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace curlew

#define CHECK(condition) \
  ((condition) ? (void)0 : ::curlew::check_failed(#condition, __FILE_NAME__, __LINE__))
