#include "archive/brought_back.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "archive/cdxj/index.h"
#include "archive/copied_disk.h"
#include "archive/copies.h"

namespace curlew::archive {
namespace {

constexpr std::string_view kPackFile = ".pack";
constexpr std::string_view kWarcFile = ".warc.gz";

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::binary_search(names, name);
}

// "north-00000.pack" of another archive of that name becomes "north-00007.pack": what
// is in a pack is found by its keys alone.
std::string free_pack_name(const std::vector<std::string>& names,
                           const std::string& name) {
  const auto dash = name.rfind('-');
  const std::string begin = name.substr(0, dash);
  for (std::size_t serial = 0;; ++serial) {
    std::string candidate = fmt::format("{}-{:05}{}", begin, serial, kPackFile);
    const bool is_last = std::ranges::none_of(names, [&](const std::string& each) {
      return each.ends_with(kPackFile) && each.starts_with(begin + "-") &&
             each.size() >= candidate.size() && each >= candidate;
    });
    if (is_last) return candidate;
  }
}

Result<bool> is_larger(Disk& copy, Disk& own, const std::string& name) {
  TRY_ASSIGN(const auto theirs, copy.open(name));
  TRY_ASSIGN(const auto ours, own.open(name));
  return theirs->size() > ours->size();
}

// Is a pack with that content here, under whatever name?
Result<bool> has_pack(Disk& own, const std::vector<std::string>& names, Disk& copy,
                      const std::string& name) {
  TRY_ASSIGN(const auto theirs, copy.open(name));
  for (const std::string& each : names) {
    if (!each.ends_with(kPackFile)) continue;
    TRY_ASSIGN(const auto ours, own.open(each));
    if (ours->size() != theirs->size()) continue;
    TRY_ASSIGN(const bool is_same, has_same_content(*ours, *theirs));
    if (is_same) return true;
  }
  return false;
}

class BringingBack {
 public:
  enum class Doing { kTake, kCount };
  BringingBack(Disk& own, Disk& copy, CopyOf whose, const OnPurpose& known, Doing doing)
      : own_(own), copy_(copy), whose_(whose), known_(known), doing_(doing) {}

  Result<std::size_t> run() {
    TRY_ASSIGN(const auto theirs, copy_.names());
    // WARC files first: an index that came with a shorter one would hide the rest.
    for (const std::string& name : theirs) {
      if (name.ends_with(kWarcFile)) TRY(bring(name));
    }
    for (const std::string& name : theirs) {
      if (!name.ends_with(kWarcFile) && is_copied_file(name)) TRY(bring(name));
    }
    if (brought_ > 0 && doing_ == Doing::kTake) TRY(own_.sync_names());
    return brought_;
  }

 private:
  Result<void> bring(const std::string& name) {
    TRY_ASSIGN(const auto ours, own_.names());
    if (known_.gone.contains(name)) return {};
    const bool is_here = has(ours, name);
    if (name.ends_with(kPackFile) && whose_ == CopyOf::kEarlier) {
      TRY_ASSIGN(const bool is_same, has_pack(own_, ours, copy_, name));
      if (is_same) return {};
      return take(name, is_here ? free_pack_name(ours, name) : name);
    }
    if (!is_here) {
      // The index of a WARC file that came in two lengths is made anew.
      return skipped_.contains(name) ? Result<void>() : take(name, name);
    }
    TRY_ASSIGN(const bool is_more, is_larger(copy_, own_, name));
    if (!is_more || !is_appended_to(name) || known_.cut.contains(name)) return {};
    if (name.ends_with(kWarcFile)) {
      const std::string index = index_name_of(name);
      skipped_.insert(index);
      if (doing_ == Doing::kTake && has(ours, index)) TRY(own_.remove(index));
    }
    return take(name, name);
  }

  Result<void> take(const std::string& name, const std::string& as) {
    if (doing_ == Doing::kTake) TRY(copy_whole(copy_, name, own_, as));
    ++brought_;
    return {};
  }

  Disk& own_;
  Disk& copy_;
  const CopyOf whose_;
  const OnPurpose& known_;
  const Doing doing_;
  std::set<std::string> skipped_;
  std::size_t brought_ = 0;
};

}  // namespace

Result<std::size_t> bring_back(Disk& own, Disk& copy, CopyOf whose,
                               const OnPurpose& known) {
  return BringingBack(own, copy, whose, known, BringingBack::Doing::kTake).run();
}

Result<std::size_t> count_lost(Disk& own, Disk& copy, CopyOf whose,
                               const OnPurpose& known) {
  return BringingBack(own, copy, whose, known, BringingBack::Doing::kCount).run();
}

}  // namespace curlew::archive
