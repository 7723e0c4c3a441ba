// Where the archives of terminals lie below one folder: that of a terminal in a folder
// of its name, and what others hold of it in theirs:
//
//   archive/terminal-1/                       its own
//   archive/terminal-2/copies/terminal-1/     its copy
//
// The archive of a terminal that is no more lies in `copies` of the living ones alone.
//
// Of archives that terminals of other processes keep, copies are held apart from those
// (held_copies.h), each under the id of its archive:
//
//   archive/south/held/north/4e1f…/

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/disk.h"
#include "base/result.h"

namespace curlew::control {

// All terminals of which a folder or a copy is there, sorted. None where there is no
// such folder.
Result<std::vector<std::string>> archived_terminals(const std::string& folder);

// Those of them that are not among the living, and have written files: a folder that
// somebody else put there is left alone.
Result<std::vector<std::string>> left_archives(const std::string& folder,
                                               const std::vector<std::string>& living);

// The folders that hold the archive of a terminal, its own first.
Result<std::vector<std::string>> archive_homes(const std::string& folder,
                                               std::string_view terminal);

// The folders that should hold it while those of `living` keep versions, in so many
// copies (one or two).
std::vector<std::string> wanted_homes(const std::string& folder,
                                      const std::string& terminal,
                                      const std::vector<std::string>& living,
                                      std::size_t copies);

// The folder in which a home arrives that is taken over from another machine: no
// archive to anybody, until it is finished. The rename is on the disk when it returns.
std::string unfinished_home(const std::string& home);
Result<void> finish_home(const std::string& arriving, const std::string& home);

// What `holder` holds for other processes: of whom, and which; sorted.
Result<std::vector<std::string>> held_terminals(const std::string& folder,
                                                const std::string& holder);
Result<std::vector<std::string>> held_ids(const std::string& folder,
                                          const std::string& holder,
                                          const std::string& terminal);
// What lies in the folders of others here is what a terminal held under an earlier name
// of its own: it holds that from now on.
Result<void> adopt_held(const std::string& folder, const std::string& holder);
// Where one of them lies. kMalformed: neither can have such a name.
Result<std::string> held_home(const std::string& folder, const std::string& holder,
                              const std::string& terminal, const std::string& id);
// Its files go, and then the folder.
Result<void> remove_held(const std::string& home);

// What is missing in one home is read from another. kNotFound: it is not here.
Result<std::unique_ptr<archive::Disk>> open_archive_to_read(
    const std::string& folder, const std::string& terminal);

// After it, the archive lies whole in each of the homes, and nowhere else: what is
// missing in one is copied, and what lies elsewhere is taken over and removed there.
// Nobody else may write. What is written to the disk goes to all of them.
Result<std::unique_ptr<archive::Disk>> open_archive_to_write(
    const std::string& folder, const std::string& terminal,
    const std::vector<std::string>& homes);

}  // namespace curlew::control
