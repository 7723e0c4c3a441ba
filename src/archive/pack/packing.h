// Moves WARC files that are finished to packs, and takes captures out of packs that are
// let go: a little at a time, so that whoever appends meanwhile does not wait. For this
// module alone.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "archive/archive.h"
#include "archive/capture.h"
#include "archive/cdxj/index.h"
#include "archive/disk.h"
#include "archive/pack/packs.h"
#include "archive/pack/rewriter.h"
#include "archive/segment/known_payloads.h"

namespace curlew::archive {

// Where each record of the capture ends that begins there: those that belong to the
// first lie right behind it. Empty: there is none.
Result<std::vector<Bytes>> capture_ends(const File& file, Bytes offset);

// What is being taken out of a pack, by key. It is written before anything is, and gone
// when all is done: a crash in between is told from damage by it.
inline constexpr std::string_view kLeavingName = "leaving";
Result<std::set<std::string>> leaving_keys(Disk& disk);

// For one thread at a time.
class Packing {
 public:
  // All of them outlive it.
  Packing(Disk& disk, Index& index, Packs& packs, KnownPayloads& payloads,
          Bytes largest_record)
      : disk_(disk),
        index_(index),
        packs_(packs),
        payloads_(payloads),
        largest_record_(largest_record) {}

  // See archive.h.
  Result<Packed> pack(std::size_t but, Bytes most);
  Result<std::optional<bool>> is_referred(std::string_view digest);
  Result<std::optional<std::vector<Location>>> let_go(
      const std::vector<Location>& places, Bytes most);

  // One that was appended just now, to the file of that name.
  void note_revisit(std::string_view digest, const std::string& segment);

 private:
  // Captures that leave one pack.
  struct Leaving {
    std::size_t pack;
    std::vector<Location> places;
    std::set<std::string> keys;
    // What revisits among them refer to.
    std::vector<std::uint64_t> references;
    std::unique_ptr<PackRewriter> rewriter;
  };
  enum class Worth { kAny, kMuch };

  Result<bool> pack_step(Bytes& left);
  Result<Bytes> pack_capture(const File& file, const std::string& name, Bytes offset);
  Result<bool> learn_references();
  Result<std::vector<Location>> choose(const std::vector<Location>& places);
  Result<void> begin_leaving(std::size_t pack, std::vector<Location> places,
                             Worth worth);
  bool has_reference(std::uint64_t digest) const;
  Result<void> finish_leaving();

  Disk& disk_;
  Index& index_;
  Packs& packs_;
  KnownPayloads& payloads_;
  const Bytes largest_record_;

  // The file that is being packed, and how far it is.
  std::string packing_;
  Bytes packed_to_ = 0;
  // Packed, or they cannot be.
  std::unordered_set<std::string> done_;
  // How many revisits of finished files refer to a payload, by its digest; and which
  // payloads those refer to that were appended since, by their file.
  std::unordered_map<std::uint64_t, std::uint32_t> referred_;
  std::map<std::string, std::unordered_set<std::uint64_t>> referred_lately_;
  std::size_t segments_learned_ = 0;
  std::optional<Leaving> leaving_;
  // Something may have been left half done before this one began.
  bool is_resumed_ = false;
  // Packs that are damaged: nothing is taken out of them.
  std::set<std::string> unsound_;
};

}  // namespace curlew::archive
