#include "control/archives.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/check.h"
#include "base/log.h"

namespace curlew::control {
namespace {

namespace fs = std::filesystem;

// A name is a folder's, and comes from reports.
bool is_folder_name(std::string_view name) {
  return !name.empty() && name.front() != '.' &&
         name.find_first_of("/\\") == name.npos && name.find('\0') == name.npos;
}

archive::Location location_of(const model::KeptAt& place) {
  return {place.segment, place.offset, place.length};
}

}  // namespace

class Archives::Shelf final : public pipeline::VersionShelf {
 public:
  Shelf(Archives& all, std::string terminal, std::unique_ptr<archive::Disk> disk,
        std::unique_ptr<archive::Archive> archive)
      : all_(all),
        terminal_(std::move(terminal)),
        disk_(std::move(disk)),
        archive_(std::move(archive)) {}

  Result<model::KeptAt> keep(const archive::Capture& capture) override {
    const std::lock_guard lock(mutex_);
    TRY_ASSIGN(const archive::Location place, archive_->append(capture));
    TRY(archive_->commit());
    return model::KeptAt{terminal_, place.segment, place.offset, place.length};
  }

  Result<archive::Content> read(const model::KeptAt& place) override {
    if (place.terminal != terminal_) return all_.read(place);
    const std::lock_guard lock(mutex_);
    return archive_->read(location_of(place));
  }

 private:
  Archives& all_;
  const std::string terminal_;
  std::mutex mutex_;
  const std::unique_ptr<archive::Disk> disk_;
  const std::unique_ptr<archive::Archive> archive_;
};

Archives::Archives(std::string folder) : folder_(std::move(folder)) {}

Archives::~Archives() = default;

Result<void> Archives::open_to_write(const std::string& terminal) {
  if (!is_folder_name(terminal)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("'{}' cannot be the name of a folder", terminal)};
  }
  TRY_ASSIGN(auto disk, archive::open_folder(folder_ + "/" + terminal));
  TRY_ASSIGN(auto archive, archive::Archive::open(*disk, {.name = terminal}));
  for (const auto& [file, bytes] : archive->recovery().cut) {
    log_warning("archive: {} bytes that were not finished are cut off {}", bytes, file);
  }
  const std::lock_guard lock(mutex_);
  shelves_[terminal] =
      std::make_unique<Shelf>(*this, terminal, std::move(disk), std::move(archive));
  return {};
}

pipeline::VersionShelf& Archives::shelf_of(const std::string& terminal) {
  const std::lock_guard lock(mutex_);
  const auto found = shelves_.find(terminal);
  CHECK(found != shelves_.end());
  return *found->second;
}

Result<Archives::Shelf*> Archives::find(const std::string& terminal) {
  const std::lock_guard lock(mutex_);
  if (const auto found = shelves_.find(terminal); found != shelves_.end()) {
    return found->second.get();
  }
  const auto nowhere = [&] {
    return Error{ErrorKind::kNotFound,
                 fmt::format("the archive of {} is not here", terminal)};
  };
  std::error_code error;
  if (!is_folder_name(terminal)) return nowhere();
  if (!fs::is_directory(folder_ + "/" + terminal, error)) return nowhere();
  TRY_ASSIGN(auto disk, archive::open_folder(folder_ + "/" + terminal));
  TRY_ASSIGN(auto archive,
             archive::Archive::open(
                 *disk, {.access = archive::ArchiveOptions::Access::kRead}));
  auto& shelf = shelves_[terminal];
  shelf = std::make_unique<Shelf>(*this, terminal, std::move(disk), std::move(archive));
  return shelf.get();
}

Result<archive::Content> Archives::read(const model::KeptAt& place) {
  TRY_ASSIGN(Shelf* const shelf, find(place.terminal));
  return shelf->read(place);
}

}  // namespace curlew::control
