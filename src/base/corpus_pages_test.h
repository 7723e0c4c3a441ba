// The pages of the collection `articles` (corpora_test.h), for benches.

#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/corpora_test.h"

namespace curlew {

inline std::string unpacked(const std::filesystem::path& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
      ::popen(("zcat -f '" + path.string() + "'").c_str(), "r"), ::pclose);
  std::string text;
  std::array<char, 65536> buffer{};
  while (const std::size_t got =
             std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
    text.append(buffer.data(), got);
  return text;
}

// Those whose names begin with `prefix`.
inline std::vector<std::string> corpus_pages(std::string_view prefix) {
  std::vector<std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(corpus("articles")))
    if (entry.path().filename().string().starts_with(prefix))
      pages.push_back(unpacked(entry.path()));
  return pages;
}

}  // namespace curlew
