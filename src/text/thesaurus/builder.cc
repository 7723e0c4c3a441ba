#include "text/thesaurus/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "base/fingerprint.h"

namespace curlew::text {
namespace {

constexpr std::size_t kLongestTerm = 255;

std::uint64_t fingerprint_of_group(const std::vector<std::uint32_t>& sorted) {
  return short_fingerprint_of({reinterpret_cast<const char*>(sorted.data()),
                               sorted.size() * sizeof(std::uint32_t)});
}

}  // namespace

ThesaurusBuilder::ThesaurusBuilder(Language language, const Analyzer& analyzer,
                                   const ThesaurusOptions& options)
    : language_(language), analyzer_(analyzer), options_(options) {
  thesaurus_.group_ends_.push_back(0);
}

std::string ThesaurusBuilder::stems_of(std::string_view word) {
  analyzer_.analyze(word, language_, analysis_);
  std::string stems;
  for (const Token& token : analysis_.tokens()) {
    if (!stems.empty()) stems += ' ';
    stems += analysis_.stem(token);
  }
  return stems;
}

std::optional<std::uint32_t> ThesaurusBuilder::term_of(std::string_view word) {
  if (word.empty() || word.size() > kLongestTerm) return std::nullopt;
  const auto known = numbers_.find(std::string(word));
  if (known != numbers_.end()) return known->second;
  const std::string stems = stems_of(word);
  if (stems.empty() || stems.size() > kLongestTerm) return std::nullopt;
  Thesaurus::Term term;
  term.text_begin = std::uint32_t(thesaurus_.letters_.size());
  term.text_size = std::uint16_t(word.size());
  thesaurus_.letters_ += word;
  term.stems_begin = std::uint32_t(thesaurus_.letters_.size());
  term.stems_size = std::uint16_t(stems.size());
  thesaurus_.letters_ += stems;
  const auto number = std::uint32_t(thesaurus_.terms_.size());
  thesaurus_.terms_.push_back(term);
  numbers_.emplace(word, number);
  return number;
}

Result<void> ThesaurusBuilder::add_group(const std::vector<std::string_view>& words) {
  std::vector<std::uint32_t> terms;
  for (const std::string_view word : words) {
    const auto term = term_of(word);
    if (term && std::find(terms.begin(), terms.end(), *term) == terms.end()) {
      terms.push_back(*term);
    }
  }
  if (terms.size() < 2) return {};
  std::vector<std::uint32_t> sorted = terms;
  std::sort(sorted.begin(), sorted.end());
  if (!known_groups_.insert(fingerprint_of_group(sorted)).second) return {};
  const auto group = std::uint32_t(thesaurus_.group_ends_.size() - 1);
  for (const std::uint32_t term : terms) {
    thesaurus_.members_.push_back(term);
    thesaurus_.postings_.push_back({term, group});
  }
  thesaurus_.group_ends_.push_back(std::uint32_t(thesaurus_.members_.size()));
  if (thesaurus_.memory_bytes() > options_.max_memory_bytes) {
    return Error{ErrorKind::kLimit, fmt::format("needs more than {} MB of memory",
                                                options_.max_memory_bytes >> 20)};
  }
  return {};
}

Thesaurus ThesaurusBuilder::finish() {
  const auto by_stems = [this](const Thesaurus::Posting& a,
                               const Thesaurus::Posting& b) {
    return thesaurus_.stems_of(a.term) < thesaurus_.stems_of(b.term);
  };
  std::stable_sort(thesaurus_.postings_.begin(), thesaurus_.postings_.end(), by_stems);
  thesaurus_.letters_.shrink_to_fit();
  thesaurus_.terms_.shrink_to_fit();
  thesaurus_.members_.shrink_to_fit();
  thesaurus_.group_ends_.shrink_to_fit();
  thesaurus_.postings_.shrink_to_fit();
  return std::move(thesaurus_);
}

Result<void> for_each_line(
    const std::filesystem::path& path, std::size_t max_line_bytes,
    const std::function<Result<void>(std::string_view, std::size_t)>& use) {
  const auto cannot_read = [&path] {
    return Error{
        ErrorKind::kNotFound,
        fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno))};
  };
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot_read();
  std::string line(max_line_bytes, '\0');
  for (std::size_t number = 1; file.getline(line.data(), std::streamsize(line.size()));
       ++number) {
    std::string_view content(line.data(), std::strlen(line.data()));
    if (content.ends_with('\r')) content.remove_suffix(1);
    if (auto used = use(content, number); !used.ok()) {
      return std::move(used).error().within(
          fmt::format("{}:{}", path.string(), number));
    }
  }
  if (file.bad()) return cannot_read();  // A folder, for one.
  if (!file.eof()) {
    return Error{ErrorKind::kLimit, fmt::format("{}: a line has more than {} bytes",
                                                path.string(), max_line_bytes)};
  }
  return {};
}

}  // namespace curlew::text
