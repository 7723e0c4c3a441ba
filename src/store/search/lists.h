// What a question reads of a segment: which documents have a key, and where.

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "query/expression.h"
#include "store/database.h"
#include "store/search/postings.h"
#include "store/search/segment.h"

namespace curlew::store {

// The upper half is the document, the lower one the position.
using Place = std::uint64_t;
inline constexpr Place to_place(std::uint32_t document, std::uint32_t position) {
  return Place(document) << 32 | position;
}
inline constexpr std::uint32_t document_of(Place place) {
  return static_cast<std::uint32_t>(place >> 32);
}

class Lists {
 public:
  virtual ~Lists() = default;

  virtual std::size_t documents() const = 0;
  // Positions of a document below this one are of its title.
  virtual Result<std::uint32_t> title_end(std::uint32_t document) = 0;
  // How many words title and text of a document have.
  virtual Result<std::uint32_t> words(std::uint32_t document) = 0;

  virtual Result<void> add_documents(std::string_view key, DocumentSet& set) = 0;
  // Of all keys that begin so.
  virtual Result<void> add_beginning(std::string_view beginning, DocumentSet& set) = 0;
  // In the documents `within`; ascending for one key.
  virtual Result<void> add_places(std::string_view key, const DocumentSet& within,
                                  std::vector<Place>& places) = 0;
  virtual Result<void> add_places_of_beginning(std::string_view beginning,
                                               const DocumentSet& within,
                                               std::vector<Place>& places) = 0;
};

// What is read of all segments for every question.
struct SegmentRow {
  std::int64_t id = 0;
  std::int64_t sequence = 0;
  std::int64_t first_article = 0;
  std::int64_t last_article = 0;
  std::size_t documents = 0;
};

class StoredLists final : public Lists {
 public:
  StoredLists(Database& db, const SegmentRow& row) : db_(db), row_(row) {}

  std::size_t documents() const override { return row_.documents; }
  Result<std::uint32_t> title_end(std::uint32_t document) override;
  Result<std::uint32_t> words(std::uint32_t document) override;
  Result<void> add_documents(std::string_view key, DocumentSet& set) override;
  Result<void> add_beginning(std::string_view beginning, DocumentSet& set) override;
  Result<void> add_places(std::string_view key, const DocumentSet& within,
                          std::vector<Place>& places) override;
  Result<void> add_places_of_beginning(std::string_view beginning,
                                       const DocumentSet& within,
                                       std::vector<Place>& places) override;

 private:
  Result<std::uint32_t> size_at(std::size_t index);
  // False when the segment has no such key.
  Result<bool> find(BlockKind kind, std::string_view key, std::string& value);
  template <typename Visit>
  Result<void> for_beginning(BlockKind kind, std::string_view beginning,
                             const Visit& visit);

  Database& db_;
  const SegmentRow row_;
  // Of all documents, from when one is asked for.
  std::string sizes_;
};

// The keys that an expression asks for.
struct WantedKeys {
  std::set<std::string, std::less<>> keys;
  std::set<std::string, std::less<>> beginnings;
};

// Of documents that wait for their segment, as far as a question needs them.
class WaitingLists final : public Lists {
 public:
  explicit WaitingLists(WantedKeys wanted) : wanted_(std::move(wanted)) {}

  // In the order of their articles.
  void add(const WaitingDocument& document);
  const SegmentDocuments& known() const { return documents_; }

  std::size_t documents() const override { return documents_.size(); }
  Result<std::uint32_t> title_end(std::uint32_t document) override;
  Result<std::uint32_t> words(std::uint32_t document) override;
  Result<void> add_documents(std::string_view key, DocumentSet& set) override;
  Result<void> add_beginning(std::string_view beginning, DocumentSet& set) override;
  Result<void> add_places(std::string_view key, const DocumentSet& within,
                          std::vector<Place>& places) override;
  Result<void> add_places_of_beginning(std::string_view beginning,
                                       const DocumentSet& within,
                                       std::vector<Place>& places) override;

 private:
  struct KeyLists {
    std::vector<std::uint32_t> documents;
    std::string positions;
  };
  bool is_wanted(const std::string& key) const;

  const WantedKeys wanted_;
  SegmentDocuments documents_;
  std::map<std::string, KeyLists, std::less<>> keys_;
};

}  // namespace curlew::store
