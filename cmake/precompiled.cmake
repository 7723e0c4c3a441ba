# Precompiled headers: the standard library, fmt and (for tests) GoogleTest are read once
# instead of by every unit, which was most of a compilation. Included by the compiler
# itself, so a source that forgets its #include still compiles; `./dev lint` finds it:
# it compiles each source alone and without them.
#
# A precompiled header fits only units with the same optimisation and sanitizers, so
# there is one for libraries, one for those that are not worth optimising (COLD in
# curlew_module) and one for tests, whatever module they belong to.

option(CURLEW_PRECOMPILE "Precompile the headers of the standard library" ON)

# GCC 12 takes the standard library's own copies of strings for overruns when it read
# them from a precompiled header.
if(CURLEW_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
                      -Wno-restrict)
endif()

# Clang writes the times of the headers into a precompiled one and refuses it when they
# change. The compiler cache goes by contents, and would hand out the refused one again.
# A target has the options that were there when it was added: this stands before them.
if(CURLEW_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()

set(standard_headers
    <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <condition_variable>
    <cstddef> <cstdint> <cstdio> <cstdlib> <cstring> <deque> <exception> <filesystem>
    <fstream> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <set>
    <span> <sstream> <string> <string_view> <thread> <tuple> <unordered_map>
    <unordered_set> <utility> <variant> <vector> <fmt/format.h>)

function(add_precompiled_headers name)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cc CONTENT "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cc)
  target_link_libraries(${name} PRIVATE fmt::fmt Threads::Threads)
  target_precompile_headers(${name} PRIVATE ${standard_headers} ${ARGN})
endfunction()

# use_precompiled_headers(<target> library|cold|test)
function(use_precompiled_headers target kind)
  if(CURLEW_PRECOMPILE)
    # They include fmt's, so the target must see it in the same way.
    target_link_libraries(${target} PRIVATE fmt::fmt)
    target_precompile_headers(${target} REUSE_FROM curlew_${kind}_headers)
  endif()
endfunction()

if(CURLEW_PRECOMPILE)
  add_precompiled_headers(curlew_library_headers)
  add_precompiled_headers(curlew_cold_headers)
  target_compile_options(curlew_cold_headers PRIVATE $<$<CONFIG:Release>:-O1>)
  add_precompiled_headers(curlew_test_headers <gmock/gmock.h> <gtest/gtest.h>)
  target_link_libraries(curlew_test_headers PRIVATE GTest::gmock)
  target_compile_options(curlew_test_headers PRIVATE ${test_options})
endif()
