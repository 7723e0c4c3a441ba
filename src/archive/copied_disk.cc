#include "archive/copied_disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "archive/cdxj/index.h"
#include "base/log.h"

namespace curlew::archive {
namespace {

// A message of a broker takes 1 MiB.
constexpr std::size_t kPart = 768_KiB;
// What one sync sends. The rest follows in steps.
constexpr Bytes kMostOfASync = 64_MiB;

// Each is a question of its own.
constexpr int kMostRemovedAtOnce = 50;

bool is_there_no_more(const Error& error) { return error.kind == ErrorKind::kNotFound; }

// Names are lines of the notes, and parts of messages.
bool has_control_characters(std::string_view name) {
  return std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

bool is_copied_file(std::string_view name) {
  return name != kCopyNotes && name != "leaving" && !name.ends_with(".tmp") &&
         !name.starts_with('.') && name.find('\\') == name.npos &&
         !has_control_characters(name);
}

bool is_appended_to(std::string_view name) {
  return name.ends_with(".warc.gz") || name.ends_with(".pack");
}

// Sends what was written when it is synced.
class CopiedDisk::SendingFile final : public File {
 public:
  SendingFile(CopiedDisk& disk, std::string name, std::unique_ptr<File> file)
      : disk_(disk), name_(std::move(name)), file_(std::move(file)) {}

  Bytes size() const override { return file_->size(); }
  Result<std::string> read(Bytes offset, std::size_t most) const override {
    return file_->read(offset, most);
  }
  Result<void> append(std::string_view bytes) override {
    disk_.note_changed(name_);
    return file_->append(bytes);
  }
  Result<void> truncate(Bytes size) override {
    disk_.note_changed(name_);
    disk_.note_cut(name_, size);
    return file_->truncate(size);
  }
  Result<void> sync() override {
    TRY(file_->sync());
    disk_.send_now(name_);
    return {};
  }

 private:
  CopiedDisk& disk_;
  const std::string name_;
  const std::unique_ptr<File> file_;
};

CopiedDisk::CopiedDisk(std::unique_ptr<Disk> own, CopyNotes notes)
    : own_(std::move(own)), notes_(std::move(notes)) {}

Result<std::unique_ptr<CopiedDisk>> CopiedDisk::open(std::unique_ptr<Disk> own,
                                                     std::string new_id) {
  std::optional<CopyNotes> notes;
  if (const auto file = own->open(std::string(kCopyNotes)); file.ok()) {
    TRY_ASSIGN(const std::string text, (*file)->read(0, (*file)->size()));
    notes = CopyNotes::parse(text);
  } else if (!is_there_no_more(file.error())) {
    return file.error();
  }
  const bool is_new = !notes;
  if (is_new) {
    notes.emplace();
    notes->id = std::move(new_id);
    notes->alone_from = CopyNotes::Place{{}, 0};
  }
  std::unique_ptr<CopiedDisk> disk(new CopiedDisk(std::move(own), std::move(*notes)));
  if (is_new) TRY(disk->save_notes());
  return disk;
}

Result<void> CopiedDisk::save_notes() {
  return write_whole(*own_, std::string(kCopyNotes), notes_.to_text());
}

// Of a copy that nobody holds yet nothing can be gone.
Result<void> CopiedDisk::note_gone(const std::string& name) {
  if (holder().empty() || !is_copied_file(name)) return {};
  if (replacing_.name == name) replacing_ = {};
  return notes_.note_gone(name) ? save_notes() : Result<void>();
}

// What cannot be noted is cut all the same, as an archive that must not be written to
// any more is cut: then it comes back from the copy, and is judged again.
void CopiedDisk::note_cut(const std::string& name, Bytes size) {
  // What is written behind it is sent from there on, whatever the copy has.
  if (const auto there = there_.find(name); there != there_.end()) {
    there->second = std::min(there->second, size);
  }
  if (holder().empty() || !is_copied_file(name) || !notes_.note_cut(name)) return;
  if (const auto saved = save_notes(); !saved.ok()) {
    log_warning("archive: that {} is cut cannot be noted: {}", name,
                saved.error().text);
  }
}

Result<void> CopiedDisk::forget(const std::string& name) {
  return notes_.forget(name) ? save_notes() : Result<void>();
}

Result<void> CopiedDisk::forget_former(const std::string& holder) {
  return notes_.forget_former(holder) ? save_notes() : Result<void>();
}

Result<std::size_t> CopiedDisk::bring_back(Disk& copy, CopyOf whose,
                                           const OnPurpose& known) {
  is_bringing_back_ = true;
  // A copy: what is brought back is noted here, perhaps in the caller's own argument.
  auto brought = archive::bring_back(*this, copy, whose, OnPurpose(known));
  is_bringing_back_ = false;
  return brought;
}

Result<std::size_t> CopiedDisk::count_lost(Disk& copy, CopyOf whose,
                                           const OnPurpose& known) {
  return archive::count_lost(*own_, copy, whose, known);
}

Result<void> CopiedDisk::note_alone_from(Place place) {
  if (notes_.alone_from) return {};
  notes_.alone_from = std::move(place);
  return save_notes();
}

void CopiedDisk::note_changed(const std::string& name) {
  if (copy_ && is_copied_file(name)) lacking_.insert(name);
}

Result<std::unique_ptr<File>> CopiedDisk::open(const std::string& name) {
  TRY_ASSIGN(auto file, own_->open(name));
  return std::unique_ptr<File>(
      std::make_unique<SendingFile>(*this, name, std::move(file)));
}

Result<std::unique_ptr<File>> CopiedDisk::create(const std::string& name) {
  TRY_ASSIGN(auto file, own_->create(name));
  leaving_.erase(name);
  note_changed(name);
  return std::unique_ptr<File>(
      std::make_unique<SendingFile>(*this, name, std::move(file)));
}

// An old file of that name, which the copy may have, must not be taken for the new one.
Result<void> CopiedDisk::rename(const std::string& from, const std::string& to) {
  if (!is_bringing_back_ && own_->open(to).ok()) TRY(note_gone(to));
  TRY(own_->rename(from, to));
  lacking_.erase(from);
  leaving_.erase(to);
  note_changed(to);
  return {};
}

Result<void> CopiedDisk::remove(const std::string& name) {
  TRY(note_gone(name));
  TRY(own_->remove(name));
  lacking_.erase(name);
  if (copy_ && is_copied_file(name)) leaving_.insert(name);
  return {};
}

bool CopiedDisk::has_sent_all_of(const std::string& name) const {
  return copy_ && !lacking_.contains(name);
}

void CopiedDisk::send_now(const std::string& name) {
  // What replaces a file is no part of a commit.
  if (!copy_ || !lacking_.contains(name) || notes_.holder.known.gone.contains(name))
    return;
  for (Bytes sent = 0; sent < kMostOfASync && lacking_.contains(name);) {
    const auto part = send_part(name);
    if (!part.ok()) {
      log_warning("archive: the copy at {} is behind: {}", holder(), part.error().text);
      return disconnect();
    }
    sent += *part;
  }
}

// The next bytes of a file that the copy lacks.
Result<Bytes> CopiedDisk::send_part(const std::string& name) {
  TRY_ASSIGN(const auto file, own_->open(name));
  if (notes_.holder.known.gone.contains(name) || !is_appended_to(name)) {
    return send_whole(name, *file);
  }
  const auto known = there_.find(name);
  const Bytes there = std::min(known == there_.end() ? 0 : known->second, file->size());
  TRY_ASSIGN(const std::string bytes, file->read(there, kPart));
  TRY(copy_->write(name, there, bytes));
  there_[name] = there + bytes.size();
  if (there + bytes.size() >= file->size()) {
    lacking_.erase(name);
    TRY(forget(name));
  }
  return bytes.size();
}

Result<Bytes> CopiedDisk::send_whole(const std::string& name, const File& file) {
  if (replacing_.name != name || replacing_.sent > file.size()) replacing_ = {name, 0};
  const std::string unfinished = name + ".tmp";
  TRY_ASSIGN(const std::string bytes, file.read(replacing_.sent, kPart));
  TRY(copy_->write(unfinished, replacing_.sent, bytes));
  replacing_.sent += bytes.size();
  if (replacing_.sent < file.size()) return bytes.size();
  TRY(copy_->rename(unfinished, name));
  there_[name] = std::exchange(replacing_, {}).sent;
  lacking_.erase(name);
  TRY(forget(name));
  return bytes.size();
}

Result<bool> CopiedDisk::step(Bytes most) {
  if (!copy_) return false;
  auto is_whole = send_some(most);
  if (!is_whole.ok()) disconnect();
  return is_whole;
}

// What is removed goes last: its content may be in what is written.
Result<bool> CopiedDisk::send_some(Bytes most) {
  for (Bytes sent = 0; sent < most && !lacking_.empty();) {
    // Records before the index that names them.
    const auto records = std::ranges::find_if(lacking_, is_appended_to);
    const std::string name = records == lacking_.end() ? *lacking_.begin() : *records;
    const auto file = own_->open(name);
    if (!file.ok() && is_there_no_more(file.error())) {
      lacking_.erase(name);
      continue;
    }
    if (!file.ok()) return file.error();
    // The copy must not have what a loss of power would take from here.
    TRY((*file)->sync());
    TRY_ASSIGN(const Bytes part, send_part(name));
    sent += part;
  }
  if (!lacking_.empty()) return false;
  // Here, too, they must be gone for good.
  if (!leaving_.empty()) TRY(own_->sync_names());
  for (int i = 0; i < kMostRemovedAtOnce && !leaving_.empty(); ++i) {
    const std::string name = *leaving_.begin();
    TRY(copy_->remove(name));
    there_.erase(name);
    leaving_.erase(name);
    TRY(forget(name));
  }
  if (!leaving_.empty()) return false;
  OnPurpose& known = notes_.holder.known;
  if (!notes_.alone_from && known.gone.empty() && known.cut.empty()) return true;
  notes_.alone_from.reset();
  known = {};
  TRY(save_notes());
  return true;
}

Result<bool> CopiedDisk::connect(const std::string& holder,
                                 std::unique_ptr<FarCopy> copy) {
  disconnect();
  TRY_ASSIGN(const auto files, copy->begin());
  const bool is_known = notes_.known_of(holder) != nullptr;
  TRY_ASSIGN(const auto names, own_->names());
  const bool has_files = std::ranges::any_of(names, is_copied_file);
  if (holder != notes_.holder.name) {
    notes_.move_to(holder, files);
    TRY(save_notes());
  } else if (files.empty() && has_files) {
    notes_.holder.known = {};
    notes_.alone_from = Place();
    TRY(save_notes());
  }
  there_.clear();
  lacking_.clear();
  leaving_.clear();
  replacing_ = {};
  TRY_ASSIGN(const bool is_ours, compare(*copy, files, is_known));
  if (is_ours) copy_ = std::move(copy);
  return is_ours;
}

Result<bool> CopiedDisk::compare(FarCopy& copy, const std::vector<FarFile>& files,
                                 bool is_known) {
  TRY_ASSIGN(const auto names, own_->names());
  for (const auto& [name, size] : files) there_[name] = size;
  const auto last_pack =
      std::find_if(names.rbegin(), names.rend(),
                   [](const auto& name) { return name.ends_with(".pack"); });
  for (const std::string& name : names) {
    if (!is_copied_file(name)) continue;
    const auto there = there_.find(name);
    if (there == there_.end() || notes_.holder.known.gone.contains(name)) {
      lacking_.insert(name);
      continue;
    }
    // Others were finished, and synced, long ago.
    const bool is_unfinished =
        name.ends_with(".warc.gz")
            ? !std::ranges::binary_search(names, index_name_of(name))
            : last_pack != names.rend() && name == *last_pack;
    TRY_ASSIGN(const bool is_ours,
               compare_file(copy, name, there->second, is_unfinished, is_known));
    if (!is_ours) return false;
  }
  for (const auto& [name, size] : there_) {
    if (std::ranges::binary_search(names, name)) continue;
    if (is_known && is_copied_file(name) && !notes_.holder.known.gone.contains(name))
      return false;
    leaving_.insert(name);
  }
  return true;
}

Result<bool> CopiedDisk::compare_file(FarCopy& copy, const std::string& name,
                                      Bytes there, bool is_unfinished, bool is_known) {
  TRY_ASSIGN(const auto file, own_->open(name));
  const Bytes here = file->size();
  if (here == there && !is_unfinished) return true;
  const Bytes both = std::min(here, there);
  bool is_same = true;
  for (Bytes offset = 0; offset < both && is_same; offset += kDigested) {
    const Bytes size = std::min(both - offset, kDigested);
    TRY_ASSIGN(const std::string ours, digest_of_part(*file, offset, size));
    TRY_ASSIGN(const std::string theirs, copy.digest_of(name, offset, size));
    is_same = ours == theirs;
  }
  if (is_same && here == there) return true;
  const bool is_shorter = is_same && here < there;
  if (is_shorter && is_known && is_appended_to(name) &&
      !notes_.holder.known.cut.contains(name)) {
    return false;
  }
  lacking_.insert(name);
  if (!is_same) TRY(note_gone(name));
  return true;
}

}  // namespace curlew::archive
