#include "store/search/find.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/query.h"
#include "store/search/evaluate.h"
#include "store/search/lists.h"
#include "store/search/postings.h"
#include "store/search/segment.h"

namespace curlew::store {
namespace {

// A segment, or what waits for one, and what was found in it.
struct Part {
  SegmentRow row;
  std::unique_ptr<Lists> lists;
  // Of waiting documents; a segment's are read when they are needed.
  const SegmentDocuments* known = nullptr;
  std::string articles;
  DocumentSet found;

  std::int64_t article_of(std::uint32_t document) const {
    return known ? known->articles[document]
                 : row.first_article + number_at(articles, document);
  }
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
  Finding(Database& db, const SearchRequest& request) : db_(db), request_(request) {}

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
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) return {};
      Part& part = parts_.emplace_back();
      SegmentRow& row = part.row;
      TRY(query.read(row.id, row.sequence, row.first_article, row.last_article,
                     row.documents));
      part.lists = std::make_unique<StoredLists>(db_, row);
    }
  }

  Result<void> list_waiting() {
    auto lists = std::make_unique<WaitingLists>(wanted_keys(*request_.expression));
    Query query(db_, "SELECT article_id, terms FROM index_tail ORDER BY article_id");
    WaitingDocument document;
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) break;
      TRY(query.read(document.article, document.terms));
      lists->add(document);
    }
    if (lists->documents() == 0) return {};
    Part& part = parts_.emplace_back();
    part.known = &lists->known();
    part.row.first_article = part.known->articles.front();
    part.row.last_article = part.known->articles.back();
    part.row.documents = lists->documents();
    part.lists = std::move(lists);
    return {};
  }

  // Parts hardly overlap: an article is in another part than its neighbours only when
  // its page came late.
  Result<void> find_newest(std::size_t limit) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Part& part = parts_[i];
      if (hits_.size() >= limit && part.row.last_article < hits_[limit - 1].article) {
        break;
      }
      if (request_.before && part.row.first_article >= request_.before->value) continue;
      TRY(find_in(part));
      if (part.found.is_empty()) continue;
      TRY(take_newest(i, limit));
      std::ranges::sort(hits_, is_newer);
      if (hits_.size() > limit) hits_.resize(limit);
    }
    return {};
  }

  Result<void> find_in(Part& part) {
    DocumentSet within(part.row.documents);
    within.add_all();
    if (request_.before && part.row.last_article >= request_.before->value) {
      TRY(read_articles(part));
      for (auto i = static_cast<std::uint32_t>(part.row.documents); i-- > 0;) {
        if (part.article_of(i) < request_.before->value) break;
        within.remove(i);
      }
    }
    TRY_ASSIGN(part.found, find_documents(*part.lists, *request_.expression, within));
    if (request_.sources && !part.found.is_empty()) TRY(keep_visible(part));
    return {};
  }

  Result<void> read_articles(Part& part) {
    if (part.known || !part.articles.empty()) return {};
    Query query(db_, "SELECT articles FROM index_segments WHERE id = $1", part.row.id);
    TRY_ASSIGN(const bool found, query.next());
    if (found) TRY(query.read(part.articles));
    return {};
  }

  Result<void> keep_visible(Part& part) {
    std::string sources;
    if (!part.known) {
      Query query(db_, "SELECT sources FROM index_segments WHERE id = $1", part.row.id);
      TRY_ASSIGN(const bool found, query.next());
      if (found) TRY(query.read(sources));
    }
    for (std::uint32_t i = part.found.next(0); i < part.row.documents;
         i = part.found.next(i + 1)) {
      const std::uint32_t source =
          part.known ? part.known->sources[i] : number_at(sources, i);
      if (!request_.sources->contains({source})) part.found.remove(i);
    }
    return {};
  }

  // The newest of a part that were not removed.
  Result<void> take_newest(std::size_t index, std::size_t limit) {
    Part& part = parts_[index];
    TRY(read_articles(part));
    std::vector<std::uint32_t> documents;
    for (std::uint32_t i = part.found.next(0); i < part.row.documents;
         i = part.found.next(i + 1)) {
      documents.push_back(i);
    }
    counted_ += documents.size();
    std::size_t taken = 0;
    while (taken < limit && !documents.empty()) {
      const std::size_t batch = std::min(documents.size(), limit - taken);
      const std::vector<std::uint32_t> last(documents.end() - std::ptrdiff_t(batch),
                                            documents.end());
      documents.resize(documents.size() - batch);
      TRY_ASSIGN(const auto gone, removed_among(part, last));
      for (const std::uint32_t document : last) {
        const std::int64_t article = part.article_of(document);
        if (gone.contains(article)) {
          --counted_;
          continue;
        }
        hits_.push_back({article, index, document});
        ++taken;
      }
    }
    return {};
  }

  Result<std::unordered_set<std::int64_t>> removed_among(
      const Part& part, const std::vector<std::uint32_t>& documents) {
    std::unordered_set<std::int64_t> gone;
    if (part.known) return gone;
    std::vector<std::int64_t> articles;
    for (const std::uint32_t document : documents) {
      articles.push_back(part.article_of(document));
    }
    Query query(db_,
                "SELECT article_id FROM index_removed WHERE up_to >= $1"
                " AND article_id IN (SELECT value FROM unnest($2) AS value)",
                part.row.sequence, std::span<const std::int64_t>(articles));
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) return gone;
      std::int64_t article = 0;
      TRY(query.read(article));
      gone.insert(article);
    }
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
    scores_.assign(hits_.size(), 0);
    TRY(read_lengths());
    double documents = 0;
    for (const auto& [index, hits] : hits_of_)
      documents += double(parts_[index].row.documents);
    for (const RankedWord& word : ranked_words(*request_.expression)) {
      TRY(add_word(word, documents));
    }
    for (std::size_t i = 0; i < hits_.size(); ++i) {
      const double age = double(hits_.front().article - hits_[i].article);
      scores_[i] *= .5 + .5 / (1 + age / 100'000);
    }
    return {};
  }

  Result<void> read_lengths() {
    double sum = 0;
    for (std::size_t i = 0; i < hits_.size(); ++i) {
      const Found& hit = hits_[i];
      hits_of_[hit.part].emplace(hit.document, i);
      TRY_ASSIGN(const std::uint32_t words,
                 parts_[hit.part].lists->words(hit.document));
      lengths_.push_back(words);
      sum += words;
    }
    mean_length_ = hits_.empty() ? 1 : std::max(1., sum / double(hits_.size()));
    return {};
  }

  Result<void> add_word(const RankedWord& word, double documents) {
    double with_word = 0;
    std::vector<std::pair<std::size_t, double>> parts;
    for (const auto& [index, hits] : hits_of_) {
      Part& part = parts_[index];
      TRY_ASSIGN(const std::size_t count, documents_with(*part.lists, word));
      with_word += double(count);
      DocumentSet within(part.row.documents);
      for (const auto& [document, hit] : hits) within.add(document);
      TRY_ASSIGN(const auto uses, word_uses(*part.lists, word, within));
      for (const WordUse& use : uses) {
        const std::size_t hit = hits.at(use.document);
        const double often = double(use.times);
        const double damping = 1.2 * (.25 + .75 * lengths_[hit] / mean_length_);
        parts.emplace_back(hit,
                           often / (often + damping) * (use.is_in_title ? 2.5 : 1.));
      }
    }
    const double rarity = std::log(1 + documents / (with_word + 1));
    for (const auto& [hit, part] : parts) scores_[hit] += rarity * part;
    return {};
  }

  Database& db_;
  const SearchRequest& request_;
  std::vector<Part> parts_;
  // Newest first.
  std::vector<Found> hits_;
  std::size_t counted_ = 0;
  // Of each part, from documents to places in hits_.
  std::unordered_map<std::size_t, std::unordered_map<std::uint32_t, std::size_t>>
      hits_of_;
  std::vector<double> lengths_;
  double mean_length_ = 1;
  std::vector<double> scores_;
};

}  // namespace

Result<SearchAnswer> find_articles(Database& db, const SearchRequest& request) {
  return Finding(db, request).run();
}

}  // namespace curlew::store
