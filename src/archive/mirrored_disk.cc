#include "archive/mirrored_disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace curlew::archive {
namespace {

// The second is asked whatever became of the first: who cleans up behind an error
// cleans up both.
Result<void> both(Result<void> first, Result<void> second) {
  return first.ok() ? second : first;
}

class MirroredFile final : public File {
 public:
  // Either may be missing.
  MirroredFile(std::string name, std::unique_ptr<File> first,
               std::unique_ptr<File> second)
      : name_(std::move(name)), first_(std::move(first)), second_(std::move(second)) {}

  Bytes size() const override {
    return std::max(first_ ? first_->size() : 0, second_ ? second_->size() : 0);
  }

  Result<std::string> read(Bytes offset, std::size_t most) const override {
    if (!first_) return second_->read(offset, most);
    auto bytes = first_->read(offset, most);
    if (!second_ || (bytes.ok() && bytes->size() == most)) return bytes;
    auto others = second_->read(offset, most);
    const bool is_more = others.ok() && (!bytes.ok() || others->size() > bytes->size());
    return is_more ? std::move(others) : std::move(bytes);
  }

  Result<void> append(std::string_view bytes) override {
    TRY(expect_both());
    TRY(first_->append(bytes));
    return second_->append(bytes);
  }

  Result<void> truncate(Bytes size) override {
    TRY(expect_both());
    return both(first_->truncate(size), second_->truncate(size));
  }

  Result<void> sync() override {
    TRY(expect_both());
    TRY(first_->sync());
    return second_->sync();
  }

 private:
  Result<void> expect_both() const {
    if (first_ && second_) return {};
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: one of its two copies is missing", name_)};
  }

  const std::string name_;
  const std::unique_ptr<File> first_;
  const std::unique_ptr<File> second_;
};

class TwoLocks final : public Lock {
 public:
  TwoLocks(std::unique_ptr<Lock> first, std::unique_ptr<Lock> second)
      : first_(std::move(first)), second_(std::move(second)) {}

 private:
  const std::unique_ptr<Lock> first_;
  const std::unique_ptr<Lock> second_;
};

bool is_missing(const Result<void>& result) {
  return !result.ok() && result.error().kind == ErrorKind::kNotFound;
}

}  // namespace

MirroredDisk::MirroredDisk(std::shared_ptr<Disk> first, std::shared_ptr<Disk> second)
    : first_(std::move(first)), second_(std::move(second)) {}

Result<std::vector<std::string>> MirroredDisk::names() const {
  auto first = first_->names();
  auto second = second_->names();
  if (!first.ok()) return second.ok() ? std::move(second) : std::move(first);
  if (!second.ok()) return first;
  std::vector<std::string> names;
  std::ranges::set_union(*first, *second, std::back_inserter(names));
  return names;
}

Result<std::unique_ptr<File>> MirroredDisk::open(const std::string& name) {
  auto first = first_->open(name);
  auto second = second_->open(name);
  if (!first.ok() && !second.ok()) return first;
  const auto taken = [](Result<std::unique_ptr<File>>& file) {
    return file.ok() ? std::move(*file) : nullptr;
  };
  return std::unique_ptr<File>(
      std::make_unique<MirroredFile>(name, taken(first), taken(second)));
}

Result<std::unique_ptr<File>> MirroredDisk::create(const std::string& name) {
  TRY_ASSIGN(auto first, first_->create(name));
  auto second = second_->create(name);
  if (!second.ok()) {
    TRY(first_->remove(name));
    return second;
  }
  return std::unique_ptr<File>(std::make_unique<MirroredFile>(
      name, std::move(first), std::move(second).value()));
}

// What is replaced goes from the second half first, so that after a crash no older file
// stands there that make_equal() could prefer to the new one.
Result<void> MirroredDisk::rename(const std::string& from, const std::string& to) {
  const auto replaced = second_->remove(to);
  if (!replaced.ok() && !is_missing(replaced)) return replaced;
  if (replaced.ok()) TRY(second_->sync_names());
  TRY(first_->rename(from, to));
  return second_->rename(from, to);
}

Result<void> MirroredDisk::remove(const std::string& name) {
  auto first = first_->remove(name);
  auto second = second_->remove(name);
  if (is_missing(first)) return second;
  return is_missing(second) ? first : both(std::move(first), std::move(second));
}

Result<void> MirroredDisk::sync_names() {
  TRY(first_->sync_names());
  return second_->sync_names();
}

Result<std::unique_ptr<Lock>> MirroredDisk::lock() {
  TRY_ASSIGN(auto first, first_->lock());
  TRY_ASSIGN(auto second, second_->lock());
  return std::unique_ptr<Lock>(
      std::make_unique<TwoLocks>(std::move(first), std::move(second)));
}

}  // namespace curlew::archive
