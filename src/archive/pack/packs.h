// The packs of an archive: what WARC files held that were packed away. A capture keeps
// the place it had: the name of its WARC file and the offset in it are its key.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/capture.h"
#include "archive/pack/pack.h"

namespace curlew::archive {

// For one thread at a time.
class Packs {
 public:
  // `disk` outlives it. Nothing is opened before it is needed. Beyond `largest` a new
  // pack is begun.
  Packs(Disk& disk, std::string name, Pack::Access access, Bytes largest);

  // Nullopt when it is in no pack. A reader looks again for packs of the writer's.
  Result<std::optional<std::string>> read(const Location& location);
  Result<bool> has(const Location& location);
  // Nothing happens when it is there already.
  Result<void> add(const Location& location, std::string_view series,
                   std::string_view records);
  Result<void> commit();

  struct Named {
    std::string name;
    std::unique_ptr<Pack> pack;
  };
  Result<const std::vector<Named>*> all();
  // Of those that are no packs, and why; known once all() was called.
  const std::vector<std::pair<std::string, Error>>& damaged() const { return damaged_; }
  // By what was written anew as "NAME.tmp".
  Result<void> replace(std::size_t number);

 private:
  Result<void> open_all();
  Result<const Pack*> find(const std::string& key);
  Result<void> begin_next();

  Disk& disk_;
  const std::string name_;
  const Pack::Access access_;
  const Bytes largest_;
  bool is_open_ = false;
  std::vector<Named> packs_;
  std::vector<std::pair<std::string, Error>> damaged_;
};

// "segment offset"
std::string pack_key(const Location& location);
// And back; nullopt when it is none.
std::optional<Location> parse_pack_key(std::string_view key);

}  // namespace curlew::archive
