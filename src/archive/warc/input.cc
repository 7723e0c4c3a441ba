#include "archive/warc/input.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kReadAtOnce = 64_KiB;
constexpr std::string_view kGzipMagic("\x1f\x8b\x08", 3);
// How far before the place where unpacking failed the next member is looked for: a torn
// write is noticed a little behind its end.
constexpr Bytes kLookBack = 4_KiB;
constexpr std::size_t kMostTroubles = 1000;

}  // namespace

class Input::Inflater {
 public:
  Inflater() { CHECK(inflateInit2(&stream_, MAX_WBITS + 16) == Z_OK); }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  void restart() { CHECK(inflateReset(&stream_) == Z_OK); }

  enum class Step { kMore, kEnd, kDamaged };
  // Unpacks some of `packed` behind `used` to the end of `to`.
  Step unpack(std::string_view packed, std::size_t& used, std::string& to) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + used));
    stream_.avail_in = static_cast<uInt>(packed.size() - used);
    stream_.next_out = reinterpret_cast<Bytef*>(unpacked_.data());
    stream_.avail_out = kReadAtOnce;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    used = packed.size() - stream_.avail_in;
    to.append(unpacked_, 0, kReadAtOnce - stream_.avail_out);
    if (code == Z_STREAM_END) return Step::kEnd;
    return code == Z_OK || code == Z_BUF_ERROR ? Step::kMore : Step::kDamaged;
  }
  std::string why() const {
    return stream_.msg ? stream_.msg : "it is not what it says";
  }

 private:
  z_stream stream_{};
  // Room that is cleared once, not in each of the many tries behind a damaged place.
  std::string unpacked_ = std::string(kReadAtOnce, '\0');
};

Input::Input(const File& file, Bytes offset)
    : file_(file),
      first_(offset),
      read_to_(offset),
      again_left_(64_MiB + 8 * file.size()) {}

Input::~Input() = default;

Bytes Input::file_offset() const {
  if (!is_gzip_) return first_ + position_;
  return is_at_beginning() ? beginnings_.front().file_offset : current_member_;
}

bool Input::is_at_beginning() const {
  return !beginnings_.empty() && beginnings_.front().position == position_;
}

Result<std::string_view> Input::look(std::size_t least) {
  while (ahead_.size() - used_ < least && !has_ended_) TRY(fill());
  return std::string_view(ahead_).substr(used_);
}

void Input::skip(std::size_t count) {
  used_ += count;
  position_ += count;
  // A beginning at the position itself stays until its first byte is skipped.
  while (!beginnings_.empty() && beginnings_.front().position < position_) {
    current_member_ = beginnings_.front().file_offset;
    beginnings_.pop_front();
  }
  if (used_ >= kReadAtOnce) {
    ahead_.erase(0, used_);
    used_ = 0;
  }
}

Result<void> Input::fill() {
  if (!has_begun_) {
    has_begun_ = true;
    TRY_ASSIGN(const std::string magic, file_.read(first_, kGzipMagic.size()));
    is_gzip_ = magic == kGzipMagic;
    if (is_gzip_) {
      inflater_ = std::make_unique<Inflater>();
      current_member_ = first_;
    }
  }
  return is_gzip_ ? fill_gzip() : fill_plain();
}

Result<void> Input::fill_plain() {
  TRY_ASSIGN(const std::string bytes, file_.read(read_to_, kReadAtOnce));
  read_to_ += bytes.size();
  ahead_ += bytes;
  has_ended_ = bytes.empty();
  return {};
}

Result<void> Input::fill_gzip() {
  if (packed_used_ == packed_.size()) {
    TRY_ASSIGN(packed_, file_.read(read_to_, kReadAtOnce));
    packed_used_ = 0;
    read_to_ += packed_.size();
    if (packed_.empty()) {
      has_ended_ = true;
      if (is_in_member_) {
        troubles_.push_back({member_, "the file ends inside a gzip member"});
      }
      return {};
    }
  }
  if (!is_in_member_) {
    TRY_ASSIGN(const bool begun, begin_member(false));
    if (!begun) return {};
  }
  switch (inflater_->unpack(packed_, packed_used_, ahead_)) {
    case Inflater::Step::kMore:
      return {};
    case Inflater::Step::kEnd:
      is_in_member_ = false;
      sound_end_ = read_to_ - (packed_.size() - packed_used_);
      return {};
    case Inflater::Step::kDamaged:
      break;
  }
  return survive("a gzip member is damaged: " + inflater_->why());
}

