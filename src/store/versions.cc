#include "store/versions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "store/counters.h"
#include "store/no_change.h"
#include "store/query.h"
#include "store/version_times.h"

namespace curlew::store {
namespace {

// The order in which read_version() takes them.
constexpr std::string_view kSelectVersion =
    "SELECT d.source_id, d.article_id, v.seen, d.url, v.digest, v.media_type, v.bytes,"
    " v.terminal, v.segment, v.place, v.length, v.kinds, v.score_milli, v.summary,"
    " v.is_error, v.is_no_change, v.added, v.removed, v.edited, v.structural,"
    " v.textual"
    " FROM versions v JOIN documents d ON d.id = v.document_id ";

Result<void> read_version(const Query& query, model::Version& version) {
  std::int64_t kinds = 0;
  std::int64_t score_milli = 0;
  std::optional<std::uint64_t> added, removed, edited;
  std::optional<std::uint32_t> structural, textual;
  TRY(query.read(version.source, version.article, version.seen, version.url,
                 version.digest, version.media_type, version.bytes,
                 version.place.terminal, version.place.segment, version.place.offset,
                 version.place.length, kinds, score_milli, version.summary,
                 version.is_error, version.is_no_change, added, removed, edited,
                 structural, textual));
  version.kinds = model::ChangeKinds::of_bits(std::uint32_t(kinds));
  version.score = double(score_milli) / 1000;
  if (added) version.data = {*added, removed.value_or(0), edited.value_or(0)};
  if (structural) version.counters = {*structural, textual.value_or(0)};
  return {};
}

Result<std::vector<model::Version>> read_all(Query query) {
  std::vector<model::Version> versions;
  TRY(query.each([&] { return read_version(query, versions.emplace_back()); }));
  return versions;
}

std::string select(std::string_view rest) {
  return std::string(kSelectVersion).append(rest);
}

// Numbers in the table of documents. An address or a source mostly has one; each is
// asked for by itself, so that an index gives its versions in their order.
using Numbers = std::vector<std::int64_t>;

Result<Numbers> read_numbers(Query query) {
  Numbers numbers;
  TRY(query.each([&] { return query.read(numbers.emplace_back()); }));
  return numbers;
}

// Of sources that the user sees; 0: of all.
Result<Numbers> documents_at(Database& db, std::string_view url,
                             model::UserId user = {}) {
  static const std::string sql = fmt::format(
      "SELECT d.id FROM documents d WHERE {} AND d.url = $2", kVisibleDocument);
  return read_numbers(Query(db, sql, user, url));
}

// Of the source itself.
Result<Numbers> documents_of(Database& db, model::SourceId source) {
  return read_numbers(Query(
      db, "SELECT id FROM documents WHERE source_id = $1 AND article_id = 0", source));
}

const std::string& newest_of_document() {
  static const std::string sql =
      select("WHERE v.document_id = $1 AND v.seen < $2 ORDER BY v.seen DESC LIMIT $3");
  return sql;
}

// `limit` versions of these, the newest first; `of_document` gives those of one.
Result<std::vector<model::Version>> newest_of(
    Database& db, const Numbers& documents, Time before, std::size_t limit,
    const std::string& of_document = newest_of_document()) {
  std::vector<model::Version> versions;
  for (const std::int64_t document : documents) {
    TRY_ASSIGN(auto own,
               read_all(Query(db, of_document, document, before, to_limit(limit))));
    std::ranges::move(own, std::back_inserter(versions));
  }
  if (documents.size() > 1) {
    std::ranges::sort(versions, std::ranges::greater(), &model::Version::seen);
    if (versions.size() > limit) versions.resize(limit);
  }
  return versions;
}

Result<void> take_places(Query query,
                         const std::function<void(const model::KeptAt&)>& take) {
  return query.each([&]() -> Result<void> {
    model::KeptAt place;
    TRY(query.read(place.terminal, place.segment, place.offset, place.length));
    take(place);
    return {};
  });
}

}  // namespace

Result<void> Versions::add(const model::Version& version) {
  std::optional<std::uint64_t> added, removed, edited;
  if (const auto& data = version.data) {
    added = data->added;
    removed = data->removed;
    edited = data->edited;
  }
  std::optional<std::uint32_t> structural, textual;
  if (const auto& counters = version.counters) {
    structural = counters->structural;
    textual = counters->textual;
  }
  // Numbers of documents that are gone may come again: their versions went with them.
  TRY(Query::enqueue(
      db_,
      "INSERT INTO documents (id, source_id, article_id, url)"
      " SELECT (SELECT coalesce(max(id), 0) + 1 FROM documents), $1, $2, $3"
      " WHERE NOT EXISTS (SELECT 1 FROM documents WHERE source_id = $1"
      " AND article_id = $2 AND url = $3)",
      version.source, version.article, version.url));
  TRY(Query::enqueue(
      db_,
      "INSERT INTO versions (document_id, seen, digest, media_type, bytes, terminal,"
      " segment, place, length, kinds, score_milli, summary, is_error, is_no_change,"
      " added, removed, edited, structural, textual, of_article)"
      " SELECT id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
      " $16, $17, $18, CASE WHEN article_id > 0 THEN 1 ELSE 0 END"
      " FROM documents WHERE source_id = $19 AND article_id = $20 AND url = $21"
      " ON CONFLICT (document_id, seen) DO NOTHING",
      version.seen, version.digest, version.media_type, version.bytes,
      version.place.terminal, version.place.segment, version.place.offset,
      version.place.length, version.kinds.bits(), std::llround(version.score * 1000),
      version.summary, version.is_error, version.is_no_change, added, removed, edited,
      structural, textual, version.source, version.article, version.url));
  for (const model::KeptAt& part : version.parts) {
    TRY(Query::enqueue(db_,
                       "INSERT INTO version_parts (source_id, article_id, seen,"
                       " terminal, segment, place, length) VALUES ($1, $2, $3, $4, $5,"
                       " $6, $7) ON CONFLICT DO NOTHING",
                       version.source, version.article, version.seen, part.terminal,
                       part.segment, part.offset, part.length));
    // Another version had it before, and was dropped.
    TRY(Query::enqueue(db_,
                       "DELETE FROM dropped_records WHERE terminal = $1"
                       " AND segment = $2 AND place = $3",
                       part.terminal, part.segment, part.offset));
  }
  return {};
}

Result<void> Versions::save_notes(model::SourceId source, std::string_view notes) {
  return Query::enqueue(db_,
                        "INSERT INTO document_notes (source_id, notes) VALUES ($1, $2)"
                        " ON CONFLICT (source_id) DO UPDATE SET notes = excluded.notes",
                        source, Blob{notes});
}

Result<std::string> Versions::notes(model::SourceId source) {
  Query query(db_, "SELECT notes FROM document_notes WHERE source_id = $1", source);
  std::string notes;
  TRY(query.each([&] { return query.read(notes); }));
  return notes;
}

Result<std::unordered_map<model::SourceId, DocumentState>> Versions::states(
    std::span<const model::SourceId> sources) {
  std::unordered_map<model::SourceId, DocumentState> states;
  {
    Query query(db_,
                "SELECT source_id, notes FROM document_notes"
                " WHERE source_id IN (SELECT value FROM unnest($1) AS value)",
                sources);
    const auto take = [&]() -> Result<void> {
      model::SourceId source;
      std::string notes;
      TRY(query.read(source, notes));
      states[source].notes = std::move(notes);
      return {};
    };
    TRY(query.each(take));
  }
  static const std::string sql = select(
      "WHERE d.article_id = 0 AND d.source_id IN"
      " (SELECT value FROM unnest($1) AS value) AND v.seen ="
      " (SELECT last.seen FROM versions last WHERE last.document_id = d.id"
      " AND last.is_error = 0 AND last.is_no_change = 0"
      " ORDER BY last.seen DESC LIMIT 1)");
  TRY_ASSIGN(auto last, read_all(Query(db_, sql, sources)));
  for (model::Version& version : last) {
    // A source that moved has one for each of its addresses.
    auto& known = states[version.source].last;
    if (!known || known->seen < version.seen) known = std::move(version);
  }
  return states;
}

Result<bool> Versions::take_back(const model::Version& version) {
  TRY_ASSIGN(const auto changed,
             Query::run(db_,
                        "UPDATE versions SET is_no_change = 1, score_milli = 0"
                        " WHERE seen = $1 AND is_no_change = 0 AND document_id IN"
                        " (SELECT id FROM documents"
                        " WHERE source_id = $2 AND article_id = 0)",
                        version.seen, version.source));
  if (changed == 0) return false;
  TRY(count_kinds(db_, version, -1));
  return true;
}

Result<std::vector<model::Version>> Versions::of_url(std::string_view url, Time before,
                                                     std::size_t limit) {
  TRY_ASSIGN(const Numbers documents, documents_at(db_, url));
  return newest_of(db_, documents, before, limit);
}

Result<std::vector<model::Version>> Versions::of_source(model::SourceId source,
                                                        Time before,
                                                        std::size_t limit) {
  TRY_ASSIGN(const Numbers documents, documents_of(db_, source));
  return newest_of(db_, documents, before, limit);
}

Result<std::vector<model::Version>> Versions::changes_of(model::SourceId source,
                                                         Time before,
                                                         std::size_t limit) {
  static const std::string sql = select(
      "WHERE v.document_id = $1 AND v.seen < $2 AND v.is_no_change = 0"
      " AND (v.kinds <> 0 OR NOT EXISTS (SELECT 1 FROM documents of_source"
      " JOIN versions older ON older.document_id = of_source.id"
      " WHERE of_source.source_id = d.source_id AND of_source.article_id = 0"
      " AND older.seen < v.seen)) ORDER BY v.seen DESC LIMIT $3");
  TRY_ASSIGN(const Numbers documents, documents_of(db_, source));
  return newest_of(db_, documents, before, limit, sql);
}

Result<std::vector<Versions::DayCount>> Versions::days_of(model::SourceId source,
                                                          std::size_t limit) {
  Query query(db_,
              "SELECT v.seen / 86400000, count(*) FROM versions v WHERE v.document_id"
              " IN (SELECT id FROM documents WHERE source_id = $1 AND article_id = 0)"
              " GROUP BY 1 ORDER BY 1 DESC LIMIT $2",
              source, to_limit(limit));
  std::vector<DayCount> days;
  const auto take = [&]() -> Result<void> {
    DayCount& row = days.emplace_back();
    std::int64_t day = 0;
    TRY(query.read(day, row.versions));
    row.day = from_unix_ms(day * 86'400'000);
    return {};
  };
  TRY(query.each(take));
  return days;
}

Result<std::int64_t> Versions::count_of(model::SourceId source) {
  Query query(db_,
              "SELECT count(*) FROM versions WHERE document_id IN"
              " (SELECT id FROM documents WHERE source_id = $1 AND article_id = 0)",
              source);
  std::int64_t count = 0;
  TRY(query.each([&] { return query.read(count); }));
  return count;
}

Result<std::vector<Time>> times_seen(Database& db, std::string_view url,
                                     model::UserId user) {
  TRY_ASSIGN(const Numbers documents, documents_at(db, url, user));
  std::vector<Time> times;
  for (const std::int64_t document : documents) {
    Query query(db, "SELECT seen FROM versions WHERE document_id = $1 ORDER BY seen",
                document);
    TRY(query.each([&] { return query.read(times.emplace_back()); }));
  }
  if (documents.size() > 1) std::ranges::sort(times);
  return times;
}

Result<void> Versions::each_place(
    const std::function<void(const model::KeptAt&)>& take) {
  return take_places(
      Query(db_, "SELECT terminal, segment, place, length FROM versions"), take);
}

Result<void> Versions::each_named_record(
    const std::function<void(const model::KeptAt&)>& take) {
  return take_places(
      Query(db_,
            "SELECT terminal, segment, place, length FROM versions"
            " UNION ALL SELECT terminal, segment, place, length FROM version_parts"
            " UNION ALL SELECT terminal, segment, place, length FROM dropped_records"),
      take);
}

Result<std::optional<model::Version>> Versions::at(std::string_view url, Time time) {
  return version_seen(db_, url, time, {});
}

Result<std::optional<model::Version>> version_seen(Database& db, std::string_view url,
                                                   Time time, model::UserId user) {
  static const std::string not_after =
      select("WHERE v.document_id = $1 AND v.seen <= $2 ORDER BY v.seen DESC LIMIT 1");
  static const std::string after =
      select("WHERE v.document_id = $1 AND v.seen > $2 ORDER BY v.seen LIMIT 1");
  TRY_ASSIGN(const Numbers documents, documents_at(db, url, user));
  std::vector<model::Version> found;
  for (const std::string* sql : {&not_after, &after}) {
    for (const std::int64_t document : documents) {
      TRY_ASSIGN(auto own, read_all(Query(db, *sql, document, time)));
      std::ranges::move(own, std::back_inserter(found));
    }
    if (found.empty()) continue;
    const auto [oldest, newest] =
        std::ranges::minmax_element(found, {}, &model::Version::seen);
    return std::optional(std::move(sql == &not_after ? *newest : *oldest));
  }
  return std::optional<model::Version>();
}

Result<std::vector<Document>> Versions::documents(Document last, std::size_t limit) {
  Query query(db_,
              "SELECT d.source_id, d.article_id FROM documents d"
              " JOIN versions v ON v.document_id = d.id"
              " WHERE (d.source_id, d.article_id) > ($1, $2)"
              " GROUP BY d.source_id, d.article_id HAVING count(*) > 2"
              " ORDER BY d.source_id, d.article_id LIMIT $3",
              last.source, last.article, to_limit(limit));
  std::vector<Document> documents;
  TRY(query.each([&] {
    Document& document = documents.emplace_back();
    return query.read(document.source, document.article);
  }));
  return documents;
}

Result<std::vector<KeptVersion>> Versions::kept_of(Document document) {
  Query query(db_,
              "SELECT v.seen, v.terminal, v.segment, v.place, v.length, v.is_error,"
              " v.is_no_change FROM documents d JOIN versions v ON v.document_id = d.id"
              " WHERE d.source_id = $1 AND d.article_id = $2 ORDER BY v.seen",
              document.source, document.article);
  std::vector<KeptVersion> versions;
  const auto take = [&]() -> Result<void> {
    KeptVersion& each = versions.emplace_back();
    bool is_error = false, is_no_change = false;
    TRY(query.read(each.seen, each.place.terminal, each.place.segment,
                   each.place.offset, each.place.length, is_error, is_no_change));
    each.is_comparable = !is_error && !is_no_change;
    return {};
  };
  TRY(query.each(take));
  return versions;
}

Result<void> Versions::drop(Document document, std::span<const KeptVersion> versions) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  for (const KeptVersion& each : versions) TRY(drop(document, each));
  return transaction.commit();
}

