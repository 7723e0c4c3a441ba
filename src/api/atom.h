// The articles of a source as an Atom feed (RFC 4287): for a page without a feed, the
// feed that it should have had.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/source.h"
#include "service/snapshot.h"

namespace curlew::api {

// How many of the newest articles a feed is made of.
inline constexpr std::size_t kAtomArticles = 100;

// Where a feed will be found, and its hub (WebSub); empty: there is none.
struct FeedAddress {
  std::string self = {};
  std::string hub = {};
};

// The newest articles of `source`, newest first. Left out are pages that turned out to
// be lists of links themselves, and articles whose page is still to be asked for the
// first time: it will say what they are, and what their title is.
//
// The content of an entry is the text of the article, its page's or its feed's, made
// safe (api/safe_html.h); the newest entries have theirs up to 4 MiB in all, the others
// are left with their summary. Only http and https become links.
//
// Texts are taken from the store a few at a time, those of pages only while there is
// room.
//
// A topic's feed has articles of all sources: those that `viewer` sees.
Result<std::string> write_atom(store::Store& store, const model::Source& source,
                               const FeedAddress& at, service::Viewer viewer = {});

// The same of `articles`; `details_of` gives what else is known of some of them, in
// their order.
using DetailsOf = std::function<Result<std::vector<service::ArticleDetail>>(
    std::span<const store::ArticleRow> articles, service::PageText pages)>;
Result<std::string> write_atom(const model::Source& source,
                               std::vector<store::ArticleRow> articles,
                               const DetailsOf& details_of, const FeedAddress& at);

}  // namespace curlew::api
