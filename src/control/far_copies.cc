#include "control/far_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/plain_name.h"
#include "base/random.h"
#include "control/records_wire.h"
#include "control/subjects.h"
#include "records.pb.h"

namespace curlew::control {
namespace {

using Asking = FarCopies::Asking;

wire::CopyQuestion question_of(const std::string& terminal, const std::string& id) {
  wire::CopyQuestion question;
  question.set_terminal(terminal);
  question.set_id(id);
  return question;
}

Result<std::string> put_to_holder(const Asking& asking, const std::string& holder,
                                  const wire::CopyQuestion& question) {
  auto answer = asking.broker.request(copies_at(holder), question.SerializeAsString(),
                                      asking.wait);
  if (answer.ok()) return answer;
  return std::move(answer).error().within("terminal " + holder);
}

Result<std::string> ask_holder(const Asking& asking, const std::string& holder,
                               const wire::CopyQuestion& question) {
  if (asking.is_stopping && asking.is_stopping()) {
    return Error{
        ErrorKind::kBusy,
        fmt::format("terminal {} is not asked any more, as this one ends", holder)};
  }
  return put_to_holder(asking, holder, question);
}

template <typename Answer>
Result<Answer> parsed_of(const std::string& bytes, const std::string& who) {
  Answer answer;
  if (answer.ParseFromString(bytes)) return answer;
  return Error{ErrorKind::kMalformed,
               fmt::format("{}: its answer cannot be read", who)};
}

// They become names of files here.
std::vector<archive::FarFile> files_in(const wire::FilesAnswer& answer) {
  std::vector<archive::FarFile> files;
  for (const auto& file : answer.files()) {
    if (is_file_name(file.name())) files.push_back({file.name(), file.size()});
  }
  std::ranges::sort(files, {}, &archive::FarFile::name);
  return files;
}

class FarWriter final : public archive::FarCopy {
 public:
  FarWriter(Asking asking, std::string holder, std::string terminal, std::string id)
      : asking_(std::move(asking)),
        holder_(std::move(holder)),
        terminal_(std::move(terminal)),
        id_(std::move(id)),
        session_(Random::from_system()()) {}

  Result<std::vector<archive::FarFile>> begin() override {
    auto question = own_question();
    question.mutable_begin();
    TRY_ASSIGN(const auto bytes, ask_holder(asking_, holder_, question));
    TRY_ASSIGN(const auto answer, parsed_of<wire::FilesAnswer>(bytes, holder_));
    return files_in(answer);
  }

  Result<std::string> digest_of(const std::string& name, Bytes offset,
                                Bytes size) override {
    auto question = own_question();
    question.mutable_digest()->set_name(name);
    question.mutable_digest()->set_offset(offset);
    question.mutable_digest()->set_size(size);
    return ask_holder(asking_, holder_, question);
  }

  Result<void> write(const std::string& name, Bytes offset,
                     std::string_view bytes) override {
    auto question = own_question();
    question.mutable_write()->set_name(name);
    question.mutable_write()->set_offset(offset);
    question.mutable_write()->set_bytes(std::string(bytes));
    return change(question);
  }

  Result<void> rename(const std::string& from, const std::string& to) override {
    auto question = own_question();
    question.mutable_rename()->set_from(from);
    question.mutable_rename()->set_to(to);
    return change(question);
  }

  Result<void> remove(const std::string& name) override {
    auto question = own_question();
    question.set_remove(name);
    return change(question);
  }

 private:
  wire::CopyQuestion own_question() const {
    auto question = question_of(terminal_, id_);
    question.set_session(session_);
    return question;
  }

  // Also while this process ends: what it commits then is in both places, too.
  Result<void> change(const wire::CopyQuestion& question) {
    TRY(put_to_holder(asking_, holder_, question));
    return {};
  }

  const Asking asking_;
  const std::string holder_;
  const std::string terminal_;
  const std::string id_;
  const std::uint64_t session_;
};

class FarFileToRead final : public archive::File {
 public:
  using Read = std::function<Result<std::string>(Bytes offset, std::size_t most)>;
  FarFileToRead(Bytes size, Read read) : size_(size), read_(std::move(read)) {}

  Bytes size() const override { return size_; }
  Result<std::string> read(Bytes offset, std::size_t most) const override {
    std::string bytes;
    while (bytes.size() < most && offset + bytes.size() < size_) {
      TRY_ASSIGN(const std::string part,
                 read_(offset + bytes.size(), most - bytes.size()));
      if (part.empty()) break;
      bytes += part;
    }
    return bytes;
  }
  Result<void> append(std::string_view) override { return refused(); }
  Result<void> truncate(Bytes) override { return refused(); }
  Result<void> sync() override { return {}; }

 private:
  static Error refused() { return {ErrorKind::kUsage, "a copy that is only read"}; }

  const Bytes size_;
  const Read read_;
};

class FarDisk final : public archive::Disk {
 public:
  FarDisk(Asking asking, std::string holder, wire::CopyQuestion question)
      : asking_(std::move(asking)),
        holder_(std::move(holder)),
        question_(std::move(question)) {}

  Result<std::vector<std::string>> names() const override {
    TRY_ASSIGN(const auto found, files());
    std::vector<std::string> names;
    for (const auto& [name, size] : found) names.push_back(name);
    return names;
  }

