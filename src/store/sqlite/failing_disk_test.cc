#include "store/sqlite/failing_disk_test.h"

#include <filesystem>
#include <fstream>

#include "base/content_of_test.h"

namespace curlew::store {

// The real file lies right behind.
struct FailingDisk::File {
  sqlite3_file base;
  FailingDisk* disk;
  FileState* state;  // Null for files whose content needs no disk (shared memory).
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

namespace {

void put(std::string& content, std::int64_t offset, std::string_view bytes) {
  const auto end = static_cast<std::size_t>(offset) + bytes.size();
  if (content.size() < end) content.resize(end);
  content.replace(static_cast<std::size_t>(offset), bytes.size(), bytes);
}

}  // namespace

FailingDisk::File& FailingDisk::as_file(sqlite3_file* file) {
  return *reinterpret_cast<File*>(file);
}

FailingDisk::FailingDisk() : real_(sqlite3_vfs_find(nullptr)) {
  layer_ = *real_;
  layer_.zName = kLayer;
  layer_.pAppData = this;
  layer_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
  layer_.xOpen = open;
  layer_.xDelete = remove;
  sqlite3_vfs_register(&layer_, 0);
}

FailingDisk::~FailingDisk() { sqlite3_vfs_unregister(&layer_); }

void FailingDisk::die_at(std::int64_t operation) { operations_left_ = operation; }

bool FailingDisk::may_go_on() {
  if (!is_dead_ && operations_left_ > 0 && --operations_left_ == 0) is_dead_ = true;
  return !is_dead_;
}

void FailingDisk::restart(Unsynced unsynced, Random& random) {
  for (auto& [path, state] : files_) {
    std::string content = state.synced;
    for (const auto& [offset, bytes, is_truncation] : state.since) {
      if (unsynced == Unsynced::kLost) break;
      if (random.below(2) == 0) continue;
      if (is_truncation) {
        content.resize(static_cast<std::size_t>(offset));
      } else {
        // A write may end in the middle, at the end of a sector.
        const bool is_torn = random.below(4) == 0;
        put(content, offset,
            is_torn ? std::string_view(bytes).substr(0, bytes.size() / 1024 * 512)
                    : std::string_view(bytes));
      }
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
    if (path.ends_with("-wal")) {
      std::filesystem::remove(path.substr(0, path.size() - 4) + "-shm");
    }
  }
  files_.clear();
  is_dead_ = false;
  operations_left_ = -1;
}

int FailingDisk::open(sqlite3_vfs* layer, const char* path, sqlite3_file* base,
                      int flags, int* out) {
  auto& disk = *static_cast<FailingDisk*>(layer->pAppData);
  File& file = as_file(base);
  file = {.base = {.pMethods = nullptr}, .disk = &disk, .state = nullptr};
  if (disk.is_dead_) return SQLITE_CANTOPEN;
  const int code = disk.real_->xOpen(disk.real_, path, file.real(), flags, out);
  if (code != SQLITE_OK) return code;
  if (path) {
    file.state =
        &disk.files_.try_emplace(path, FileState{content_of(path), {}}).first->second;
  }
  file.base.pMethods = &methods();
  return SQLITE_OK;
}

int FailingDisk::remove(sqlite3_vfs* layer, const char* path, int sync_folder) {
  auto& disk = *static_cast<FailingDisk*>(layer->pAppData);
  if (!disk.may_go_on()) return SQLITE_IOERR_DELETE;
  const int code = disk.real_->xDelete(disk.real_, path, sync_folder);
  disk.files_.erase(path);
  return code;
}

int FailingDisk::write(sqlite3_file* base, const void* bytes, int size,
                       sqlite3_int64 offset) {
  File& file = as_file(base);
  if (!file.disk->may_go_on()) return SQLITE_IOERR_WRITE;
  if (file.state) {
    file.state->since.push_back(
        {offset, std::string(static_cast<const char*>(bytes), size), false});
  }
  return file.real()->pMethods->xWrite(file.real(), bytes, size, offset);
}

int FailingDisk::truncate(sqlite3_file* base, sqlite3_int64 size) {
  File& file = as_file(base);
  if (!file.disk->may_go_on()) return SQLITE_IOERR_TRUNCATE;
  if (file.state) file.state->since.push_back({size, "", true});
  return file.real()->pMethods->xTruncate(file.real(), size);
}

int FailingDisk::sync(sqlite3_file* base, int) {
  File& file = as_file(base);
  if (!file.disk->may_go_on()) return SQLITE_IOERR_FSYNC;
  if (!file.state) return SQLITE_OK;
  for (const auto& [offset, bytes, is_truncation] : file.state->since) {
    if (is_truncation) {
      file.state->synced.resize(static_cast<std::size_t>(offset));
    } else {
      put(file.state->synced, offset, bytes);
    }
  }
  file.state->since.clear();
  return SQLITE_OK;
}

const sqlite3_io_methods& FailingDisk::methods() {
  static constexpr auto real = [](sqlite3_file* file) { return as_file(file).real(); };
  static const sqlite3_io_methods methods{
      .iVersion = 2,  // No memory mapping: it would write behind our back.
      .xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); },
      .xRead =
          [](sqlite3_file* f, void* to, int size, sqlite3_int64 offset) {
            return real(f)->pMethods->xRead(real(f), to, size, offset);
          },
      .xWrite = write,
      .xTruncate = truncate,
      .xSync = sync,
      .xFileSize =
          [](sqlite3_file* f, sqlite3_int64* size) {
            return real(f)->pMethods->xFileSize(real(f), size);
          },
      .xLock = [](sqlite3_file* f,
                  int lock) { return real(f)->pMethods->xLock(real(f), lock); },
      .xUnlock = [](sqlite3_file* f,
                    int lock) { return real(f)->pMethods->xUnlock(real(f), lock); },
      .xCheckReservedLock =
          [](sqlite3_file* f, int* out) {
            return real(f)->pMethods->xCheckReservedLock(real(f), out);
          },
      .xFileControl =
          [](sqlite3_file* f, int op, void* argument) {
            return real(f)->pMethods->xFileControl(real(f), op, argument);
          },
      .xSectorSize =
          [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
      .xDeviceCharacteristics =
          [](sqlite3_file* f) {
            return real(f)->pMethods->xDeviceCharacteristics(real(f));
          },
      .xShmMap =
          [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
            return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
          },
      .xShmLock =
          [](sqlite3_file* f, int offset, int count, int flags) {
            return real(f)->pMethods->xShmLock(real(f), offset, count, flags);
          },
      .xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); },
      .xShmUnmap =
          [](sqlite3_file* f, int remove_it) {
            return real(f)->pMethods->xShmUnmap(real(f), remove_it);
          },
      .xFetch = nullptr,
      .xUnfetch = nullptr,
  };
  return methods;
}

}  // namespace curlew::store
