// Words that mean the same, from a file that the operator names: MyThes data, as office
// programs use (Debian: mythes-en-us), or an Open Multilingual Wordnet `.tab` file, as
// there is for Greek. Read once at start; without a file there are no synonyms.
//
// Everything is found by stem, so that "cars" leads to what the file says of "car".

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/analyzer.h"
#include "text/language.h"

namespace curlew::text {

struct ThesaurusOptions {
  // A file that needs more memory than this is refused.
  std::size_t max_memory_bytes = 128 << 20;
  std::size_t max_line_bytes = 1 << 20;
};

struct Synonym {
  // As the file writes it; maybe several words.
  std::string_view text;
  // The stems of its words, parted by single spaces.
  std::string_view stems;
};

// Does not change after loading: safe from any thread. An empty one knows nothing.
class Thesaurus {
 public:
  Thesaurus() = default;

  // MyThes `.dat`: https://hunspell.github.io names the format; its index is not
  // needed. Only true synonyms are taken, no "(generic term)", "(similar term)" or
  // "(antonym)". An error names the file and the line.
  static Result<Thesaurus> load_mythes(const std::filesystem::path& path,
                                       Language language, const Analyzer& analyzer,
                                       const ThesaurusOptions& options = {});
  // Lines `synset<TAB>type<TAB>word` whose type is `lemma` or `xxx:lemma`; others and
  // those that begin with "#" are passed over.
  static Result<Thesaurus> load_omw(const std::filesystem::path& path,
                                    Language language, const Analyzer& analyzer,
                                    const ThesaurusOptions& options = {});

  // Other words for `stems` (one, or several parted by spaces), in the file's order,
  // without those of the same stems. They live as long as the thesaurus.
  std::vector<Synonym> find(std::string_view stems, std::size_t limit = 24) const;

  std::size_t term_count() const { return terms_.size(); }
  std::size_t group_count() const {
    return group_ends_.empty() ? 0 : group_ends_.size() - 1;
  }
  std::size_t memory_bytes() const;

 private:
  friend class ThesaurusBuilder;
  struct Term {
    std::uint32_t text_begin = 0;
    std::uint32_t stems_begin = 0;
    std::uint16_t text_size = 0;
    std::uint16_t stems_size = 0;
  };
  struct Posting {
    std::uint32_t term = 0;
    std::uint32_t group = 0;
  };

  std::string_view stems_of(std::uint32_t term) const;
  Synonym synonym(std::uint32_t term) const;
  std::span<const std::uint32_t> members(std::uint32_t group) const;

  // All terms and stems, one behind the other.
  std::string letters_;
  std::vector<Term> terms_;
  // Terms, group after group.
  std::vector<std::uint32_t> members_;
  // Into members_; the first is 0.
  std::vector<std::uint32_t> group_ends_;
  // Sorted by the stems of their term.
  std::vector<Posting> postings_;
};

}  // namespace curlew::text
