// A disk in memory that can lose its power. Until then it is a disk; at the chosen
// operation it dies, every later one fails, and restart() leaves what such a disk would
// hold: all that was synced, and of what was not, as much as chance kept. Names that
// were not synced are lost or kept like bytes.

#pragma once

#include <cstdint>
#include <map>
#include <mutex>

#include "archive/disk.h"
#include "base/random.h"

namespace curlew::archive {

// Thread-safe.
class MemoryDisk final : public Disk {
 public:
  // What became of what was not synced: a power loss may keep none of it or any part,
  // the death of the process keeps all.
  enum class Unsynced { kLost, kByChance, kKept };

  MemoryDisk();
  ~MemoryDisk() override;

  Result<std::vector<std::string>> names() const override;
  Result<std::unique_ptr<File>> open(const std::string& name) override;
  Result<std::unique_ptr<File>> create(const std::string& name) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<void> remove(const std::string& name) override;
  Result<void> sync_names() override;
  Result<std::unique_ptr<Lock>> lock() override;

  // The n-th change or sync from now is the one that does not happen; of bytes that it
  // would have appended, half do.
  void die_at(std::int64_t operation);
  // From now on there is room for so many bytes more.
  void fill_up_after(Bytes room);
  bool is_dead() const;
  // Files that are open must not be used any more.
  void restart(Unsynced unsynced, Random& random);

  // What a file holds now, and the way to damage it.
  std::string content(const std::string& name) const;
  void set_content(const std::string& name, std::string content);

 private:
  struct State;
  struct Content;
  class OpenFile;
  class HeldLock;

  const std::shared_ptr<State> state_;
};

}  // namespace curlew::archive
