// Asks other terminals for the copies that they hold of archives (held_copies.h): to
// read from them, and, for the one that keeps such an archive, to write there.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "archive/capture.h"
#include "archive/disk.h"
#include "archive/far_copy.h"
#include "base/result.h"
#include "base/time.h"
#include "broker/broker.h"
#include "model/version.h"
#include "store/archive_copies.h"

namespace curlew::control {

// Thread-safe.
class FarCopies {
 public:
  // `broker` outlives it. `wait` is for each question. To bring an archive back takes
  // many of them, perhaps for hours: while `is_stopping` says so, none is asked, and
  // each is an error, but for what changes a copy. nullptr: it never does.
  explicit FarCopies(broker::Broker& broker, Milliseconds wait = kPatience,
                     std::function<bool()> is_stopping = nullptr)
      : asking_{broker, wait, std::move(is_stopping)} {}

  // Terminals that are alive, sorted, as the controller knows them.
  Result<std::vector<std::string>> terminals() const;
  // Likewise, and tells it of the copies of the archives that `terminal` keeps.
  Result<std::vector<std::string>> terminals(
      const std::string& terminal, const std::vector<store::ArchiveCopy>& copies) const;

  // The copies of the archives of that name at `holder`.
  Result<std::vector<std::string>> ids_at(const std::string& holder,
                                          const std::string& terminal) const;
  // The files of one, to read, for one thread; and the way to write there.
  std::unique_ptr<archive::Disk> files_of(const std::string& holder,
                                          const std::string& terminal,
                                          const std::string& id) const;
  std::unique_ptr<archive::FarCopy> writer_of(const std::string& holder,
                                              const std::string& terminal,
                                              const std::string& id) const;
  Result<void> drop(const std::string& holder, const std::string& terminal,
                    const std::string& id) const;

  // From any copy of the archive that it lay in. kNotFound: nobody has it.
  Result<archive::Content> read(const model::KeptAt& place) const;
  Result<std::string> records(const model::KeptAt& place) const;

  static constexpr Milliseconds kPatience{10'000};
  // How a question is put.
  struct Asking {
    broker::Broker& broker;
    Milliseconds wait;
    std::function<bool()> is_stopping;
  };

 private:
  const Asking asking_;
};

}  // namespace curlew::control
