// The data format of MyThes 1.x: a line with the encoding; then for each entry a line
// `word|number of meanings` and that many lines `(part of speech)|synonym|synonym…`.
//
// libmythes itself is not used: it looks up one exact word at a time in the file, and
// cannot be asked what it has.

#include <fmt/format.h>

#include <charconv>

#include "base/ascii.h"
#include "text/thesaurus/builder.h"

namespace curlew::text {
namespace {

constexpr int kMostMeanings = 1000;

// "dog (generic term)" is not another word for a poodle.
bool is_true_synonym(std::string_view word) {
  for (const std::string_view note :
       {"(generic term)", "(related term)", "(similar term)", "(antonym)"}) {
    if (word.ends_with(note)) return false;
  }
  return !word.empty();
}

class MythesReader {
 public:
  explicit MythesReader(ThesaurusBuilder& builder) : builder_(builder) {}

  Result<void> read(std::string_view line, std::size_t number) {
    if (number == 1) return read_encoding(line);
    if (meanings_left_ > 0) return read_meaning(line);
    return line.empty() ? Result<void>() : read_entry(line);
  }

  Result<void> finish() const {
    if (meanings_left_ == 0) return {};
    return Error{ErrorKind::kMalformed,
                 fmt::format("ends before the meanings of '{}'", word_)};
  }

 private:
  static Result<void> read_encoding(std::string_view line) {
    if (equals_ignoring_case(line, "UTF-8")) return {};
    return Error{
        ErrorKind::kUnsupported,
        fmt::format("encoding '{}', and only UTF-8 can be read", line.substr(0, 40))};
  }

  Result<void> read_entry(std::string_view line) {
    const std::size_t bar = line.rfind('|');
    const std::string_view digits =
        bar == line.npos ? std::string_view() : line.substr(bar + 1);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), meanings_left_);
    const bool is_number =
        error == std::errc() && end == digits.data() + digits.size() && !digits.empty();
    if (!is_number || meanings_left_ < 0 || meanings_left_ > kMostMeanings) {
      meanings_left_ = 0;
      return Error{
          ErrorKind::kMalformed,
          fmt::format("no 'word|number of meanings': '{}'", line.substr(0, 80))};
    }
    word_ = line.substr(0, bar);
    return {};
  }

  Result<void> read_meaning(std::string_view line) {
    --meanings_left_;
    std::vector<std::string_view> words{word_};
    std::size_t bar = line.find('|');
    if (bar == line.npos) {
      return Error{ErrorKind::kMalformed,
                   fmt::format("no '(kind)|synonym': '{}'", line.substr(0, 80))};
    }
    while (bar != line.npos) {
      const std::size_t begin = bar + 1;
      bar = line.find('|', begin);
      const std::string_view word = line.substr(begin, bar - begin);
      if (is_true_synonym(word)) words.push_back(word);
    }
    return builder_.add_group(words);
  }

  ThesaurusBuilder& builder_;
  std::string word_;
  int meanings_left_ = 0;
};

}  // namespace

Result<Thesaurus> Thesaurus::load_mythes(const std::filesystem::path& path,
                                         Language language, const Analyzer& analyzer,
                                         const ThesaurusOptions& options) {
  ThesaurusBuilder builder(language, analyzer, options);
  MythesReader reader(builder);
  TRY(for_each_line(path, options.max_line_bytes,
                    [&](std::string_view line, std::size_t number) {
                      return reader.read(line, number);
                    }));
  if (auto whole = reader.finish(); !whole.ok()) {
    return std::move(whole).error().within(path.string());
  }
  return builder.finish();
}

}  // namespace curlew::text
