#include "archive/segment/segment.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive/timestamps.h"
#include "archive/warc/gzip.h"
#include "base/ascii.h"

namespace curlew::archive {

bool is_segment_of(std::string_view name, std::string_view file) {
  constexpr std::string_view kForm = "-00000000000000000-00000.warc.gz";
  if (file.size() != name.size() + kForm.size() || !file.starts_with(name))
    return false;
  file.remove_prefix(name.size());
  return std::ranges::equal(file, kForm, [](char c, char form) {
    return form == '0' ? is_ascii_digit(c) : c == form;
  });
}

Result<std::unique_ptr<Segment>> Segment::create(Disk& disk, const std::string& name,
                                                 std::string_view last, Time time,
                                                 std::string_view software) {
  // A clock that was set back must not make a file sort before older ones.
  std::string stem = fmt::format("{}-{}", name, to_timestamp(time));
  if (const auto dash = last.rfind('-'); dash != last.npos && last > stem) {
    stem = last.substr(0, dash);
  }
  for (int serial = 0;; ++serial) {
    std::string candidate = fmt::format("{}-{:05}.warc.gz", stem, serial);
    if (candidate <= last) continue;
    auto file = disk.create(candidate);
    if (!file.ok() && file.error().kind == ErrorKind::kExists) continue;
    if (!file.ok()) return std::move(file).error();
    std::unique_ptr<Segment> segment(
        new Segment(disk, std::move(candidate), std::move(file).value()));
    RecordDraft warcinfo = make_warcinfo(segment->name_, time, software);
    warcinfo.id = segment->next_id(warcinfo.type);
    auto begun = segment->append_bytes(gzip_member(to_record(warcinfo)));
    if (begun.ok()) return segment;
    // Nothing is in it yet, and the next attempt makes another.
    TRY(disk.remove(segment->name_));
    return std::move(begun).error();
  }
}

std::string Segment::next_id(std::string_view type) const {
  return make_record_id(name_, file_->size(), type);
}

Result<Segment::Placed> Segment::append(RecordDraft& first,
                                        const std::string& records_behind) {
  const Bytes offset = file_->size();
  const std::string member = gzip_member(to_record(first));
  TRY(append_bytes(member + records_behind));
  ++captures_;
  return Placed{offset, member.size()};
}

Result<void> Segment::append_bytes(std::string_view bytes) {
  if (is_torn_) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: an earlier write failed by half", name_)};
  }
  const Bytes before = file_->size();
  auto written = file_->append(bytes);
  if (!written.ok()) is_torn_ = !file_->truncate(before).ok();
  return written;
}

Result<void> Segment::sync() {
  // After a failed sync nobody knows what is on the disk, and another one may succeed
  // without writing it: the records behind would look committed.
  if (is_torn_) return append_bytes("");
  if (synced_to_ < file_->size()) {
    auto synced = file_->sync();
    is_torn_ = !synced.ok();
    if (is_torn_) {
      // They must not be found after a restart either: when the same payload came again
      // it would be kept as a reference to them.
      [[maybe_unused]] const auto cut = file_->truncate(synced_to_);
      return synced;
    }
    synced_to_ = file_->size();
  }
  if (!is_name_synced_) TRY(disk_.sync_names());
  is_name_synced_ = true;
  return {};
}

}  // namespace curlew::archive
