#include "archive/pack/pack.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "archive/pack/delta.h"
#include "archive/pack/entry.h"
#include "base/fingerprint.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kSearchAtOnce = 64_KiB;

std::uint32_t crc_of_frame(std::string_view frame) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(frame.data()), frame.size()));
}

// The next sound head behind a damaged place.
Result<std::optional<Bytes>> find_entry(const File& file, Bytes from) {
  while (true) {
    TRY_ASSIGN(const std::string bytes, file.read(from, kSearchAtOnce));
    for (auto at = bytes.find(kEntryMagic); at != bytes.npos;
         at = bytes.find(kEntryMagic, at + 1)) {
      TRY_ASSIGN(const auto entry, read_entry(file, from + at));
      if (entry) return std::optional<Bytes>(from + at);
    }
    if (bytes.size() < kSearchAtOnce) return std::optional<Bytes>();
    from += bytes.size() - (kEntryMagic.size() - 1);
  }
}

}  // namespace

// The bytes of entries that were used last.
class Pack::Cache {
 public:
  explicit Cache(Bytes most) : most_(most) {}

  const std::string* find(Bytes offset) {
    const auto found = by_offset_.find(offset);
    if (found == by_offset_.end()) return nullptr;
    items_.splice(items_.begin(), items_, found->second);
    return &found->second->second;
  }
  void add(Bytes offset, std::string bytes) {
    if (bytes.size() > most_ || by_offset_.contains(offset)) return;
    used_ += bytes.size();
    items_.emplace_front(offset, std::move(bytes));
    by_offset_[offset] = items_.begin();
    while (used_ > most_) {
      used_ -= items_.back().second.size();
      by_offset_.erase(items_.back().first);
      items_.pop_back();
    }
  }
  // Only the newest of a series is compressed against.
  void forget(Bytes offset) {
    const auto found = by_offset_.find(offset);
    if (found == by_offset_.end()) return;
    used_ -= found->second->second.size();
    items_.erase(found->second);
    by_offset_.erase(found);
  }

 private:
  const Bytes most_;
  Bytes used_ = 0;
  std::list<std::pair<Bytes, std::string>> items_;
  std::unordered_map<Bytes, std::list<std::pair<Bytes, std::string>>::iterator>
      by_offset_;
};

Pack::Pack(Disk& disk, std::string name, PackOptions options,
           std::unique_ptr<File> file)
    : disk_(disk),
      name_(std::move(name)),
      options_(options),
      file_(std::move(file)),
      cache_(std::make_unique<Cache>(options.cache)) {}

// The heads of the last entries cannot say that they are on the disk; a mark behind
// them does, so that damage among them is not taken for a torn end.
Pack::~Pack() {
  if (!is_unmarked_ || is_torn_ || synced_to_ != file_->size()) return;
  if (write(to_bytes({.synced_to = synced_to_})).ok() && file_->sync().ok()) return;
}

Result<std::unique_ptr<Pack>> Pack::open(Disk& disk, const std::string& name,
                                         Access access, PackOptions options) {
  auto file = disk.open(name);
  if (!file.ok() && file.error().kind == ErrorKind::kNotFound &&
      access == Access::kWrite) {
    file = disk.create(name);
  }
  if (!file.ok()) return std::move(file).error();
  std::unique_ptr<Pack> pack(new Pack(disk, name, options, std::move(file).value()));
  TRY(pack->load(access));
  return pack;
}

Result<void> Pack::load(Access access) {
  TRY_ASSIGN(const std::string magic, file_->read(0, kPackMagic.size()));
  const bool may_write = access == Access::kWrite;
  if (magic != kPackMagic) {
    // A crash may have come before all of it was there.
    const auto written = std::min(magic.find('\0'), magic.size());
    TRY_ASSIGN(const auto entry, find_entry(*file_, 0));
    if (!kPackMagic.starts_with(magic.substr(0, written)) ||
        magic.find_first_not_of('\0', written) != magic.npos || entry) {
      return Error{ErrorKind::kMalformed, fmt::format("{} is no pack", name_)};
    }
    if (!may_write) return {};
    TRY(file_->truncate(0));
    return write(std::string(kPackMagic));
  }
  Bytes sound_end = kPackMagic.size();
  Bytes synced_to = 0;
  TRY(load_entries(sound_end, synced_to));
  if (!may_write) return {};
  if (sound_end < file_->size()) {
    cut_ = file_->size() - sound_end;
    TRY(file_->truncate(sound_end));
    TRY(file_->sync());
  }
  synced_to_ = sound_end;
  is_name_synced_ = synced_to > 0;
  return {};
}