Result<void> Versions::drop(Document document, const KeptVersion& version) {
  TRY(drop_record(version.place));
  // Its parts go where no other version has them.
  TRY(Query::enqueue(db_,
                     "INSERT INTO dropped_records (terminal, segment, place, length)"
                     " SELECT p.terminal, p.segment, p.place, p.length"
                     " FROM version_parts p WHERE p.source_id = $1"
                     " AND p.article_id = $2 AND p.seen = $3 AND NOT EXISTS"
                     " (SELECT 1 FROM version_parts o WHERE o.terminal = p.terminal"
                     " AND o.segment = p.segment AND o.place = p.place AND NOT"
                     " (o.source_id = $1 AND o.article_id = $2 AND o.seen = $3))"
                     " ON CONFLICT DO NOTHING",
                     document.source, document.article, version.seen));
  TRY(Query::enqueue(db_,
                     "DELETE FROM version_parts WHERE source_id = $1"
                     " AND article_id = $2 AND seen = $3",
                     document.source, document.article, version.seen));
  return Query::enqueue(db_,
                        "DELETE FROM versions WHERE seen = $1 AND document_id IN"
                        " (SELECT id FROM documents WHERE source_id = $2"
                        " AND article_id = $3)",
                        version.seen, document.source, document.article);
}

