#include "store/search/lists.h"

#include <algorithm>

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

// `next` gives the list's documents, one after the other.
template <typename Next>
void read_places(std::string_view positions, const DocumentSet& within,
                 std::vector<Place>& places, const Next& next) {
  ByteReader reader(positions);
  while (!reader.at_end()) {
    const std::uint32_t document = next();
    const std::string_view bytes = reader.bytes(reader.number());
    if (within.has(document)) read_positions(document, bytes, places);
  }
}

void read_places(std::string_view list, std::string_view positions,
                 const DocumentSet& within, std::vector<Place>& places) {
  DocumentSet documents(within.documents());
  add_list(list, documents);
  std::uint32_t from = 0;
  read_places(positions, within, places, [&] {
    const std::uint32_t document = documents.next(from);
    from = document + 1;
    return document;
  });
}

}  // namespace

Result<bool> StoredLists::find(BlockKind kind, std::string_view key,
                               std::string& value) {
  Query query(db_,
              "SELECT block FROM index_blocks WHERE segment_id = $1 AND kind = $2"
              " AND first_term <= $3 ORDER BY first_term DESC LIMIT 1",
              row_.id, static_cast<std::int64_t>(kind), Blob{key});
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return false;
  std::string_view block;
  TRY(query.read(block));
  TermBlockReader reader(block);
  while (reader.next()) {
    if (reader.term().compare(key) < 0) continue;
    if (reader.term() != key) return false;
    value = reader.value();
    return true;
  }
  return false;
}

template <typename Visit>
Result<void> StoredLists::for_beginning(BlockKind kind, std::string_view beginning,
                                        const Visit& visit) {
  const std::string end = end_of(beginning);
  // From the last block that begins at or before it.
  Query query(db_,
              "SELECT block FROM index_blocks WHERE segment_id = $1 AND kind = $2"
              " AND first_term >= coalesce((SELECT first_term FROM index_blocks"
              " WHERE segment_id = $1 AND kind = $2 AND first_term <= $3"
              " ORDER BY first_term DESC LIMIT 1), $3) AND first_term < $4"
              " ORDER BY first_term",
              row_.id, static_cast<std::int64_t>(kind), Blob{beginning}, Blob{end});
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return {};
    std::string_view block;
    TRY(query.read(block));
    TermBlockReader reader(block);
    while (reader.next()) {
      if (reader.term().compare(beginning) < 0) continue;
      if (!reader.term().starts_with(beginning)) return {};
      visit(reader.term(), reader.value());
    }
  }
}

Result<std::uint32_t> StoredLists::size_at(std::size_t index) {
  if (sizes_.empty()) {
    Query query(db_, "SELECT sizes FROM index_segments WHERE id = $1", row_.id);
    TRY_ASSIGN(const bool found, query.next());
    if (found) TRY(query.read(sizes_));
  }
  return number_at(sizes_, index);
}

Result<std::uint32_t> StoredLists::title_end(std::uint32_t document) {
  return size_at(document);
}

Result<std::uint32_t> StoredLists::words(std::uint32_t document) {
  return size_at(row_.documents + document);
}

Result<void> StoredLists::add_documents(std::string_view key, DocumentSet& set) {
  std::string list;
  TRY_ASSIGN(const bool found, find(BlockKind::kDocuments, key, list));
  if (found) add_list(list, set);
  return {};
}

Result<void> StoredLists::add_beginning(std::string_view beginning, DocumentSet& set) {
  return for_beginning(
      BlockKind::kDocuments, beginning,
      [&](const std::string&, std::string_view list) { add_list(list, set); });
}

Result<void> StoredLists::add_places(std::string_view key, const DocumentSet& within,
                                     std::vector<Place>& places) {
  std::string list, positions;
  TRY_ASSIGN(const bool found, find(BlockKind::kDocuments, key, list));
  if (!found) return {};
  TRY_ASSIGN(const bool has_positions, find(BlockKind::kPositions, key, positions));
  if (has_positions) read_places(list, positions, within, places);
  return {};
}

Result<void> StoredLists::add_places_of_beginning(std::string_view beginning,
                                                  const DocumentSet& within,
                                                  std::vector<Place>& places) {
  std::map<std::string, std::string, std::less<>> lists;
  TRY(for_beginning(BlockKind::kDocuments, beginning,
                    [&](const std::string& key, std::string_view list) {
                      lists.emplace(key, list);
                    }));
  return for_beginning(BlockKind::kPositions, beginning,
                       [&](const std::string& key, std::string_view positions) {
                         const auto list = lists.find(key);
                         if (list == lists.end()) return;
                         read_places(list->second, positions, within, places);
                       });
}

bool WaitingLists::is_wanted(const std::string& key) const {
  if (wanted_.keys.contains(key)) return true;
  return std::ranges::any_of(wanted_.beginnings, [&](const std::string& beginning) {
    return key.starts_with(beginning);
  });
}

void WaitingLists::add(const WaitingDocument& waiting) {
  PackedDocument document(waiting.terms);
  const auto number = static_cast<std::uint32_t>(documents_.size());
  documents_.articles.push_back(waiting.article.value);
  documents_.sources.push_back(document.source());
  documents_.title_ends.push_back(document.title_end());
  documents_.words.push_back(document.words());
  while (document.next()) {
    if (!is_wanted(document.key())) continue;
    KeyLists& lists = keys_[document.key()];
    lists.documents.push_back(number);
    if (document.positions().empty()) continue;
    append_number(lists.positions, document.positions().size());
    lists.positions += document.positions();
  }
}

Result<std::uint32_t> WaitingLists::title_end(std::uint32_t document) {
  return documents_.title_ends[document];
}

Result<std::uint32_t> WaitingLists::words(std::uint32_t document) {
  return documents_.words[document];
}

Result<void> WaitingLists::add_documents(std::string_view key, DocumentSet& set) {
  const auto lists = keys_.find(key);
  if (lists == keys_.end()) return {};
  for (const std::uint32_t document : lists->second.documents) set.add(document);
  return {};
}

Result<void> WaitingLists::add_beginning(std::string_view beginning, DocumentSet& set) {
  for (auto lists = keys_.lower_bound(beginning);
       lists != keys_.end() && lists->first.starts_with(beginning); ++lists) {
    for (const std::uint32_t document : lists->second.documents) set.add(document);
  }
  return {};
}

Result<void> WaitingLists::add_places(std::string_view key, const DocumentSet& within,
                                      std::vector<Place>& places) {
  const auto lists = keys_.find(key);
  if (lists == keys_.end()) return {};
  std::size_t next = 0;
  read_places(lists->second.positions, within, places,
              [&] { return lists->second.documents[next++]; });
  return {};
}

Result<void> WaitingLists::add_places_of_beginning(std::string_view beginning,
                                                   const DocumentSet& within,
                                                   std::vector<Place>& places) {
  for (auto lists = keys_.lower_bound(beginning);
       lists != keys_.end() && lists->first.starts_with(beginning); ++lists) {
    TRY(add_places(lists->first, within, places));
  }
  return {};
}

}  // namespace curlew::store
