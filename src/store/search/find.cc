#include "store/search/find.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/query.h"
#include "store/search/evaluate.h"
#include "store/search/lists.h"
#include "store/search/merge.h"
#include "store/search/postings.h"
#include "store/search/segment.h"

namespace curlew::store {
namespace {

// The first segments to be looked into have so many documents or more; then so many
// times as many as before. Each such wave is a few round trips on PostgreSQL.
constexpr std::size_t kFirstWave = 1000;
constexpr std::size_t kWaveGrowth = 5;

constexpr std::size_t kWaitingAtOnce = 128;

// A segment, or what waits for one, and what was found in it.
struct Part {
  explicit Part(const SegmentRow& segment) : row(segment), lists(segment.documents) {}

  SegmentRow row;
  Lists lists;
  DocumentSet found;
  bool is_answered = false;
  // By document, from when something was found.
  std::vector<std::int64_t> articles;

  bool waits() const { return row.id == 0; }
};

// A hit before it is shown.
struct Found {
  std::int64_t article = 0;
  std::size_t part = 0;
  std::uint32_t document = 0;
};
bool is_newer(const Found& a, const Found& b) { return a.article > b.article; }

class Finding {
 public:
  Finding(Database& db, const SearchRequest& request)
      : db_(db), request_(request), wanted_(wanted_keys(*request.expression)) {}

  Result<SearchAnswer> run() {
    TRY_ASSIGN(auto snapshot, Transaction::begin(db_, Access::kRead));
    TRY(list_waiting());
    TRY(list_segments());
    std::ranges::sort(parts_, std::greater(),
                      [](const Part& part) { return part.row.last_article; });
    const bool is_ranked = request_.order == SearchOrder::kRanked;
    // One more, to know whether there are more.
    TRY(find_newest(is_ranked ? kMostRanked + 1 : request_.limit + 1));
    if (is_ranked) return best_of();
    SearchAnswer answer;
    answer.found = counted_;
    answer.has_more = hits_.size() > request_.limit;
    if (answer.has_more) hits_.resize(request_.limit);
    for (const Found& hit : hits_) answer.hits.push_back({{hit.article}});
    return answer;
  }

 private:
  Result<void> list_segments() {
    Query query(db_,
                "SELECT id, sequence, first_article, last_article, documents"
                " FROM index_segments");
    return query.each([&]() -> Result<void> {
      SegmentRow row;
      TRY(query.read(row.id, row.sequence, row.first_article, row.last_article,
                     row.documents));
      if (!request_.before || row.first_article < request_.before->value) {
        parts_.emplace_back(row);
      }
      return {};
    });
  }

  // Adds the next ones. Not all at once: PostgreSQL would rather read the whole table,
  // with the room of all rows that have gone, than follow its index.
  Result<std::size_t> add_waiting(WaitingDocuments& waiting) {
    const std::size_t before = waiting.known().size();
    const std::int64_t last = before == 0 ? std::numeric_limits<std::int64_t>::min()
                                          : waiting.known().articles.back();
    Query query(db_,
                "SELECT article_id, terms FROM index_tail WHERE article_id > $1"
                " ORDER BY article_id LIMIT $2",
                last, to_limit(kWaitingAtOnce));
    TRY(query.each([&] { return read_waiting(query, waiting); }));
    return waiting.known().size() - before;
  }

  static Result<void> read_waiting(const Query& query, WaitingDocuments& waiting) {
    std::int64_t article = 0;
    std::string_view terms;
    TRY(query.read(article, terms));
    waiting.add(article, terms);
    return {};
  }

  Result<void> list_waiting() {
    WaitingDocuments waiting(wanted_);
    while (true) {
      TRY_ASSIGN(const std::size_t added, add_waiting(waiting));
      if (added < kWaitingAtOnce) break;
    }
    const SegmentDocuments& known = waiting.known();
    if (known.size() == 0) return {};
    SegmentRow row;
    row.first_article = known.articles.front();
    row.last_article = known.articles.back();
    row.documents = known.size();
    Part& part = parts_.emplace_back(row);
    part.lists = waiting.to_lists();
    part.articles = known.articles;
    waiting_sources_ = known.sources;
    return {};
  }

  // Parts hardly overlap: an article is in another part than its neighbours only when
  // its page came late.
  Result<void> find_newest(std::size_t limit) {
    std::size_t documents = 0;
    for (std::size_t begin = 0, end = 0; end < parts_.size(); begin = end) {
      if (hits_.size() >= limit &&
          parts_[end].row.last_article < hits_[limit - 1].article) {
        break;
      }
      std::size_t in_wave = 0;
      do {
        in_wave += parts_[end++].row.documents;
      } while (end < parts_.size() &&
               in_wave < std::max(kFirstWave, documents * kWaveGrowth));
      documents += in_wave;
      TRY(find_in(begin, end));
      TRY(take_newest(begin, end, limit));
    }
    return {};
  }

