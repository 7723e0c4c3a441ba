// The tab-separated files of the Open Multilingual Wordnet: `synset<TAB>type<TAB>word`,
// lines of one synset next to each other or not. Definitions and examples, which have
// other types, are passed over.

#include <fmt/format.h>

#include <map>

#include "text/thesaurus/builder.h"

namespace curlew::text {
namespace {

bool is_lemma(std::string_view type) {
  return type == "lemma" || type.ends_with(":lemma");
}

class OmwReader {
 public:
  explicit OmwReader(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  Result<void> read(std::string_view line) {
    if (line.empty() || line.starts_with('#')) return {};
    const std::size_t first = line.find('\t');
    const std::size_t second =
        first == line.npos ? line.npos : line.find('\t', first + 1);
    if (second == line.npos) {
      return Error{
          ErrorKind::kMalformed,
          fmt::format("no 'synset<TAB>type<TAB>word': '{}'", line.substr(0, 80))};
    }
    if (!is_lemma(line.substr(first + 1, second - first - 1))) return {};
    const std::string_view word = line.substr(second + 1);
    bytes_ += line.size();
    if (bytes_ > max_bytes_) {
      return Error{ErrorKind::kLimit,
                   fmt::format("needs more than {} MB of memory", max_bytes_ >> 20)};
    }
    synsets_[std::string(line.substr(0, first))].emplace_back(
        word.substr(0, word.find('\t')));
    return {};
  }

  Result<void> add_to(ThesaurusBuilder& builder) const {
    for (const auto& [synset, words] : synsets_) {
      TRY(builder.add_group({words.begin(), words.end()}));
    }
    return {};
  }

 private:
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::map<std::string, std::vector<std::string>> synsets_;
};

}  // namespace

Result<Thesaurus> Thesaurus::load_omw(const std::filesystem::path& path,
                                      Language language, const Analyzer& analyzer,
                                      const ThesaurusOptions& options) {
  OmwReader reader(options.max_memory_bytes);
  TRY(for_each_line(
      path, options.max_line_bytes,
      [&](std::string_view line, std::size_t) { return reader.read(line); }));
  ThesaurusBuilder builder(language, analyzer, options);
  if (auto added = reader.add_to(builder); !added.ok()) {
    return std::move(added).error().within(path.string());
  }
  return builder.finish();
}

}  // namespace curlew::text
