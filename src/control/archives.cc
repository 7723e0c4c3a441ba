#include "control/archives.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "archive/copies.h"
#include "base/check.h"
#include "base/log.h"
#include "base/plain_name.h"
#include "base/random.h"
#include "control/archive_folders.h"
#include "control/bring_back.h"

namespace curlew::control {
namespace {

namespace fs = std::filesystem;

}  // namespace

archive::Location location_of(const model::KeptAt& place) {
  return {place.segment, place.offset, place.length};
}

class Archives::Shelf final : public pipeline::VersionShelf {
 public:
  // With homes: to write, in each of them.
  Shelf(Archives& all, std::string terminal, std::vector<std::string> homes = {})
      : all_(all), terminal_(std::move(terminal)), homes_(std::move(homes)) {}

  // Before anything else.
  Result<void> open() {
    const std::lock_guard lock(mutex_);
    return homes_.empty() ? open_to_read() : open_to_write();
  }

  Result<pipeline::Kept> keep(const archive::Capture& capture) override {
    const std::lock_guard lock(mutex_);
    if (!is_writable_ || !has_all_homes()) TRY(open_to_write());
    auto place = archive_->append(capture);
    if (!place.ok()) return failed(place.error());
    written_ = place->segment;
    if (uncommitted_++ == 0) first_uncommitted_ = {place->segment, place->offset};
    return pipeline::Kept{
        {terminal_, std::move(place->segment), place->offset, place->length}, opening_};
  }

  bool is_there(const pipeline::Kept& kept) override {
    const std::lock_guard lock(mutex_);
    return is_writable_ && kept.opening == opening_ && kept.place.terminal == terminal_;
  }

  Result<std::uint64_t> commit() override {
    const std::lock_guard lock(mutex_);
    if (!is_writable_) return Error{ErrorKind::kFailed, "its archive had to be closed"};
    const auto committed = archive_->commit();
    // A disk that failed to sync may say the next time that all is well. And a file
    // that somebody deleted can be written still, and is gone with its last descriptor.
    is_writable_ = committed.ok() && is_written_file_there();
    if (!committed.ok()) return committed.error();
    if (is_writable_) {
      TRY(note_kept_once());
      return opening_;
    }
    return Error{ErrorKind::kFailed, fmt::format("{}: somebody deleted it", written_)};
  }

  Result<archive::Content> read(const model::KeptAt& place) override {
    if (place.terminal != terminal_) return all_.read(place);
    const std::lock_guard lock(mutex_);
    if (!archive_) TRY(open_to_read());
    auto content = archive_->read(location_of(place));
    if (content.ok()) return content;
    auto copied = read_any_copy(place);
    return copied.ok() ? std::move(copied) : std::move(content);
  }

  Result<std::string> records(const model::KeptAt& place) {
    TRY_ASSIGN(const auto lock, hold());
    return archive_->records(location_of(place));
  }

  // Nobody else uses it while the lock is held.
  Result<std::unique_lock<std::mutex>> hold() {
    std::unique_lock lock(mutex_);
    if (!archive_) TRY(open_to_read());
    return lock;
  }
  // While it is held.
  Here here() const { return {terminal_, *disk_, *archive_}; }
  bool is_to_write() const { return !homes_.empty(); }

  Result<void> with(const std::function<Result<void>(archive::Archive&)>& use) {
    const std::lock_guard lock(mutex_);
    if (!is_writable_ || !has_all_homes()) TRY(open_to_write());
    const auto used = use(*archive_);
    return used.ok() ? used : failed(used.error());
  }

  Result<void> with_copied(
      const std::function<Result<void>(archive::CopiedDisk&)>& use) {
    const std::lock_guard lock(mutex_);
    if (!is_writable_ || !has_all_homes()) TRY(open_to_write());
    if (copied_ == nullptr) return {};
    const auto alone_from = copied_->alone_from();
    auto used = use(*copied_);
    // All of it was sent, or another one holds it now.
    if (copied_->alone_from() != alone_from) {
      TRY(count_kept_once());
    } else {
      tell_copy();
    }
    return used;
  }