// At the next byte of `packed_`; false when that is none of a member, and another place
// has been found or the end reached.
Result<bool> Input::begin_member(bool is_after_damage) {
  member_ = read_to_ - (packed_.size() - packed_used_);
  // The magic may be cut by the end of what has been read.
  if (packed_.size() - packed_used_ < kGzipMagic.size()) {
    TRY_ASSIGN(const std::string more, file_.read(read_to_, kReadAtOnce));
    read_to_ += more.size();
    packed_ = packed_.substr(packed_used_) + more;
    packed_used_ = 0;
  }
  if (!std::string_view(packed_).substr(packed_used_).starts_with(kGzipMagic)) {
    TRY(survive("there are bytes between gzip members"));
    return false;
  }
  is_in_member_ = true;
  inflater_->restart();
  const Bytes position = position_ + ahead_.size() - used_;
  // Of empty members the last one counts: a file may be full of them.
  if (!beginnings_.empty() && beginnings_.back().position == position) {
    is_after_damage = is_after_damage || beginnings_.back().is_after_damage;
    beginnings_.pop_back();
  }
  beginnings_.push_back({position, member_, is_after_damage});
  return true;
}

// Goes on with the next member behind the damaged one that begins at `member_`.
Result<void> Input::survive(std::string reason) {
  is_in_member_ = false;
  const Bytes end = position_ + ahead_.size() - used_;
  // Three bytes in the middle of packed ones that looked like a beginning, and that
  // gave nothing, are none.
  const bool was_none = !beginnings_.empty() && beginnings_.back().is_after_damage &&
                        beginnings_.back().position == end;
  if (was_none) {
    beginnings_.pop_back();
  } else if (troubles_.size() < kMostTroubles) {
    troubles_.push_back({member_, std::move(reason)});
  }
  const Bytes failed_at = read_to_ - (packed_.size() - packed_used_);
  const Bytes back = std::min({kLookBack, failed_at - member_, again_left_});
  again_left_ -= back;
  TRY_ASSIGN(const bool is_found,
             go_to_member(std::max(member_ + 1, failed_at - back)));
  if (!is_found) {
    has_ended_ = true;
    return {};
  }
  TRY(begin_member(true));
  return {};
}

// The next byte of `packed_` is the first that looks like a member, from `from` on.
// Looks first at what has been read: a damaged place may be full of such bytes, and
// reading anew for each would cost thousands of times the file.
Result<bool> Input::go_to_member(Bytes from) {
  bool is_read = from >= read_to_ - packed_.size() && from <= read_to_;
  while (true) {
    if (!is_read) {
      TRY_ASSIGN(packed_, file_.read(from, kReadAtOnce));
      read_to_ = from + packed_.size();
    }
    const Bytes first = read_to_ - packed_.size();
    packed_used_ = std::min(packed_.find(kGzipMagic, from - first), packed_.size());
    if (packed_used_ < packed_.size()) return true;
    if (!is_read && packed_.size() < kReadAtOnce) return false;
    // The magic may be cut by the end of what has been read.
    from = std::max(from,
                    read_to_ - std::min<Bytes>(packed_.size(), kGzipMagic.size() - 1));
    is_read = false;
  }
}

Result<std::optional<Bytes>> Input::find_ahead(Bytes from,
                                               std::string_view what) const {
  CHECK(!is_gzip_);
  Bytes offset = first_ + from;
  while (true) {
    TRY_ASSIGN(const std::string bytes, file_.read(offset, kReadAtOnce));
    if (const auto found = bytes.find(what); found != std::string::npos) {
      return std::optional<Bytes>(offset + found - first_);
    }
    if (bytes.size() < kReadAtOnce) return std::optional<Bytes>();
    offset += bytes.size() - (what.size() - 1);
  }
}

Result<std::string> Input::look_at(Bytes position, std::size_t most) const {
  CHECK(!is_gzip_);
  return file_.read(first_ + position, most);
}

std::vector<Trouble> Input::take_troubles() { return std::exchange(troubles_, {}); }

}  // namespace curlew::archive
