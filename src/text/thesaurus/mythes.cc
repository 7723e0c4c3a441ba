// The data format of MyThes 1.x: a line with the encoding; then for each entry a line
// `word|number of meanings` and that many lines `(part of speech)|synonym|synonym…`.
//
// libmythes itself is not used: it looks up one exact word at a time in the file, and
// cannot be asked what it has.
//
// A thesaurus has every meaning of a word, those that are used most first, and nobody
// who asks for a harbour means to hold. So a meaning counts for the words that mean it
// first, of the meanings that they have as that part of speech, which is not a rare one
// of theirs: docs/queries.md has how well that does.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "base/fingerprint.h"
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

// What words mean first, and by which of them it is meant first.
class FirstMeanings {
 public:
  explicit FirstMeanings(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // `kind` is the part of speech, `words` all that mean this, the head with them.
  Result<void> add(const std::string& head, std::string_view kind,
                   std::vector<std::string> words) {
    std::vector<std::string> sorted;
    for (const std::string& word : words) sorted.push_back(to_ascii_lower(word));
    std::ranges::sort(sorted);
    std::string whole(kind);
    for (const std::string& word : sorted) whole.append("|").append(word);
    const auto [place, is_new] =
        places_.try_emplace(short_fingerprint_of(whole), meanings_.size());
    if (is_new) {
      bytes_ += whole.size();
      meanings_.push_back({std::move(words), {}});
    }
    bytes_ += head.size();
    meanings_[place->second].heads.push_back(to_ascii_lower(head));
    if (bytes_ <= most_bytes_) return {};
    return Error{ErrorKind::kLimit,
                 fmt::format("needs more than {} MB of memory", most_bytes_ >> 20)};
  }

  void add_entry(const std::string& head) { entries_.insert(to_ascii_lower(head)); }

  // A word that has no entry has no other meaning.
  Result<void> add_to(ThesaurusBuilder& builder) const {
    for (const Meaning& meaning : meanings_) {
      std::vector<std::string_view> kept;
      for (const std::string& word : meaning.words) {
        const std::string lower = to_ascii_lower(word);
        const bool is_head = std::ranges::count(meaning.heads, lower) > 0;
        if (is_head || !entries_.contains(lower)) kept.push_back(word);
      }
      TRY(builder.add_group(kept));
    }
    return {};
  }

 private:
  struct Meaning {
    std::vector<std::string> words;
    std::vector<std::string> heads;
  };

  const std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  // In the file's order.
  std::vector<Meaning> meanings_;
  // By fingerprint.
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::unordered_set<std::string> entries_;
};

class MythesReader {
 public:
  explicit MythesReader(FirstMeanings& meanings) : meanings_(meanings) {}

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
    kinds_.clear();
    meanings_.add_entry(word_);
    return {};
  }

  Result<void> read_meaning(std::string_view line) {
    --meanings_left_;
    std::vector<std::string> words{word_};
    std::size_t bar = line.find('|');
    if (bar == line.npos) {
      return Error{ErrorKind::kMalformed,
                   fmt::format("no '(kind)|synonym': '{}'", line.substr(0, 80))};
    }
    Kind& kind = kinds_[std::string(line.substr(0, bar))];
    if (++kind.meanings == 1) {
      while (bar != line.npos) {
        const std::size_t begin = bar + 1;
        bar = line.find('|', begin);
        const std::string_view word = line.substr(begin, bar - begin);
        if (is_true_synonym(word)) words.emplace_back(word);
      }
      kind.first = std::move(words);
    }
    return meanings_left_ == 0 ? end_entry() : Result<void>();
  }

  // A word is looked up, and found, as what it is in a third of its meanings at least.
  Result<void> end_entry() {
    int all = 0;
    for (const auto& [name, kind] : kinds_) all += kind.meanings;
    for (auto& [name, kind] : kinds_) {
      if (kind.meanings * 3 < all) continue;
      TRY(meanings_.add(word_, name, std::move(kind.first)));
    }
    return {};
  }

  // A part of speech of the entry.
  struct Kind {
    int meanings = 0;
    std::vector<std::string> first;
  };

  FirstMeanings& meanings_;
  std::string word_;
  std::map<std::string, Kind> kinds_;
  int meanings_left_ = 0;
};

}  // namespace

Result<Thesaurus> Thesaurus::load_mythes(const std::filesystem::path& path,
                                         Language language, const Analyzer& analyzer,
                                         const ThesaurusOptions& options) {
  FirstMeanings meanings(options.max_memory_bytes);
  MythesReader reader(meanings);
  TRY(for_each_line(path, options.max_line_bytes,
                    [&](std::string_view line, std::size_t number) {
                      return reader.read(line, number);
                    }));
  if (auto whole = reader.finish(); !whole.ok()) {
    return std::move(whole).error().within(path.string());
  }
  ThesaurusBuilder builder(language, analyzer, options);
  if (auto added = meanings.add_to(builder); !added.ok()) {
    return std::move(added).error().within(path.string());
  }
  return builder.finish();
}

}  // namespace curlew::text
