// What a question reads of a segment, in memory: which documents have a key, and where.
// Lists of many segments are read by one query, since each is a round trip on
// PostgreSQL: an evaluation (evaluate.h) that finds something missing notes it, and is
// run again when that was read.

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
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

using Keys = std::set<std::string, std::less<>>;

class Lists {
 public:
  explicit Lists(std::size_t documents) : documents_(documents) {}

  std::size_t documents() const { return documents_; }
  // Positions of a document below this one are of its title.
  std::uint32_t title_end(std::uint32_t document);
  // How many words title and text of a document have; of those that were read.
  std::uint32_t words(std::uint32_t document);

  void add_documents(std::string_view key, DocumentSet& set) const;
  // Of all keys that begin so.
  void add_beginning(std::string_view beginning, DocumentSet& set);
  // In the documents `within`; ascending for one key.
  void add_places(std::string_view key, const DocumentSet& within,
                  std::vector<Place>& places);
  void add_places_of_beginning(std::string_view beginning, const DocumentSet& within,
                               std::vector<Place>& places);

  // What was asked for and is not there yet.
  struct Missing {
    Keys beginnings;
    Keys positions;
    bool sizes = false;

    bool is_empty() const { return beginnings.empty() && positions.empty() && !sizes; }
  };
  const Missing& missing() const { return missing_; }

  // Keys that are not put have no documents.
  void put_list(std::string_view key, std::string_view list);
  // All keys that begin so are in one of its blocks.
  void put_beginning(std::string_view beginning);
  void put_block_of_beginning(std::string_view beginning, std::string_view block);
  void put_positions(std::string_view key, std::string_view positions);
  // All that were missing have been put: other keys have none.
  void end_positions();
  void put_sizes(std::vector<std::uint32_t> title_ends,
                 std::vector<std::uint32_t> words);

 private:
  template <typename Visit>
  void for_beginning(std::string_view beginning, const Visit& visit);
  void add_places(std::string_view key, std::string_view list,
                  const DocumentSet& within, std::vector<Place>& places);

  std::size_t documents_;
  std::map<std::string, std::string, std::less<>> lists_;
  std::map<std::string, std::vector<std::string>, std::less<>> beginnings_;
  std::map<std::string, std::string, std::less<>> positions_;
  // By document; empty: not read.
  std::vector<std::uint32_t> title_ends_;
  std::vector<std::uint32_t> words_;
  Missing missing_;
};

// The keys that an expression asks for, and the beginnings without a key of their own.
struct WantedKeys {
  Keys keys;
  Keys beginnings;
  // Only when a phrase has one of them: many keys begin so.
  Keys short_beginnings;
};

// Lists of documents that wait for their segment: all that may be asked for.
class WaitingDocuments {
 public:
  explicit WaitingDocuments(const WantedKeys& wanted);

  // In the order of their articles.
  void add(std::int64_t article, std::string_view terms);
  const SegmentDocuments& known() const { return documents_; }
  Lists to_lists() const;

 private:
  struct KeyLists {
    std::vector<std::uint32_t> documents;
    std::string positions;
  };
  bool is_wanted(std::string_view key) const;

  const WantedKeys& wanted_;
  Keys beginnings_;
  // Do keys with these first two bytes have to be looked at? Few do.
  std::vector<bool> first_bytes_;
  SegmentDocuments documents_;
  std::map<std::string, KeyLists, std::less<>> keys_;
};

struct SegmentLists {
  std::int64_t segment = 0;
  Lists* lists = nullptr;
};
Result<void> read_lists(Database& db, std::span<const SegmentLists> segments,
                        const WantedKeys& wanted);
// False when nothing was missing.
Result<bool> read_missing(Database& db, std::span<const SegmentLists> segments);

}  // namespace curlew::store
