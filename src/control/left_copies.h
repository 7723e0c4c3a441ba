// Copies that are held here of archives which nobody keeps any more, as their terminals
// are gone: all that is left of these. People should know.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "control/records.h"
#include "store/archive_copies.h"

namespace curlew::control {

// For one thread. Everything passed in outlives it.
class LeftCopies {
 public:
  // Those that `holder` holds below the folder of archives, when nobody has answered
  // for their archives for so long.
  LeftCopies(std::string folder, std::string holder, Milliseconds gone_for_good,
             AskedRecords& asked, const Clock& clock);

  // All of their versions are kept once.
  std::vector<store::ArchiveCopy> find();

 private:
  struct Missing {
    SteadyTime since;
    // Counted once, as nobody writes there.
    std::optional<std::uint64_t> versions;
  };

  Result<std::uint64_t> count(const std::string& terminal) const;

  const std::string folder_;
  const std::string holder_;
  const Milliseconds gone_for_good_;
  AskedRecords& asked_;
  const Clock& clock_;
  // By terminal.
  std::map<std::string, Missing> missing_;
};

}  // namespace curlew::control
