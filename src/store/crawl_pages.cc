#include "store/crawl_pages.h"

#include <array>
#include <cmath>
#include <utility>

#include "store/query.h"

namespace curlew::store {
namespace {

constexpr auto kCrawlStandings = std::to_array(
    {CrawlStanding::kWaiting, CrawlStanding::kSeed, CrawlStanding::kKept,
     CrawlStanding::kRejected, CrawlStanding::kDropped, CrawlStanding::kDuplicate,
     CrawlStanding::kGone, CrawlStanding::kList});

// One of a newer release is left alone.
CrawlStanding crawl_standing_of(std::string_view name) {
  for (const CrawlStanding standing : kCrawlStandings) {
    if (to_string(standing) == name) return standing;
  }
  return CrawlStanding::kGone;
}

std::int64_t crawl_millionths(double value) { return std::llround(value * 1e6); }

bool is_root(CrawlStanding standing) {
  return standing == CrawlStanding::kSeed || standing == CrawlStanding::kList;
}

}  // namespace

std::string_view to_string(CrawlStanding standing) {
  switch (standing) {
    case CrawlStanding::kWaiting:
      return "waiting";
    case CrawlStanding::kSeed:
      return "seed";
    case CrawlStanding::kKept:
      return "kept";
    case CrawlStanding::kRejected:
      return "rejected";
    case CrawlStanding::kDropped:
      return "dropped";
    case CrawlStanding::kDuplicate:
      return "duplicate";
    case CrawlStanding::kGone:
      return "gone";
    case CrawlStanding::kList:
      return "list";
  }
  return "gone";
}

Result<void> CrawlPages::each(const std::function<void(const CrawlPageRow&)>& take) {
  Query query(
      db_,
      "SELECT id, source_id, site, standing, depth, off_topic, area, similarity,"
      " anchor_similarity, parent_similarity, mentions, link_class, structural,"
      " textual, visits, changes, failures, first_visit, last_visit, phase"
      " FROM crawl_pages");
  CrawlPageRow row;
  return query.each([&]() -> Result<void> {
    std::string standing;
    std::int64_t similarity = 0, anchor = 0, parent = 0;
    TRY(query.read(row.id, row.topic, row.site, standing, row.depth, row.off_topic,
                   row.area, similarity, anchor, parent, row.mentions, row.link_class,
                   row.structural, row.textual, row.visits, row.changes, row.failures,
                   row.first_visit, row.last_visit, row.phase));
    row.standing = crawl_standing_of(standing);
    row.similarity = double(similarity) / 1e6;
    row.anchor_similarity = double(anchor) / 1e6;
    row.parent_similarity = double(parent) / 1e6;
    take(row);
    return {};
  });
}

Result<model::CrawlPageId> CrawlPages::last_id() {
  Query query(db_, "SELECT coalesce(max(id), 0) FROM crawl_pages");
  model::CrawlPageId last;
  TRY(query.each([&] { return query.read(last); }));
  return last;
}

Result<std::unordered_map<std::uint64_t, model::CrawlPageId>> CrawlPages::known(
    std::span<const std::uint64_t> keys, model::SourceId seed_of) {
  const std::vector<std::int64_t> numbers(keys.begin(), keys.end());
  Query query(db_,
              "SELECT url_key, id FROM crawl_pages WHERE seed_of = $1 AND url_key IN"
              " (SELECT value FROM unnest($2) AS value)",
              seed_of, std::span(numbers));
  std::unordered_map<std::uint64_t, model::CrawlPageId> pages;
  const auto take = [&]() -> Result<void> {
    std::uint64_t key = 0;
    model::CrawlPageId page;
    TRY(query.read(key, page));
    pages.emplace(key, page);
    return {};
  };
  TRY(query.each(take));
  return pages;
}

Result<std::unordered_map<model::CrawlPageId, CrawlPageToVisit>> CrawlPages::to_visit(
    std::span<const model::CrawlPageId> pages) {
  Query query(db_,
              "SELECT id, source_id, standing, url, article_id, etag, last_modified,"
              " validators_url, digest, terminal, segment, place, length, notes"
              " FROM crawl_pages WHERE id IN (SELECT value FROM unnest($1) AS value)",
              pages);
  std::unordered_map<model::CrawlPageId, CrawlPageToVisit> found;
  const auto take = [&]() -> Result<void> {
    model::CrawlPageId id;
    std::string standing;
    CrawlPageToVisit page;
    CrawlPageMemory& memory = page.memory;
    TRY(query.read(id, page.topic, standing, page.url, page.article,
                   memory.validators.etag, memory.validators.last_modified,
                   memory.validators.url, memory.digest, memory.last.terminal,
                   memory.last.segment, memory.last.offset, memory.last.length,
                   memory.notes));
    page.standing = crawl_standing_of(standing);
    found.emplace(id, std::move(page));
    return {};
  };
  TRY(query.each(take));
  return found;
}

Result<std::vector<CrawlSketch>> CrawlPages::find_by_bands(
    std::span<const std::int64_t> bands, model::CrawlPageId except) {
  Query query(db_,
              "SELECT id, sketch, claims FROM crawl_pages WHERE id <> $1 AND id IN"
              " (SELECT page_id FROM crawl_bands WHERE band IN"
              " (SELECT value FROM unnest($2) AS value)) ORDER BY id LIMIT 100",
              except, bands);
  std::vector<CrawlSketch> found;
  TRY(query.each([&] {
    CrawlSketch& one = found.emplace_back();
    return query.read(one.page, one.sketch, one.claims);
  }));
  return found;
}

Result<void> CrawlPages::add(const NewCrawlPage& page) {
  const CrawlPageRow& row = page.row;
  const model::SourceId seed_of = is_root(row.standing) ? row.topic : model::SourceId{};
  return Query::enqueue(
      db_,
      "INSERT INTO crawl_pages (id, source_id, seed_of, url_key, url, site, standing,"
      " depth, off_topic, area, similarity, anchor_similarity, parent_similarity,"
      " mentions, link_class, structural, textual, visits, changes, failures,"
      " first_visit, last_visit, phase, article_id, etag, last_modified,"
      " validators_url, digest, terminal, segment, place, length, notes, sketch,"
      " also_of)"
      " SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
      " $17, $18, $19, $20, $21, $22, $23, 0, '', '', '', '', '', '', 0, 0, $24, $24,"
      " $25 WHERE EXISTS (SELECT 1 FROM sources WHERE id = $2)"
      " ON CONFLICT DO NOTHING",
      row.id, row.topic, seed_of, page.key, page.url, row.site, to_string(row.standing),
      row.depth, row.off_topic, row.area, crawl_millionths(row.similarity),
      crawl_millionths(row.anchor_similarity), crawl_millionths(row.parent_similarity),
      row.mentions, row.link_class, row.structural, row.textual, row.visits,
      row.changes, row.failures, row.first_visit, row.last_visit, row.phase, Blob{""},
      page.also_of);
}

Result<void> CrawlPages::note_ordered(model::CrawlPageId page, std::uint32_t phase) {
  return Query::enqueue(db_, "UPDATE crawl_pages SET phase = $1 WHERE id = $2", phase,
                        page);
}

Result<void> CrawlPages::save(const CrawlPageRow& row) {
  return Query::enqueue(
      db_,
      "UPDATE crawl_pages SET source_id = $1, also_of = CASE WHEN source_id = $1"
      " THEN also_of ELSE source_id END, standing = $2, depth = $3, off_topic = $4,"
      " area = $5, similarity = $6, anchor_similarity = $7, parent_similarity = $8,"
      " mentions = $9, link_class = $10, structural = $11, textual = $12, visits = $13,"
      " changes = $14, failures = $15, first_visit = $16, last_visit = $17, phase = $18"
      " WHERE id = $19 AND EXISTS (SELECT 1 FROM sources WHERE id = $1)",
      row.topic, to_string(row.standing), row.depth, row.off_topic, row.area,
      crawl_millionths(row.similarity), crawl_millionths(row.anchor_similarity),
      crawl_millionths(row.parent_similarity), row.mentions, row.link_class,
      row.structural, row.textual, row.visits, row.changes, row.failures,
      row.first_visit, row.last_visit, row.phase, row.id);
}

Result<void> CrawlPages::save_memory(model::CrawlPageId page,
                                     const CrawlPageMemory& memory) {
  return Query::enqueue(
      db_,
      "UPDATE crawl_pages SET etag = $1, last_modified = $2, validators_url = $3,"
      " digest = $4, terminal = $5, segment = $6, place = $7, length = $8, notes = $9"
      " WHERE id = $10",
      memory.validators.etag, memory.validators.last_modified, memory.validators.url,
      memory.digest, memory.last.terminal, memory.last.segment, memory.last.offset,
      memory.last.length, Blob{memory.notes}, page);
}

Result<void> CrawlPages::set_article(model::CrawlPageId page,
                                     model::ArticleId article) {
  return Query::enqueue(db_, "UPDATE crawl_pages SET article_id = $1 WHERE id = $2",
                        article, page);
}

Result<void> CrawlPages::set_trouble(model::CrawlPageId page, std::string_view why) {
  return Query::enqueue(db_, "UPDATE crawl_pages SET trouble = $1 WHERE id = $2", why,
                        page);
}

Result<std::vector<SeedTrouble>> CrawlPages::seed_troubles(model::SourceId topic) {
  Query query(db_,
              "SELECT url, trouble, failures FROM crawl_pages WHERE source_id = $1"
              " AND standing = $2 AND trouble <> '' ORDER BY id",
              topic, to_string(CrawlStanding::kSeed));
  std::vector<SeedTrouble> all;
  TRY(query.each([&] {
    SeedTrouble& seed = all.emplace_back();
    return query.read(seed.url, seed.why, seed.failures);
  }));
  return all;
}

Result<void> CrawlPages::set_sketch(const CrawlSketch& sketch,
                                    std::span<const std::int64_t> bands) {
  const model::CrawlPageId page = sketch.page;
  TRY(Query::enqueue(db_,
                     "UPDATE crawl_pages SET sketch = $1, claims = $2 WHERE id = $3",
                     Blob{sketch.sketch}, sketch.claims, page));
  TRY(Query::enqueue(db_, "DELETE FROM crawl_bands WHERE page_id = $1", page));
  for (const std::int64_t band : bands) {
    TRY(Query::enqueue(db_,
                       "INSERT INTO crawl_bands (band, page_id) VALUES ($1, $2)"
                       " ON CONFLICT DO NOTHING",
                       band, page));
  }
  return {};
}

Result<std::vector<CrawlSite>> CrawlPages::sites() {
  Query query(db_, "SELECT source_id, site, visited, kept, learned FROM crawl_sites");
  std::vector<CrawlSite> all;
  TRY(query.each([&] {
    CrawlSite& site = all.emplace_back();
    return query.read(site.topic, site.site, site.visited, site.kept, site.learned);
  }));
  return all;
}

Result<void> CrawlPages::save(const CrawlSite& site) {
  return Query::enqueue(
      db_,
      "INSERT INTO crawl_sites (source_id, site, visited, kept, learned)"
      " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (source_id, site)"
      " DO UPDATE SET visited = $3, kept = $4, learned = $5",
      site.topic, site.site, site.visited, site.kept, site.learned);
}

Result<std::unordered_map<model::SourceId, std::string>> CrawlPages::states() {
  Query query(db_, "SELECT source_id, state FROM crawl_states");
  std::unordered_map<model::SourceId, std::string> states;
  const auto take = [&]() -> Result<void> {
    model::SourceId topic;
    std::string state;
    TRY(query.read(topic, state));
    states.emplace(topic, std::move(state));
    return {};
  };
  TRY(query.each(take));
  return states;
}

Result<void> CrawlPages::save_state(model::SourceId topic, std::string_view state) {
  return Query::enqueue(db_,
                        "INSERT INTO crawl_states (source_id, state) VALUES ($1, $2)"
                        " ON CONFLICT (source_id) DO UPDATE SET state = $2",
                        topic, state);
}

Result<CrawlCounts> CrawlPages::count(model::SourceId topic) {
  Query query(db_,
              "SELECT standing, count(*),"
              " count(CASE WHEN structural + textual > 0 THEN 1 END),"
              " count(CASE WHEN article_id > 0 THEN 1 END)"
              " FROM crawl_pages WHERE source_id = $1 GROUP BY standing",
              topic);
  CrawlCounts counts;
  const auto take = [&]() -> Result<void> {
    std::string name;
    std::uint64_t pages = 0, dynamic = 0, articles = 0;
    TRY(query.read(name, pages, dynamic, articles));
    counts.articles += articles;
    switch (crawl_standing_of(name)) {
      case CrawlStanding::kWaiting:
        counts.waiting = pages;
        break;
      case CrawlStanding::kKept:
        counts.kept = pages;
        counts.dynamic = dynamic;
        break;
      case CrawlStanding::kRejected:
        counts.rejected = pages;
        break;
      case CrawlStanding::kDuplicate:
        counts.duplicates = pages;
        break;
      default:
        break;
    }
    return {};
  };
  TRY(query.each(take));
  return counts;
}

}  // namespace curlew::store
