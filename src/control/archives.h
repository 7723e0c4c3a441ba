// The archives of a data directory, a folder for each terminal (archive_folders.h):
// what a terminal keeps versions in, and where everybody finds them again.
//
//   archives.open_to_write({"terminal-1", "terminal-2"}, 2);
//   options.visit.shelf = &archives.shelf_of("terminal-1");
//   TRY_ASSIGN(const auto content, archives.read(version.place));

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "archive/archive.h"
#include "archive/copied_disk.h"
#include "archive/disk.h"
#include "base/bytes.h"
#include "base/result.h"
#include "control/far_copies.h"
#include "model/version.h"
#include "pipeline/version_shelf.h"
#include "store/archive_copies.h"

namespace curlew::control {

archive::Location location_of(const model::KeptAt& place);

// Where the archives are read that are not here.
class RecordsElsewhere {
 public:
  virtual ~RecordsElsewhere() = default;
  // Thread-safe, as those of Archives.
  virtual Result<archive::Content> read(const model::KeptAt& place) = 0;
  virtual Result<std::string> records(const model::KeptAt& place) = 0;
};

struct ArchivesOptions {
  // Beyond it the next WARC file is begun.
  Bytes largest_segment = 256_MiB;
  // What stands between an archive and its disk; tests let it fail there.
  std::function<std::unique_ptr<archive::Disk>(std::unique_ptr<archive::Disk>)>
      through = nullptr;
  // Outlives the archives; nullptr: there are no others.
  RecordsElsewhere* elsewhere = nullptr;
  // Where other processes hold copies of what is written here; outlives the archives.
  // nullptr: nowhere.
  const FarCopies* far_copies = nullptr;
  // Are such copies wanted? One that there is already is kept in mind in any case.
  bool wants_far_copies = false;
};

// Thread-safe.
class Archives {
 public:
  // `folder` is made when something is kept.
  explicit Archives(std::string folder, ArchivesOptions options = {});
  ~Archives();

  // Those of all terminals that keep versions, in so many copies (one or two, and not
  // more than terminals); and those of terminals that are no more, which they take
  // over. What a crash left, or somebody deleted of one copy, is repaired first. kBusy
  // while another process writes there.
  Result<void> open_to_write(const std::vector<std::string>& terminals,
                             std::size_t copies = 1);
  // Of a terminal that was opened to write; it lives as long as this.
  pipeline::VersionShelf& shelf_of(const std::string& terminal);

  // Of any terminal whose folder, or a copy of it, is here; else from elsewhere.
  // kNotFound: it lies nowhere that can be asked.
  Result<archive::Content> read(const model::KeptAt& place);

  // The records of a version, as a WARC file has them, from the folder of its terminal
  // or a copy that stands for it.
  Result<std::string> records(const model::KeptAt& place);

  // The files of an archive that is here, to be read by one who takes it over.
  Result<std::unique_ptr<archive::Disk>> files_of(const std::string& terminal);

  // Takes over the archive of a terminal that leaves, file by file from `from`, into
  // the folder of `holder`, whose own is open to write: there as a whole, under its
  // name, or not at all. `is_equal` judges each file once more when it is here. After
  // an error it may be begun again, and goes on with what is missing.
  Result<void> take_over(
      const std::string& terminal, archive::Disk& from, const std::string& holder,
      const std::function<Result<bool>(const std::string& name, archive::File& file)>&
          is_equal);

  // The archive of a terminal that was opened to write, for the time of the call: no
  // visit of it can keep anything meanwhile.
  Result<void> with(const std::string& terminal,
                    const std::function<Result<void>(archive::Archive&)>& use);
  // Those, sorted, with those that were taken over.
  std::vector<std::string> open_terminals();

  // Likewise, with the disk below it, which sends what is written to the copy that
  // another process holds (copy_keeping.h). Nothing happens where there is no such
  // copy.
  Result<void> with_copied(
      const std::string& terminal,
      const std::function<Result<void>(archive::CopiedDisk&)>& use);
  // Closes an archive and opens it again, with what others hold of it and is lost here.
  Result<void> bring_back(const std::string& terminal);
  // Is all here that `holder` holds as the copy of that id?
  bool is_brought_back(const std::string& terminal, const std::string& holder,
                       const std::string& id);
  // The other copies of archives that are open, as of the last commit or with_copied().
  std::vector<store::ArchiveCopy> far_copies();

  // An archive that is here, to be read.
  struct Here {
    std::string terminal;
    archive::Disk& disk;
    const archive::Archive& archive;
  };
  // All of them, by terminal, for the time of the call. kNotFound: nothing is kept
  // here.
  Result<void> with_all(
      const std::function<Result<void>(std::span<const Here> all)>& use);

 private:
  class Shelf;

  Result<void> open_one(const std::string& terminal,
                        const std::vector<std::string>& living, std::size_t copies);
  Result<std::shared_ptr<Shelf>> find(const std::string& terminal);
  bool is_elsewhere(const Result<std::shared_ptr<Shelf>>& found) const;

  const std::string folder_;
  const ArchivesOptions options_;
  std::mutex mutex_;
  // Somebody may still read where one is opened to write.
  std::map<std::string, std::shared_ptr<Shelf>> shelves_;
};

}  // namespace curlew::control
