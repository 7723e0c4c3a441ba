#include "store/topics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "store/compression.h"
#include "store/counters.h"
#include "store/query.h"
#include "store/subscriptions.h"

namespace curlew::store {
namespace {

constexpr std::int64_t kMostOfTopicLog = 1000;

// Numbers between 0 and 1 are kept as millionths: both databases give back the same.
constexpr double kMillionths = 1e6;

std::int64_t to_millionths(double value) { return std::llround(value * kMillionths); }
double from_millionths(std::int64_t value) { return double(value) / kMillionths; }
std::optional<std::int64_t> to_millionths(const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return to_millionths(*value);
}

std::string join_lines(const std::vector<std::string>& items) {
  return fmt::format("{}", fmt::join(items, "\n"));
}

std::vector<std::string> split_lines(std::string_view lines) {
  std::vector<std::string> items;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    items.emplace_back(lines.substr(0, end));
    lines = end == lines.npos ? std::string_view() : lines.substr(end + 1);
  }
  return items;
}

std::string join_classes(const std::vector<model::SourceId>& classes) {
  std::string text;
  for (const model::SourceId topic : classes) {
    if (!text.empty()) text += ' ';
    text += std::to_string(topic.value);
  }
  return text;
}

std::vector<model::SourceId> split_classes(std::string_view text) {
  std::vector<model::SourceId> classes;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    model::SourceId topic;
    const auto read = std::from_chars(at, end, topic.value);
    if (read.ec != std::errc()) break;
    classes.push_back(topic);
    at = read.ptr + 1;
  }
  return classes;
}

// The order in which read_topic() takes them.
constexpr std::string_view kSelectTopic =
    "SELECT t.source_id, s.title, s.state, s.is_shared, s.folder, s.added, t.method,"
    " t.crawl_order, t.terms, t.passed_over, t.pages_a_phase, t.pages_a_site, t.depth,"
    " t.seeds, t.also_domains, t.excludes, t.phase, t.threshold, t.learned,"
    " t.resumes, t.own_threshold"
    // Topics first, and then their sources: SQLite would walk all sources by title.
    " FROM topics t CROSS JOIN sources s WHERE s.id = t.source_id ";

Result<TopicRow> read_topic(const Query& query) {
  TopicRow row;
  model::Topic& topic = row.topic;
  std::string_view method, order, seeds, also_domains, excludes;
  std::int64_t passed_over = 0;
  std::int64_t threshold = 0;
  std::optional<std::int64_t> own_threshold;
  TRY(query.read(topic.source, topic.name, row.state, row.is_shared, row.folder,
                 row.added, method, order, topic.terms, passed_over,
                 topic.caps.pages_a_phase, topic.caps.pages_a_site, topic.caps.depth,
                 seeds, also_domains, excludes, topic.phase, threshold, topic.learned,
                 row.resumes, own_threshold));
  // A name of a later release means what is usual here.
  topic.method = model::parse_topic_method(method).value_or(topic.method);
  topic.order = model::parse_crawl_order(order).value_or(topic.order);
  topic.passed_over = from_millionths(passed_over);
  topic.threshold = from_millionths(threshold);
  if (own_threshold) topic.own_threshold = from_millionths(*own_threshold);
  topic.seeds = split_lines(seeds);
  topic.rules.also_domains = split_lines(also_domains);
  topic.rules.excludes = split_lines(excludes);
  return row;
}

Error no_such_topic(model::SourceId topic) {
  return {ErrorKind::kNotFound, fmt::format("there is no topic {}", topic.value)};
}

}  // namespace

Result<void> Topics::add(const model::Topic& topic) {
  TRY(Query::run(
      db_,
      "INSERT INTO topics (source_id, method, crawl_order, terms, passed_over,"
      " pages_a_phase, pages_a_site, depth, seeds, also_domains, excludes, phase,"
      " threshold, learned, own_threshold)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
      topic.source, to_string(topic.method), to_string(topic.order), topic.terms,
      to_millionths(topic.passed_over), topic.caps.pages_a_phase,
      topic.caps.pages_a_site, topic.caps.depth, join_lines(topic.seeds),
      join_lines(topic.rules.also_domains), join_lines(topic.rules.excludes),
      topic.phase, to_millionths(topic.threshold), Blob{topic.learned},
      to_millionths(topic.own_threshold)));
  return note_changed();
}

