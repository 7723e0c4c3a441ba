// The bytes of an archive file, unpacked where it is gzip, with a look ahead. It knows
// where members of gzip begin, which is where records can be found again behind a
// damaged place. Memory is bounded by what is looked at ahead. For this folder alone.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/disk.h"
#include "archive/trouble.h"

namespace curlew::archive {

class Input {
 public:
  // `file` outlives it. From `offset` on, to which a record began.
  Input(const File& file, Bytes offset);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // The next bytes: at least `least` unless the file, or the sound part of it, ends
  // before. They stay valid until the next call.
  Result<std::string_view> look(std::size_t least);
  // No more than look() showed.
  void skip(std::size_t count);

  // How many bytes have been skipped, unpacked.
  Bytes position() const { return position_; }
  // Where the next byte lies in the file: of packed files the beginning of its member.
  Bytes file_offset() const;
  bool is_gzip() const { return is_gzip_; }
  // Of a packed file, behind the last member that was found to be whole.
  Bytes sound_end() const { return sound_end_; }

  // Members begin at these unpacked positions, from position() on, as far as has been
  // looked ahead.
  struct Beginning {
    Bytes position;
    Bytes file_offset;
    // Before it something is missing: the last member was damaged.
    bool is_after_damage;
  };
  const std::deque<Beginning>& beginnings() const { return beginnings_; }
  // Whether the next byte is the first of a member, after a look() of one byte.
  bool is_at_beginning() const;

  // Plain files only: the position of `what` from `from` on, and whether the file goes
  // on there at all. Does not move.
  Result<std::optional<Bytes>> find_ahead(Bytes from, std::string_view what) const;
  Result<std::string> look_at(Bytes position, std::size_t most) const;

  // What was wrong so far; taken by the caller.
  std::vector<Trouble> take_troubles();

 private:
  class Inflater;

  Result<void> fill();
  Result<void> fill_plain();
  Result<void> fill_gzip();
  Result<bool> begin_member(bool is_after_damage);
  Result<void> survive(std::string reason);
  Result<bool> go_to_member(Bytes from);

  const File& file_;
  const Bytes first_;
  // Of the file, behind what has been read into `packed_` or `ahead_`.
  Bytes read_to_;
  bool is_gzip_ = false;
  bool has_begun_ = false;
  bool has_ended_ = false;

  std::string ahead_;
  // What of `ahead_` has been skipped.
  std::size_t used_ = 0;
  Bytes position_ = 0;

  std::unique_ptr<Inflater> inflater_;
  std::string packed_;
  std::size_t packed_used_ = 0;
  bool is_in_member_ = false;
  Bytes member_ = 0;
  std::deque<Beginning> beginnings_;
  Bytes current_member_ = 0;
  Bytes sound_end_ = 0;
  // How many bytes may be unpacked a second time to find members behind damage: without
  // a bound, a file made for it would cost the square of its size.
  Bytes again_left_;
  std::vector<Trouble> troubles_;
};

}  // namespace curlew::archive
