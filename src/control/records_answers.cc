#include "control/records_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/plain_name.h"
#include "base/sha.h"
#include "control/records.h"
#include "control/records_wire.h"
#include "control/subjects.h"
#include "records.pb.h"

namespace curlew::control {
namespace {

constexpr std::size_t kReadAtOnce = 1_MiB;

Result<std::string> digest_of(const archive::File& file) {
  Sha256 sha;
  for (Bytes offset = 0; offset < file.size();) {
    TRY_ASSIGN(const std::string bytes, file.read(offset, kReadAtOnce));
    if (bytes.empty()) break;
    sha.add(bytes);
    offset += bytes.size();
  }
  return sha.hex();
}

// In the archive that the question was sent to, whatever it says.
model::KeptAt at(const std::string& terminal, const wire::RecordPlace& asked) {
  model::KeptAt place = from_wire(asked);
  place.terminal = terminal;
  return place;
}

Result<std::string> files_answer(archive::Disk& disk) {
  wire::FilesAnswer answer;
  TRY_ASSIGN(const auto names, disk.names());
  for (const std::string& name : names) {
    // What a crash left is no part of the archive.
    if (name.ends_with(".tmp")) continue;
    TRY_ASSIGN(const auto file, disk.open(name));
    auto& each = *answer.add_files();
    each.set_name(name);
    each.set_size(file->size());
  }
  return answer.SerializeAsString();
}

}  // namespace

RecordsAnswers::RecordsAnswers(std::string name, Role role, Archives& archives,
                               broker::Broker& broker)
    : name_(std::move(name)), role_(role), archives_(archives), broker_(broker) {}

Result<std::unique_ptr<RecordsAnswers>> RecordsAnswers::start(std::string name,
                                                              Role role,
                                                              Archives& archives,
                                                              broker::Broker& broker) {
  std::unique_ptr<RecordsAnswers> answers(
      new RecordsAnswers(std::move(name), role, archives, broker));
  for (const std::string& terminal : archives.open_terminals()) {
    TRY(answers->answer_for(terminal));
  }
  if (role == Role::kLeaving) return answers;
  TRY_ASSIGN(auto taking, broker.answer(kTakers, [name = answers->name_](auto) {
    return Result<std::string>(name);
  }));
  const std::lock_guard lock(answers->mutex_);
  answers->answerings_.push_back(std::move(taking));
  return answers;
}

RecordsAnswers::~RecordsAnswers() {
  // Nobody begins anything from here on. What has begun is given up: it goes on with
  // what is missing when somebody asks again.
  stopping_ = true;
  std::vector<std::unique_ptr<broker::Answering>> answerings;
  {
    const std::lock_guard lock(mutex_);
    answerings.swap(answerings_);
  }
  answerings.clear();
  for (auto& [terminal, arrival] : arrivals_) {
    if (arrival.thread.joinable()) arrival.thread.join();
  }
}

Result<void> RecordsAnswers::answer_for(const std::string& terminal) {
  TRY_ASSIGN(auto answering,
             broker_.answer(records_of(terminal), [this, terminal](auto question) {
               return answer(terminal, question);
             }));
  const std::lock_guard lock(mutex_);
  answerings_.push_back(std::move(answering));
  return {};
}

Result<std::string> RecordsAnswers::answer(const std::string& terminal,
                                           std::string_view bytes) {
  wire::RecordsQuestion question;
  if (!question.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Error{ErrorKind::kMalformed, "the question cannot be read"};
  }
  switch (question.asked_case()) {
    case wire::RecordsQuestion::kHolder: {
      wire::HolderAnswer answer;
      answer.set_holder(name_);
      return answer.SerializeAsString();
    }
    case wire::RecordsQuestion::kContent: {
      TRY_ASSIGN(auto content, archives_.read(at(terminal, question.content())));
      wire::ContentAnswer answer;
      to_wire(std::move(content), answer);
      return answer.SerializeAsString();
    }
    case wire::RecordsQuestion::kRecords:
      return archives_.records(at(terminal, question.records()));
    case wire::RecordsQuestion::kIsReferred: {
      std::optional<bool> is_referred;
      TRY(archives_.with(terminal, [&](archive::Archive& archive) -> Result<void> {
        TRY_ASSIGN(is_referred,
                   archive.is_referred(location_of(from_wire(question.is_referred()))));
        return {};
      }));
      wire::ReferredAnswer answer;
      if (is_referred) answer.set_is_referred(*is_referred);
      return answer.SerializeAsString();
    }
    case wire::RecordsQuestion::kFiles: {
      TRY_ASSIGN(const auto disk, archives_.files_of(terminal));
      return files_answer(*disk);
    }
    case wire::RecordsQuestion::kFilePart: {
      const wire::FilePart& part = question.file_part();
      if (!is_file_name(part.name())) return Error{ErrorKind::kNotFound, part.name()};
      TRY_ASSIGN(const auto disk, archives_.files_of(terminal));
      TRY_ASSIGN(const auto file, disk->open(part.name()));
      return file->read(part.offset(), std::min<std::size_t>(part.most(), kReadAtOnce));
    }
    case wire::RecordsQuestion::kFileDigest:
      return file_digest(terminal, question.file_digest());
    case wire::RecordsQuestion::kTakeOver: {
      TRY_ASSIGN(const bool is_done, take_over(question.take_over()));
      wire::TakeOverAnswer answer;
      answer.set_is_done(is_done);
      return answer.SerializeAsString();
    }
    case wire::RecordsQuestion::ASKED_NOT_SET:
      break;
  }
  return Error{ErrorKind::kUnsupported, "a question of a newer release"};
}

Result<std::string> RecordsAnswers::file_digest(const std::string& terminal,
                                                const std::string& name) {
  if (!is_file_name(name)) return Error{ErrorKind::kNotFound, name};
  TRY_ASSIGN(const auto disk, archives_.files_of(terminal));
  TRY_ASSIGN(const auto file, disk->open(name));
  return digest_of(*file);
}

// It may take an hour: who asks does so again and again, and others are answered
// meanwhile.
Result<bool> RecordsAnswers::take_over(const std::string& terminal) {
  if (role_ == Role::kLeaving) {
    return Error{ErrorKind::kBusy, fmt::format("{} is leaving itself", name_)};
  }
  if (terminal == name_) {
    return Error{ErrorKind::kUsage, "a terminal does not take over its own archive"};
  }
  // It becomes a folder.
  TRY(expect_plain_name("archive to be taken over", terminal));
  const std::lock_guard lock(mutex_);
  Arrival& arrival = arrivals_[terminal];
  if (!arrival.thread.joinable()) {
    arrival.is_finished = false;
    arrival.thread = std::thread([this, terminal] {
      auto outcome = fetch(terminal);
      const std::lock_guard finished(mutex_);
      arrivals_[terminal].outcome = std::move(outcome);
      arrivals_[terminal].is_finished = true;
    });
    return false;
  }
  if (!arrival.is_finished) return false;
  arrival.thread.join();
  // The next one who asks begins anew, which is nothing where all is here.
  TRY(std::exchange(arrival.outcome, {}));
  return true;
}

Result<void> RecordsAnswers::fetch(const std::string& terminal) {
  const auto open = archives_.open_terminals();
  if (std::ranges::find(open, terminal) != open.end()) return {};
  log_info("archive: taking over that of terminal {}", terminal);
  AskedDisk disk(broker_, terminal, &stopping_);
  const auto is_equal = [&](const std::string& name,
                            archive::File& file) -> Result<bool> {
    TRY_ASSIGN(const std::string here, digest_of(file));
    TRY_ASSIGN(const std::string there, disk.digest_of(name));
    return here == there;
  };
  TRY(archives_.take_over(terminal, disk, name_, is_equal));
  TRY(answer_for(terminal));
  log_info("archive: that of terminal {} is here now", terminal);
  return {};
}

}  // namespace curlew::control
