// The stages of a visit that visit.cc lists, and what they share. Only for the sources
// of this module.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fingerprint.h"
#include "base/time_budget.h"
#include "extract/rules/rules.h"
#include "fetch/fetcher.h"
#include "model/entry.h"
#include "model/visit.h"
#include "pipeline/hub_page.h"
#include "pipeline/page_tree.h"
#include "pipeline/visit.h"
#include "store/terminal_cache.h"

namespace curlew::pipeline {

// A visit under way: what came in, what stages hand to each other, and what comes out.
struct Visit {
  const model::VisitOrder& order;
  // What the last committed visit left; nullptr: nothing.
  const store::SourceMemory* memory;
  fetch::FetchResult result;
  const VisitOptions& options;
  const ContextAnswers& contexts;
  // That of the options, which notes what this visit keeps; nullptr: nothing is kept.
  VersionShelf* shelf = nullptr;

  // The fingerprint of the body.
  Fingerprint content;
  // For reading it.
  TimeBudget time;
  // The text of a PDF as a page; nullopt: the body is the page.
  std::optional<std::string> made_page;
  // Of the page; see page_tree().
  std::optional<PageTree> tree;
  // All that a feed or a followed page lists, in its order: set by read(), where a
  // listing is found, and reported by detect_new_entries() as far as it is new.
  std::vector<model::Entry> entries;
  // The id of the entry that tells of a change; empty: none does.
  std::string change_id;
  // As the answer states them.
  model::PublisherWishes wishes;
  // Something is still to come, or was cut off: the next visit asks for all of it
  // again.
  bool is_partial = false;
  // Those that a data document was read by.
  UsedContexts used_contexts;

  VisitEnd end;
};

// What the answer says, one function and one file for each kind of visit. A body has
// arrived, and it is not the one that is remembered.
void read(Visit& visit, const model::FeedTask& task);
void read(Visit& visit, const model::FollowedPageTask& task);
void read(Visit& visit, const model::ArticlePageTask& task);
void read(Visit& visit, const model::DataTask& task);
void read(Visit& visit, const model::CrawlPageTask& task);

// The page that came as text, and as a tree that is made when it is first asked for:
// several stages look at it.
std::string_view page_text(const Visit& visit);
const PageTree& page_tree(Visit& visit);

// The links of a page that is followed, or may be: the two halves of reading it.
Result<HubPage> read_links(Visit& visit, const model::PageReading& reading,
                           ShortLists short_lists);
void conclude_links(Visit& visit, HubPage page);

// What the server gave to ask later whether the page has changed.
model::PageValidators page_validators(const Visit& visit);
// Equal for pages that say the same. Numbers alone are no change: pages count views,
// comments and the hours since their publication.
std::uint64_t likeness_of(const model::Page& page);

// Keeps the page as a version where it differs from the one that is kept last, and adds
// the change to what is listed. Its findings are there, and it came whole.
void watch_page(Visit& visit, const model::DocumentWatch& watch,
                const std::string& title);

// Notes in the archive that a document is as it was, where every visit is kept.
void keep_revisit(Visit& visit);

// Of what is listed, reports the entries that were not there, or not so, at the last
// visit, and what is to be remembered of all of them.
void detect_new_entries(Visit& visit);

// The validators and wishes that the answer states, over what was remembered.
store::SourceMemory refreshed_memory(const Visit& visit);

// How the pages of the task are read, where a person decided something about it. When
// that changes, the same bytes must be read again.
Fingerprint reading_of(const model::VisitTask& task);

// Where the source says that it lives now, if it has moved for good.
void note_move(Visit& visit);

// When the publisher wants to see us again.
void note_wishes(Visit& visit, const model::PublisherWishes& wishes);

// Ends the visit as one that brought nothing readable.
void conclude_unreadable(Visit& visit, std::string why,
                         model::Remark remark = model::Remark::kNone);

// Adds something remarkable.
void add_note(Visit& visit, std::string_view note);

// The rules were read once when they were given, but by another release perhaps: what
// cannot be read is noted.
extract::Rules rules_of(Visit& visit, const model::PageReading& reading);

std::string header_or_empty(const http::Headers& headers, std::string_view name);

// May it be HTML, in any case of letters (RFC 9110 §8.3.1)?
bool is_page_type(std::string_view content_type);

// "application/pdf".
bool is_pdf_type(std::string_view content_type);

// Why PDF documents are not read where no reader is set.
Error no_pdf_reader();
// The text of a PDF as a page.
Result<std::string> page_of_pdf(const Visit& visit, std::string_view pdf);
// Makes a page of the PDF that came. False: it cannot be read, and the visit says so.
bool read_pdf(Visit& visit);

// Is the end of the page missing? Its encoding says so, or its connection closed
// without a length and before the end of its markup. (A page that never closes what it
// opens cannot be told from a cut one.)
bool is_cut_page(const fetch::FetchResult& result);
inline constexpr std::string_view kCutPage =
    "the page ends too early; what came is kept";
// Of one whose content is watched: half of it would be a change.
inline constexpr std::string_view kCutWatched =
    "the page ends too early; it is not compared, and no version is kept";

}  // namespace curlew::pipeline