  Result<void> find_in(std::size_t begin, std::size_t end) {
    std::vector<SegmentLists> segments;
    for (std::size_t i = begin; i < end; ++i) {
      Part& part = parts_[i];
      if (!part.waits()) segments.push_back({part.row.id, &part.lists});
    }
    TRY(read_lists(db_, segments, wanted_));
    for (bool is_complete = false; !is_complete;) {
      for (std::size_t i = begin; i < end; ++i) {
        Part& part = parts_[i];
        if (part.is_answered) continue;
        DocumentSet within(part.row.documents);
        within.add_all();
        part.found = find_documents(part.lists, *request_.expression, within);
        part.is_answered = part.lists.missing().is_empty();
      }
      TRY_ASSIGN(const bool was_incomplete, read_missing(db_, segments));
      is_complete = !was_incomplete;
    }
    TRY(read_articles(begin, end));
    if (!request_.before) return {};
    for (std::size_t i = begin; i < end; ++i) {
      Part& part = parts_[i];
      for (auto d = part.row.documents; d-- > 0 && !part.articles.empty();) {
        if (part.articles[d] < request_.before->value) break;
        part.found.remove(static_cast<std::uint32_t>(d));
      }
    }
    return {};
  }

  // The articles of those parts in which something was found, and whether they may be
  // shown.
  Result<void> read_articles(std::size_t begin, std::size_t end) {
    std::unordered_map<std::int64_t, Part*> parts;
    std::vector<std::int64_t> ids;
    for (std::size_t i = begin; i < end; ++i) {
      Part& part = parts_[i];
      if (part.found.is_empty()) continue;
      if (part.waits()) {
        keep_visible(part, waiting_sources_);
      } else {
        parts.emplace(part.row.id, &part);
        ids.push_back(part.row.id);
      }
    }
    if (ids.empty()) return {};
    Query query(db_,
                request_.sources || request_.hidden
                    ? "SELECT id, articles, sources FROM index_segments"
                      " WHERE id IN (SELECT value FROM unnest($1) AS value)"
                    : "SELECT id, articles, NULL FROM index_segments"
                      " WHERE id IN (SELECT value FROM unnest($1) AS value)",
                std::span<const std::int64_t>(ids));
    return query.each([&]() -> Result<void> {
      std::int64_t id = 0;
      std::string_view articles;
      std::optional<std::string_view> sources;
      TRY(query.read(id, articles, sources));
      Part& part = *parts.at(id);
      part.articles =
          unpack_articles(articles, part.row.first_article, part.row.documents);
      if (!sources) return {};
      ByteReader reader(*sources);
      keep_visible(part, unpack_numbers(reader, part.row.documents));
      return {};
    });
  }

  void keep_visible(Part& part, const std::vector<std::uint32_t>& sources) {
    if (!request_.sources && !request_.hidden) return;
    for (const std::uint32_t document : part.found.to_list()) {
      const model::SourceId source{sources[document]};
      const bool is_meant = (!request_.sources || request_.sources->contains(source)) &&
                            (!request_.hidden || !request_.hidden->contains(source));
      if (!is_meant) part.found.remove(document);
    }
  }

  // The newest of the parts that were not removed.
  Result<void> take_newest(std::size_t begin, std::size_t end, std::size_t limit) {
    std::vector<Found> found;
    for (std::size_t i = begin; i < end; ++i) {
      const std::vector<std::uint32_t> documents = parts_[i].found.to_list();
      for (std::size_t d = documents.size(); d-- > 0;) {
        found.push_back({parts_[i].articles[documents[d]], i, documents[d]});
      }
    }
    counted_ += found.size();
    if (!std::ranges::is_sorted(found, is_newer)) std::ranges::sort(found, is_newer);
    for (std::size_t at = 0, taken = 0; at < found.size() && taken < limit;) {
      const std::span<const Found> batch(found.begin() + std::ptrdiff_t(at),
                                         std::min(found.size() - at, limit - taken));
      TRY_ASSIGN(const UpTo removed, removed_among(batch));
      for (const Found& each : batch) {
        const Part& part = parts_[each.part];
        const auto gone = removed.find(each.article);
        if (!part.waits() && gone != removed.end() &&
            gone->second >= part.row.sequence) {
          --counted_;
          continue;
        }
        hits_.push_back(each);
        ++taken;
      }
      at += batch.size();
    }
    std::ranges::sort(hits_, is_newer);
    if (hits_.size() > limit) hits_.resize(limit);
    return {};
  }

