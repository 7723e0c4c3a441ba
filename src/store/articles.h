// Articles: the entries that visits found new, each named within its source by a key
// and known by its likeness (detect/new_entries.h). Their pages: pages.h.

#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/entry.h"
#include "model/ids.h"
#include "model/page.h"
#include "store/database.h"
#include "store/topics.h"

namespace curlew::store {

// An entry on its way into the store. What is borrowed must outlive it.
struct NewArticle {
  model::SourceId source;
  // What names the entry within its source, and what it shows: detect/new_entries.h.
  std::uint64_t key = 0;
  std::optional<std::uint64_t> likeness;
  const model::Entry* entry = nullptr;
  Time found;
  std::string language;
  std::string category;
  bool wants_page = false;
  // As pack() makes them of the entry: JSON, NULL where there is none.
  std::optional<std::string> categories;
  std::optional<std::string> enclosures;
  // What the search index takes of it (search_index.h); not for the articles' table.
  std::string document;
  // Which topics it belongs to (topics.h); likewise.
  std::vector<model::TopicScore> topics;
};

// Does what can be done without the store, and so before its lock is taken.
void pack(NewArticle& article);

// What is stored of an entry: enough to tell an edit from another item.
struct StoredEntry {
  model::ArticleId article;
  std::optional<std::uint64_t> likeness;
  // At least title, link and published.
  const model::Entry* entry = nullptr;
};

// What the store knows of the entries of a batch: read at once, asked in memory.
class KnownEntries {
 public:
  // The article of the source that has that key; nullptr: there is none.
  const StoredEntry* find(model::SourceId source, std::uint64_t key) const;
  // Has its source this article under another key, or had it one like it that was not
  // kept (retention.h)?
  bool has_otherwise(const NewArticle& article) const;
  // It is stored now. Its entry is borrowed.
  void add(model::ArticleId id, const NewArticle& article);

 private:
  friend class Articles;
  // A key or a likeness within a source.
  struct Name {
    model::SourceId source;
    std::uint64_t number = 0;
    bool operator==(const Name&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Name& name) const {
      return name.number ^
             (static_cast<std::uint64_t>(name.source.value) * 0x9e37'79b9'7f4a'7c15);
    }
  };
  struct Forgotten {
    std::optional<std::uint64_t> likeness;
    std::optional<Time> published;
    std::int64_t title_mark = 0;
    std::int64_t url_mark = 0;
  };

  std::unordered_map<Name, StoredEntry, Hash> by_key_;
  // The likenesses of stored articles and of forgotten ones.
  std::unordered_set<Name, Hash> likenesses_;
  // By key.
  std::unordered_multimap<Name, Forgotten, Hash> forgotten_;
  std::unordered_set<model::SourceId> with_articles_;
  // What by_key_ points at.
  std::deque<model::Entry> read_;
};

// What a feed leaves open its page may fill in: author, language, category, time.
struct ArticleRow {
  model::ArticleId id;
  model::SourceId source;
  std::string source_title;
  // The feed's; of an article found as a link on a page, its page's own.
  std::string title;
  std::string url;
  std::string author;
  std::string language;
  std::string category;
  std::optional<Time> published;
  Time found;
  // When a visit last found its entry edited.
  std::optional<Time> edited;
  std::optional<Time> page_fetched;
  // Its page is still to be fetched.
  bool is_page_wanted = false;
  // Why there is no page, or why it was not read.
  std::string page_error;
  // What its page says; nullopt and empty where it was not read.
  std::optional<model::PageType> page_type;
  std::optional<Time> modified;
  std::string page_title;
  std::string canonical_url;
  std::string image;
  // The beginning of its text, on one line.
  std::string excerpt;
  // Where there is none: the beginning of what its feed says of it, HTML not made safe.
  std::string feed_excerpt;
  // Those that whoever asks sees, the surest first. Of newest() alone; for others
  // Topics::of_articles() has them.
  std::vector<ArticleTopic> topics;
};

// Which articles; without a word, all of them.
struct ArticleFilter {
  // What this one may see and has not muted; 0: everything.
  model::UserId user = {};
  // Those that he has muted instead; of article_slice.h alone.
  bool is_muted = false;
  // 0: of any. Of a topic: all that belong to it, whichever source they are of.
  model::SourceId source = {};
  // Of sources filed there or below it, by the user where he has filed them himself;
  // empty: of any.
  std::string folder = {};
  // Found then or later.
  std::optional<Time> since = {};
  // Of what the user made of them; they need one.
  bool is_unread = false;
  bool is_starred = false;
  // Empty: with any tags or none.
  std::string tag = {};
};

// What its feed itself says of an article: HTML as the publisher wrote it, not made
// safe.
struct FeedText {
  std::string summary;
  std::string content;
  std::vector<model::Enclosure> enclosures;
};

// An article as its feed has it.
struct StoredArticle {
  model::SourceId source;
  std::string title;
  std::string url;
  std::string author;
  std::string language;
  std::string category;
  // Its content, or else its summary: HTML, not made safe.
  std::string html;
  std::optional<Time> published;
  Time found;
};

// How long after its publication an article was found.
struct DelayRow {
  model::SourceId source;
  Time found;
  Milliseconds delay{0};
};

// When an article came, in its own words and in ours.
struct ArticleTimes {
  model::ArticleId id;
  model::SourceId source;
  Time found;
  std::optional<Time> published;
};

class Articles {
 public:
  explicit Articles(Database& db) : db_(db) {}

