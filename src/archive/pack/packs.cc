#include "archive/pack/packs.h"

#include <fmt/format.h>

#include <charconv>

namespace curlew::archive {
namespace {

constexpr std::string_view kPackEnding = ".pack";

}  // namespace

std::string pack_key(const Location& location) {
  return fmt::format("{} {}", location.segment, location.offset);
}

std::optional<Location> parse_pack_key(std::string_view key) {
  const auto space = key.rfind(' ');
  if (space == key.npos) return std::nullopt;
  Location location{.segment = std::string(key.substr(0, space))};
  const std::string_view digits = key.substr(space + 1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), location.offset);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return location;
}

Packs::Packs(Disk& disk, std::string name, Pack::Access access, Bytes largest)
    : disk_(disk), name_(std::move(name)), access_(access), largest_(largest) {}

Result<void> Packs::open_all() {
  if (is_open_) return {};
  TRY_ASSIGN(const auto names, disk_.names());
  packs_.clear();
  damaged_.clear();
  for (const auto& name : names) {
    if (!name.ends_with(kPackEnding)) continue;
    auto pack = Pack::open(disk_, name, access_);
    if (pack.ok()) {
      packs_.push_back({name, *std::move(pack)});
    } else if (pack.error().kind == ErrorKind::kCorrupt ||
               pack.error().kind == ErrorKind::kMalformed) {
      // What is in the others can be read still.
      damaged_.emplace_back(name, std::move(pack).error());
    } else {
      return std::move(pack).error();
    }
  }
  is_open_ = true;
  return {};
}

Result<void> Packs::begin_next() {
  if (!packs_.empty() && packs_.back().pack->size() < largest_) return {};
  if (!packs_.empty()) TRY(packs_.back().pack->commit());
  for (std::size_t serial = packs_.size();; ++serial) {
    const std::string name = fmt::format("{}-{:05}{}", name_, serial, kPackEnding);
    if (!packs_.empty() && name <= packs_.back().name) continue;
    TRY_ASSIGN(auto pack, Pack::open(disk_, name, access_));
    packs_.push_back({name, std::move(pack)});
    return {};
  }
}

Result<const Pack*> Packs::find(const std::string& key) {
  TRY(open_all());
  for (int round = 0; round < 2; ++round) {
    for (const auto& [name, pack] : packs_) {
      if (pack->has(key)) return pack.get();
    }
    if (access_ == Pack::Access::kWrite) break;
    is_open_ = false;
    TRY(open_all());
  }
  return nullptr;
}

Result<std::optional<std::string>> Packs::read(const Location& location) {
  const std::string key = pack_key(location);
  TRY_ASSIGN(const Pack* const pack, find(key));
  if (!pack) return std::optional<std::string>();
  TRY_ASSIGN(auto records, pack->read(key));
  return std::optional(std::move(records));
}

Result<bool> Packs::has(const Location& location) {
  TRY_ASSIGN(const Pack* const pack, find(pack_key(location)));
  return pack != nullptr;
}

Result<void> Packs::add(const Location& location, std::string_view series,
                        std::string_view records) {
  TRY_ASSIGN(const bool is_there, has(location));
  if (is_there) return {};
  TRY(begin_next());
  return packs_.back().pack->append(pack_key(location), series, records);
}

Result<void> Packs::commit() {
  return packs_.empty() ? Result<void>() : packs_.back().pack->commit();
}

Result<const std::vector<Packs::Named>*> Packs::all() {
  TRY(open_all());
  return &packs_;
}

Result<void> Packs::replace(std::size_t number) {
  auto& [name, pack] = packs_[number];
  TRY(disk_.rename(name + ".tmp", name));
  TRY(disk_.sync_names());
  TRY_ASSIGN(pack, Pack::open(disk_, name, access_));
  return {};
}

}  // namespace curlew::archive
