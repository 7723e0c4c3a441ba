// The archives of a data directory, a folder for each terminal: what a terminal keeps
// versions in, and where everybody finds them again.
//
//   archives.open_to_write("terminal-1");
//   options.visit.shelf = &archives.shelf_of("terminal-1");
//   TRY_ASSIGN(const auto content, archives.read(version.place));

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "archive/archive.h"
#include "archive/disk.h"
#include "base/bytes.h"
#include "base/result.h"
#include "model/version.h"
#include "pipeline/version_shelf.h"

namespace curlew::control {

// Thread-safe.
class Archives {
 public:
  // `folder` is made when something is kept.
  explicit Archives(std::string folder);
  ~Archives();

  // What a crash left is repaired first. kBusy while another process writes there.
  Result<void> open_to_write(const std::string& terminal);
  // Of a terminal that was opened to write; it lives as long as this.
  pipeline::VersionShelf& shelf_of(const std::string& terminal);

  // Of any terminal whose folder is here. kNotFound: it lies elsewhere, or nowhere.
  Result<archive::Content> read(const model::KeptAt& place);

 private:
  class Shelf;

  Result<Shelf*> find(const std::string& terminal);

  const std::string folder_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Shelf>> shelves_;
};

}  // namespace curlew::control