  Result<std::unique_ptr<archive::File>> open(const std::string& name) override {
    TRY_ASSIGN(const auto found, files());
    const auto file = std::ranges::find(found, name, &archive::FarFile::name);
    if (file == found.end()) {
      return Error{ErrorKind::kNotFound,
                   fmt::format("{}: is not in the copy at {}", name, holder_)};
    }
    const auto read = [this, name](Bytes offset, std::size_t most) {
      wire::CopyQuestion question = question_;
      question.mutable_file_part()->set_name(name);
      question.mutable_file_part()->set_offset(offset);
      question.mutable_file_part()->set_most(most);
      return ask_holder(asking_, holder_, question);
    };
    return std::unique_ptr<archive::File>(
        std::make_unique<FarFileToRead>(file->size, read));
  }

  Result<std::unique_ptr<archive::File>> create(const std::string&) override {
    return refused();
  }
  Result<void> rename(const std::string&, const std::string&) override {
    return refused();
  }
  Result<void> remove(const std::string&) override { return refused(); }
  Result<void> sync_names() override { return {}; }
  Result<std::unique_ptr<archive::Lock>> lock() override { return refused(); }

 private:
  // As they were when they were asked for first.
  Result<std::vector<archive::FarFile>> files() const {
    if (files_) return *files_;
    wire::CopyQuestion question = question_;
    question.mutable_files();
    TRY_ASSIGN(const auto bytes, ask_holder(asking_, holder_, question));
    TRY_ASSIGN(const auto answer, parsed_of<wire::FilesAnswer>(bytes, holder_));
    files_ = files_in(answer);
    return *files_;
  }
  static Error refused() { return {ErrorKind::kUsage, "a copy that is only read"}; }

  const Asking asking_;
  const std::string holder_;
  const wire::CopyQuestion question_;
  mutable std::optional<std::vector<archive::FarFile>> files_;
};

}  // namespace

Result<std::vector<std::string>> FarCopies::terminals() const {
  return terminals("", {});
}

Result<std::vector<std::string>> FarCopies::terminals(
    const std::string& terminal, const std::vector<store::ArchiveCopy>& copies) const {
  wire::TerminalsQuestion question;
  question.set_terminal(terminal);
  for (const store::ArchiveCopy& each : copies) {
    wire::ArchiveCopy& copy = *question.add_copies();
    copy.set_archive(each.archive);
    copy.set_holder(each.holder);
    copy.set_kept_once(each.kept_once);
  }
  TRY_ASSIGN(
      const std::string bytes,
      asking_.broker.request(kTerminals, question.SerializeAsString(), asking_.wait));
  TRY_ASSIGN(const auto answer, parsed_of<wire::TerminalsAnswer>(bytes, "controller"));
  std::vector<std::string> names(answer.names().begin(), answer.names().end());
  for (const std::string& each : names) {
    TRY(expect_plain_name("controller: terminal", each));
  }
  std::ranges::sort(names);
  return names;
}

Result<std::vector<std::string>> FarCopies::ids_at(const std::string& holder,
                                                   const std::string& terminal) const {
  auto question = question_of(terminal, "");
  question.mutable_ids();
  TRY_ASSIGN(const auto bytes, ask_holder(asking_, holder, question));
  TRY_ASSIGN(const auto answer, parsed_of<wire::CopyIdsAnswer>(bytes, holder));
  for (const std::string& each : answer.ids()) {
    TRY(expect_plain_name("terminal " + holder + ": id of an archive", each));
  }
  return std::vector<std::string>(answer.ids().begin(), answer.ids().end());
}

std::unique_ptr<archive::Disk> FarCopies::files_of(const std::string& holder,
                                                   const std::string& terminal,
                                                   const std::string& id) const {
  return std::make_unique<FarDisk>(asking_, holder, question_of(terminal, id));
}

std::unique_ptr<archive::FarCopy> FarCopies::writer_of(const std::string& holder,
                                                       const std::string& terminal,
                                                       const std::string& id) const {
  return std::make_unique<FarWriter>(asking_, holder, terminal, id);
}

Result<void> FarCopies::drop(const std::string& holder, const std::string& terminal,
                             const std::string& id) const {
  auto question = question_of(terminal, id);
  question.mutable_drop();
  TRY(ask_holder(asking_, holder, question));
  return {};
}

namespace {

// What the first of them answers that has it.
Result<std::string> ask_each(const Asking& asking,
                             const std::vector<std::string>& holders,
                             const wire::CopyQuestion& question) {
  for (const std::string& holder : holders) {
    auto answer = ask_holder(asking, holder, question);
    if (answer.ok()) return answer;
  }
  return Error{ErrorKind::kNotFound,
               fmt::format("no terminal that runs has a copy of it from {}",
                           question.terminal())};
}

}  // namespace

Result<archive::Content> FarCopies::read(const model::KeptAt& place) const {
  auto question = question_of(place.terminal, "");
  to_wire(place, *question.mutable_content());
  TRY_ASSIGN(const auto holders, terminals());
  TRY_ASSIGN(const auto bytes, ask_each(asking_, holders, question));
  TRY_ASSIGN(auto answer, parsed_of<wire::ContentAnswer>(bytes, "a terminal"));
  return from_wire(std::move(answer));
}

Result<std::string> FarCopies::records(const model::KeptAt& place) const {
  auto question = question_of(place.terminal, "");
  to_wire(place, *question.mutable_records());
  TRY_ASSIGN(const auto holders, terminals());
  return ask_each(asking_, holders, question);
}

}  // namespace curlew::control
