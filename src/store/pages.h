// The pages of articles. A page is wanted (a row in wanted_pages) until it was fetched
// or given up (a row in pages); what was read from it is in page_contents; as it came,
// it lies in an archive (versions.h). And what pages of a source have been like.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/page.h"
#include "model/page_kind.h"
#include "model/visit.h"
#include "store/database.h"

namespace curlew::store {

// Stands for all sources together where averages are kept. No source has this id.
inline constexpr model::SourceId kAllSources{0};

struct WantedPage {
  model::ArticleId article;
  model::SourceId source;
  std::string url;
  std::uint32_t tries = 0;
  // When its article was found.
  Time found;
};

// A page as it lies in the store. pack() makes it without the store, and so before its
// lock is taken: compressing is most of the work of keeping a page.
struct PackedPage {
  std::string note, language, category, content_type, url;
  struct Content {
    std::optional<Time> published;
    std::optional<Time> modified;
    model::PageType type{};
    std::string title, author, canonical_url, image, excerpt, kind;
    std::string text;
    std::string parts;
  };
  std::optional<Content> content;
};
PackedPage pack(const model::Page& page);

// A page as an earlier release kept it: its HTML in the database.
struct PageInDatabase {
  model::ArticleId article;
  model::SourceId source;
  // As it was asked for, and where it was found.
  std::string asked;
  std::string url;
  std::string content_type;
  Time fetched;
  // nullopt: it is damaged.
  std::optional<std::string> html;
};

class Pages {
 public:
  explicit Pages(Database& db) : db_(db) {}

  // Pages to fetch whose time has come, oldest first, with ids above `after`; none of
  // paused or stopped sources.
  Result<std::vector<WantedPage>> wanted(Time now, model::ArticleId after,
                                         std::size_t limit);

  // Of these, the articles that are still there, and those whose page is still wanted.
  // The calls below are for them alone: of others there is nothing to say any more.
  struct Standing {
    std::unordered_set<model::ArticleId> articles;
    std::unordered_set<model::ArticleId> wanted;
  };
  Result<Standing> standing(std::span<const model::ArticleId> articles);

  // What an earlier reading of the page left is replaced.
  Result<void> keep(model::ArticleId article, const PackedPage& page, Time fetched);
  // It was tried once more, and will be again at `retry`.
  Result<void> retry(model::ArticleId article, std::string_view error, Time retry);
  // It was not asked for at all: tries again at `retry`, and no try is counted.
  Result<void> postpone(model::ArticleId article, std::string_view error, Time retry);
  Result<void> give_up(model::ArticleId article, std::string_view error);

  // Those of earlier releases, the oldest first.
  Result<std::vector<PageInDatabase>> in_database(std::size_t limit);
  // It lies in the archive now. False: it is gone already, with its article perhaps.
  Result<bool> forget_html(model::ArticleId article);
  // What the pages of these articles say. Left out are those that were not fetched or
  // not read.
  Result<std::unordered_map<model::ArticleId, model::PageContent>> contents(
      std::span<const model::ArticleId> articles);
  // What the page of one article says; nullopt when it was not fetched or not read.
  Result<std::optional<model::PageContent>> content(model::ArticleId article);

  // What pages of these sources, and of kAllSources, have been like. Left out are those
  // of which none was read.
  Result<std::unordered_map<model::SourceId, model::PageAverages>> averages(
      std::span<const model::SourceId> sources);
  Result<void> save_averages(model::SourceId source,
                             const model::PageAverages& averages);

 private:
  Database& db_;
};

// The beginning of a text for lists: whole words on one line, "…" where it goes on.
std::string excerpt_of(std::string_view text);

}  // namespace curlew::store
