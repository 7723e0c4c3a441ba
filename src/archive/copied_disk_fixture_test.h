// An archive whose copy is held elsewhere, with holders that may be away.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "archive/archive.h"
#include "archive/archive_fixture.h"
#include "archive/copied_disk.h"
#include "archive/memory_disk.h"

namespace curlew::archive {

inline constexpr const char* kCopiedPage = "https://example.org/";

inline Time minute(int number) { return kStart + std::chrono::minutes(number); }

// A disk that others have, too.
class SharedDisk final : public Disk {
 public:
  explicit SharedDisk(std::shared_ptr<Disk> disk) : disk_(std::move(disk)) {}
  Result<std::vector<std::string>> names() const override { return disk_->names(); }
  Result<std::unique_ptr<File>> open(const std::string& name) override {
    return disk_->open(name);
  }
  Result<std::unique_ptr<File>> create(const std::string& name) override {
    return disk_->create(name);
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    return disk_->rename(from, to);
  }
  Result<void> remove(const std::string& name) override { return disk_->remove(name); }
  Result<void> sync_names() override { return disk_->sync_names(); }
  Result<std::unique_ptr<Lock>> lock() override { return disk_->lock(); }

 private:
  const std::shared_ptr<Disk> disk_;
};

// A holder that may be away.
struct Holder {
  std::shared_ptr<MemoryDisk> disk = std::make_shared<MemoryDisk>();
  bool is_away = false;
  int questions = 0;
};

class ToHolder final : public FarCopy {
 public:
  explicit ToHolder(Holder& holder) : holder_(holder), copy_(*holder.disk) {}
  Result<std::vector<FarFile>> begin() override {
    TRY(ask());
    return copy_.begin();
  }
  Result<std::string> digest_of(const std::string& name, Bytes offset,
                                Bytes size) override {
    TRY(ask());
    return copy_.digest_of(name, offset, size);
  }
  Result<void> write(const std::string& name, Bytes offset,
                     std::string_view bytes) override {
    TRY(ask());
    return copy_.write(name, offset, bytes);
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    TRY(ask());
    return copy_.rename(from, to);
  }
  Result<void> remove(const std::string& name) override {
    TRY(ask());
    return copy_.remove(name);
  }

 private:
  Result<void> ask() {
    ++holder_.questions;
    if (!holder_.is_away) return {};
    return Error{ErrorKind::kDisconnected, "nobody answers"};
  }

  Holder& holder_;
  HeldCopy copy_;
};

// An archive on a disk of its own, as a terminal keeps it.
class Keeper {
 public:
  explicit Keeper(std::shared_ptr<MemoryDisk> own, std::string id = "first")
      : own_(std::move(own)) {
    disk_ = must(CopiedDisk::open(std::make_unique<SharedDisk>(own_), std::move(id)));
  }
  void open() { archive_ = must(Archive::open(*disk_, {.most_captures = 2})); }
  Result<void> try_open() {
    TRY_ASSIGN(archive_, Archive::open(*disk_, {.most_captures = 2}));
    return {};
  }

  bool connect(Holder& holder, const std::string& name = "south") {
    const auto is_ours = disk_->connect(name, std::make_unique<ToHolder>(holder));
    return is_ours.ok() && *is_ours;
  }
  // True: the copy has everything.
  bool send_all() {
    for (int i = 0; i < 10'000; ++i) {
      const auto is_whole = disk_->step(1_KiB);
      if (!is_whole.ok()) return false;
      if (*is_whole) return true;
    }
    return false;
  }
  Result<bool> keep(int number) {
    TRY_ASSIGN(
        const Location at,
        archive_->append(capture_of(kCopiedPage, minute(number), page_number(number))));
    TRY(archive_->commit());
    return disk_->has_sent_all_of(at.segment);
  }

  CopiedDisk& disk() { return *disk_; }
  Archive& archive() { return *archive_; }

 private:
  const std::shared_ptr<MemoryDisk> own_;
  std::unique_ptr<CopiedDisk> disk_;
  std::unique_ptr<Archive> archive_;
};

// Those that the disk alone gives back, as a terminal that holds it would.
inline std::set<int> versions_on(MemoryDisk& disk) {
  const auto archive =
      must(Archive::open(disk, {.access = ArchiveOptions::Access::kRead}));
  std::set<int> found;
  for (const Version& each : must(archive->versions(kCopiedPage))) {
    const auto number = int((each.time - kStart) / std::chrono::minutes(1));
    EXPECT_EQ(must(archive->read(each.location)).body, page_number(number));
    found.insert(number);
  }
  return found;
}

inline std::set<int> numbers(int end) {
  std::set<int> all;
  for (int i = 0; i < end; ++i) all.insert(i);
  return all;
}

}  // namespace curlew::archive
