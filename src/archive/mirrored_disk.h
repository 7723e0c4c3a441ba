// Two disks that hold the same, so that the loss of one loses nothing: whatever is
// written goes to both, and what one lacks is read from the other. An archive on it is
// kept twice without knowing it.
//
//   TRY(make_equal(*own, *copy));  // copies.h
//   MirroredDisk disk(std::move(own), std::move(copy));
//   TRY_ASSIGN(auto archive, Archive::open(disk, {}));

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "archive/disk.h"

namespace curlew::archive {

// Thread-safe as its halves are.
class MirroredDisk final : public Disk {
 public:
  MirroredDisk(std::shared_ptr<Disk> first, std::shared_ptr<Disk> second);

  // Those of either half.
  Result<std::vector<std::string>> names() const override;
  // Where a half lacks the file, it can be read, and not written.
  Result<std::unique_ptr<File>> open(const std::string& name) override;
  Result<std::unique_ptr<File>> create(const std::string& name) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<void> remove(const std::string& name) override;
  Result<void> sync_names() override;
  Result<std::unique_ptr<Lock>> lock() override;

 private:
  const std::shared_ptr<Disk> first_;
  const std::shared_ptr<Disk> second_;
};

}  // namespace curlew::archive
