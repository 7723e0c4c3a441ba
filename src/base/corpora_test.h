// Where the collections of feeds, dates, addresses, robots.txt files, pages, news and
// traces are that tests and benches compare with.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace curlew {

// The small collections that the repository itself has.
inline std::filesystem::path own_corpora() {
  return CURLEW_SOURCE_DIR "/tests/corpora";
}

// The folder of all collections: $CURLEW_CORPORA, else the real ones beside the
// repository, else our own. In CI the real ones may not go missing from ../shared.
inline std::filesystem::path corpora() {
  if (const char* const named = std::getenv("CURLEW_CORPORA")) return named;
  const std::filesystem::path shared = CURLEW_SOURCE_DIR "/../shared";
  const bool is_expected = std::getenv("CI") && std::filesystem::exists(shared);
  return is_expected || std::filesystem::exists(shared / "data") ? shared / "data"
                                                                 : own_corpora();
}

// The file or folder `name` of the collections, or the packed file `name`.gz. Throws
// when neither is there, so that the test fails: a test that skipped itself instead
// would pass for years without testing anything.
inline std::filesystem::path corpus(std::string_view name) {
  const auto plain = corpora() / name;
  if (std::filesystem::exists(plain)) return plain;
  const auto packed = plain.string() + ".gz";
  if (std::filesystem::exists(packed)) return packed;
  throw std::runtime_error("no " + plain.string() +
                           ": set CURLEW_CORPORA, or unset it");
}

// `real`, or `own` when the tests run on our own collections: how many rows a test must
// at least have seen.
inline int for_corpora(int real, int own) {
  std::error_code error;
  return std::filesystem::equivalent(corpora(), own_corpora(), error) ? own : real;
}

}  // namespace curlew
