# Every library from outside, found once. Modules name them in LIBS.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(GTest REQUIRED)
find_package(Protobuf REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS json)

foreach(library expat libcurl libmicrohttpd sqlite3 libpq libnats libsodium libcrypto libxxhash libzstd libbrotlidec zlib libdeflate libpng libpsl uchardet simdjson prometheus-cpp-core
        icu-uc icu-i18n)
  string(REGEX REPLACE "[-.0-9]+$" "" name ${library})
  string(REGEX REPLACE "^lib" "" name ${name})
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET GLOBAL ${library})
endforeach()

# libstemmer and cld2 ship no package files; that of re2 asks for -pthread, with which
# our precompiled headers are not made.
foreach(library stemmer cld2 re2)
  string(TOUPPER ${library} upper)
  add_library(${library} INTERFACE)
  find_library(${upper}_LIBRARY ${library} REQUIRED)
  target_link_libraries(${library} INTERFACE ${${upper}_LIBRARY})
endforeach()
