// Keeps a second copy of the archives of a terminal's process at another terminal: says
// which one, brings the copy up to date when it is behind, and lets go of others that
// are not needed any more.
//
// The holder stays the same as long as it is alive, or may come back; one that is gone
// for good is replaced by another that is alive, by rendezvous, as hosts are given to
// terminals (terminal_directory.h).

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "control/archives.h"
#include "control/bring_back.h"
#include "control/far_copies.h"
#include "control/left_copies.h"

namespace curlew::control {

struct CopyKeepingOptions {
  // Of this process.
  std::string terminal;
  // Between two looks at who is alive, and two tries to reach a holder.
  Milliseconds look_again{2'000};
  // A holder that was not alive for so long does not come back.
  Milliseconds gone_for_good{150'000};
  // Between two looks for what others hold of these archives, while nobody comes or
  // goes.
  Milliseconds look_around{600'000};
  // That one step sends, as nothing can be kept in an archive meanwhile.
  Bytes bytes_at_once = 1_MiB;
};

// For one thread. Everything passed in outlives it.
class CopyKeeping {
 public:
  CopyKeeping(CopyKeepingOptions options, Archives& archives, const FarCopies& copies,
              LeftCopies& left, const Clock& clock);

  // Does a little. True: there is more to do now. An error is told once for all
  // archives; the next step goes on.
  Result<bool> step();

 private:
  struct Tended {
    SteadyTime look_at = SteadyTime::min();
    // Since when its holder was not seen.
    std::optional<SteadyTime> missing_since;
    // Who was alive when everybody was asked for copies of it last, and when to ask
    // again.
    std::vector<std::string> asked;
    SteadyTime ask_at = SteadyTime::min();
    // Copies for which it was opened anew. Not before that is it done once more.
    std::map<HolderAndId, SteadyTime> tried = {};
  };

  Result<bool> tend(const std::string& archive);
  // Connects, or moves the copy.
  Result<void> look(const std::string& archive, Tended& tended);
  Result<bool> may_write_over(const std::string& archive, const std::string& holder,
                              const std::string& id);
  // False: the copy has what is lost here.
  Result<bool> connect(const std::string& archive, const std::string& holder);
  // For what that copy has.
  Result<void> bring_back(const std::string& archive, const HolderAndId& copy,
                          Tended& tended);
  Result<void> look_around(const std::string& archive, Tended& tended);
  Result<bool> is_needless(const std::string& archive, const std::string& holder,
                           const std::string& id);
  Result<void> drop(const std::string& archive, const std::string& holder,
                    const std::string& id);
  // Empty: none.
  std::string choose_holder(const std::string& archive, const std::string& current,
                            Tended& tended) const;

  const CopyKeepingOptions options_;
  Archives& archives_;
  const FarCopies& copies_;
  LeftCopies& left_;
  const Clock& clock_;
  // Who is alive, as of the last answer.
  std::vector<std::string> alive_;
  std::map<std::string, Tended> tended_;
};

}  // namespace curlew::control
