// A part of an archive for others: as a WARC file, or as a WACZ file (Web Archive
// Collection Zipped 1.1.1), which a replayer opens by itself. Each is complete: what a
// revisit in it refers to, or a redirect leads to, is in it, too.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "archive/archive.h"
#include "archive/disk.h"

namespace curlew::archive {

struct ExportRequest {
  // A URL in which each "*" stands for any characters.
  std::string pattern = "*";
  // Both included.
  Time from = Time::min();
  Time to = Time::max();
};

struct ExportReport {
  Bytes versions = 0;
  // Further ones, to which revisits refer or redirects lead.
  Bytes originals = 0;
  Bytes bytes = 0;
  // Those that cannot be read, and revisits whose payload lies in such a one: each with
  // the reason. They are not counted above.
  std::vector<std::string> left_out = {};
};

// What a WACZ file says of itself.
struct ExportFacts {
  std::string title;
  std::string software = "Curlew";
  Time created;
};

// Writes the file `name` on the disk `to`, where there must be none, of all these
// archives together: each terminal has one. Nothing selected: kNotFound, and no file.
Result<ExportReport> export_warc(std::span<const Archive* const> archives,
                                 const ExportRequest& request, const ExportFacts& facts,
                                 Disk& to, const std::string& name);
Result<ExportReport> export_wacz(std::span<const Archive* const> archives,
                                 const ExportRequest& request, const ExportFacts& facts,
                                 Disk& to, const std::string& name);

// Whether `text` is what `pattern` stands for.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace curlew::archive