Result<void> Topics::change(const model::Topic& topic) {
  TRY_ASSIGN(
      const auto changed,
      Query::run(db_,
                 "UPDATE topics SET method = $1, crawl_order = $2, terms = $3,"
                 " passed_over = $4, pages_a_phase = $5, pages_a_site = $6, depth = $7,"
                 " seeds = $8, also_domains = $9, excludes = $10, own_threshold = $11"
                 " WHERE source_id = $12",
                 to_string(topic.method), to_string(topic.order), topic.terms,
                 to_millionths(topic.passed_over), topic.caps.pages_a_phase,
                 topic.caps.pages_a_site, topic.caps.depth, join_lines(topic.seeds),
                 join_lines(topic.rules.also_domains), join_lines(topic.rules.excludes),
                 to_millionths(topic.own_threshold), topic.source));
  if (changed == 0) return no_such_topic(topic.source);
  return note_changed();
}

Result<void> Topics::set_examples(model::SourceId topic,
                                  std::span<const model::TopicExample> examples) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::run(db_, "DELETE FROM topic_examples WHERE source_id = $1", topic));
  std::int64_t number = 0;
  for (const model::TopicExample& example : examples) {
    const std::string text = compress_page(example.text);
    TRY(Query::enqueue(db_,
                       "INSERT INTO topic_examples (source_id, number, origin, title,"
                       " text) VALUES ($1, $2, $3, $4, $5)",
                       topic, number++, example.origin, example.title, Blob{text}));
  }
  return transaction.commit();
}

Result<std::vector<model::TopicExample>> Topics::examples(model::SourceId topic) {
  Query query(db_,
              "SELECT origin, title, text FROM topic_examples WHERE source_id = $1"
              " ORDER BY number",
              topic);
  std::vector<model::TopicExample> examples;
  const auto take = [&]() -> Result<void> {
    model::TopicExample& example = examples.emplace_back();
    std::string_view text;
    TRY(query.read(example.origin, example.title, text));
    TRY_ASSIGN(example.text, decompress_page(text));
    return {};
  };
  TRY(query.each(take));
  return examples;
}

Result<std::optional<TopicRow>> Topics::find(model::SourceId topic) {
  static const std::string sql =
      std::string(kSelectTopic).append("AND t.source_id = $1");
  Query query(db_, sql, topic);
  std::optional<TopicRow> row;
  TRY_ASSIGN(const bool found, query.next());
  if (found) {
    TRY_ASSIGN(row, read_topic(query));
  }
  return row;
}

Result<std::vector<TopicRow>> Topics::all(model::UserId viewer) {
  static const std::string sql = fmt::format("{}AND {} ORDER BY lower(s.title), s.id",
                                             kSelectTopic, kVisibleOrAll);
  Query query(db_, sql, viewer);
  std::vector<TopicRow> rows;
  const auto take = [&]() -> Result<void> {
    TRY_ASSIGN(rows.emplace_back(), read_topic(query));
    return {};
  };
  TRY(query.each(take));
  return rows;
}

Result<void> Topics::set_models(std::span<const TopicModelRow> models) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::run(db_, "DELETE FROM topic_models"));
  for (const TopicModelRow& row : models) {
    const std::string model = compress_page(row.model);
    TRY(Query::run(db_,
                   "INSERT INTO topic_models (method, learned_at, classes, model)"
                   " VALUES ($1, $2, $3, $4)",
                   to_string(row.method), row.learned, join_classes(row.classes),
                   Blob{model}));
  }
  TRY(note_changed());
  return transaction.commit();
}

