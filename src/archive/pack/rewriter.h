// Writes a pack anew without some of its entries. Frames are copied as they are; only
// what was compressed against an entry that goes is compressed again. For this module
// alone.

#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "archive/pack/pack.h"

namespace curlew::archive {

// For one thread at a time. Nothing is seen of it until its file takes the place of the
// pack.
class PackRewriter {
 public:
  // `disk` and `pack` outlive it; nothing is appended to the pack meanwhile. kCorrupt
  // when the pack is damaged: what is left of it stays as it is.
  static Result<std::unique_ptr<PackRewriter>> begin(Disk& disk, const Pack& pack,
                                                     std::string file,
                                                     std::set<std::string> without);

  // Goes on for about `most` bytes. True: all is on the disk, under the name given.
  Result<bool> step(Bytes most);

 private:
  struct Moved {
    Bytes offset;
    int depth;
  };

  PackRewriter(const Pack& pack, std::unique_ptr<Pack> file,
               std::set<std::string> without)
      : pack_(pack),
        file_(std::move(file)),
        without_(std::move(without)),
        places_(pack.places()) {}

  Result<Bytes> copy(Bytes place);

  const Pack& pack_;
  std::unique_ptr<Pack> file_;
  const std::set<std::string> without_;
  const std::vector<Bytes> places_;
  std::size_t next_ = 0;
  // Where entries lie now, by where they lay.
  std::unordered_map<Bytes, Moved> moved_;
};

}  // namespace curlew::archive
