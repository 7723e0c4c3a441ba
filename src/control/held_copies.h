// Holds copies of archives that terminals of other processes keep, and answers from
// them when these are gone (far_copies.h asks).

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "archive/archive.h"
#include "archive/disk.h"
#include "base/result.h"
#include "broker/broker.h"
#include "model/version.h"

namespace curlew::wire {
class CopyQuestion;
}

namespace curlew::control {

class HeldCopies {
 public:
  // Answers as `name`, with copies that lie below the folder of archives, also those
  // that this terminal held under another name. `broker` outlives it.
  static Result<std::unique_ptr<HeldCopies>> start(std::string folder, std::string name,
                                                   broker::Broker& broker);

 private:
  // A terminal, and the id of its archive.
  using Held = std::pair<std::string, std::string>;

  HeldCopies(std::string folder, std::string name);
  // One question at a time.
  Result<std::string> answer(std::string_view bytes);
  Result<std::string> answer(const wire::CopyQuestion& question);
  Result<std::string> change(const wire::CopyQuestion& question);
  Result<std::string> read_file(const wire::CopyQuestion& question);
  Result<std::string> read_version(const wire::CopyQuestion& question);
  Result<std::string> begin(const wire::CopyQuestion& question);
  void close_reader();
  Result<const archive::Archive*> reader_of(const Held& held);
  Result<std::unique_ptr<archive::Disk>> disk_of(const wire::CopyQuestion& question);

  const std::string folder_;
  const std::string name_;
  // Who writes to a copy now; others are refused.
  std::map<Held, std::uint64_t> sessions_;
  // The copy that was read from last, as long as nobody writes to it: whatever was not
  // finished is read from end to end when it is opened.
  struct Reader {
    Held held;
    std::unique_ptr<archive::Disk> disk;
    std::unique_ptr<archive::Archive> archive;
  };
  Reader reader_;
  // Last: nobody asks before the rest is there.
  std::unique_ptr<broker::Answering> answering_;
};

}  // namespace curlew::control
