// A file of things that resemble each other: versions of pages, each compressed against
// the one before it in its series (Zstandard with that one as prefix). Of 2,832
// versions of real pages one takes 9.0 KB on average, as gzip 60 KB.
//
// Any entry is read by unpacking at most `longest_chain` others, since a series begins
// anew with a frame of its own that often. Entries are only appended; what was
// committed survives every crash, and the torn end of what was not is cut off when the
// pack is opened to write. Times and URLs are the caller's business: here are keys and
// bytes.

#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "archive/disk.h"
#include "archive/trouble.h"
#include "base/result.h"

namespace curlew::archive {

struct Entry;

struct PackOptions {
  // Zstandard's: 3 packs 525 MB a CPU second, 9 makes 14 % less of it at 63 MB.
  int level = 3;
  int longest_chain = 32;
  // Longer ones are neither written nor read.
  Bytes largest_entry = 64_MiB;
  // Of last versions, so that a chain is not unpacked for each new one.
  Bytes cache = 64_MiB;
};

// For one thread at a time.
class Pack {
 public:
  enum class Access { kWrite, kRead };
  // To write, it is made when it is missing. `disk` outlives it.
  static Result<std::unique_ptr<Pack>> open(Disk& disk, const std::string& name,
                                            Access access, PackOptions options = {});
  ~Pack();

  // Keys are not empty. kExists when there is an entry of that key. `series` names what
  // it is a version of.
  Result<void> append(std::string_view key, std::string_view series,
                      std::string_view bytes);
  // Everything appended so far is on the disk when it returns.
  Result<void> commit();

  bool has(std::string_view key) const;
  // kNotFound when there is no such key; kCorrupt when its bytes are damaged.
  Result<std::string> read(std::string_view key) const;

  // In the order they were appended.
  Result<std::vector<std::string>> keys() const;
  // Unpacks every entry: what is damaged, by the key it has.
  Result<std::vector<Trouble>> verify() const;

  Bytes size() const;
  std::size_t entries() const { return by_key_.size(); }
  bool is_damaged() const { return !damaged_.empty(); }
  // What opening it cut off.
  Bytes cut() const { return cut_; }

 private:
  friend class PackRewriter;
  class Cache;
  struct Newest {
    Bytes offset;
    int depth;
  };
  // What append() compresses against.
  struct Base {
    Bytes offset = 0;
    int depth = -1;
    std::string bytes;
  };

  Pack(Disk& disk, std::string name, PackOptions options, std::unique_ptr<File> file);

  Result<void> load(Access access);
  Result<void> load_entries(Bytes& sound_end, Bytes& synced_to);
  Result<Base> base_for(std::uint64_t series) const;
  Result<std::string> read_at(Bytes offset) const;
  Result<void> write(const std::string& bytes);
  // With key and series given; the depth that it got.
  Result<int> append_entry(Entry entry, std::string_view bytes);
  // Compressed already.
  Result<void> append_frame(Entry entry, std::string_view frame);
  // Where entries begin, in order.
  std::vector<Bytes> places() const;

  Disk& disk_;
  const std::string name_;
  const PackOptions options_;
  const std::unique_ptr<File> file_;
  // By 64-bit fingerprints of keys and series; whoever finds something looks whether it
  // is what he meant.
  std::unordered_map<std::uint64_t, Bytes> by_key_;
  std::unordered_map<std::uint64_t, Newest> newest_;
  std::vector<Trouble> damaged_;
  const std::unique_ptr<Cache> cache_;
  Bytes synced_to_ = 0;
  Bytes cut_ = 0;
  bool is_name_synced_ = false;
  bool is_torn_ = false;
  // Something was appended that no head says to be on the disk.
  bool is_unmarked_ = false;
};

}  // namespace curlew::archive
