// Every version of what was fetched, in WARC files with a CDXJ index: appended, read
// back, never changed; what is not to be kept is let go. No clock and no network: times
// come with what is archived.
//
//   TRY_ASSIGN(auto archive, Archive::open(disk, {}));
//   TRY_ASSIGN(const Location place, archive->append(capture));
//   TRY(archive->commit());                       // Now no loss of power can take it.
//   TRY_ASSIGN(const auto versions, archive->versions(url));
//
// What was committed before a crash is there after it; the torn end of what was not is
// cut off when the archive is opened to write again.

#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/capture.h"
#include "archive/disk.h"
#include "archive/trouble.h"
#include "base/result.h"

namespace curlew::archive {

struct ArchiveOptions {
  // One writer a folder, as many readers as like to.
  enum class Access { kWrite, kRead };
  Access access = Access::kWrite;
  // Begins the names of its files; the times in them make them sort.
  std::string name = "curlew";
  std::string software = "Curlew";
  // A file is finished, and the next one begun, beyond either of them: what was not
  // finished is read again after a crash, and its index is in memory.
  Bytes largest_segment = 256_MiB;
  Bytes most_captures = 100'000;
  // Identical payloads are looked for among so many of the last ones, 56 bytes each.
  std::size_t most_known_payloads = 262'144;
  // A pack that is larger is not added to. It is written anew as a whole when some of
  // it goes.
  Bytes largest_pack = 512_MiB;
  // No record above it is read back.
  Bytes largest_record = 256_MiB;
};

// What opening an archive had to repair.
struct Recovery {
  // Files whose torn end was cut off, and by how many bytes.
  std::vector<std::pair<std::string, Bytes>> cut;
  // Files whose index was written anew.
  std::vector<std::string> indexed;
};

struct Packed {
  // WARC files that are gone, as all of them is in packs.
  Bytes files = 0;
  // Nothing is left to pack.
  bool is_done = false;
};

// For one thread at a time.
class Archive {
 public:
  // `disk` outlives it. kBusy while another writer has it.
  static Result<std::unique_ptr<Archive>> open(Disk& disk, ArchiveOptions options);
  virtual ~Archive() = default;

  virtual const Recovery& recovery() const = 0;

  // The records of one answer: response, request and metadata. A payload that is in the
  // archive already becomes a revisit record that refers to it, as does an answer 304
  // to the last version of its URL. Where the response, or the revisit, lies.
  virtual Result<Location> append(const Capture& capture) = 0;
  // Everything appended so far is on the disk when it returns.
  virtual Result<void> commit() = 0;
  // Finishes the file that is being written, so that others can take it. A new one is
  // begun by the next append().
  virtual Result<void> finish() = 0;

  // Moves finished files but the newest `but` ones to packs, where versions of one page
  // take a sixth of the room: about `most` bytes of them. Places stay as they are.
  virtual Result<Packed> pack(std::size_t but, Bytes most = kAll) = 0;
  static constexpr Bytes kAll = std::numeric_limits<Bytes>::max();

  // Does a revisit refer to what lies there? Nullopt: it is not known yet, ask again.
  virtual Result<std::optional<bool>> is_referred(const Location& location) = 0;
  // Takes captures out of packs, but not those that revisits refer to. It goes on for
  // about `most` bytes, and is asked again, with the same places, as long as the answer
  // is nullopt. Else those that it has dealt with: call it with the others. None: they
  // lie in WARC files, or in packs of which too little would go.
  virtual Result<std::optional<std::vector<Location>>> let_go(
      const std::vector<Location>& places, Bytes most = kAll) = 0;

  // The oldest first; with times, those between them.
  virtual Result<std::vector<Version>> versions(std::string_view url,
                                                Time from = Time::min(),
                                                Time to = Time::max()) const = 0;
  virtual Result<std::optional<Version>> nearest(std::string_view url,
                                                 Time time) const = 0;
  // kNotFound where nothing lies there; kCorrupt where it is damaged.
  virtual Result<Content> read(const Location& location) const = 0;
  // The records of the capture whose first one lies there, a gzip member each, as a
  // WARC file has them.
  virtual Result<std::string> records(const Location& location) const = 0;
  // The version that a revisit refers to; the version itself when it is none.
  virtual Result<Version> original(const Version& version) const = 0;
  // All versions, in no order, until `visit` returns false.
  virtual Result<void> walk(
      const std::function<bool(const Version& version)>& visit) const = 0;
};

}  // namespace curlew::archive
