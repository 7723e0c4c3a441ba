// The versions of a watched document as RDF: when each was seen, what it changed, and
// which it follows. The same changes are entries of the source's Atom feed (atom.h).

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/route.h"
#include "base/clock.h"
#include "model/source.h"
#include "model/version.h"

namespace curlew::api {

// N-Triples; `changes` are the newest first, and `self` is where the document is found.
// PROV-O (https://www.w3.org/TR/prov-o/) and Dublin Core say most of it; counts and
// digests are properties of ours, below kChangeVocabulary.
std::string write_change_graph(const model::Source& source,
                               std::span<const model::Version> changes,
                               std::string_view self);

inline constexpr std::string_view kChangeVocabulary = "urn:x-curlew:change:";

// How many of the newest versions it tells.
inline constexpr std::size_t kToldVersions = 1000;

// GET /sources/{id}/changes.nt. The clock must outlive it.
Route make_change_route(const Clock& clock);

}  // namespace curlew::api