// Goes from head to head. What was written before the last sync that a head tells of is
// on the disk; of the few entries behind it, the frames are looked at as well.
Result<void> Pack::load_entries(Bytes& sound_end, Bytes& synced_to) {
  std::vector<std::pair<Bytes, Entry>> entries;
  Bytes offset = kPackMagic.size();
  while (offset < file_->size()) {
    TRY_ASSIGN(auto entry, read_entry(*file_, offset));
    if (!entry || offset + entry->size_in_file() > file_->size()) {
      TRY_ASSIGN(const auto next, find_entry(*file_, offset + 1));
      if (!next) break;
      damaged_.push_back({offset, "bytes that are no entry"});
      offset = *next;
      continue;
    }
    synced_to = std::max(synced_to, std::min(entry->synced_to, offset));
    const Bytes size = entry->size_in_file();
    entries.emplace_back(offset, std::move(*entry));
    offset += size;
  }
  for (auto& [place, entry] : entries) {
    if (place + entry.size_in_file() > synced_to) {
      TRY_ASSIGN(const std::string frame,
                 file_->read(place + kEntryHead + entry.key.size(), entry.frame_size));
      // It, and all behind it, was never committed.
      if (crc_of_frame(frame) != entry.frame_crc) break;
    }
    sound_end = place + entry.size_in_file();
    if (entry.is_mark()) continue;
    by_key_.try_emplace(short_fingerprint_of(entry.key), place);
    newest_[entry.series] = {place, entry.depth};
  }
  return {};
}

Result<void> Pack::append(std::string_view key, std::string_view series,
                          std::string_view bytes) {
  if (key.size() > kLongestKey || bytes.size() > options_.largest_entry) {
    return Error{ErrorKind::kLimit,
                 fmt::format("{}: an entry of {} bytes is too long for a pack", key,
                             bytes.size())};
  }
  if (has(key)) {
    return Error{ErrorKind::kExists, fmt::format("{}: is in the pack", key)};
  }
  TRY(append_entry({.key = std::string(key), .series = short_fingerprint_of(series)},
                   bytes));
  return {};
}

Result<int> Pack::append_entry(Entry entry, std::string_view bytes) {
  entry.content = fingerprint_of(bytes);
  entry.size = bytes.size();
  TRY_ASSIGN(const Base base, base_for(entry.series));
  entry.base = base.offset;
  entry.depth = static_cast<std::uint16_t>(base.depth + 1);
  const std::string frame = compress_delta(base.bytes, bytes, options_.level);
  entry.frame_size = static_cast<std::uint32_t>(frame.size());
  entry.frame_crc = crc_of_frame(frame);
  const int depth = entry.depth;
  const Bytes offset = file_->size();
  if (const auto last = newest_.find(entry.series); last != newest_.end()) {
    cache_->forget(last->second.offset);
  }
  TRY(append_frame(std::move(entry), frame));
  cache_->add(offset, std::string(bytes));
  return depth;
}

Result<void> Pack::append_frame(Entry entry, std::string_view frame) {
  entry.synced_to = synced_to_;
  const Bytes offset = file_->size();
  TRY(write(to_bytes(entry).append(frame)));
  is_unmarked_ = true;
  by_key_[short_fingerprint_of(entry.key)] = offset;
  newest_[entry.series] = {offset, entry.depth};
  return {};
}

Result<Pack::Base> Pack::base_for(std::uint64_t series) const {
  const auto found = newest_.find(series);
  if (found == newest_.end() || found->second.depth + 1 >= options_.longest_chain) {
    return Base();
  }
  // What cannot be read is no base: the new entry stands by itself.
  auto bytes = read_at(found->second.offset);
  if (!bytes.ok()) return Base();
  return Base{found->second.offset, found->second.depth, std::move(bytes).value()};
}

