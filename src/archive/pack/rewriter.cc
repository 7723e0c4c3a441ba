#include "archive/pack/rewriter.h"

#include <fmt/format.h>

#include <utility>

#include "archive/pack/entry.h"

namespace curlew::archive {

Result<std::unique_ptr<PackRewriter>> PackRewriter::begin(
    Disk& disk, const Pack& pack, std::string file, std::set<std::string> without) {
  if (pack.is_damaged()) {
    return Error{ErrorKind::kCorrupt,
                 fmt::format("{}: damaged, so it is not written anew", file)};
  }
  // One that was begun before a failure.
  if (const auto removed = disk.remove(file);
      !removed.ok() && removed.error().kind != ErrorKind::kNotFound) {
    return removed.error();
  }
  TRY_ASSIGN(auto to, Pack::open(disk, file, Pack::Access::kWrite, pack.options_));
  return std::unique_ptr<PackRewriter>(
      new PackRewriter(pack, std::move(to), std::move(without)));
}

Result<bool> PackRewriter::step(Bytes most) {
  for (Bytes done = 0; next_ < places_.size() && done < most; ++next_) {
    TRY_ASSIGN(const Bytes size, copy(places_[next_]));
    done += size;
  }
  if (next_ < places_.size()) return false;
  if (!file_) return true;
  TRY(file_->commit());
  file_.reset();
  return true;
}

Result<Bytes> PackRewriter::copy(Bytes place) {
  TRY_ASSIGN(auto entry, read_entry(*pack_.file_, place));
  if (!entry) {
    return Error{ErrorKind::kCorrupt, fmt::format("{}: damaged at {}, so it is not "
                                                  "written anew",
                                                  pack_.name_, place)};
  }
  const Bytes size = entry->size_in_file();
  if (without_.contains(entry->key)) return size;
  const auto base = moved_.find(entry->base);
  Moved moved{.offset = file_->size(), .depth = 0};
  if (entry->base != 0 && base == moved_.end()) {
    TRY_ASSIGN(const std::string bytes, pack_.read_at(place));
    TRY_ASSIGN(moved.depth, file_->append_entry(*entry, bytes));
  } else {
    if (entry->base != 0) moved.depth = base->second.depth + 1;
    entry->base = entry->base == 0 ? 0 : base->second.offset;
    TRY_ASSIGN(
        const std::string frame,
        pack_.file_->read(place + kEntryHead + entry->key.size(), entry->frame_size));
    entry->depth = static_cast<std::uint16_t>(moved.depth);
    TRY(file_->append_frame(*std::move(entry), frame));
  }
  moved_[place] = moved;
  return size;
}

}  // namespace curlew::archive
