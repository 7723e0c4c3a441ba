# Compiler, linker and cache settings shared by every target.

find_program(CCACHE ccache)
if(CCACHE)
  # The base directory makes paths relative, so that checkouts share one cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros
      ${CCACHE})
endif()

# Most of a compilation is reading headers, so a dozen sources of a target are compiled
# as one. Names that are local to a source are therefore unique in their module; and a
# header that a source forgot to include may go unnoticed, which `./dev lint` finds: it
# compiles each source alone.
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile a dozen sources as one")
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# Of the compilers that tests run with, a warning is an error; another release may have
# found new ones.
if((CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13) OR
   (CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
  add_compile_options(-Werror)
endif()
add_compile_options(-Wall -Wextra -Wpedantic
                    -Wno-missing-field-initializers -fno-omit-frame-pointer)
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # Of a dozen sources compiled as one, each is a header to it, and what one of them
  # declares is global to the others.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage> -Wshadow=local)
  # GCC 12 takes the alternatives that a std::variant does not hold for values that were
  # never set; clang and the sanitizers look for those that are.
  add_compile_options(-Wno-maybe-uninitialized)
  # A unit may grow by 40 % through inlining, which a dozen sources use up: reading a
  # page took 2 % more instructions.
  add_compile_options(--param=inline-unit-growth=300)
  # Without it a unit's memory is searched for garbage once or twice, which is 8 % of its
  # time and saves 100 MB of 500.
  add_compile_options(--param=ggc-min-heapsize=400000)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1 -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")

# Test programs: line numbers only where a sanitizer prints them, no coverage, which
# guides fuzzers alone, and no UBSan, which is for what is tested: a unit of extract's tests
# takes 11 s of CPU without both, 14 with UBSan, 34 with coverage as well.
set(test_options -O0)
if(CURLEW_FUZZ)
  list(APPEND test_options -fno-sanitize=fuzzer-no-link,undefined)
elseif(NOT CURLEW_SANITIZE_THREADS)
  list(APPEND test_options -g0)
endif()
if(CURLEW_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()
if(CURLEW_SANITIZE_THREADS)
  # Fences are not understood by it; where a library's header has one, atomics beside it
  # say the same.
  add_compile_options(-fsanitize=thread -Wno-error=tsan)
  add_link_options(-fsanitize=thread)
endif()
if(CURLEW_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