  Result<void> bring_back() {
    const std::lock_guard lock(mutex_);
    return open_to_write();
  }

  bool is_brought_back(const std::string& holder, const std::string& id) {
    const std::lock_guard lock(mutex_);
    return brought_back_.contains({holder, id});
  }

  std::optional<store::ArchiveCopy> far_copy() {
    const std::lock_guard lock(told_mutex_);
    return told_;
  }

 private:
  // Where there is no room, or it is too large, nothing was written. After any other
  // error nobody knows what is on the disk: it is opened, and so repaired, again.
  Error failed(const Error& why) {
    if (why.kind != ErrorKind::kDiskFull && why.kind != ErrorKind::kLimit) {
      is_writable_ = false;
    }
    return why;
  }

  Result<void> open_to_read() {
    TRY_ASSIGN(disk_, open_archive_to_read(all_.folder_, terminal_));
    TRY_ASSIGN(archive_,
               archive::Archive::open(
                   *disk_, {.access = archive::ArchiveOptions::Access::kRead}));
    return {};
  }

  // One that is deleted while the archive is open would not be noticed: its files can
  // be written still, and are gone with their last descriptor. Another terminal, whose
  // copy lies in it, may have made the folder again: our lock is not in that.
  bool has_all_homes() const {
    std::error_code ignored;
    return std::ranges::all_of(
        homes_, [&](const auto& home) { return fs::exists(home + "/lock", ignored); });
  }

  bool is_written_file_there() const {
    std::error_code ignored;
    return written_.empty() || std::ranges::all_of(homes_, [&](const auto& home) {
             return fs::exists(home + "/" + written_, ignored);
           });
  }

  // After an error nothing is open: the next one who reads or keeps tries again.
  Result<void> open_to_write() {
    is_writable_ = false;
    archive_.reset();
    copied_ = nullptr;
    uncommitted_ = 0;
    TRY_ASSIGN(disk_, open_archive_to_write(all_.folder_, terminal_, homes_));
    if (all_.options_.through) disk_ = all_.options_.through(std::move(disk_));
    TRY(prepare_far_copy());
    TRY_ASSIGN(archive_,
               archive::Archive::open(
                   *disk_, {.name = terminal_,
                            .largest_segment = all_.options_.largest_segment}));
    for (const auto& [file, bytes] : archive_->recovery().cut) {
      if (bytes == 0) continue;
      log_warning("archive: {} bytes that were not finished are cut off {}", bytes,
                  file);
    }
    is_writable_ = true;
    ++opening_;
    return count_kept_once();
  }

  // What others hold of it and is lost here comes first. Where nobody can be asked, or
  // one of them goes away meanwhile, it goes on with what there is: it is tried again.
  Result<void> prepare_far_copy() {
    const FarCopies* const far = all_.options_.far_copies;
    if (far == nullptr) return {};
    const bool has_notes = disk_->open(std::string(archive::kCopyNotes)).ok();
    if (!has_notes && !all_.options_.wants_far_copies) return {};
    const std::string new_id = fmt::format("{:016x}", Random::from_system()());
    TRY_ASSIGN(auto copied, archive::CopiedDisk::open(std::move(disk_), new_id));
    copied_ = copied.get();
    disk_ = std::move(copied);
    brought_back_ = control::bring_back(*far, terminal_, *copied_);
    return {};
  }

  // Versions that are here alone, as the notes say where they begin.
  Result<void> count_kept_once() {
    if (copied_ == nullptr) return {};
    kept_once_ = 0;
    if (const auto& from = copied_->alone_from()) {
      const auto begin = std::pair(std::string_view(from->segment), from->offset);
      TRY(archive_->walk([&](const archive::Version& version) {
        const archive::Location& at = version.location;
        if (std::pair(std::string_view(at.segment), at.offset) >= begin) ++kept_once_;
        return true;
      }));
    }
    tell_copy();
    return {};
  }

