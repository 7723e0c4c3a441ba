#include "store/search/lists.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "store/query.h"
#include "store/search/packed_document.h"

namespace curlew::store {
namespace {

// The first key behind all that begin so; no key has the byte 0xFF.
std::string end_of(std::string_view beginning) {
  return std::string(beginning) + '\xff';
}

void read_positions(std::uint32_t document, std::string_view bytes,
                    std::vector<Place>& places) {
  ByteReader reader(bytes);
  for (std::uint64_t next = 0; !reader.at_end(); ++next) {
    next += reader.number();
    places.push_back(to_place(document, static_cast<std::uint32_t>(next)));
  }
}

std::size_t first_two(std::string_view key) {
  const auto byte = [&](std::size_t i) {
    return i < key.size() ? static_cast<unsigned char>(key[i]) : 0U;
  };
  return byte(0) << 8 | byte(1);
}

using ListsOf = std::unordered_map<std::int64_t, Lists*>;
ListsOf by_segment(std::span<const SegmentLists> segments) {
  ListsOf out;
  for (const SegmentLists& each : segments) out.emplace(each.segment, each.lists);
  return out;
}

// Keys of segments, of which blocks are to be read.
struct WantedBlocks {
  std::vector<std::int64_t> segments;
  std::vector<std::string_view> keys;

