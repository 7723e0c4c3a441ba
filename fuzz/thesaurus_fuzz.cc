// Any bytes as a thesaurus of either format: it is refused or searched, within bounds.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/check.h"
#include "base/result.h"
#include "text/thesaurus/thesaurus.h"

namespace {

using curlew::Result;
using curlew::text::Analyzer;
using curlew::text::Language;
using curlew::text::Thesaurus;
using curlew::text::ThesaurusOptions;

constexpr ThesaurusOptions kOptions{.max_memory_bytes = 1 << 20,
                                    .max_line_bytes = 1024};

void check(const Result<Thesaurus>& loaded, const std::string& name) {
  if (!loaded.ok()) {
    CHECK(loaded.error().text.starts_with(name));
    return;
  }
  CHECK(loaded->memory_bytes() <= kOptions.max_memory_bytes * 2);
  CHECK(loaded->find("a", 5).size() <= 5);
  CHECK(loaded->find("").empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Analyzer analyzer;
  static const std::string name =
      (std::filesystem::temp_directory_path() /
       ("curlew-thesaurus-fuzz-" + std::to_string(::getpid())))
          .string();
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), std::streamsize(size));
  check(Thesaurus::load_mythes(name, Language::kEnglish, analyzer, kOptions), name);
  check(Thesaurus::load_omw(name, Language::kGreek, analyzer, kOptions), name);
  std::filesystem::remove(name);
  return 0;
}
