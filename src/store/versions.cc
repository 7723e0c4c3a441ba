#include "store/versions.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "store/query.h"

namespace curlew::store {
namespace {

// The order in which read_version() takes them.
constexpr std::string_view kSelectVersion =
    "SELECT source_id, article_id, seen, url, digest, media_type, bytes, terminal,"
    " segment, place, length, kinds, score_milli, summary, is_error, is_no_change"
    " FROM versions ";

Result<void> read_version(const Query& query, model::Version& version) {
  std::int64_t kinds = 0;
  std::int64_t score_milli = 0;
  TRY(query.read(version.source, version.article, version.seen, version.url,
                 version.digest, version.media_type, version.bytes,
                 version.place.terminal, version.place.segment, version.place.offset,
                 version.place.length, kinds, score_milli, version.summary,
                 version.is_error, version.is_no_change));
  version.kinds = model::ChangeKinds::of_bits(std::uint32_t(kinds));
  version.score = double(score_milli) / 1000;
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

}  // namespace

Result<void> Versions::add(const model::Version& version) {
  return Query::enqueue(
      db_,
      "INSERT INTO versions (source_id, article_id, seen, url, digest, media_type,"
      " bytes, terminal, segment, place, length, kinds, score_milli, summary, is_error,"
      " is_no_change) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"
      " $14, $15, $16) ON CONFLICT (source_id, article_id, seen) DO NOTHING",
      version.source, version.article, version.seen, version.url, version.digest,
      version.media_type, version.bytes, version.place.terminal, version.place.segment,
      version.place.offset, version.place.length, version.kinds.bits(),
      std::llround(version.score * 1000), version.summary, version.is_error,
      version.is_no_change);
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
      "v WHERE v.article_id = 0 AND v.source_id IN"
      " (SELECT value FROM unnest($1) AS value) AND v.seen ="
      " (SELECT last.seen FROM versions last WHERE last.source_id = v.source_id"
      " AND last.article_id = 0 AND last.is_error = 0 AND last.is_no_change = 0"
      " ORDER BY last.seen DESC LIMIT 1)");
  TRY_ASSIGN(auto last, read_all(Query(db_, sql, sources)));
  for (model::Version& version : last) {
    states[version.source].last = std::move(version);
  }
  return states;
}

Result<bool> Versions::set_no_change(model::SourceId source, Time seen,
                                     bool is_no_change) {
  TRY_ASSIGN(const auto changed,
             Query::run(db_,
                        "UPDATE versions SET is_no_change = $1 WHERE source_id = $2"
                        " AND article_id = 0 AND seen = $3",
                        is_no_change, source, seen));
  return changed > 0;
}

Result<std::vector<model::Version>> Versions::of_url(std::string_view url, Time before,
                                                     std::size_t limit) {
  static const std::string sql =
      select("WHERE url = $1 AND seen < $2 ORDER BY seen DESC LIMIT $3");
  return read_all(Query(db_, sql, url, before, to_limit(limit)));
}

Result<std::vector<model::Version>> Versions::of_source(model::SourceId source,
                                                        Time before,
                                                        std::size_t limit) {
  static const std::string sql = select(
      "WHERE source_id = $1 AND article_id = 0 AND seen < $2"
      " ORDER BY seen DESC LIMIT $3");
  return read_all(Query(db_, sql, source, before, to_limit(limit)));
}

Result<std::vector<Time>> Versions::times_of_url(std::string_view url) {
  Query query(db_, "SELECT seen FROM versions WHERE url = $1 ORDER BY seen", url);
  std::vector<Time> times;
  TRY(query.each([&] { return query.read(times.emplace_back()); }));
  return times;
}

Result<void> Versions::each_place(
    const std::function<void(const model::KeptAt&)>& take) {
  Query query(db_, "SELECT terminal, segment, place, length FROM versions");
  return query.each([&]() -> Result<void> {
    model::KeptAt place;
    TRY(query.read(place.terminal, place.segment, place.offset, place.length));
    take(place);
    return {};
  });
}

Result<std::optional<model::Version>> Versions::at(std::string_view url, Time time) {
  static const std::string before =
      select("WHERE url = $1 AND seen <= $2 ORDER BY seen DESC LIMIT 1");
  static const std::string first =
      select("WHERE url = $1 AND seen > $2 ORDER BY seen LIMIT 1");
  for (const std::string& sql : {before, first}) {
    TRY_ASSIGN(auto found, read_all(Query(db_, sql, url, time)));
    if (!found.empty()) return std::optional(std::move(found.front()));
  }
  return std::optional<model::Version>();
}

}  // namespace curlew::store
