#include "archive/copied_disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "archive/cdxj/index.h"
#include "base/log.h"

namespace curlew::archive {
namespace {

constexpr std::string_view kNotesHead = "curlew copy 1";
// A message of a broker takes 1 MiB.
constexpr std::size_t kPart = 768_KiB;
// What one sync sends. The rest follows in steps.
constexpr Bytes kMostOfASync = 64_MiB;

// Each is a question of its own.
constexpr int kMostRemovedAtOnce = 50;

// Others are made as a whole, and must not be there in part: an index that breaks off
// would hide what it does not name.
bool is_appended_to(std::string_view name) {
  return name.ends_with(".warc.gz") || name.ends_with(".pack");
}

bool is_there_no_more(const Error& error) { return error.kind == ErrorKind::kNotFound; }

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

bool is_copied_file(std::string_view name) {
  return name != kCopyNotes && name != "leaving" && !name.ends_with(".tmp");
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

CopiedDisk::CopiedDisk(std::unique_ptr<Disk> own, Notes notes)
    : own_(std::move(own)), notes_(std::move(notes)) {}

Result<std::unique_ptr<CopiedDisk>> CopiedDisk::open(std::unique_ptr<Disk> own,
                                                     std::string new_id) {
  std::optional<Notes> notes;
  if (const auto file = own->open(std::string(kCopyNotes)); file.ok()) {
    TRY_ASSIGN(const std::string text, (*file)->read(0, (*file)->size()));
    notes = parse_notes(text);
  } else if (!is_there_no_more(file.error())) {
    return file.error();
  }
  const bool is_new = !notes;
  if (is_new) notes = Notes{.id = std::move(new_id), .alone_from = Place()};
  std::unique_ptr<CopiedDisk> disk(new CopiedDisk(std::move(own), std::move(*notes)));
  if (is_new) TRY(disk->save_notes());
  return disk;
}

std::optional<CopiedDisk::Notes> CopiedDisk::parse_notes(std::string_view text) {
  if (take_line(text) != kNotesHead) return std::nullopt;
  Notes notes;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const auto space = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, space);
    const std::string_view rest = line.substr(std::min(space + 1, line.size()));
    if (word == "id") {
      notes.id = rest;
    } else if (word == "holder") {
      notes.holder = rest;
    } else if (word == "gone") {
      notes.gone.emplace(rest);
    } else if (word == "alone") {
      const auto end = std::min(rest.find(' '), rest.size());
      Place place;
      const std::string_view digits = rest.substr(0, end);
      const auto read =
          std::from_chars(digits.data(), digits.data() + digits.size(), place.offset);
      if (read.ec != std::errc()) return std::nullopt;
      place.segment = rest.substr(std::min(end + 1, rest.size()));
      notes.alone_from = std::move(place);
    }
  }
  return notes.id.empty() ? std::nullopt : std::optional(std::move(notes));
}

Result<void> CopiedDisk::save_notes() {
  std::string text = fmt::format("{}\nid {}\n", kNotesHead, notes_.id);
  if (!notes_.holder.empty()) text += fmt::format("holder {}\n", notes_.holder);
  if (const auto& place = notes_.alone_from) {
    text += fmt::format("alone {} {}\n", place->offset, place->segment);
  }
  for (const std::string& each : notes_.gone) text += fmt::format("gone {}\n", each);
  return write_whole(*own_, std::string(kCopyNotes), text);
}

// Of a copy that nobody holds yet nothing can be gone.
Result<void> CopiedDisk::note_gone(const std::string& name) {
  if (notes_.holder.empty() || !is_copied_file(name)) return {};
  if (replacing_.name == name) replacing_ = {};
  return notes_.gone.insert(name).second ? save_notes() : Result<void>();
}

Result<void> CopiedDisk::forget_gone(const std::string& name) {
  return notes_.gone.erase(name) > 0 ? save_notes() : Result<void>();
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
  if (own_->open(to).ok()) TRY(note_gone(to));
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
  if (!copy_ || !lacking_.contains(name) || notes_.gone.contains(name)) return;
  for (Bytes sent = 0; sent < kMostOfASync && lacking_.contains(name);) {
    const auto part = send_part(name);
    if (!part.ok()) {
      log_warning("archive: the copy at {} is behind: {}", notes_.holder,
                  part.error().text);
      return disconnect();
    }
    sent += *part;
  }
}

// The next bytes of a file that the copy lacks.
Result<Bytes> CopiedDisk::send_part(const std::string& name) {
  TRY_ASSIGN(const auto file, own_->open(name));
  if (notes_.gone.contains(name) || !is_appended_to(name)) {
    return send_whole(name, *file);
  }
  const auto known = there_.find(name);
  const Bytes there = std::min(known == there_.end() ? 0 : known->second, file->size());
  TRY_ASSIGN(const std::string bytes, file->read(there, kPart));
  TRY(copy_->write(name, there, bytes));
  there_[name] = there + bytes.size();
  if (there + bytes.size() >= file->size()) lacking_.erase(name);
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
  TRY(forget_gone(name));
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
    TRY(forget_gone(name));
  }
  if (!leaving_.empty()) return false;
  if (!notes_.alone_from && notes_.gone.empty()) return true;
  notes_.alone_from.reset();
  notes_.gone.clear();
  TRY(save_notes());
  return true;
}

Result<bool> CopiedDisk::connect(const std::string& holder,
                                 std::unique_ptr<FarCopy> copy) {
  disconnect();
  TRY_ASSIGN(const auto files, copy->begin());
  const bool is_known = holder == notes_.holder;
  TRY_ASSIGN(const auto names, own_->names());
  const bool has_files = std::ranges::any_of(names, is_copied_file);
  if (!is_known || (files.empty() && has_files)) {
    // What another one held says nothing of this copy.
    notes_.holder = holder;
    notes_.gone.clear();
    // What it may have of an earlier time is written anew or removed, and never brought
    // back: it would undo what was packed and dropped since.
    for (const FarFile& file : files) notes_.gone.insert(file.name);
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
    if (there == there_.end() || notes_.gone.contains(name)) {
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
    if (is_known && is_copied_file(name) && !notes_.gone.contains(name)) return false;
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
  TRY_ASSIGN(const std::string ours, digest_of_beginning(*file, both));
  TRY_ASSIGN(const std::string theirs, copy.digest_of(name, both));
  if (ours == theirs && here == there) return true;
  if (ours == theirs && here < there && is_known) return false;
  lacking_.insert(name);
  if (ours != theirs) TRY(note_gone(name));
  return true;
}

}  // namespace curlew::archive
