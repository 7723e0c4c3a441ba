// `curlew archive`: the files that versions are kept in.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct ArchiveListOptions {
  // Versions of these addresses, instead of files; empty: files.
  std::string url;
  std::string from;
  std::string to;
  bool json = false;
};
Result<void> list_archive(const Context& context, const ArchiveListOptions& options);

struct ArchiveGetOptions {
  // "URL@TIME"
  std::string version;
  // Empty: standard output.
  std::string output;
};
Result<void> get_from_archive(const Context& context, const ArchiveGetOptions& options);

struct ArchiveVerifyOptions {
  // Write the indexes anew first.
  bool repair_index = false;
  bool json = false;
};
// An error when something is not sound.
Result<void> verify_archive(const Context& context,
                            const ArchiveVerifyOptions& options);

struct ArchiveExportOptions {
  std::string url = "*";
  std::string from;
  std::string to;
  // Neither: by the name of the file.
  bool warc = false;
  bool wacz = false;
  // "-": standard output.
  std::string output;
  bool json = false;
};
Result<void> export_archive(const Context& context,
                            const ArchiveExportOptions& options);

}  // namespace curlew::apps
