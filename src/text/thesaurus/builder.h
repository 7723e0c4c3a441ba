// Puts a thesaurus together while a file is read. Not for users: thesaurus.h has the
// functions that load one.

#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "text/thesaurus/thesaurus.h"

namespace curlew::text {

class ThesaurusBuilder {
 public:
  ThesaurusBuilder(Language language, const Analyzer& analyzer,
                   const ThesaurusOptions& options);

  // Words of one meaning. A group of one, or one that was there before, adds nothing.
  Result<void> add_group(const std::vector<std::string_view>& words);

  Thesaurus finish();

 private:
  // The term's number, new or known; nullopt when it has no stems or is too long.
  std::optional<std::uint32_t> term_of(std::string_view word);
  std::string stems_of(std::string_view word);

  Language language_;
  const Analyzer& analyzer_;
  ThesaurusOptions options_;
  Analysis analysis_;
  Thesaurus thesaurus_;
  // The number of each term, by text.
  std::unordered_map<std::string, std::uint32_t> numbers_;
  // Fingerprints.
  std::unordered_set<std::uint64_t> known_groups_;
};

// Calls `use` with each line of a file and its number, without the line end. Stops at
// an error, which gets the file and the line in front.
Result<void> for_each_line(
    const std::filesystem::path& path, std::size_t max_line_bytes,
    const std::function<Result<void>(std::string_view line, std::size_t number)>& use);

}  // namespace curlew::text