Result<void> Versions::drop_record(const model::KeptAt& place) {
  return Query::enqueue(db_,
                        "INSERT INTO dropped_records (terminal, segment, place, length)"
                        " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                        place.terminal, place.segment, place.offset, place.length);
}

Result<void> Versions::drop_unused(Document document, const model::KeptAt& place) {
  return Query::enqueue(
      db_,
      "INSERT INTO dropped_records (terminal, segment, place, length)"
      " SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM documents d"
      " JOIN versions v ON v.document_id = d.id WHERE d.source_id = $5"
      " AND d.article_id = $6 AND v.terminal = $1 AND v.segment = $2 AND v.place = $3)"
      " ON CONFLICT DO NOTHING",
      place.terminal, place.segment, place.offset, place.length, document.source,
      document.article);
}

Result<std::vector<model::KeptAt>> Versions::dropped(std::string_view terminal,
                                                     std::size_t limit) {
  Query query(db_,
              "SELECT terminal, segment, place, length FROM dropped_records"
              " WHERE terminal = $1 ORDER BY segment, place LIMIT $2",
              terminal, to_limit(limit));
  std::vector<model::KeptAt> places;
  TRY(query.each([&] {
    model::KeptAt& each = places.emplace_back();
    return query.read(each.terminal, each.segment, each.offset, each.length);
  }));
  return places;
}

Result<void> Versions::forget_dropped(std::span<const model::KeptAt> places) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  for (const model::KeptAt& place : places) {
    TRY(Query::enqueue(db_,
                       "DELETE FROM dropped_records WHERE terminal = $1"
                       " AND segment = $2 AND place = $3",
                       place.terminal, place.segment, place.offset));
  }
  return transaction.commit();
}

}  // namespace curlew::store
