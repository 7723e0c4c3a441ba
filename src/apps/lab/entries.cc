#include <fmt/format.h>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/lab/page_file.h"
#include "base/plain_text.h"
#include "pipeline/hub_page.h"

namespace curlew::apps {

Result<void> lab_entries(const LabEntriesOptions& options, std::FILE* out) {
  TRY_ASSIGN(const std::string html, read_page_file(options.file));
  TRY_ASSIGN(
      const pipeline::HubPage hub,
      pipeline::read_hub_page(html, {.url = options.url,
                                     .content_type = "",
                                     .rules = {},
                                     .short_lists = pipeline::ShortLists::kFollowed}));
  for (const model::Entry& entry : hub.entries) {
    if (options.json) {
      print_row(
          {{"link", entry.link}, {"title", entry.title}, {"summary", entry.summary}},
          out);
    } else {
      fmt::print(out, "{}\n  {}\n", plain_text(entry.title), plain_text(entry.link));
      if (!entry.summary.empty()) fmt::print(out, "  {}\n", plain_text(entry.summary));
    }
  }
  if (!options.json) {
    fmt::print(out, "{} entr{}{}{}\n", hub.entries.size(),
               hub.entries.size() == 1 ? "y" : "ies", hub.note.empty() ? "" : ": ",
               hub.note);
  }
  return {};
}

}  // namespace curlew::apps
