// Reads the records of a WARC (0.17 to 1.1) or ARC file, plain, packed record by record
// or as a whole, whoever wrote it. Every record whose head can be read is given; every
// place that is not as it should be is named, and reading goes on with the next record
// behind it. Memory is bounded: blocks come in pieces.
//
//   RecordReader reader(file);
//   while (true) {
//     TRY_ASSIGN(const auto head, reader.next());
//     if (!head) break;
//     while (true) {
//       TRY_ASSIGN(const auto piece, reader.more());
//       if (piece.empty()) break;
//       …
//     }
//   }
//   // reader.troubles() says what was bad.

#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "archive/disk.h"
#include "archive/trouble.h"
#include "archive/warc/record.h"

namespace curlew::archive {

// For one thread at a time.
class RecordReader {
 public:
  // `file` outlives it. From `offset` on, where a record begins. An error of next() and
  // more() is the disk's.
  explicit RecordReader(const File& file, Bytes offset = 0);
  ~RecordReader();

  // The next record, whether or not the block of the last one was read; nullopt at the
  // end of the file.
  Result<std::optional<RecordHead>> next();
  // The next piece of its block; empty behind the last one. Valid until the next call.
  Result<std::string_view> more();
  // The whole block was there. Known once more() gave the empty piece.
  bool is_whole() const;
  // Where what follows the record begins. Known once next() was called again. At the
  // end of a packed file: behind its last whole member.
  Bytes end_of_last() const;

  // In the order they were found. At most a thousand.
  const std::vector<Trouble>& troubles() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// All of the block, which must be whole and no longer than `most`.
Result<std::string> read_block(RecordReader& reader, Bytes most);

}  // namespace curlew::archive