  void add(std::int64_t segment, std::string_view key) {
    segments.push_back(segment);
    keys.push_back(key);
  }
};

// Calls `put` with the lists of a segment and a block that may have wanted keys. Each
// block comes once, however many it has.
template <typename Put>
Result<void> read_blocks(Database& db, BlockKind kind, const WantedBlocks& wanted,
                         const ListsOf& lists, const Put& put) {
  if (wanted.keys.empty()) return {};
  Query query(
      db,
      kind == BlockKind::kDocuments
          ? "SELECT b.segment_id, b.block FROM (SELECT DISTINCT pair.first AS segment,"
            " (SELECT first_term FROM index_blocks WHERE segment_id = pair.first"
            " AND kind = 0 AND first_term <= pair.second"
            " ORDER BY first_term DESC LIMIT 1) AS term"
            " FROM pairs($1, $2) AS pair) AS wanted JOIN index_blocks b"
            " ON b.segment_id = segment AND b.kind = 0 AND b.first_term = term"
          : "SELECT b.segment_id, b.block FROM (SELECT DISTINCT pair.first AS segment,"
            " (SELECT first_term FROM index_blocks WHERE segment_id = pair.first"
            " AND kind = 1 AND first_term <= pair.second"
            " ORDER BY first_term DESC LIMIT 1) AS term"
            " FROM pairs($1, $2) AS pair) AS wanted JOIN index_blocks b"
            " ON b.segment_id = segment AND b.kind = 1 AND b.first_term = term",
      std::span<const std::int64_t>(wanted.segments), Blobs{wanted.keys});
  return query.each([&]() -> Result<void> {
    std::int64_t segment = 0;
    std::string_view block;
    TRY(query.read(segment, block));
    put(*lists.at(segment), block);
    return {};
  });
}

// Calls `put` with those entries of a block whose keys are wanted.
template <typename Put>
void for_wanted(std::string_view block, const Keys& wanted, const Put& put) {
  TermBlockReader reader(block);
  auto next = wanted.end();
  for (bool is_first = true; reader.next(); is_first = false) {
    if (is_first) next = wanted.lower_bound(reader.term());
    while (next != wanted.end() && *next < reader.term()) ++next;
    if (next == wanted.end()) return;
    if (*next == reader.term()) put(reader.term(), reader.value());
  }
}

Result<void> read_beginning(Database& db, std::span<const std::int64_t> segments,
                            std::string_view beginning, const ListsOf& lists) {
  for (const std::int64_t segment : segments) {
    lists.at(segment)->put_beginning(beginning);
  }
  const std::string end = end_of(beginning);
  // From the last block that begins at or before it.
  Query query(db,
              "SELECT b.segment_id, b.block FROM unnest($1) AS value"
              " JOIN index_blocks b ON b.segment_id = value AND b.kind = 0"
              " AND b.first_term >= coalesce((SELECT a.first_term FROM index_blocks a"
              " WHERE a.segment_id = value AND a.kind = 0 AND a.first_term <= $2"
              " ORDER BY a.first_term DESC LIMIT 1), $2) AND b.first_term < $3"
              " ORDER BY b.segment_id, b.first_term",
              segments, Blob{beginning}, Blob{end});
  return query.each([&]() -> Result<void> {
    std::int64_t segment = 0;
    std::string_view block;
    TRY(query.read(segment, block));
    lists.at(segment)->put_block_of_beginning(beginning, block);
    return {};
  });
}

Result<void> read_sizes(Database& db, std::span<const std::int64_t> segments,
                        const ListsOf& lists) {
  if (segments.empty()) return {};
  Query query(db,
              "SELECT id, sizes FROM index_segments"
              " WHERE id IN (SELECT value FROM unnest($1) AS value)",
              segments);
  return query.each([&]() -> Result<void> {
    std::int64_t segment = 0;
    std::string_view sizes;
    TRY(query.read(segment, sizes));
    Lists& its = *lists.at(segment);
    ByteReader reader(sizes);
    auto title_ends = unpack_numbers(reader, its.documents());
    its.put_sizes(std::move(title_ends), unpack_numbers(reader, its.documents()));
    return {};
  });
}

}  // namespace

std::uint32_t Lists::title_end(std::uint32_t document) {
  if (document < title_ends_.size()) return title_ends_[document];
  missing_.sizes = true;
  return 0;
}

std::uint32_t Lists::words(std::uint32_t document) {
  if (document < words_.size()) return words_[document];
  missing_.sizes = true;
  return 0;
}

void Lists::add_documents(std::string_view key, DocumentSet& set) const {
  const auto list = lists_.find(key);
  if (list != lists_.end()) add_list(list->second, set);
}

template <typename Visit>
void Lists::for_beginning(std::string_view beginning, const Visit& visit) {
  const auto blocks = beginnings_.find(beginning);
  if (blocks == beginnings_.end()) {
    missing_.beginnings.emplace(beginning);
    return;
  }
  for (const std::string& block : blocks->second) {
    TermBlockReader reader(block);
    while (reader.next()) {
      if (reader.term().starts_with(beginning)) visit(reader.term(), reader.value());
    }
  }
}

void Lists::add_beginning(std::string_view beginning, DocumentSet& set) {
  for_beginning(beginning, [&](const std::string&, std::string_view list) {
    add_list(list, set);
  });
}

void Lists::add_places(std::string_view key, const DocumentSet& within,
                       std::vector<Place>& places) {
  const auto list = lists_.find(key);
  if (list != lists_.end()) add_places(key, list->second, within, places);
}

void Lists::add_places(std::string_view key, std::string_view list,
                       const DocumentSet& within, std::vector<Place>& places) {
  const auto positions = positions_.find(key);
  if (positions == positions_.end()) {
    if (has_any_of(list, within)) missing_.positions.emplace(key);
    return;
  }
  ByteReader reader(positions->second);
  for_each_of(list, documents_, [&](std::uint32_t document) {
    const std::string_view bytes = reader.bytes(reader.number());
    if (within.has(document)) read_positions(document, bytes, places);
  });
}

void Lists::add_places_of_beginning(std::string_view beginning,
                                    const DocumentSet& within,
                                    std::vector<Place>& places) {
  for_beginning(beginning, [&](const std::string& key, std::string_view list) {
    add_places(key, list, within, places);
  });
}

void Lists::put_list(std::string_view key, std::string_view list) {
  lists_.emplace(key, list);
}

void Lists::put_beginning(std::string_view beginning) {
  beginnings_.emplace(beginning, std::vector<std::string>());
  missing_.beginnings.erase(std::string(beginning));
}

void Lists::put_block_of_beginning(std::string_view beginning, std::string_view block) {
  beginnings_.find(beginning)->second.emplace_back(block);
}

void Lists::put_positions(std::string_view key, std::string_view positions) {
  positions_.emplace(key, positions);
}

void Lists::end_positions() {
  for (const std::string& key : missing_.positions) positions_.try_emplace(key);
  missing_.positions.clear();
}

void Lists::put_sizes(std::vector<std::uint32_t> title_ends,
                      std::vector<std::uint32_t> words) {
  title_ends_ = std::move(title_ends);
  words_ = std::move(words);
  missing_.sizes = false;
}

WaitingDocuments::WaitingDocuments(const WantedKeys& wanted)
    : wanted_(wanted), beginnings_(wanted.beginnings), first_bytes_(1 << 16) {
  beginnings_.insert(wanted.short_beginnings.begin(), wanted.short_beginnings.end());
  for (const std::string& key : wanted.keys) first_bytes_[first_two(key)] = true;
  for (const std::string& each : beginnings_) {
    const std::size_t first = first_two(each);
    const std::size_t last = each.size() == 1 ? first | 0xff : first;
    for (std::size_t i = first; i <= last; ++i) first_bytes_[i] = true;
  }
}

bool WaitingDocuments::is_wanted(std::string_view key) const {
  if (!first_bytes_[first_two(key)]) return false;
  if (wanted_.keys.contains(key)) return true;
  return std::ranges::any_of(beginnings_, [&](const std::string& beginning) {
    return key.starts_with(beginning);
  });
}

void WaitingDocuments::add(std::int64_t article, std::string_view terms) {
  PackedDocument document(terms);
  const auto number = static_cast<std::uint32_t>(documents_.size());
  documents_.add(article, document);
  while (document.next()) {
    if (!is_wanted(document.key())) continue;
    auto lists = keys_.find(document.key());
    if (lists == keys_.end())
      lists = keys_.try_emplace(std::string(document.key())).first;
    KeyLists& its = lists->second;
    its.documents.push_back(number);
    if (document.positions().empty()) continue;
    append_number(its.positions, document.positions().size());
    its.positions += document.positions();
  }
}

Lists WaitingDocuments::to_lists() const {
  const std::size_t documents = documents_.size();
  Lists lists(documents);
  const auto packed = [&](std::span<const std::uint32_t> list) {
    std::string out;
    append_list(out, list, documents);
    return out;
  };
  for (const auto& [key, its] : keys_) {
    lists.put_list(key, packed(its.documents));
    lists.put_positions(key, its.positions);
  }
  for (const std::string& beginning : beginnings_) {
    TermBlock block;
    DocumentSet set(documents);
    for (auto each = keys_.lower_bound(beginning);
         each != keys_.end() && each->first.starts_with(beginning); ++each) {
      block.add(each->first, packed(each->second.documents));
      for (const std::uint32_t document : each->second.documents) set.add(document);
    }
    lists.put_beginning(beginning);
    lists.put_block_of_beginning(beginning, block.take());
    lists.put_list(kBeginningKey + beginning, packed(set.to_list()));
  }
  lists.put_sizes(documents_.title_ends, documents_.words);
  return lists;
}

Result<void> read_lists(Database& db, std::span<const SegmentLists> segments,
                        const WantedKeys& wanted) {
  const ListsOf lists = by_segment(segments);
  WantedBlocks blocks;
  std::vector<std::int64_t> ids;
  for (const SegmentLists& each : segments) {
    ids.push_back(each.segment);
    for (const std::string& key : wanted.keys) blocks.add(each.segment, key);
  }
  if (ids.empty()) return {};
  TRY(read_blocks(db, BlockKind::kDocuments, blocks, lists,
                  [&](Lists& its, std::string_view block) {
                    for_wanted(block, wanted.keys,
                               [&](std::string_view key, std::string_view list) {
                                 its.put_list(key, list);
                               });
                  }));
  for (const std::string& beginning : wanted.beginnings) {
    TRY(read_beginning(db, ids, beginning, lists));
  }
  return {};
}

Result<bool> read_missing(Database& db, std::span<const SegmentLists> segments) {
  const ListsOf lists = by_segment(segments);
  WantedBlocks positions;
  std::map<std::string, std::vector<std::int64_t>> beginnings;
  std::vector<std::int64_t> without_sizes;
  bool is_complete = true;
  for (const SegmentLists& each : segments) {
    const Lists::Missing& missing = each.lists->missing();
    is_complete = is_complete && missing.is_empty();
    for (const std::string& key : missing.positions) positions.add(each.segment, key);
    for (const std::string& key : missing.beginnings) {
      beginnings[key].push_back(each.segment);
    }
    if (missing.sizes) without_sizes.push_back(each.segment);
  }
  if (is_complete) return false;
  TRY(read_blocks(db, BlockKind::kPositions, positions, lists,
                  [](Lists& its, std::string_view block) {
                    for_wanted(block, its.missing().positions,
                               [&](std::string_view key, std::string_view value) {
                                 its.put_positions(key, value);
                               });
                  }));
  for (const SegmentLists& each : segments) each.lists->end_positions();
  for (const auto& [beginning, ids] : beginnings) {
    TRY(read_beginning(db, ids, beginning, lists));
  }
  TRY(read_sizes(db, without_sizes, lists));
  return true;
}

}  // namespace curlew::store
