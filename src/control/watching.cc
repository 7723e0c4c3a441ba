#include "control/watching.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "extract/clips/clip.h"
#include "match/query_set_builder.h"
#include "text/fold.h"
#include "text/stop_words.h"

namespace curlew::control {
namespace {

constexpr std::size_t kListsAtATime = 10'000;
// Recent queries are joined with all others when they are more than so many, and more
// than an eighth of them: matching asks both sets.
constexpr std::size_t kMostRecent = 1'000;
// Tried for a summary with its keyword in it.
constexpr std::size_t kMostPlaces = 8;

bool has_folder(const query::Expression& expression) {
  if (expression.kind == query::NodeKind::kFact) {
    return expression.fact.kind == query::FactKind::kFolder;
  }
  return std::ranges::any_of(expression.children, has_folder);
}

// The compiled queries of lists.
struct Compiled {
  match::QuerySet set;
  bool has_folders = false;
};

Compiled compile(std::span<const model::Watchlist> lists,
                 const query::Dictionary& dictionary) {
  Compiled compiled;
  match::QuerySetBuilder builder;
  query::QueryParser with_synonyms(dictionary, query::Synonyms::kUsed, lists.size());
  query::QueryParser without_synonyms(dictionary, query::Synonyms::kUnused,
                                      lists.size());
  for (const model::Watchlist& list : lists) {
    if (list.is_paused) continue;
    query::QueryParser& parser = list.has_synonyms ? with_synonyms : without_synonyms;
    for (const model::WatchQuery& each : list.queries) {
      const auto parsed = parser.parse(each.text);
      if (!parsed.ok()) {
        // It was accepted when it was saved: an older release knew other words.
        log_warning("watchlist {}: {}", list.id.value, parsed.error().text);
        continue;
      }
      compiled.has_folders |= has_folder(*parsed);
      builder.add({.id = each.id.value, .owner = list.user.value}, *parsed);
    }
  }
  compiled.set = std::move(builder).build();
  return compiled;
}

}  // namespace

struct Watching::Rebuilt {
  Compiled compiled;
  std::int64_t revision = 0;
};

Watching::Watching(query::Dictionary dictionary, store::Store& store)
    : dictionary_(std::move(dictionary)), store_(store) {}

Watching::~Watching() = default;

bool Watching::Source::is_visible_to(model::UserId user) const {
  return is_shared || std::ranges::any_of(subscribers, [&](const Subscriber& each) {
           return each.user == user;
         });
}

Result<void> Watching::follow_changes() {
  take_rebuilt();
  bool is_changed = false;
  for (bool has_more = true; has_more;) {
    TRY_ASSIGN(store::WatchlistChanges changes,
               store_.watchlists().changed_since(revision_, kListsAtATime));
    is_changed |= revision_ != changes.revision;
    revision_ = changes.revision;
    has_more = changes.has_more;
    for (const model::WatchlistId removed : changes.removed) forget(removed);
    for (store::WatchlistRow& row : changes.changed) {
      forget(row.list.id);
      for (const model::WatchQuery& each : row.list.queries) {
        list_of_query_[each.id.value] = row.list.id;
      }
      lists_[row.list.id] = {std::move(row.list), row.revision};
    }
  }
  if (!is_changed) return {};
  if (base_revision_ == 0) {
    base_revision_ = revision_;
    Compiled all = compile(lists_since(0), dictionary_);
    base_ = std::move(all.set);
    has_folders_ = all.has_folders;
    return {};
  }
  compile_recent();
  return {};
}

void Watching::forget(model::WatchlistId list) {
  const auto known = lists_.find(list);
  if (known == lists_.end()) return;
  for (const model::WatchQuery& each : known->second.list.queries) {
    list_of_query_.erase(each.id.value);
  }
  lists_.erase(known);
}

std::vector<model::Watchlist> Watching::lists_since(std::int64_t revision) const {
  std::vector<model::Watchlist> lists;
  for (const auto& [id, list] : lists_) {
    if (list.revision > revision) lists.push_back(list.list);
  }
  return lists;
}

void Watching::compile_recent() {
  Compiled recent = compile(lists_since(base_revision_), dictionary_);
  recent_ = std::move(recent.set);
  has_folders_ |= recent.has_folders;
  const bool is_large =
      recent_.size() > kMostRecent && recent_.size() > base_.size() / 8;
  if (!is_large || rebuilding_.valid()) return;
  // Seconds for a million queries: nobody waits for it.
  rebuilding_ = std::async(
      std::launch::async,
      [lists = lists_since(0), dictionary = dictionary_, revision = revision_] {
        return std::make_unique<Rebuilt>(Rebuilt{compile(lists, dictionary), revision});
      });
}

void Watching::take_rebuilt() {
  if (!rebuilding_.valid() ||
      rebuilding_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return;
  }
  const std::unique_ptr<Rebuilt> rebuilt = rebuilding_.get();
  base_ = std::move(rebuilt->compiled.set);
  base_revision_ = rebuilt->revision;
  has_folders_ = rebuilt->compiled.has_folders;
  compile_recent();
}

Result<void> Watching::learn_sources(std::span<const model::SourceId> sources) {
  if (is_idle()) return {};
  sources_.clear();
  TRY_ASSIGN(auto snapshot, store_.snapshot());
  TRY_ASSIGN(const auto rows, store_.sources().find(sources));
  for (const store::WatchedSource& row : rows) {
    sources_[row.source.id] = {.is_shared = row.source.is_shared,
                               .fetches_pages = row.source.fetch_pages,
                               .title = text::fold(row.source.title),
                               .url = text::fold(row.source.url),
                               .folder = row.source.folder,
                               .subscribers = {}};
  }
  TRY_ASSIGN(const auto subscriptions, store_.subscriptions().of_sources(sources));
  for (const model::Subscription& each : subscriptions) {
    const auto source = sources_.find(each.source);
    if (source == sources_.end()) continue;
    source->second.subscribers.push_back({each.user, each.folder});
  }
  return {};
}

bool Watching::fetches_pages(model::SourceId source) const {
  const auto known = sources_.find(source);
  return known != sources_.end() && known->second.fetches_pages;
}

// In which folder each user has the source: his own, else the one it is filed in for
// all.
std::vector<match::OwnedFolder> Watching::folders_of(const Source& source) const {
  std::vector<match::OwnedFolder> folders;
  if (!has_folders_) return folders;
  std::unordered_map<std::int64_t, std::string_view> by_user;
  if (source.is_shared) {
    for (const auto& [id, list] : lists_) by_user[list.list.user.value] = source.folder;
  }
  for (const Source::Subscriber& each : source.subscribers) {
    by_user[each.user.value] = each.folder.empty() ? source.folder : each.folder;
  }
  for (const auto& [user, folder] : by_user) folders.push_back({user, folder});
  return folders;
}

const query::ArticleTerms& Watching::read(const ReadableArticle& article) {
  query::make_terms(article.text(), dictionary_.analyzer, analysis_, terms_);
  return terms_;
}

WantedArticle Watching::find(const ReadableArticle& article, model::SourceId source) {
  WantedArticle found;
  const auto known = sources_.find(source);
  if (is_idle() || known == sources_.end()) return found;
  const std::string topic = text::fold(article.topic);
  const auto folders = folders_of(known->second);
  const match::ArticleFacts facts{.language = terms_.language(),
                                  .source = source.value,
                                  .source_title = known->second.title,
                                  .source_url = known->second.url,
                                  .topic = topic,
                                  .folders = folders};
  std::unordered_set<model::WatchlistId> listed;
  for (const Age age : {Age::kBase, Age::kRecent}) {
    hits_.clear();
    (age == Age::kBase ? base_ : recent_).match(terms_, facts, workspace_, hits_);
    std::ranges::sort(hits_, {}, &match::Hit::query);
    for (const match::Hit& hit : hits_) {
      const List* const list = list_of(hit.query, age);
      if (!list || !known->second.is_visible_to(list->list.user)) continue;
      if (listed.insert(list->list.id).second) add(hit, list->list, article, found);
    }
  }
  if (!found.wanted.empty()) found.sketch = sketch();
  return found;
}

const Watching::List* Watching::list_of(std::int64_t query, Age age) const {
  const auto id = list_of_query_.find(query);
  if (id == list_of_query_.end()) return nullptr;
  const List& list = lists_.at(id->second);
  // What the large set knows of a list that has changed since does not count.
  const Age is = list.revision > base_revision_ ? Age::kRecent : Age::kBase;
  return is == age ? &list : nullptr;
}

void Watching::add(const match::Hit& hit, const model::Watchlist& list,
                   const ReadableArticle& article, WantedArticle& found) {
  Wanted wanted{.list = list.id,
                .user = list.user,
                .query = {hit.query},
                .action = list.action,
                .tag = list.tag,
                .channel = list.channel,
                .digest = list.digest,
                .clip = {}};
  if (list.action == model::ListAction::kNotify) {
    wanted.clip = make_clip(article, hit.position);
    wanted.clip.list = list.id;
  }
  found.wanted.push_back(std::move(wanted));
}

// The places of the words that are the same as the one at `position`: itself first,
// then those of the blocks.
std::vector<query::Place> Watching::places_like(std::uint32_t position) const {
  std::vector<query::Place> places;
  if (position == match::kNoPosition) return places;
  places.push_back(terms_.place_of(position));
  std::vector<std::uint64_t> hashes;
  for (const query::Term& term : terms_.terms()) {
    const bool is_there =
        term.position == position && term.field != query::Field::kAuthor;
    if (!is_there) continue;
    // A stem that equals its word is not written twice: "strikes" has the stem of
    // "strike".
    const std::string_view text = terms_.text_of(term);
    const bool is_stem = text.starts_with(query::kStemMark);
    hashes.push_back(term.hash);
    hashes.push_back(query::term_hash(is_stem ? std::string(text.substr(1))
                                              : query::kStemMark + std::string(text)));
  }
  std::uint32_t last = position;
  for (const query::Term& term : terms_.terms()) {
    if (places.size() >= kMostPlaces) break;
    if (term.field == query::Field::kAuthor || term.position == last) continue;
    if (std::ranges::find(hashes, term.hash) == hashes.end()) continue;
    last = term.position;
    const query::Place place = terms_.place_of(term.position);
    if (term.position != position && place.part > 0) places.push_back(place);
  }
  return places;
}

// A keyword may stand in a heading, which no summary repeats: then the clip is about
// the next place where it stands, if there is one.
model::Clip Watching::make_clip(const ReadableArticle& article,
                                std::uint32_t position) {
  model::Clip clip;
  clip.title = article.title;
  for (const query::Place& place : places_like(position)) {
    const bool is_in_title = place.part == 0;
    const std::string_view text =
        is_in_title ? article.title : article.blocks[place.part - 1].text;
    if (clip.keyword.empty()) {
      clip.keyword = text.substr(place.begin, place.end - place.begin);
    }
    if (is_in_title) continue;
    if (summarize(article.blocks[place.part - 1], {place.begin, place.end}, clip)) {
      return clip;
    }
  }
  // What the text begins with.
  if (clip.summary.empty() && !article.blocks.empty()) {
    (void)summarize(article.blocks[0], {0, 1}, clip);
    clip.mark_begin = clip.mark_end = 0;
  }
  return clip;
}

// Whether the keyword is in it.
bool Watching::summarize(const model::Block& block, text::ByteRange keyword,
                         model::Clip& clip) {
  if (block.text.empty()) return false;
  dictionary_.analyzer.analyze(block.text, terms_.language(), analysis_);
  extract::Clip cut = extract::make_clip(block, keyword, analysis_);
  if (clip.title.empty()) clip.title = std::move(cut.title);
  const bool is_in_it = cut.mark.size() > 0;
  if (!is_in_it && !clip.summary.empty()) return false;
  clip.summary = std::move(cut.summary);
  if (!is_in_it) return false;
  clip.keyword = std::string(keyword.of(block.text));
  clip.mark_begin = std::uint32_t(cut.mark.begin);
  clip.mark_end = std::uint32_t(cut.mark.end);
  return true;
}

classify::Sketch Watching::sketch() const {
  std::vector<std::uint64_t> words;
  std::uint32_t last = match::kNoPosition;
  for (const query::Term& term : terms_.terms()) {
    // The first term of a position is the word itself.
    if (term.field == query::Field::kAuthor || term.position == last) continue;
    last = term.position;
    if (text::is_stop_word(terms_.text_of(term), terms_.language())) continue;
    words.push_back(term.hash);
  }
  return classify::make_sketch(words);
}

}  // namespace curlew::control
