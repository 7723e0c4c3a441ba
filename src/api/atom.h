// The articles of a source as an Atom feed (RFC 4287): for a page without a feed, the
// feed that it should have had.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "model/source.h"
#include "service/snapshot.h"

namespace curlew::api {

// How many of the newest articles a feed is made of.
inline constexpr std::size_t kAtomArticles = 100;

// The newest articles of `source`, newest first. `self` is where the feed will be
// found; empty: nowhere. Left out are pages that turned out to be lists of links
// themselves, and articles whose page is still to be asked for the first time: it will
// say what they are, and what their title is.
//
// The content of an entry is the text of the article, its page's or its feed's, made
// safe (api/safe_html.h); the newest entries have theirs up to 4 MiB in all, the others
// are left with their summary. Only http and https become links.
//
// Texts are taken from the store one by one, those of pages only while there is room.
Result<std::string> write_atom(store::Store& store, const model::Source& source,
                               std::string_view self);

// The same of `articles`; `detail_of` gives what else is known of one. `HasRoom` says
// whether its page's text can be used.
enum class HasRoom { kNo, kYes };
using DetailOf = std::function<Result<service::ArticleDetail>(
    const store::ArticleRow& article, HasRoom)>;
Result<std::string> write_atom(const model::Source& source,
                               std::span<const store::ArticleRow> articles,
                               const DetailOf& detail_of, std::string_view self);

}  // namespace curlew::api
