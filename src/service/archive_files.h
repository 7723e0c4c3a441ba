// The archives of all terminals of a data directory, as files: listed, checked, handed
// on. For the operator: nobody is asked who may see what.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/archive.h"
#include "archive/export.h"
#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "control/archives.h"
#include "model/version.h"
#include "service/moment.h"
#include "store/store.h"

namespace curlew::service {

// The version of an address that was in force at the end of the moment (nullopt: now),
// whether or not a source has it.
Result<std::optional<model::KeptAt>> find_archived(control::Archives& archives,
                                                   std::string_view url,
                                                   const std::optional<Moment>& moment);

struct ArchivedFile {
  std::string terminal;
  std::string name;
  // 0 of a WARC file that was packed.
  Bytes bytes = 0;
  // Of a WARC file; a pack is made of such.
  Bytes versions = 0;
  std::optional<Time> first;
  std::optional<Time> last;
};
// WARC files and packs, by terminal and name.
Result<std::vector<ArchivedFile>> list_archived_files(control::Archives& archives);

struct ArchivedVersion {
  std::string terminal;
  archive::Version version;
};
// Those of a URL with "*" for any characters, and those that redirects from there lead
// to, the oldest first. Without a scheme it means any.
Result<std::vector<ArchivedVersion>> list_archived_versions(
    control::Archives& archives, const archive::ExportRequest& request);

struct ArchiveCheck {
  Bytes files = 0;
  Bytes records = 0;
  Bytes versions = 0;
  struct Trouble {
    // "terminal-1/….warc.gz"
    std::string file;
    Bytes offset = 0;
    std::string reason;
  };
  // None: all is sound.
  std::vector<Trouble> troubles;
  // Records that no version names, which is no trouble: a source that was removed has
  // left them, or a visit that was cut off, or its report is under way. The first few
  // of them, each with its address.
  Bytes unnamed = 0;
  std::vector<Trouble> first_unnamed;
  // Versions that the store knows and that lie at terminals elsewhere.
  Bytes elsewhere = 0;
};
// Whether what is not here lies at terminals that are processes of their own.
enum class OtherTerminals { kNone, kSome };
// Files that verify_archives() reads; 0 where nothing is archived.
Result<std::size_t> count_archived_files(const std::string& folder);
// Reads everything again (archive/verify.h), and looks whether each version that the
// store knows is there, and whether each archive that holds something is there in so
// many copies. `tell` is called before each file. An archive that cannot be read, or is
// gone with all its copies where there are no other terminals, is a trouble, and the
// others are checked. kNotFound: nothing is archived, and the store knows no version.
// Null: the store is elsewhere, and what it knows is not looked for.
Result<ArchiveCheck> verify_archives(store::Store* store, const std::string& folder,
                                     std::size_t copies,
                                     const std::function<void()>& tell,
                                     OtherTerminals others = OtherTerminals::kNone);

// Writes the indexes of all WARC files anew from these, in each copy. kBusy while
// `serve` runs. How many versions are in them.
Result<Bytes> repair_indexes(const std::string& folder);

enum class ExportForm { kWarc, kWacz };
// `file` is made, and must not be there. kNotFound when nothing is selected.
Result<archive::ExportReport> export_archives(control::Archives& archives,
                                              const archive::ExportRequest& request,
                                              const archive::ExportFacts& facts,
                                              ExportForm form, const std::string& file);

}  // namespace curlew::service