Result<void> Pack::write(const std::string& bytes) {
  if (is_torn_) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: an earlier write failed by half", name_)};
  }
  const Bytes before = file_->size();
  auto written = file_->append(bytes);
  if (!written.ok()) is_torn_ = !file_->truncate(before).ok();
  return written;
}

Result<void> Pack::commit() {
  if (is_torn_) return write("");
  if (synced_to_ < file_->size()) {
    auto synced = file_->sync();
    is_torn_ = !synced.ok();
    if (is_torn_) return synced;
    synced_to_ = file_->size();
  }
  if (!is_name_synced_) TRY(disk_.sync_names());
  is_name_synced_ = true;
  return {};
}

bool Pack::has(std::string_view key) const {
  return by_key_.contains(short_fingerprint_of(key));
}

Result<std::string> Pack::read(std::string_view key) const {
  const auto found = by_key_.find(short_fingerprint_of(key));
  if (found != by_key_.end()) {
    TRY_ASSIGN(const auto entry, read_entry(*file_, found->second));
    if (!entry) {
      return Error{ErrorKind::kCorrupt, fmt::format("{}: the entry is damaged", name_)};
    }
    if (entry->key == key) return read_at(found->second);
  }
  return Error{ErrorKind::kNotFound, fmt::format("{}: not in {}", key, name_)};
}

// Collects the entries down to one that stands by itself, then unpacks them upwards.
Result<std::string> Pack::read_at(Bytes offset) const {
  constexpr std::size_t kLongestRead = 1024;
  const auto damaged = [&](std::string_view why) {
    return Error{ErrorKind::kCorrupt,
                 fmt::format("{}: the entry at {} {}", name_, offset, why)};
  };
  std::vector<std::pair<Bytes, Entry>> chain;
  std::string bytes;
  for (Bytes at = offset; at != 0;) {
    if (const std::string* cached = cache_->find(at)) {
      bytes = *cached;
      break;
    }
    TRY_ASSIGN(auto entry, read_entry(*file_, at));
    if (!entry || chain.size() > kLongestRead) return damaged("is damaged");
    const Bytes next = entry->base;
    chain.emplace_back(at, std::move(*entry));
    at = next;
  }
  if (chain.empty()) return bytes;
  for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
    const auto& [place, entry] = *each;
    if (entry.size > options_.largest_entry) return damaged("is too long");
    TRY_ASSIGN(const std::string frame,
               file_->read(place + kEntryHead + entry.key.size(), entry.frame_size));
    auto unpacked = decompress_delta(bytes, frame, entry.size);
    if (!unpacked.ok()) return damaged(unpacked.error().text);
    bytes = std::move(unpacked).value();
  }
  if (fingerprint_of(bytes) != chain.front().second.content) {
    return damaged("is not what it was");
  }
  return bytes;
}

std::vector<Bytes> Pack::places() const {
  std::vector<Bytes> places;
  for (const auto& [number, offset] : by_key_) places.push_back(offset);
  std::ranges::sort(places);
  return places;
}

Result<std::vector<std::string>> Pack::keys() const {
  std::vector<std::string> keys;
  for (const Bytes place : places()) {
    TRY_ASSIGN(const auto entry, read_entry(*file_, place));
    if (entry) keys.push_back(entry->key);
  }
  return keys;
}

Result<std::vector<Trouble>> Pack::verify() const {
  std::vector<Trouble> troubles = damaged_;
  for (const Bytes place : places()) {
    auto bytes = read_at(place);
    if (!bytes.ok()) {
      troubles.push_back({place, bytes.error().text});
    } else {
      // The next of its series is compressed against it.
      cache_->add(place, std::move(bytes).value());
    }
  }
  std::ranges::stable_sort(troubles, {}, &Trouble::offset);
  return troubles;
}

Bytes Pack::size() const { return file_->size(); }

}  // namespace curlew::archive