  Result<void> note_kept_once() {
    const Bytes versions = std::exchange(uncommitted_, 0);
    if (copied_ == nullptr || versions == 0) return {};
    if (copied_->has_sent_all_of(first_uncommitted_.segment) &&
        copied_->has_sent_all_of(written_)) {
      return {};
    }
    kept_once_ += versions;
    tell_copy();
    return copied_->note_alone_from(first_uncommitted_);
  }

  void tell_copy() {
    const std::lock_guard lock(told_mutex_);
    told_ = store::ArchiveCopy{terminal_, copied_->holder(), kept_once_};
  }

  // A half may be damaged where the other is sound.
  Result<archive::Content> read_any_copy(const model::KeptAt& place) const {
    TRY_ASSIGN(const auto homes, archive_homes(all_.folder_, terminal_));
    for (const auto& home : homes) {
      TRY_ASSIGN(const auto disk, archive::open_folder(home));
      const auto archive = archive::Archive::open(
          *disk, {.access = archive::ArchiveOptions::Access::kRead});
      if (!archive.ok()) continue;
      auto content = (*archive)->read(location_of(place));
      if (content.ok()) return content;
    }
    return Error{ErrorKind::kNotFound, "no copy has it"};
  }

  Archives& all_;
  const std::string terminal_;
  const std::vector<std::string> homes_;
  std::mutex mutex_;
  bool is_writable_ = false;
  std::uint64_t opening_ = 0;
  // The file that was appended to last.
  std::string written_;
  std::unique_ptr<archive::Disk> disk_;
  std::unique_ptr<archive::Archive> archive_;
  // The disk, where a copy of what is written goes elsewhere.
  archive::CopiedDisk* copied_ = nullptr;
  // Copies, by their holders and ids, of which all is here since it was opened last.
  std::set<HolderAndId> brought_back_;
  // Versions that the copy has not got.
  Bytes kept_once_ = 0;
  Bytes uncommitted_ = 0;
  archive::CopiedDisk::Place first_uncommitted_;
  // For those who must not wait for the archive.
  std::mutex told_mutex_;
  std::optional<store::ArchiveCopy> told_;
};

Archives::Archives(std::string folder, ArchivesOptions options)
    : folder_(std::move(folder)), options_(std::move(options)) {}

Archives::~Archives() = default;

Result<void> Archives::open_to_write(const std::vector<std::string>& terminals,
                                     std::size_t copies) {
  for (const auto& terminal : terminals) TRY(open_one(terminal, terminals, copies));
  TRY_ASSIGN(const auto left, left_archives(folder_, terminals));
  for (const auto& terminal : left) TRY(open_one(terminal, terminals, copies));
  return {};
}

Result<void> Archives::open_one(const std::string& terminal,
                                const std::vector<std::string>& living,
                                std::size_t copies) {
  auto shelf = std::make_shared<Shelf>(*this, terminal,
                                       wanted_homes(folder_, terminal, living, copies));
  TRY(shelf->open());
  const std::lock_guard lock(mutex_);
  shelves_[terminal] = std::move(shelf);
  return {};
}

pipeline::VersionShelf& Archives::shelf_of(const std::string& terminal) {
  const std::lock_guard lock(mutex_);
  const auto found = shelves_.find(terminal);
  CHECK(found != shelves_.end());
  return *found->second;
}

Result<std::shared_ptr<Archives::Shelf>> Archives::find(const std::string& terminal) {
  const std::lock_guard lock(mutex_);
  if (const auto found = shelves_.find(terminal); found != shelves_.end()) {
    return found->second;
  }
  auto shelf = std::make_shared<Shelf>(*this, terminal);
  TRY(shelf->open());
  return shelves_[terminal] = std::move(shelf);
}

Result<void> Archives::with(const std::string& terminal,
                            const std::function<Result<void>(archive::Archive&)>& use) {
  TRY_ASSIGN(const auto shelf, find(terminal));
  return shelf->with(use);
}

Result<void> Archives::with_copied(
    const std::string& terminal,
    const std::function<Result<void>(archive::CopiedDisk&)>& use) {
  TRY_ASSIGN(const auto shelf, find(terminal));
  return shelf->with_copied(use);
}

Result<void> Archives::bring_back(const std::string& terminal) {
  TRY_ASSIGN(const auto shelf, find(terminal));
  return shelf->bring_back();
}

bool Archives::is_brought_back(const std::string& terminal, const std::string& holder,
                               const std::string& id) {
  const auto shelf = find(terminal);
  return shelf.ok() && (*shelf)->is_brought_back(holder, id);
}

std::vector<store::ArchiveCopy> Archives::far_copies() {
  const std::lock_guard lock(mutex_);
  std::vector<store::ArchiveCopy> copies;
  for (const auto& [terminal, shelf] : shelves_) {
    if (auto copy = shelf->far_copy()) copies.push_back(*std::move(copy));
  }
  return copies;
}

bool Archives::is_elsewhere(const Result<std::shared_ptr<Shelf>>& found) const {
  return options_.elsewhere != nullptr && !found.ok() &&
         found.error().kind == ErrorKind::kNotFound;
}

Result<archive::Content> Archives::read(const model::KeptAt& place) {
  auto shelf = find(place.terminal);
  if (is_elsewhere(shelf)) return options_.elsewhere->read(place);
  TRY(shelf);
  return (*shelf)->read(place);
}

Result<std::string> Archives::records(const model::KeptAt& place) {
  auto shelf = find(place.terminal);
  if (is_elsewhere(shelf)) return options_.elsewhere->records(place);
  TRY(shelf);
  return (*shelf)->records(place);
}

Result<std::unique_ptr<archive::Disk>> Archives::files_of(const std::string& terminal) {
  return open_archive_to_read(folder_, terminal);
}

Result<void> Archives::take_over(
    const std::string& terminal, archive::Disk& from, const std::string& holder,
    const std::function<Result<bool>(const std::string& name, archive::File& file)>&
        is_equal) {
  const auto living = std::vector{holder};
  const std::string home = wanted_homes(folder_, terminal, living, 1).front();
  TRY_ASSIGN(const auto homes, archive_homes(folder_, terminal));
  if (homes.empty()) {
    // A name that nobody takes for an archive until all is there.
    const std::string arriving = unfinished_home(home);
    TRY_ASSIGN(const auto disk, archive::open_folder(arriving));
    TRY(archive::take_over(*disk, from));
    TRY_ASSIGN(const auto names, disk->names());
    for (const std::string& name : names) {
      TRY_ASSIGN(const auto file, disk->open(name));
      TRY_ASSIGN(const bool equal, is_equal(name, *file));
      if (!equal) {
        TRY(disk->remove(name));
        return Error{ErrorKind::kCorrupt,
                     fmt::format("{}: differs from what {} has", name, terminal)};
      }
    }
    TRY(finish_home(arriving, home));
  }
  return open_one(terminal, living, 1);
}

std::vector<std::string> Archives::open_terminals() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> terminals;
  for (const auto& [terminal, shelf] : shelves_) {
    if (shelf->is_to_write()) terminals.push_back(terminal);
  }
  return terminals;
}

Result<void> Archives::with_all(
    const std::function<Result<void>(std::span<const Here> all)>& use) {
  TRY_ASSIGN(const auto terminals, archived_terminals(folder_));
  if (terminals.empty()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: nothing is archived here yet", folder_)};
  }
  std::vector<std::shared_ptr<Shelf>> shelves;
  std::vector<std::unique_lock<std::mutex>> locks;
  std::vector<Here> all;
  for (const auto& terminal : terminals) {
    TRY_ASSIGN(auto shelf, find(terminal));
    TRY_ASSIGN(auto lock, shelf->hold());
    all.push_back(shelf->here());
    locks.push_back(std::move(lock));
    shelves.push_back(std::move(shelf));
  }
  return use(all);
}

}  // namespace curlew::control
