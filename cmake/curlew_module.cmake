# add_test_program(<name> <sources>): GoogleTest and its main function, compiled once and run
# once: what is tested is optimised and has line numbers, the test has neither.
function(add_test_program name)
  add_executable(${name} ${ARGN})
  target_compile_definitions(${name} PRIVATE CURLEW_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_compile_options(${name} PRIVATE ${test_options})
  target_link_libraries(${name} PRIVATE GTest::gmock GTest::gtest_main)
  use_precompiled_headers(${name} test)
endfunction()

# What reads bytes from outside runs its tests under the sanitizers (fuzz/CMakeLists.txt).
# There is little to learn from the same tests without them: ./dev test neither builds nor
# runs those of an ordinary build.
set(sanitized_modules archive detect dom extract match parse query rdf text url)

# curlew_module(<name> LAYER <n> [COLD] [DEPS <modules>] [LIBS <libraries>]
#               [TEST_DEPS <modules>])
#
# Declares the library of one folder below src/: its *.cc files, except those that end in
# _test.cc (built into <name>_test, one ctest entry), _bench.cc (built into <name>_bench)
# and main.cc. tools/check_architecture.py reads the same line, so LAYER and DEPS are
# checked against the #includes. COLD: it runs once a command or a page, so that
# optimising it costs more than it gains.
function(curlew_module name)
  cmake_parse_arguments(ARG "COLD" "LAYER" "DEPS;LIBS;TEST_DEPS" ${ARGN})
  file(GLOB_RECURSE all CONFIGURE_DEPENDS *.cc)
  set(tests ${all})
  set(benches ${all})
  set(sources ${all})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  list(FILTER sources EXCLUDE REGEX "(_test|_bench|/main)\\.cc$")

  list(TRANSFORM ARG_DEPS PREPEND curlew_ OUTPUT_VARIABLE deps)
  list(TRANSFORM ARG_TEST_DEPS PREPEND curlew_ OUTPUT_VARIABLE test_deps)
  add_library(curlew_${name} STATIC ${sources})
  target_include_directories(curlew_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(curlew_${name} PUBLIC ${deps} ${ARG_LIBS} fmt::fmt Threads::Threads)
  if(ARG_COLD)
    target_compile_options(curlew_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    use_precompiled_headers(curlew_${name} cold)
  else()
    use_precompiled_headers(curlew_${name} library)
  endif()

  if(tests)
    add_test_program(${name}_test ${tests})
    target_compile_definitions(${name}_test PRIVATE
      CURLEW_TESTDATA="${CMAKE_CURRENT_SOURCE_DIR}/testdata")
    target_link_libraries(${name}_test PRIVATE curlew_${name} ${test_deps})
    add_test(NAME ${name} COMMAND ${name}_test)
    set_tests_properties(${name} PROPERTIES LABELS fast TIMEOUT 900)
    if(name IN_LIST sanitized_modules AND NOT CURLEW_SANITIZE)
      set_tests_properties(${name} PROPERTIES LABELS sanitized)
      set_target_properties(${name}_test PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endif()
  if(benches AND CURLEW_BENCH)
    find_package(benchmark REQUIRED)
    add_executable(${name}_bench EXCLUDE_FROM_ALL ${benches})
    add_dependencies(benches ${name}_bench)
    target_compile_definitions(${name}_bench PRIVATE
      CURLEW_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_link_libraries(${name}_bench PRIVATE curlew_${name} ${test_deps}
                          benchmark::benchmark_main)
    use_precompiled_headers(${name}_bench library)
  endif()
endfunction()
