#include "text/thesaurus/thesaurus.h"

#include <algorithm>

namespace curlew::text {

std::string_view Thesaurus::stems_of(std::uint32_t term) const {
  const Term& found = terms_[term];
  return std::string_view(letters_).substr(found.stems_begin, found.stems_size);
}

Synonym Thesaurus::synonym(std::uint32_t term) const {
  const Term& found = terms_[term];
  return {std::string_view(letters_).substr(found.text_begin, found.text_size),
          stems_of(term)};
}

std::span<const std::uint32_t> Thesaurus::members(std::uint32_t group) const {
  return std::span(members_).subspan(group_ends_[group],
                                     group_ends_[group + 1] - group_ends_[group]);
}

std::vector<Synonym> Thesaurus::find(std::string_view stems, std::size_t limit) const {
  std::vector<Synonym> found;
  const auto before = [this](const Posting& posting, std::string_view key) {
    return stems_of(posting.term) < key;
  };
  auto posting = std::lower_bound(postings_.begin(), postings_.end(), stems, before);
  for (; posting != postings_.end() && stems_of(posting->term) == stems; ++posting) {
    for (const std::uint32_t member : members(posting->group)) {
      if (found.size() >= limit) return found;
      const Synonym other = synonym(member);
      const auto is_same = [&](const Synonym& s) { return s.stems == other.stems; };
      if (other.stems == stems || std::any_of(found.begin(), found.end(), is_same)) {
        continue;
      }
      found.push_back(other);
    }
  }
  return found;
}

std::size_t Thesaurus::memory_bytes() const {
  return letters_.capacity() + terms_.capacity() * sizeof(Term) +
         members_.capacity() * sizeof(std::uint32_t) +
         group_ends_.capacity() * sizeof(std::uint32_t) +
         postings_.capacity() * sizeof(Posting);
}

}  // namespace curlew::text
