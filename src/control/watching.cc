#include "control/watching.h"

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "control/clip_maker.h"
#include "match/query_set_builder.h"
#include "query/own_topics.h"
#include "text/fold.h"
#include "text/stop_words.h"

namespace curlew::control {
namespace {

constexpr std::size_t kListsAtATime = 10'000;
// Recent queries are joined with all others when they are more than so many: matching
// asks both sets, and each change of a list compiles all recent ones.
constexpr std::size_t kMostRecent = 2'000;

bool has_folder(const query::Expression& expression) {
  if (expression.kind == query::NodeKind::kFact) {
    return expression.fact.kind == query::FactKind::kFolder;
  }
  return std::ranges::any_of(expression.children, has_folder);
}

// The compiled queries of lists.
struct Compiled {
  match::QuerySet set;
  // Who asks for folders.
  std::unordered_set<model::UserId> folder_users;
};

Compiled compile(const Watching::Lists& lists, const query::Dictionary& dictionary) {
  Compiled compiled;
  match::QuerySetBuilder builder;
  query::QueryParser with_synonyms(dictionary, query::Synonyms::kUsed, lists.size());
  query::QueryParser without_synonyms(dictionary, query::Synonyms::kUnused,
                                      lists.size());
  for (const auto& shared : lists) {
    const model::Watchlist& list = *shared;
    if (list.is_paused) continue;
    query::QueryParser& parser = list.has_synonyms ? with_synonyms : without_synonyms;
    for (const model::WatchQuery& each : list.queries) {
      auto parsed = parser.parse(each.text);
      if (!parsed.ok()) {
        // It was accepted when it was saved: an older release knew other words.
        log_warning("watchlist {}: {}", list.id.value, parsed.error().text);
        continue;
      }
      if (has_folder(*parsed)) compiled.folder_users.insert(list.user);
      // Private topics are found by their users; those of everybody like a category.
      query::add_own_topics(*parsed, [](std::string_view name) {
        return std::vector<std::string>{std::string(name)};
      });
      builder.add({.id = each.id.value, .owner = list.user.value}, *parsed);
    }
  }
  compiled.set = std::move(builder).build();
  return compiled;
}

Wanted wanted(const match::Hit& hit, const model::Watchlist& list, ClipMaker& clips) {
  Wanted wanted{.list = list.id,
                .user = list.user,
                .query = {hit.query},
                .action = list.action,
                .tag = list.tag,
                .channel = list.channel,
                .digest = list.digest,
                .clip = nullptr};
  if (list.action == model::ListAction::kNotify) wanted.clip = clips.at(hit.position);
  return wanted;
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
  return is_shared || folder_of_subscriber.contains(user);
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
      learn(std::move(row.list), row.revision);
    }
  }
  if (!is_changed) return {};
  if (base_revision_ == 0) {
    compile_all();
  } else {
    compile_recent();
  }
  return {};
}

void Watching::watch_only(model::Watchlist list) {
  revision_ = 1;
  learn(std::move(list), revision_);
  compile_all();
}

void Watching::learn(model::Watchlist list, std::int64_t revision) {
  for (const model::WatchQuery& each : list.queries) {
    list_of_query_[each.id.value] = list.id;
  }
  const model::WatchlistId id = list.id;
  lists_[id] = {std::make_shared<const model::Watchlist>(std::move(list)), revision};
}

void Watching::forget(model::WatchlistId list) {
  const auto known = lists_.find(list);
  if (known == lists_.end()) return;
  for (const model::WatchQuery& each : known->second.list->queries) {
    list_of_query_.erase(each.id.value);
  }
  lists_.erase(known);
}

Watching::Lists Watching::lists_since(std::int64_t revision) const {
  Lists lists;
  for (const auto& [id, list] : lists_) {
    if (list.revision > revision) lists.push_back(list.list);
  }
  return lists;
}

void Watching::compile_all() {
  base_revision_ = revision_;
  Compiled all = compile(lists_since(0), dictionary_);
  base_ = std::move(all.set);
  folder_users_ = std::move(all.folder_users);
}

void Watching::compile_recent() {
  Compiled recent = compile(lists_since(base_revision_), dictionary_);
  recent_ = std::move(recent.set);
  folder_users_.merge(recent.folder_users);
  if (recent_.size() <= kMostRecent || rebuilding_.valid()) return;
  // Seconds for a million queries: nobody waits for it. Without a thread the recent
  // ones grow, and the next change tries again.
  try {
    rebuilding_ = std::async(std::launch::async, [lists = lists_since(0),
                                                  dictionary = dictionary_,
                                                  revision = revision_] {
      return std::make_unique<Rebuilt>(Rebuilt{compile(lists, dictionary), revision});
    });
  } catch (const std::exception& error) {
    log_warning("watchlists are not compiled anew: {}", error.what());
  }
}