  // Nearly always few were removed, and reading them all is faster than asking for each
  // one; not when a large source is gone.
  Result<UpTo> removed_among(std::span<const Found> found) {
    const std::int64_t first = found.back().article, last = found.front().article;
    TRY_ASSIGN(UpTo removed, removals_between(db_, first, last, found.size() + 1));
    if (removed.size() <= found.size()) return removed;
    removed.clear();
    std::vector<std::int64_t> articles;
    for (const Found& each : found) articles.push_back(each.article);
    Query query(db_,
                "SELECT article_id, up_to FROM index_removed"
                " WHERE article_id IN (SELECT value FROM unnest($1) AS value)",
                std::span<const std::int64_t>(articles));
    TRY(read_removals(query, removed));
    return removed;
  }

  Result<SearchAnswer> best_of() {
    SearchAnswer answer;
    answer.has_more = hits_.size() > kMostRanked;
    if (answer.has_more) hits_.resize(kMostRanked);
    answer.found = hits_.size();
    TRY(score());
    std::vector<std::size_t> order(hits_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const std::size_t end = std::min(order.size(), request_.skip + request_.limit);
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(end), order.end(),
                      [&](std::size_t a, std::size_t b) {
                        if (scores_[a] != scores_[b]) return scores_[a] > scores_[b];
                        return a < b;
                      });
    for (std::size_t i = request_.skip; i < end; ++i) {
      answer.hits.push_back({{hits_[order[i]].article}, scores_[order[i]]});
    }
    return answer;
  }

  // As BM25 does: a word counts for more the fewer of the hits' neighbours have it, and
  // the more often it is there for the length of the text; twice and a half in a title.
  // What is 100,000 articles older counts for a quarter less.
  Result<void> score() {
    group_hits();
    std::vector<SegmentLists> segments;
    for (const HitsOfPart& each : groups_) {
      Part& part = parts_[each.part];
      if (!part.waits()) segments.push_back({part.row.id, &part.lists});
    }
    for (bool is_complete = false; !is_complete;) {
      add_words();
      TRY_ASSIGN(const bool was_incomplete, read_missing(db_, segments));
      is_complete = !was_incomplete;
    }
    for (std::size_t i = 0; i < hits_.size(); ++i) {
      const double age = double(hits_.front().article - hits_[i].article);
      scores_[i] *= .5 + .5 / (1 + age / 100'000);
    }
    return {};
  }

  void group_hits() {
    std::vector<std::size_t> group_of(parts_.size(), parts_.size());
    for (std::size_t i = hits_.size(); i-- > 0;) {
      const Found& hit = hits_[i];
      std::size_t& group = group_of[hit.part];
      if (group == parts_.size()) {
        group = groups_.size();
        groups_.push_back({hit.part, {}, DocumentSet(parts_[hit.part].row.documents)});
      }
      groups_[group].hits.push_back(i);
      groups_[group].documents.add(hit.document);
    }
  }

  void add_words() {
    double length = 0, documents = 0;
    for (const Found& hit : hits_) {
      length += parts_[hit.part].lists.words(hit.document);
    }
    length = hits_.empty() ? 1 : std::max(1., length / double(hits_.size()));
    for (const HitsOfPart& each : groups_) {
      documents += double(parts_[each.part].row.documents);
    }
    scores_.assign(hits_.size(), 0);
    for (const RankedWord& word : ranked_words(*request_.expression)) {
      add_word(word, documents, length);
    }
  }

  void add_word(const RankedWord& word, double documents, double mean_length) {
    double with_word = 0;
    std::vector<std::pair<std::size_t, double>> parts;
    for (const HitsOfPart& each : groups_) {
      Lists& lists = parts_[each.part].lists;
      with_word += double(documents_with(lists, word));
      std::size_t next = 0;
      for (const WordUse& use : word_uses(lists, word, each.documents)) {
        while (hits_[each.hits[next]].document != use.document) ++next;
        const double often = double(use.times);
        const double damping =
            1.2 * (.25 + .75 * lists.words(use.document) / mean_length);
        parts.emplace_back(each.hits[next],
                           often / (often + damping) * (use.is_in_title ? 2.5 : 1.));
      }
    }
    const double rarity = std::log(1 + documents / (with_word + 1));
    for (const auto& [hit, part] : parts) scores_[hit] += rarity * part;
  }

  // Of one part, from the lowest document on: places in hits_.
  struct HitsOfPart {
    std::size_t part = 0;
    std::vector<std::size_t> hits;
    DocumentSet documents;
  };

  Database& db_;
  const SearchRequest& request_;
  const WantedKeys wanted_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> waiting_sources_;
  // Newest first.
  std::vector<Found> hits_;
  std::size_t counted_ = 0;
  std::vector<HitsOfPart> groups_;
  std::vector<double> scores_;
};

}  // namespace

Result<SearchAnswer> find_articles(Database& db, const SearchRequest& request) {
  return Finding(db, request).run();
}

}  // namespace curlew::store
