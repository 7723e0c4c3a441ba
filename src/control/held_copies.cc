#include "control/held_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "archive/far_copy.h"
#include "control/archive_folders.h"
#include "control/archives.h"
#include "control/records_wire.h"
#include "control/subjects.h"
#include "records.pb.h"

namespace curlew::control {
namespace {

using Asked = wire::CopyQuestion;

// A part of a file, which is answered in one message or a few.
constexpr std::size_t kMostOfAFile = 1_MiB;

Result<std::string> to_files_answer(const std::vector<archive::FarFile>& files) {
  wire::FilesAnswer answer;
  for (const auto& [name, size] : files) {
    auto& each = *answer.add_files();
    each.set_name(name);
    each.set_size(size);
  }
  return answer.SerializeAsString();
}

Result<void> expect_file_name(std::string_view name) {
  if (is_file_name(name)) return {};
  return Error{ErrorKind::kUsage, fmt::format("'{}' is no file of an archive", name)};
}

}  // namespace

HeldCopies::HeldCopies(std::string folder, std::string name)
    : folder_(std::move(folder)), name_(std::move(name)) {}

Result<std::unique_ptr<HeldCopies>> HeldCopies::start(std::string folder,
                                                      std::string name,
                                                      broker::Broker& broker) {
  TRY(adopt_held(folder, name));
  std::unique_ptr<HeldCopies> held(new HeldCopies(std::move(folder), std::move(name)));
  TRY_ASSIGN(held->answering_,
             broker.answer(copies_at(held->name_), [copies = held.get()](auto bytes) {
               return copies->answer(bytes);
             }));
  return held;
}

Result<std::string> HeldCopies::answer(std::string_view bytes) {
  wire::CopyQuestion question;
  if (!question.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Error{ErrorKind::kMalformed, "the question cannot be read"};
  }
  return answer(question);
}

Result<std::string> HeldCopies::answer(const wire::CopyQuestion& question) {
  switch (question.asked_case()) {
    case Asked::kIds: {
      TRY_ASSIGN(const auto ids, held_ids(folder_, name_, question.terminal()));
      wire::CopyIdsAnswer answer;
      for (const std::string& each : ids) answer.add_ids(each);
      return answer.SerializeAsString();
    }
    case Asked::kBegin:
      return begin(question);
    case Asked::kDigest:
    case Asked::kWrite:
    case Asked::kRename:
    case Asked::kRemove:
      return change(question);
    case Asked::kDrop: {
      TRY_ASSIGN(const std::string home,
                 held_home(folder_, name_, question.terminal(), question.id()));
      close_reader();
      sessions_.erase({question.terminal(), question.id()});
      TRY(remove_held(home));
      return std::string();
    }
    case Asked::kFiles:
    case Asked::kFilePart:
      return read_file(question);
    case Asked::kContent:
    case Asked::kRecords:
      return read_version(question);
    case Asked::ASKED_NOT_SET:
      break;
  }
  return Error{ErrorKind::kUnsupported, "a question of a newer release"};
}

Result<std::unique_ptr<archive::Disk>> HeldCopies::disk_of(
    const wire::CopyQuestion& question) {
  TRY_ASSIGN(const std::string home,
             held_home(folder_, name_, question.terminal(), question.id()));
  return archive::open_folder(home);
}

Result<std::string> HeldCopies::begin(const wire::CopyQuestion& question) {
  TRY_ASSIGN(const auto disk, disk_of(question));
  close_reader();
  sessions_[{question.terminal(), question.id()}] = question.session();
  TRY_ASSIGN(const auto files, archive::HeldCopy(*disk).begin());
  return to_files_answer(files);
}

// A question of a session that has ended may come late, and must change nothing.
Result<std::string> HeldCopies::change(const wire::CopyQuestion& question) {
  const Held held(question.terminal(), question.id());
  const auto session = sessions_.find(held);
  if (session == sessions_.end() || session->second != question.session()) {
    return Error{ErrorKind::kBusy, "this copy must be compared again first"};
  }
  if (reader_.held == held) close_reader();
  // Somebody may have deleted it.
  TRY_ASSIGN(const std::string home,
             held_home(folder_, name_, question.terminal(), question.id()));
  std::error_code ignored;
  if (!std::filesystem::is_directory(home, ignored)) {
    sessions_.erase(session);
    return Error{ErrorKind::kNotFound, "this copy was deleted"};
  }
  TRY_ASSIGN(const auto disk, archive::open_folder(home));
  archive::HeldCopy copy(*disk);
  switch (question.asked_case()) {
    case Asked::kDigest: {
      const auto& part = question.digest();
      TRY(expect_file_name(part.name()));
      return copy.digest_of(part.name(), part.offset(), part.size());
    }
    case Asked::kWrite: {
      const auto& write = question.write();
      TRY(expect_file_name(write.name()));
      TRY(copy.write(write.name(), write.offset(), write.bytes()));
      return std::string();
    }
    case Asked::kRename:
      TRY(expect_file_name(question.rename().from()));
      TRY(expect_file_name(question.rename().to()));
      TRY(copy.rename(question.rename().from(), question.rename().to()));
      return std::string();
    default:
      TRY(expect_file_name(question.remove()));
      TRY(copy.remove(question.remove()));
      return std::string();
  }
}

Result<std::string> HeldCopies::read_file(const wire::CopyQuestion& question) {
  // Reading makes no folder.
  TRY_ASSIGN(const auto ids, held_ids(folder_, name_, question.terminal()));
  if (std::ranges::find(ids, question.id()) == ids.end()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("no copy of {} {}", question.terminal(), question.id())};
  }
  TRY_ASSIGN(const auto disk, disk_of(question));
  if (question.asked_case() == Asked::kFilePart) {
    const wire::FilePart& part = question.file_part();
    TRY(expect_file_name(part.name()));
    TRY_ASSIGN(const auto file, disk->open(part.name()));
    return file->read(part.offset(), std::min<std::size_t>(part.most(), kMostOfAFile));
  }
  TRY_ASSIGN(const auto names, disk->names());
  std::vector<archive::FarFile> files;
  for (const std::string& name : names) {
    if (name.ends_with(".tmp")) continue;
    TRY_ASSIGN(const auto file, disk->open(name));
    files.push_back({name, file->size()});
  }
  return to_files_answer(files);
}

