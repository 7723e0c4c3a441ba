// Which watchlists want an article, and what their users are told of it: everything of
// a clip that can be known without the write lock.
//
// The lists are compiled (match/query_set.h) and kept up with the store: a change makes
// a small set beside the large one, and a new large one when the small has grown.
//
// Belongs to the controller's thread.

#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "classify/near_duplicate.h"
#include "control/article_text.h"
#include "match/query_set.h"
#include "model/clip.h"
#include "model/ids.h"
#include "model/topic.h"
#include "model/user.h"
#include "query/parse_query.h"
#include "query/terms.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace curlew::control {

// A list that wants an article.
struct Wanted {
  model::WatchlistId list;
  model::UserId user;
  model::QueryId query;
  model::ListAction action = model::ListAction::kNotify;
  // Of ListAction::kTag.
  std::string tag;
  model::Channel channel = model::Channel::kFeed;
  model::Digest digest;
  // Without ids, source, address and times; nullptr but for ListAction::kNotify.
  std::shared_ptr<const model::Clip> clip;
};

// What a clip says of its article beside its text.
struct ClipArticle {
  std::string url;
  std::optional<Time> published;
  Time found;
};

// All that is wanted of an article, and what tells it from others.
struct WantedArticle {
  std::vector<Wanted> wanted;
  classify::Sketch sketch;
};

class Watching {
 public:
  using Lists = std::vector<std::shared_ptr<const model::Watchlist>>;

  // What `dictionary` borrows and `store` must outlive it.
  Watching(query::Dictionary dictionary, store::Store& store);
  ~Watching();

  // Compiles what users have changed. Costs one number to read when nothing has.
  Result<void> follow_changes();
  // Compiles this list alone, instead of those of the store: what would it find? It
  // needs no id; its queries do.
  void watch_only(model::Watchlist list);
  // Does nobody watch for anything?
  bool is_idle() const { return lists_.empty(); }

  // Reads who may see these sources now, and what they are called. Others are
  // forgotten.
  Result<void> learn_sources(std::span<const model::SourceId> sources);
  // Do its settings say that pages of its articles are fetched?
  bool fetches_pages(model::SourceId source) const;

  // Nothing for users who do not see the source, which learn_sources() must know.
  // The same holds of its topics: a list asks for those that its user sees.
  WantedArticle find(const ReadableArticle& article, model::SourceId source,
                     std::span<const model::TopicScore> topics = {});
  // Breaks an article into its terms, for find() and for the search index. They stay
  // until the next one.
  const query::ArticleTerms& read(const ReadableArticle& article);

 private:
  enum class Age { kBase, kRecent };
  struct List {
    std::shared_ptr<const model::Watchlist> list;
    std::int64_t revision = 0;
  };
  struct Source {
    bool is_shared = false;
    bool fetches_pages = false;
    // All names are folded.
    std::string title;
    std::string url;
    std::string folder;
    // Empty: the one above.
    std::unordered_map<model::UserId, std::string> folder_of_subscriber;
    bool is_visible_to(model::UserId user) const;
  };
  struct Rebuilt;

  void learn(model::Watchlist list, std::int64_t revision);
  void forget(model::WatchlistId list);
  Lists lists_since(std::int64_t revision) const;
  void compile_all();
  void compile_recent();
  void take_rebuilt();
  std::vector<match::OwnedFolder> folders_of(const Source& source) const;
  std::vector<match::OwnedTopic> owned(std::span<const model::TopicScore> topics) const;
  // nullptr when the set of that age is not the one that knows the list.
  const model::Watchlist* list_of(std::int64_t query, Age age) const;
  classify::Sketch sketch() const;

  const query::Dictionary dictionary_;
  store::Store& store_;
  std::int64_t revision_ = 0;
  std::unordered_map<model::WatchlistId, List> lists_;
  std::unordered_map<std::int64_t, model::WatchlistId> list_of_query_;
  // Lists as of base_revision_, 0 before there are any; and those that changed since.
  match::QuerySet base_;
  std::int64_t base_revision_ = 0;
  match::QuerySet recent_;
  // Whose queries ask for folders.
  std::unordered_set<model::UserId> folder_users_;
  std::future<std::unique_ptr<Rebuilt>> rebuilding_;
  std::unordered_map<model::SourceId, Source> sources_;
  // Memory, and what is known of the article that was looked at last.
  text::Analysis analysis_;
  query::TermCache cache_;
  query::ArticleTerms terms_;
  match::Workspace workspace_;
  std::vector<match::Hit> hits_;
};

}  // namespace curlew::control
