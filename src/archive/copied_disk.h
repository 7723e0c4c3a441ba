// A disk of which a copy is kept elsewhere (far_copy.h): what is written here is sent
// there when it is synced, so that a commit of the archive above it is in both places.
// Where the copy cannot be reached, this disk goes on alone, and says so; what the copy
// lacks is sent later, a little at a time.
//
//   TRY_ASSIGN(auto disk, CopiedDisk::open(std::move(own), new_id));
//   TRY_ASSIGN(const bool is_ours, disk->connect("south", std::move(copy)));
//   while (...) TRY_ASSIGN(is_whole, disk->step(1_MiB));
//
// Nothing of what is to be sent is held in memory: it is read from the files. What
// comparing files would not show, that one was removed, replaced or cut here, is noted
// in the file "copy" first (copy_notes.h). At any moment the copy is what a loss of
// power could have left of this disk: changes without a sync in between may reach it in
// any order, others in theirs (docs/decisions/0026-a-copy-follows-the-files.md).

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "archive/copy_notes.h"
#include "archive/disk.h"
#include "archive/far_copy.h"

namespace curlew::archive {

// Not a file of the archive: what is known of its copy.
inline constexpr std::string_view kCopyNotes = "copy";
// Is it copied? Notes and unfinished files are not, nor what is none of an archive's:
// hidden files, as a network's file system and file managers leave them, and names that
// no holder takes.
bool is_copied_file(std::string_view name);
// Others are made as a whole, and must not be there in part: an index that breaks off
// would hide what it does not name.
bool is_appended_to(std::string_view name);

// For one thread at a time, other than disks are.
class CopiedDisk final : public Disk {
 public:
  // With the notes that are there; where there are none, as an archive that has no copy
  // yet and is known as `new_id` to those who hold one.
  static Result<std::unique_ptr<CopiedDisk>> open(std::unique_ptr<Disk> own,
                                                  std::string new_id);

  Result<std::vector<std::string>> names() const override { return own_->names(); }
  Result<std::unique_ptr<File>> open(const std::string& name) override;
  Result<std::unique_ptr<File>> create(const std::string& name) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<void> remove(const std::string& name) override;
  Result<void> sync_names() override { return own_->sync_names(); }
  Result<std::unique_ptr<Lock>> lock() override { return own_->lock(); }

  const std::string& id() const { return notes_.id; }
  // Who holds the copy, or did; empty: nobody yet.
  const std::string& holder() const { return notes_.holder.name; }
  const CopyNotes& notes() const { return notes_; }
  // One that held a copy once does not do so any more.
  Result<void> forget_former(const std::string& holder);

  // As archive::bring_back() and count_lost(), to this disk: what comes back is nothing
  // new. For the first, nobody writes to it, and it is not connected.
  Result<std::size_t> bring_back(Disk& copy, CopyOf whose, const OnPurpose& known);
  Result<std::size_t> count_lost(Disk& copy, CopyOf whose, const OnPurpose& known);

  // Compares with the copy at `holder`. False: it has what is lost here, and should be
  // brought back first.
  Result<bool> connect(const std::string& holder, std::unique_ptr<FarCopy> copy);
  void disconnect() { copy_.reset(); }
  bool is_connected() const { return copy_ != nullptr; }
  // Sends about so many bytes of what the copy lacks. True: it lacks nothing now. After
  // an error it is not connected any more.
  Result<bool> step(Bytes most);
  bool has_sent_all_of(const std::string& name) const;

  // Where the first version lies that is here alone: of files of that name and behind
  // it. All of them, before anything was copied.
  using Place = CopyNotes::Place;
  const std::optional<Place>& alone_from() const { return notes_.alone_from; }
  // Where something is noted already, that stays.
  Result<void> note_alone_from(Place place);

 private:
  class SendingFile;
  // A file that is sent anew as a whole, under another name until all is there.
  struct Replacing {
    std::string name;
    Bytes sent = 0;
  };

  CopiedDisk(std::unique_ptr<Disk> own, CopyNotes notes);
  Result<void> save_notes();
  Result<void> note_gone(const std::string& name);
  void note_cut(const std::string& name, Bytes size);
  Result<void> forget(const std::string& name);
  void note_changed(const std::string& name);
  void send_now(const std::string& name);
  Result<Bytes> send_part(const std::string& name);
  Result<Bytes> send_whole(const std::string& name, const File& file);
  Result<bool> send_some(Bytes most);
  Result<bool> compare(FarCopy& copy, const std::vector<FarFile>& files, bool is_known);
  Result<bool> compare_file(FarCopy& copy, const std::string& name, Bytes there,
                            bool is_unfinished, bool is_known);

  const std::unique_ptr<Disk> own_;
  CopyNotes notes_;
  // What replaces a file has all of it, and more.
  bool is_bringing_back_ = false;
  std::unique_ptr<FarCopy> copy_;
  // Sizes at the copy.
  std::map<std::string, Bytes> there_;
  // What is here and not there as it is here; and what is there alone.
  std::set<std::string> lacking_;
  std::set<std::string> leaving_;
  Replacing replacing_;
};

}  // namespace curlew::archive
