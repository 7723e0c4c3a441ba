// What of a listing is new, and what is remembered of it for the next visit.

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "base/overloaded.h"
#include "detect/new_entries.h"
#include "pipeline/next_welcome.h"
#include "pipeline/report_bounds.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {
namespace {

using store::SourceMemory;

// nullptr when nothing is listed.
model::Listing* find_listing(model::VisitFindings& findings) {
  const auto of = [](std::optional<model::Listing>& listing) {
    return listing ? &*listing : nullptr;
  };
  model::Listing* const none = nullptr;
  return std::visit(
      Overloaded{[&](model::FeedFindings& feed) { return of(feed.listing); },
                 [&](model::FollowedPageFindings& page) { return of(page.listing); },
                 [&](model::ArticlePageFindings&) { return none; },
                 [&](model::NamedFeeds&) { return none; },
                 [&](model::DataFindings& data) { return of(data.listing); },
                 [&](model::CrawlPageFindings&) { return none; }},
      findings);
}

// The rest of an answer may come under the same validators, and a 304 would hide it;
// and the same bytes must be read again.
void ask_again(SourceMemory& memory) {
  memory.content = {};
  memory.etag.clear();
  memory.last_modified.clear();
}

// Of an answer that was read in full.
SourceMemory renewed_memory(const Visit& visit) {
  SourceMemory memory = refreshed_memory(visit);
  memory.content = visit.content;
  memory.reading = reading_of(visit.order.task);
  memory.retrieved = visit.result.started;
  memory.wishes = visit.wishes;
  memory.wishes.cache_lifetime = cache_lifetime(visit.result);
  memory.remark = visit.end.report.remark;
  memory.contexts = to_lines(visit.used_contexts);
  return memory;
}

// Entries that are not reported yet must not be taken for known the next time.
void forget_entries(detect::EntryMarks& marks, std::span<const std::size_t> places) {
  std::vector<std::uint64_t> left;
  for (const std::size_t i : places) {
    left.push_back(marks.keys[i]);
    marks.likenesses[i] = 0;
  }
  std::ranges::sort(left);
  std::erase_if(marks.keys, [&](std::uint64_t key) {
    return std::ranges::binary_search(left, key);
  });
}

}  // namespace

void detect_new_entries(Visit& visit) {
  model::Listing* const listing = find_listing(visit.end.report.findings);
  if (listing == nullptr) return;
  note_move(visit);
  SourceMemory memory = renewed_memory(visit);
  std::vector<model::Entry>& entries = visit.entries;
  listing->entries_shown = static_cast<std::uint32_t>(entries.size());
  detect::EntryMarks marks = detect::mark_entries(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    // The same change a month later is another one.
    if (!visit.change_id.empty() && entries[i].id == visit.change_id) {
      marks.likenesses[i] = 0;
    }
  }
  const std::vector<std::uint64_t> known = std::move(memory.entry_keys);
  const auto fresh = detect::find_new_entries(
      entries, marks, {.keys = known, .likenesses = memory.entry_likenesses});
  const std::size_t fit =
      entries_that_fit(entries, fresh, visit.options.report_entries);
  listing->new_entries.reserve(fit);
  for (std::size_t i = 0; i < fit; ++i) {
    const std::size_t place = fresh[i];
    listing->new_entries.push_back(
        {std::move(entries[place]), marks.keys[place], marks.likenesses[place]});
  }
  if (fit < fresh.size()) {
    visit.is_partial = true;
    add_note(visit, fmt::format(
                        "{} of {} new entries are reported, more are too large for one "
                        "report; the others come with the next visit",
                        fit, fresh.size()));
    forget_entries(marks, std::span(fresh).subspan(fit));
  }
  if (visit.is_partial) ask_again(memory);
  memory.entry_keys =
      detect::remembered_keys(marks.keys, known, visit.options.remembered_entries);
  memory.entry_likenesses = std::move(marks.likenesses);
  note_wishes(visit, memory.wishes);
  visit.end.memory = std::move(memory);
}

}  // namespace curlew::pipeline