Result<std::vector<TopicModelRow>> Topics::models() {
  Query query(db_,
              "SELECT method, learned_at, classes, model FROM topic_models"
              " ORDER BY method");
  std::vector<TopicModelRow> models;
  const auto take = [&]() -> Result<void> {
    TopicModelRow row;
    std::string_view method, classes, model;
    TRY(query.read(method, row.learned, classes, model));
    const auto known = model::parse_topic_method(method);
    // Of a later release.
    if (!known) return {};
    row.method = *known;
    row.classes = split_classes(classes);
    TRY_ASSIGN(row.model, decompress_page(model));
    models.push_back(std::move(row));
    return {};
  };
  TRY(query.each(take));
  return models;
}

Result<std::int64_t> Topics::revision() {
  return read_counter(db_, kTopicRevisionCounter);
}

Result<void> Topics::note_changed() {
  TRY(add_to_counter(db_, kTopicRevisionCounter, 1));
  return {};
}

Result<void> Topics::set_of_article(model::ArticleId article,
                                    std::span<const model::TopicScore> topics) {
  TRY(Query::enqueue(db_, "DELETE FROM article_topics WHERE article_id = $1", article));
  for (const model::TopicScore& topic : topics) {
    // A topic that was removed meanwhile has no articles.
    TRY(Query::enqueue(db_,
                       "INSERT INTO article_topics (article_id, source_id, score)"
                       " SELECT $1, source_id, $2 FROM topics WHERE source_id = $3",
                       article, to_millionths(topic.score), topic.topic));
    // Nobody visits a topic: what is new in it are the articles that belong to it. Not
    // those of private sources, which not all see who see the topic.
    TRY(Query::enqueue(
        db_,
        "UPDATE schedule SET last_new = new.found"
        " FROM (SELECT a.found FROM articles a JOIN sources s ON s.id = a.source_id"
        " WHERE a.id = $1 AND (s.is_shared = 1 OR s.id = $2)) AS new"
        " WHERE source_id = $2 AND EXISTS (SELECT 1 FROM topics WHERE source_id = $2)"
        " AND coalesce(last_new, 0) < new.found",
        article, topic.topic));
  }
  return {};
}

Result<std::unordered_map<model::ArticleId, std::vector<ArticleTopic>>>
Topics::of_articles(std::span<const model::ArticleId> articles, model::UserId viewer) {
  static const std::string sql = fmt::format(
      "SELECT t.article_id, t.source_id, t.score, s.title FROM article_topics t"
      " JOIN sources s ON s.id = t.source_id WHERE {} AND t.article_id IN"
      " (SELECT value FROM unnest($2) AS value)"
      " ORDER BY t.article_id, t.score DESC, t.source_id",
      kVisibleOrAll);
  Query query(db_, sql, viewer, articles);
  std::unordered_map<model::ArticleId, std::vector<ArticleTopic>> all;
  const auto take = [&]() -> Result<void> {
    model::ArticleId article;
    ArticleTopic topic;
    std::int64_t score = 0;
    TRY(query.read(article, topic.score.topic, score, topic.name));
    topic.score.score = from_millionths(score);
    all[article].push_back(std::move(topic));
    return {};
  };
  TRY(query.each(take));
  return all;
}

Result<std::int64_t> Topics::count_articles(model::SourceId topic) {
  Query query(db_, "SELECT count(*) FROM article_topics WHERE source_id = $1", topic);
  std::int64_t count = 0;
  TRY(query.next());
  TRY(query.read(count));
  return count;
}

Result<Topics::Judging> Topics::judging() {
  TRY_ASSIGN(const auto learned, read_counter(db_, kTopicsJudged));
  TRY_ASSIGN(const auto below, read_counter(db_, kUnjudgedBelow));
  return Judging{from_unix_ms(learned), {below}};
}

Result<void> Topics::set_judging(const Judging& judging) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(set_counter(db_, kTopicsJudged, to_unix_ms(judging.learned)));
  TRY(set_counter(db_, kUnjudgedBelow, judging.below.value));
  return transaction.commit();
}