  // What is known of these, under their keys or by what they show.
  Result<KnownEntries> known(std::span<const NewArticle* const> articles);
  // The least id of those found then or later; one behind the last where there are
  // none. Ids grow with the time of finding, but for a few that came in one batch, and
  // what a terminal held while the broker was away.
  Result<model::ArticleId> first_since(Time time);
  // The last id that was given; the next articles get those behind it.
  Result<model::ArticleId> last_id();
  // Packed, with a free id; its page is wanted if it says so. Count them, too.
  Result<void> insert(model::ArticleId id, const NewArticle& article);
  Result<void> note_inserted(std::int64_t count);
  // Its entry says something else now, as found at `edit.found`; when and under which
  // key it was found first stays.
  Result<void> edit(model::ArticleId article, const NewArticle& edit);

  Result<std::optional<ArticleRow>> find(model::ArticleId id);
  // Newest first.
  Result<std::vector<ArticleRow>> newest(const ArticleFilter& filter,
                                         std::size_t limit);
  // Those of them that are there, newest first, with the topics that `viewer` sees (0:
  // all).
  Result<std::vector<ArticleRow>> rows(std::span<const model::ArticleId> articles,
                                       model::UserId viewer = {});
  // The same for who shows no topics.
  Result<std::vector<ArticleRow>> rows_without_topics(
      std::span<const model::ArticleId> articles);
  Result<std::vector<ArticleRow>> newest_of(model::SourceId source, std::size_t limit) {
    return newest({.source = source}, limit);
  }
  // Of those articles that are there.
  Result<std::unordered_map<model::ArticleId, FeedText>> feed_texts(
      std::span<const model::ArticleId> articles);
  Result<std::unordered_map<model::ArticleId, StoredArticle>> stored(
      std::span<const model::ArticleId> articles);
  // Empty when there is no such article.
  Result<FeedText> feed_text(model::ArticleId article);
  // Of the newest `limit` articles (of `source`; 0: of any that `viewer` sees, where 0
  // sees all) that were found from `from` to before `to`, in no order. Left out are
  // those without a date, and those published before their source was added: nobody was
  // late for them.
  Result<std::vector<DelayRow>> delays(Time from, Time to, model::SourceId source,
                                       std::size_t limit, model::UserId viewer = {});
  // The newest with ids below this one.
  Result<std::vector<model::ArticleId>> ids_below(model::ArticleId below,
                                                  std::size_t limit);
  // With which articles the last days began, the oldest first: by them the days of
  // thousands are known without a look at each. Never less than the one before.
  Result<std::vector<model::ArticleId>> days_before(Time now, std::size_t days);
  // Of all sources, by id, with ids above `after`.
  Result<std::vector<ArticleTimes>> times(model::ArticleId after, std::size_t limit);

 private:
  Result<void> add_topics(model::UserId viewer, std::vector<ArticleRow>& rows);
  Result<std::vector<ArticleRow>> newest_without_topics(const ArticleFilter& filter,
                                                        std::size_t limit);
  Result<void> read_keys(std::span<const std::int64_t> sources,
                         std::span<const std::int64_t> keys, KnownEntries& known);
  Result<void> read_likenesses(std::string_view table,
                               std::span<const std::int64_t> sources,
                               std::span<const std::int64_t> likenesses,
                               KnownEntries& known);
  Result<void> read_forgotten(std::span<const std::int64_t> sources,
                              std::span<const std::int64_t> keys, KnownEntries& known);

  Database& db_;
};

}  // namespace curlew::store
