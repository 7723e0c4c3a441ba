// Asks through the broker for what lies in archives of other processes: the records of
// a version, and, of an archive that is taken over, its files. docs/cluster.md says who
// asks when; records_answers.h answers.

#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/disk.h"
#include "base/result.h"
#include "base/time.h"
#include "broker/broker.h"
#include "control/archive_chores.h"
#include "control/archives.h"
#include "control/far_copies.h"
#include "model/version.h"

namespace curlew::control {

// Thread-safe. Errors name the terminal; kDisconnected: it does not answer.
class AskedRecords final : public RecordsElsewhere, public DroppedRecords {
 public:
  // `broker` outlives it. `wait` is for each part of an answer.
  explicit AskedRecords(broker::Broker& broker, Milliseconds wait = kPatience)
      : broker_(broker), wait_(wait), copies_(broker) {}

  // From its terminal, or, when that has not got it or is away, from a copy of its
  // archive.
  Result<archive::Content> read(const model::KeptAt& place) override;
  Result<std::string> records(const model::KeptAt& place) override;

  // Does a revisit refer to what lies there? Nullopt: it is not known yet.
  Result<std::optional<bool>> is_referred(const model::KeptAt& place);
  // Who holds the archive of that terminal now; nullopt: nobody is there. One that is
  // there and does not answer in time is an error, as the broker's absence is.
  Result<std::optional<std::string>> holder_of(const std::string& terminal);
  // Any terminal that runs; nullopt: none does.
  Result<std::optional<std::string>> any_terminal();
  // Lets `taker` take over the archive of `terminal`, which is answered for meanwhile.
  // False: it has not finished yet; ask again.
  Result<bool> take_over(const std::string& taker, const std::string& terminal);

  // By the controller's database.
  Result<std::vector<model::KeptAt>> dropped(const std::string& terminal) override;
  Result<void> forget(const std::vector<model::KeptAt>& places) override;

 private:
  static constexpr Milliseconds kPatience{20'000};

  Result<std::string> ask(const std::string& terminal, const std::string& question);
  Result<archive::Content> read_at_terminal(const model::KeptAt& place);
  Result<std::string> records_at_terminal(const model::KeptAt& place);

  broker::Broker& broker_;
  const Milliseconds wait_;
  const FarCopies copies_;
};

// The files of an archive that another process holds, to read only. Nobody writes to
// them meanwhile. May be used from several threads.
class AskedDisk final : public archive::Disk {
 public:
  // `broker` outlives it. It may take hours to read all: when `stopping` becomes true,
  // whatever is asked is an error. nullptr: nobody stops it.
  AskedDisk(broker::Broker& broker, std::string terminal,
            const std::atomic<bool>* stopping = nullptr);

  Result<std::vector<std::string>> names() const override;
  Result<std::unique_ptr<archive::File>> open(const std::string& name) override;
  // SHA-256 of a file, made where it lies.
  Result<std::string> digest_of(const std::string& name);

  // kUnsupported.
  Result<std::unique_ptr<archive::File>> create(const std::string& name) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<void> remove(const std::string& name) override;
  // Nothing was written.
  Result<void> sync_names() override { return {}; }
  // Of whoever answers: it has stopped writing.
  Result<std::unique_ptr<archive::Lock>> lock() override;

 private:
  broker::Broker& broker_;
  const std::string terminal_;
  const std::atomic<bool>* const stopping_;
};

}  // namespace curlew::control
