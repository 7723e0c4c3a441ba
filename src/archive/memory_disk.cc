#include "archive/memory_disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace curlew::archive {

struct MemoryDisk::Content {
  std::string now;
  std::string synced;
  // Sizes after each change since the last sync; the file only grows or is cut, so a
  // prefix of what was appended is what a disk may have kept.
  std::vector<Bytes> sizes_since;
};

struct MemoryDisk::State {
  mutable std::mutex mutex;
  std::map<std::string, std::shared_ptr<Content>> names;
  std::map<std::string, std::shared_ptr<Content>> synced_names;
  // Negative: for ever.
  std::int64_t operations_left = -1;
  std::optional<Bytes> room;
  bool is_dead = false;
  bool is_locked = false;

  bool may_go_on() {
    if (!is_dead && operations_left > 0 && --operations_left == 0) is_dead = true;
    return !is_dead;
  }
};

namespace {

Error lost_power() { return {ErrorKind::kFailed, "the disk has lost its power"}; }

}  // namespace

class MemoryDisk::OpenFile final : public File {
 public:
  OpenFile(std::shared_ptr<State> state, std::shared_ptr<Content> content)
      : state_(std::move(state)), content_(std::move(content)) {}

  Bytes size() const override {
    const std::lock_guard guard(state_->mutex);
    return content_->now.size();
  }

  Result<std::string> read(Bytes offset, std::size_t most) const override {
    const std::lock_guard guard(state_->mutex);
    if (state_->is_dead) return lost_power();
    if (offset >= content_->now.size()) return std::string();
    return content_->now.substr(offset, most);
  }

  Result<void> append(std::string_view bytes) override {
    const std::lock_guard guard(state_->mutex);
    if (state_->is_dead) return lost_power();
    const bool dies = !state_->may_go_on();
    const Bytes room = state_->room.value_or(bytes.size());
    const auto kept = dies ? bytes.size() / 2 : std::min<Bytes>(bytes.size(), room);
    content_->now.append(bytes.substr(0, kept));
    content_->sizes_since.push_back(content_->now.size());
    if (state_->room) *state_->room -= std::min<Bytes>(room, kept);
    if (dies) return lost_power();
    if (kept < bytes.size()) return Error{ErrorKind::kDiskFull, "no room left"};
    return {};
  }

  Result<void> truncate(Bytes size) override {
    const std::lock_guard guard(state_->mutex);
    if (!state_->may_go_on()) return lost_power();
    content_->now.resize(size);
    content_->sizes_since.push_back(size);
    return {};
  }

  Result<void> sync() override {
    const std::lock_guard guard(state_->mutex);
    if (!state_->may_go_on()) return lost_power();
    content_->synced = content_->now;
    content_->sizes_since.clear();
    return {};
  }

 private:
  const std::shared_ptr<State> state_;
  const std::shared_ptr<Content> content_;
};

class MemoryDisk::HeldLock final : public Lock {
 public:
  explicit HeldLock(std::shared_ptr<State> state) : state_(std::move(state)) {}
  ~HeldLock() override {
    const std::lock_guard guard(state_->mutex);
    state_->is_locked = false;
  }

 private:
  const std::shared_ptr<State> state_;
};

MemoryDisk::MemoryDisk() : state_(std::make_shared<State>()) {}
MemoryDisk::~MemoryDisk() = default;

Result<std::vector<std::string>> MemoryDisk::names() const {
  const std::lock_guard guard(state_->mutex);
  if (state_->is_dead) return lost_power();
  std::vector<std::string> names;
  for (const auto& [name, content] : state_->names) names.push_back(name);
  return names;
}

Result<std::unique_ptr<File>> MemoryDisk::open(const std::string& name) {
  const std::lock_guard guard(state_->mutex);
  if (state_->is_dead) return lost_power();
  const auto found = state_->names.find(name);
  if (found == state_->names.end()) {
    return Error{ErrorKind::kNotFound, fmt::format("{}: there is no such file", name)};
  }
  return std::unique_ptr<File>(std::make_unique<OpenFile>(state_, found->second));
}