void HeldCopies::close_reader() {
  reader_.archive.reset();
  reader_.disk.reset();
  reader_.held = {};
}

Result<const archive::Archive*> HeldCopies::reader_of(const Held& held) {
  if (reader_.archive && reader_.held == held) {
    return static_cast<const archive::Archive*>(reader_.archive.get());
  }
  close_reader();
  TRY_ASSIGN(const std::string home,
             held_home(folder_, name_, held.first, held.second));
  TRY_ASSIGN(auto disk, archive::open_folder(home));
  TRY_ASSIGN(auto archive,
             archive::Archive::open(
                 *disk, {.access = archive::ArchiveOptions::Access::kRead}));
  reader_.held = held;
  reader_.disk = std::move(disk);
  reader_.archive = std::move(archive);
  return static_cast<const archive::Archive*>(reader_.archive.get());
}

// Whichever of the copies has it: records do not change.
Result<std::string> HeldCopies::read_version(const wire::CopyQuestion& question) {
  const bool is_content = question.asked_case() == Asked::kContent;
  const archive::Location location =
      location_of(from_wire(is_content ? question.content() : question.records()));
  TRY(expect_file_name(location.segment));
  TRY_ASSIGN(const auto ids, held_ids(folder_, name_, question.terminal()));
  Error why{ErrorKind::kNotFound,
            fmt::format("no copy of the archive of {}", question.terminal())};
  for (const std::string& id : ids) {
    const auto archive = reader_of({question.terminal(), id});
    if (!archive.ok()) {
      why = archive.error();
      continue;
    }
    if (!is_content) {
      auto records = (*archive)->records(location);
      if (records.ok()) return records;
      why = records.error();
      continue;
    }
    auto content = (*archive)->read(location);
    if (!content.ok()) {
      why = content.error();
      continue;
    }
    wire::ContentAnswer answer;
    to_wire(*std::move(content), answer);
    return answer.SerializeAsString();
  }
  return why;
}

}  // namespace curlew::control
