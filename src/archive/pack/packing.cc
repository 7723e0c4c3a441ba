#include "archive/pack/packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "archive/cdxj/line.h"
#include "archive/cdxj/surt.h"
#include "archive/warc/reader.h"
#include "http/gzip.h"

namespace curlew::archive {
namespace {

// A pack is written anew when at least one in so many of its captures goes, when it is
// small, or when too many wait.
constexpr std::size_t kWorthwhile = 8;
constexpr Bytes kSmallPack = 16_MiB;
constexpr std::size_t kMostWaiting = 10'000;

Error not_packed(std::string_view name, Bytes offset) {
  return {ErrorKind::kCorrupt,
          fmt::format("{}: damaged at {}, so it is not packed", name, offset)};
}

}  // namespace

Result<std::vector<Bytes>> capture_ends(const File& file, Bytes offset) {
  std::vector<Bytes> ends;
  RecordReader reader(file, offset);
  TRY_ASSIGN(const auto first, reader.next());
  if (!first || first->offset != offset) return ends;
  const std::string id(first->field("WARC-Record-ID"));
  while (true) {
    TRY_ASSIGN(const auto next, reader.next());
    ends.push_back(reader.end_of_last());
    if (!next || id.empty() || next->field("WARC-Concurrent-To") != id) return ends;
  }
}

Result<std::set<std::string>> leaving_keys(Disk& disk) {
  std::set<std::string> keys;
  auto file = disk.open(std::string(kLeavingName));
  if (!file.ok()) {
    if (file.error().kind == ErrorKind::kNotFound) return keys;
    return std::move(file).error();
  }
  TRY_ASSIGN(const std::string text, (*file)->read(0, (*file)->size()));
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    keys.insert(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return keys;
}

Result<Packed> Packing::pack(std::size_t but, Bytes most) {
  Packed packed;
  // What is being written anew must not grow meanwhile.
  if (leaving_) {
    TRY(let_go({}, most));
    if (leaving_) return packed;
  }
  const auto segments = index_.segments();
  for (std::size_t i = 0; i + but < segments.size(); ++i) {
    // What others have written otherwise stays as it is.
    if (done_.contains(segments[i]) || !segments[i].ends_with(".warc.gz")) continue;
    if (std::exchange(packing_, segments[i]) != segments[i]) packed_to_ = 0;
    auto moved = pack_step(most);
    // Packed before; too long for a pack, or damaged: it stays as it is.
    const auto kind = moved.ok() ? ErrorKind::kNotFound : moved.error().kind;
    if (kind != ErrorKind::kNotFound && kind != ErrorKind::kLimit &&
        kind != ErrorKind::kCorrupt) {
      packing_.clear();
      return std::move(moved).error();
    }
    if (moved.ok() && !*moved) return packed;
    if (moved.ok()) ++packed.files;
    done_.insert(segments[i]);
  }
  packed.is_done = true;
  return packed;
}

// True: all of it is in packs, and the file is gone.
Result<bool> Packing::pack_step(Bytes& left) {
  TRY_ASSIGN(const auto file, disk_.open(packing_));
  while (packed_to_ < file->size()) {
    if (left == 0) return false;
    TRY_ASSIGN(const Bytes end, pack_capture(*file, packing_, packed_to_));
    left -= std::min(left, end - packed_to_);
    packed_to_ = end;
  }
  TRY(packs_.commit());
  TRY(disk_.remove(packing_));
  TRY(disk_.sync_names());
  return true;
}

// All records of a capture as one entry. Where it ends.
Result<Bytes> Packing::pack_capture(const File& file, const std::string& name,
                                    Bytes offset) {
  RecordReader reader(file, offset);
  TRY_ASSIGN(const auto head, reader.next());
  TRY_ASSIGN(const auto ends, capture_ends(file, offset));
  if (!head || ends.empty()) return not_packed(name, offset);
  const Location place{.segment = name, .offset = offset};
  std::string records;
  for (const Bytes end : ends) {
    TRY_ASSIGN(const std::string member, file.read(offset, end - offset));
    const auto record = http::unpack_gzip(member, largest_record_);
    if (!record) return not_packed(name, offset);
    records += *record;
    offset = end;
  }
  TRY(packs_.add(place, fmt::format("{} {}", head->type, to_surt(head->target)),
                 records));
  return offset;
}

void Packing::note_revisit(std::string_view digest, const std::string& segment) {
  referred_lately_[segment].insert(number_of_digest(digest));
}

bool Packing::has_reference(std::uint64_t digest) const {
  return referred_.contains(digest) ||
         std::ranges::any_of(referred_lately_, [&](const auto& segment) {
           return segment.second.contains(digest);
         });
}

// The finished files one by one; of the one that is written each revisit is noted. True
// when all are known.
Result<bool> Packing::learn_references() {
  const auto segments = index_.segments();
  if (segments_learned_ >= segments.size()) return true;
  TRY(index_.walk_segment(segments[segments_learned_], [&](std::string_view line) {
    // Few lines are worth parsing.
    if (line.find("warc/revisit") == line.npos) return true;
    const auto version = parse_cdxj(line);
    if (version && version->is_revisit())
      ++referred_[number_of_digest(version->digest)];
    return true;
  }));
  referred_lately_.erase(segments[segments_learned_]);
  return ++segments_learned_ >= segments.size();
}

Result<std::optional<bool>> Packing::is_referred(std::string_view digest) {
  TRY_ASSIGN(const bool is_known, learn_references());
  if (!is_known) return std::optional<bool>();
  return std::optional(has_reference(number_of_digest(digest)));
}

Result<std::optional<std::vector<Location>>> Packing::let_go(
    const std::vector<Location>& places, Bytes most) {
  using Gone = std::optional<std::vector<Location>>;
  TRY_ASSIGN(const bool is_known, learn_references());
  if (!is_known) return Gone();
  if (!leaving_) {
    TRY_ASSIGN(auto gone, choose(places));
    if (!leaving_) return Gone(std::move(gone));
  }
  auto rewritten = leaving_->rewriter->step(most);
  if (rewritten.ok() && !*rewritten) return Gone();
  auto finished = rewritten.ok() ? finish_leaving() : Result<void>(rewritten.error());
  const Leaving done = *std::exchange(leaving_, std::nullopt);
  if (!finished.ok()) {
    is_resumed_ = false;
    if (finished.error().kind != ErrorKind::kCorrupt) return finished.error();
    TRY_ASSIGN(const auto* all, packs_.all());
    unsound_.insert((*all)[done.pack].name);
    return Gone();
  }
  // What they referred to may go the next time.
  for (const std::uint64_t digest : done.references) {
    const auto counted = referred_.find(digest);
    if (counted != referred_.end() && --counted->second == 0) referred_.erase(counted);
  }
  return Gone(done.places);
}

// The pack from which most of them go, if that is worth its rewriting. Else those that
// are gone: a crash may have come before whoever asks has heard of it.
Result<std::vector<Location>> Packing::choose(const std::vector<Location>& places) {
  TRY_ASSIGN(const auto* all, packs_.all());
  TRY_ASSIGN(const auto names, disk_.names());
  const auto is_packed = [&](const Location& place) {
    return !std::ranges::binary_search(names, place.segment);
  };
  std::vector<std::vector<Location>> by_pack(all->size());
  std::vector<Location> gone;
  const auto sort_in = [&](const Location& place) {
    for (std::size_t i = 0; i < all->size(); ++i) {
      if (!(*all)[i].pack->has(pack_key(place))) continue;
      if (is_packed(place) && !unsound_.contains((*all)[i].name)) {
        by_pack[i].push_back(place);
      }
      return;
    }
    if (is_packed(place)) gone.push_back(place);
  };
  // What a crash cut short comes first.
  if (!std::exchange(is_resumed_, true)) {
    TRY_ASSIGN(const auto keys, leaving_keys(disk_));
    for (const auto& key : keys) {
      if (const auto place = parse_pack_key(key)) sort_in(*place);
    }
    const auto found =
        std::ranges::find_if(by_pack, [](const auto& each) { return !each.empty(); });
    if (found != by_pack.end()) {
      TRY(begin_leaving(static_cast<std::size_t>(found - by_pack.begin()), *found,
                        Worth::kAny));
      return std::vector<Location>();
    }
    gone.clear();
  }
  for (const Location& place : places) sort_in(place);
  if (!gone.empty()) return gone;
  std::vector<std::size_t> order(by_pack.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::size_t pack) { return by_pack[pack].size(); });
  const Worth worth = places.size() < kMostWaiting ? Worth::kMuch : Worth::kAny;
  for (const std::size_t pack : order) {
    if (by_pack[pack].empty() || leaving_) break;
    TRY(begin_leaving(pack, std::move(by_pack[pack]), worth));
  }
  return gone;
}

// From now on no new capture refers to them. What revisits refer to stays for now: who
// asks for it asks again.
Result<void> Packing::begin_leaving(std::size_t pack, std::vector<Location> places,
                                    Worth worth) {
  Leaving leaving{.pack = pack};
  std::map<std::string, std::set<Bytes>> by_segment;
  for (const Location& place : places) {
    leaving.keys.insert(pack_key(place));
    by_segment[place.segment].insert(place.offset);
  }
  std::vector<std::string> payloads;
  for (const auto& [segment, offsets] : by_segment) {
    TRY(index_.walk_segment(segment, [&, &going = offsets](std::string_view line) {
      const auto version = parse_cdxj(line);
      if (!version || !going.contains(version->location.offset)) return true;
      const std::uint64_t digest = number_of_digest(version->digest);
      if (version->is_revisit()) {
        leaving.references.push_back(digest);
      } else if (has_reference(digest)) {
        leaving.keys.erase(pack_key(version->location));
      } else {
        payloads.push_back(version->digest);
      }
      return true;
    }));
  }
  TRY_ASSIGN(const auto* all, packs_.all());
  const auto& [name, old] = (*all)[pack];
  const bool is_much =
      leaving.keys.size() * kWorthwhile >= old->entries() || old->size() <= kSmallPack;
  if (leaving.keys.empty() || (worth == Worth::kMuch && !is_much)) return {};
  for (Location& place : places) {
    if (leaving.keys.contains(pack_key(place))) {
      leaving.places.push_back(std::move(place));
    }
  }
  for (const std::string& digest : payloads) payloads_.forget(digest);
  auto rewriter = PackRewriter::begin(disk_, *old, name + ".tmp", leaving.keys);
  if (!rewriter.ok() && rewriter.error().kind == ErrorKind::kCorrupt) {
    unsound_.insert(name);
    return {};
  }
  if (!rewriter.ok()) return std::move(rewriter).error();
  leaving.rewriter = std::move(rewriter).value();
  leaving_ = std::move(leaving);
  return {};
}

// The index first: what it does not name nobody asks for.
Result<void> Packing::finish_leaving() {
  std::string text;
  std::map<std::string, std::set<Bytes>> by_segment;
  for (const auto& key : leaving_->keys) {
    text += key + "\n";
    if (const auto place = parse_pack_key(key)) {
      by_segment[place->segment].insert(place->offset);
    }
  }
  TRY(write_whole(disk_, std::string(kLeavingName), text));
  for (const auto& [segment, offsets] : by_segment) {
    TRY(index_.remove(segment, offsets));
  }
  leaving_->rewriter.reset();
  TRY(packs_.replace(leaving_->pack));
  TRY(disk_.remove(std::string(kLeavingName)));
  return disk_.sync_names();
}

}  // namespace curlew::archive