Result<std::unique_ptr<File>> MemoryDisk::create(const std::string& name) {
  const std::lock_guard guard(state_->mutex);
  if (!state_->may_go_on()) return lost_power();
  const auto [place, is_new] =
      state_->names.try_emplace(name, std::make_shared<Content>());
  if (!is_new) return Error{ErrorKind::kExists, fmt::format("{}: exists", name)};
  return std::unique_ptr<File>(std::make_unique<OpenFile>(state_, place->second));
}

Result<void> MemoryDisk::rename(const std::string& from, const std::string& to) {
  const std::lock_guard guard(state_->mutex);
  if (!state_->may_go_on()) return lost_power();
  auto node = state_->names.extract(from);
  if (node.empty()) return Error{ErrorKind::kNotFound, fmt::format("{}: gone", from)};
  state_->names[to] = node.mapped();
  return {};
}

Result<void> MemoryDisk::remove(const std::string& name) {
  const std::lock_guard guard(state_->mutex);
  if (state_->is_dead) return lost_power();
  if (!state_->names.contains(name)) {
    return Error{ErrorKind::kNotFound, fmt::format("{}: there is no such file", name)};
  }
  if (!state_->may_go_on()) return lost_power();
  state_->names.erase(name);
  return {};
}

Result<void> MemoryDisk::sync_names() {
  const std::lock_guard guard(state_->mutex);
  if (!state_->may_go_on()) return lost_power();
  state_->synced_names = state_->names;
  return {};
}

Result<std::unique_ptr<Lock>> MemoryDisk::lock() {
  const std::lock_guard guard(state_->mutex);
  if (state_->is_locked) return Error{ErrorKind::kBusy, "another writer has the disk"};
  state_->is_locked = true;
  return std::unique_ptr<Lock>(std::make_unique<HeldLock>(state_));
}

void MemoryDisk::die_at(std::int64_t operation) {
  const std::lock_guard guard(state_->mutex);
  state_->operations_left = operation;
}

void MemoryDisk::fill_up_after(Bytes room) {
  const std::lock_guard guard(state_->mutex);
  state_->room = room;
}

bool MemoryDisk::is_dead() const {
  const std::lock_guard guard(state_->mutex);
  return state_->is_dead;
}

void MemoryDisk::restart(Unsynced unsynced, Random& random) {
  const std::lock_guard guard(state_->mutex);
  const auto survives = [&] {
    return unsynced == Unsynced::kKept ||
           (unsynced == Unsynced::kByChance && random.below(2) == 0);
  };
  // Chance keeps or loses all changes of names together: one folder, one journal.
  if (!survives()) state_->names = state_->synced_names;
  for (auto& [name, content] : state_->names) {
    if (unsynced == Unsynced::kKept) continue;
    // As a file system does that writes sizes after bytes: any of the sizes that the
    // file had, or between two of them, but then with bytes that never arrived.
    std::string kept = content->synced;
    if (unsynced == Unsynced::kByChance && !content->sizes_since.empty()) {
      const Bytes size =
          content->sizes_since[random.below(content->sizes_since.size())];
      kept = content->now.substr(0, size);
      kept.resize(size);
      if (size > content->synced.size() && random.below(2) == 0) {
        const Bytes unsure = size - content->synced.size();
        std::fill(kept.end() - static_cast<std::ptrdiff_t>(random.below(unsure + 1)),
                  kept.end(), '\0');
      }
    }
    content->now = kept;
    content->synced = kept;
    content->sizes_since.clear();
  }
  state_->synced_names = state_->names;
  state_->operations_left = -1;
  state_->room.reset();
  state_->is_dead = false;
  state_->is_locked = false;
}

std::string MemoryDisk::content(const std::string& name) const {
  const std::lock_guard guard(state_->mutex);
  const auto found = state_->names.find(name);
  return found == state_->names.end() ? std::string() : found->second->now;
}

void MemoryDisk::set_content(const std::string& name, std::string content) {
  const std::lock_guard guard(state_->mutex);
  auto& place = state_->names[name];
  place = std::make_shared<Content>();
  place->now = content;
  place->synced = std::move(content);
  state_->synced_names[name] = place;
}

}  // namespace curlew::archive