void Watching::take_rebuilt() {
  if (!rebuilding_.valid() ||
      rebuilding_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return;
  }
  std::unique_ptr<Rebuilt> rebuilt;
  try {
    rebuilt = rebuilding_.get();
  } catch (const std::exception& error) {
    // Out of memory: both sets stay as they are.
    log_warning("watchlists are not compiled anew: {}", error.what());
    return;
  }
  base_ = std::move(rebuilt->compiled.set);
  base_revision_ = rebuilt->revision;
  folder_users_ = std::move(rebuilt->compiled.folder_users);
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
                               .folder = text::fold(row.source.folder),
                               .folder_of_subscriber = {}};
  }
  TRY_ASSIGN(const auto subscriptions, store_.subscriptions().of_sources(sources));
  for (const model::Subscription& each : subscriptions) {
    const auto source = sources_.find(each.source);
    if (source == sources_.end()) continue;
    source->second.folder_of_subscriber[each.user] = text::fold(each.folder);
  }
  return {};
}

bool Watching::fetches_pages(model::SourceId source) const {
  const auto known = sources_.find(source);
  return known != sources_.end() && known->second.fetches_pages;
}

// In which folder those who ask for folders have the source: their own, else the one it
// is filed in for all.
std::vector<match::OwnedFolder> Watching::folders_of(const Source& source) const {
  std::vector<match::OwnedFolder> folders;
  for (const model::UserId user : folder_users_) {
    const auto own = source.folder_of_subscriber.find(user);
    const bool is_subscriber = own != source.folder_of_subscriber.end();
    if (!is_subscriber && !source.is_shared) continue;
    const bool has_own = is_subscriber && !own->second.empty();
    folders.push_back({user.value, has_own ? own->second : source.folder});
  }
  return folders;
}

const query::ArticleTerms& Watching::read(const ReadableArticle& article) {
  query::make_terms(article.text(), dictionary_.analyzer, cache_, terms_);
  return terms_;
}

std::vector<match::OwnedTopic> Watching::owned(
    std::span<const model::TopicScore> topics) const {
  std::vector<match::OwnedTopic> all;
  for (const model::TopicScore& each : topics) {
    const auto known = sources_.find(each.topic);
    if (known == sources_.end()) continue;
    const Source& topic = known->second;
    if (topic.is_shared) {
      all.push_back({0, topic.title});
      continue;
    }
    for (const auto& [user, folder] : topic.folder_of_subscriber) {
      all.push_back({user.value, topic.title});
    }
  }
  return all;
}

WantedArticle Watching::find(const ReadableArticle& article, model::SourceId source,
                             std::span<const model::TopicScore> topics) {
  WantedArticle found;
  const auto known = sources_.find(source);
  if (is_idle() || known == sources_.end()) return found;
  const std::string topic = text::fold(article.topic);
  const auto folders = folders_of(known->second);
  const auto own_topics = owned(topics);
  const match::ArticleFacts facts{.language = terms_.language(),
                                  .source = source.value,
                                  .source_title = known->second.title,
                                  .source_url = known->second.url,
                                  .topic = topic,
                                  .folders = folders,
                                  .own_topics = own_topics};
  ClipMaker clips(article, terms_, dictionary_.analyzer, analysis_);
  std::unordered_set<model::WatchlistId> listed;
  for (const Age age : {Age::kBase, Age::kRecent}) {
    hits_.clear();
    (age == Age::kBase ? base_ : recent_).match(terms_, facts, workspace_, hits_);
    std::ranges::sort(hits_, {}, &match::Hit::query);
    for (const match::Hit& hit : hits_) {
      const model::Watchlist* const list = list_of(hit.query, age);
      if (!list || !known->second.is_visible_to(list->user)) continue;
      if (listed.insert(list->id).second)
        found.wanted.push_back(wanted(hit, *list, clips));
    }
  }
  if (!found.wanted.empty()) found.sketch = sketch();
  return found;
}

const model::Watchlist* Watching::list_of(std::int64_t query, Age age) const {
  const auto id = list_of_query_.find(query);
  if (id == list_of_query_.end()) return nullptr;
  const List& list = lists_.at(id->second);
  // What the large set knows of a list that has changed since does not count.
  const Age is = list.revision > base_revision_ ? Age::kRecent : Age::kBase;
  return is == age ? list.list.get() : nullptr;
}

classify::Sketch Watching::sketch() const {
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> title;
  std::uint32_t last = match::kNoPosition;
  for (const query::Term& term : terms_.terms()) {
    // The first term of a position is the word itself.
    if (term.field == query::Field::kAuthor || term.position == last) continue;
    last = term.position;
    if (text::is_stop_word(terms_.text_of(term), terms_.language())) continue;
    words.push_back(term.hash);
    if (terms_.place_of(term.position).part == 0) title.push_back(term.hash);
  }
  return classify::make_sketch(words, title);
}

}  // namespace curlew::control