Result<void> Topics::save_progress(model::SourceId topic, std::uint32_t phase,
                                   double threshold, std::string_view learned) {
  return Query::enqueue(db_,
                        "UPDATE topics SET phase = $1,"
                        " threshold = coalesce(own_threshold, $2), learned = $3"
                        " WHERE source_id = $4",
                        phase, to_millionths(threshold), Blob{learned}, topic);
}

Result<void> Topics::save_phase(model::SourceId topic, const model::TopicPhase& phase) {
  return Query::enqueue(
      db_,
      "INSERT INTO topic_phases (source_id, phase, began, ended, downloaded, relevant,"
      " duplicates, structural, textual, moved, dropped, dynamic_size, static_size,"
      " threshold) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
      " ON CONFLICT (source_id, phase) DO UPDATE SET began = $3, ended = $4,"
      " downloaded = $5, relevant = $6, duplicates = $7, structural = $8, textual = $9,"
      " moved = $10, dropped = $11, dynamic_size = $12, static_size = $13,"
      " threshold = $14",
      topic, phase.number, phase.began, phase.ended, phase.downloaded, phase.relevant,
      phase.duplicates, phase.structural, phase.textual, phase.moved, phase.dropped,
      phase.dynamic_size, phase.static_size, to_millionths(phase.threshold));
}

Result<std::vector<model::TopicPhase>> Topics::phases(model::SourceId topic) {
  Query query(db_,
              "SELECT phase, began, ended, downloaded, relevant, duplicates,"
              " structural, textual, moved, dropped, dynamic_size, static_size,"
              " threshold FROM topic_phases WHERE source_id = $1 ORDER BY phase",
              topic);
  std::vector<model::TopicPhase> phases;
  const auto take = [&]() -> Result<void> {
    model::TopicPhase& phase = phases.emplace_back();
    std::int64_t threshold = 0;
    TRY(query.read(phase.number, phase.began, phase.ended, phase.downloaded,
                   phase.relevant, phase.duplicates, phase.structural, phase.textual,
                   phase.moved, phase.dropped, phase.dynamic_size, phase.static_size,
                   threshold));
    phase.threshold = from_millionths(threshold);
    return {};
  };
  TRY(query.each(take));
  return phases;
}

Result<void> Topics::log(model::SourceId topic, const TopicLogRow& row) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::run(db_,
                 "INSERT INTO topic_log (source_id, number, at, what, detail)"
                 " SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4 FROM topic_log"
                 " WHERE source_id = $1",
                 topic, row.at, row.what, row.detail));
  TRY(Query::run(db_,
                 "DELETE FROM topic_log WHERE source_id = $1 AND number <="
                 " (SELECT max(number) FROM topic_log WHERE source_id = $1) - $2",
                 topic, kMostOfTopicLog));
  return transaction.commit();
}

Result<std::vector<TopicLogRow>> Topics::log_of(model::SourceId topic,
                                                std::size_t limit) {
  Query query(db_,
              "SELECT at, what, detail FROM topic_log WHERE source_id = $1"
              " ORDER BY number DESC LIMIT $2",
              topic, to_limit(limit));
  std::vector<TopicLogRow> rows;
  TRY(query.each([&] {
    TopicLogRow& row = rows.emplace_back();
    return query.read(row.at, row.what, row.detail);
  }));
  return rows;
}

Result<void> remove_topics_of(Database& db, model::SourceId source) {
  TRY_ASSIGN(const auto topics,
             Query::run(db, "DELETE FROM topics WHERE source_id = $1", source));
  for (const std::string_view sql :
       {"DELETE FROM topic_examples WHERE source_id = $1",
        "DELETE FROM topic_log WHERE source_id = $1",
        "DELETE FROM topic_phases WHERE source_id = $1",
        "DELETE FROM article_topics WHERE source_id = $1",
        "DELETE FROM article_topics WHERE article_id IN"
        " (SELECT id FROM articles WHERE source_id = $1)"}) {
    TRY(Query::run(db, sql, source));
  }
  if (topics > 0) TRY(add_to_counter(db, kTopicRevisionCounter, 1));
  return {};
}

}  // namespace curlew::store
