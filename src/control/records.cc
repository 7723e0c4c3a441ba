#include "control/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/plain_name.h"
#include "control/records_wire.h"
#include "control/subjects.h"
#include "records.pb.h"

namespace curlew::control {
namespace {

// Of a file that is copied: a digest takes a second for half a GiB.
constexpr Milliseconds kPatienceForFiles{600'000};

Error unreadable(const std::string& terminal) {
  return {ErrorKind::kMalformed,
          fmt::format("terminal {}: its answer cannot be read", terminal)};
}

template <typename Answer>
Result<Answer> parsed(const std::string& bytes, const std::string& terminal) {
  Answer answer;
  if (!answer.ParseFromString(bytes)) return unreadable(terminal);
  return answer;
}

Result<std::string> ask_terminal(broker::Broker& broker, const std::string& terminal,
                                 const std::string& question, Milliseconds wait) {
  auto answer = broker.request(records_of(terminal), question, wait);
  if (answer.ok()) return answer;
  if (answer.error().kind == ErrorKind::kDisconnected) {
    return Error{ErrorKind::kDisconnected,
                 fmt::format("terminal {}, where it is kept, does not answer: {}",
                             terminal, answer.error().text)};
  }
  return std::move(answer).error().within("terminal " + terminal);
}

Result<void> expect_to_go_on(const std::atomic<bool>* stopping) {
  if (stopping == nullptr || !stopping->load()) return {};
  return Error{ErrorKind::kBusy, "it is given up, as this process ends"};
}

class AskedFile final : public archive::File {
 public:
  AskedFile(broker::Broker& broker, std::string terminal, std::string name, Bytes size,
            const std::atomic<bool>* stopping)
      : broker_(broker),
        terminal_(std::move(terminal)),
        name_(std::move(name)),
        size_(size),
        stopping_(stopping) {}

  Bytes size() const override { return size_; }

  Result<std::string> read(Bytes offset, std::size_t most) const override {
    if (offset >= size_) return std::string();
    TRY(expect_to_go_on(stopping_));
    wire::RecordsQuestion question;
    wire::FilePart& part = *question.mutable_file_part();
    part.set_name(name_);
    part.set_offset(offset);
    part.set_most(most);
    return ask_terminal(broker_, terminal_, question.SerializeAsString(),
                        kPatienceForFiles);
  }

  Result<void> append(std::string_view) override { return read_only(); }
  Result<void> truncate(Bytes) override { return read_only(); }
  Result<void> sync() override { return {}; }

 private:
  Error read_only() const {
    return {
        ErrorKind::kUnsupported,
        fmt::format("{}: is at terminal {}, and cannot be written", name_, terminal_)};
  }

  broker::Broker& broker_;
  const std::string terminal_;
  const std::string name_;
  const Bytes size_;
  const std::atomic<bool>* const stopping_;
};

// Its terminal is away, or has lost it.
bool may_be_in_a_copy(const Error& error) {
  return error.kind == ErrorKind::kDisconnected || error.kind == ErrorKind::kBusy ||
         error.kind == ErrorKind::kNotFound || error.kind == ErrorKind::kCorrupt;
}

// One that did not answer in time is there, perhaps; and when the broker is away,
// nobody knows.
bool is_nobody_there(broker::Broker& broker, const Result<std::string>& answer) {
  return !answer.ok() && answer.error().kind == ErrorKind::kDisconnected &&
         broker.check().ok();
}

class NoLock final : public archive::Lock {};

}  // namespace

Result<std::string> AskedRecords::ask(const std::string& terminal,
                                      const std::string& question) {
  return ask_terminal(broker_, terminal, question, wait_);
}

Result<archive::Content> AskedRecords::read(const model::KeptAt& place) {
  auto content = read_at_terminal(place);
  if (content.ok() || !may_be_in_a_copy(content.error())) return content;
  auto copied = copies_.read(place);
  return copied.ok() ? std::move(copied) : std::move(content);
}

Result<std::string> AskedRecords::records(const model::KeptAt& place) {
  auto records = records_at_terminal(place);
  if (records.ok() || !may_be_in_a_copy(records.error())) return records;
  auto copied = copies_.records(place);
  return copied.ok() ? std::move(copied) : std::move(records);
}

Result<archive::Content> AskedRecords::read_at_terminal(const model::KeptAt& place) {
  wire::RecordsQuestion question;
  to_wire(place, *question.mutable_content());
  TRY_ASSIGN(const std::string bytes,
             ask(place.terminal, question.SerializeAsString()));
  TRY_ASSIGN(auto answer, parsed<wire::ContentAnswer>(bytes, place.terminal));
  return from_wire(std::move(answer));
}

Result<std::string> AskedRecords::records_at_terminal(const model::KeptAt& place) {
  wire::RecordsQuestion question;
  to_wire(place, *question.mutable_records());
  return ask(place.terminal, question.SerializeAsString());
}

Result<std::optional<bool>> AskedRecords::is_referred(const model::KeptAt& place) {
  wire::RecordsQuestion question;
  to_wire(place, *question.mutable_is_referred());
  TRY_ASSIGN(const std::string bytes,
             ask(place.terminal, question.SerializeAsString()));
  TRY_ASSIGN(const auto answer, parsed<wire::ReferredAnswer>(bytes, place.terminal));
  return answer.has_is_referred() ? std::optional(answer.is_referred()) : std::nullopt;
}

Result<std::optional<std::string>> AskedRecords::holder_of(
    const std::string& terminal) {
  wire::RecordsQuestion question;
  question.mutable_holder();
  const auto bytes =
      broker_.request(records_of(terminal), question.SerializeAsString(), wait_);
  if (is_nobody_there(broker_, bytes)) return std::optional<std::string>();
  TRY(bytes);
  TRY_ASSIGN(const auto answer, parsed<wire::HolderAnswer>(*bytes, terminal));
  TRY(expect_plain_name("holder of the archive of " + terminal, answer.holder()));
  return std::optional(answer.holder());
}

Result<std::optional<std::string>> AskedRecords::any_terminal() {
  const auto name = broker_.request(kTakers, "", wait_);
  if (is_nobody_there(broker_, name)) return std::optional<std::string>();
  TRY(name);
  TRY(expect_plain_name("terminal", *name));
  return std::optional(*name);
}

Result<bool> AskedRecords::take_over(const std::string& taker,
                                     const std::string& terminal) {
  wire::RecordsQuestion question;
  question.set_take_over(terminal);
  TRY_ASSIGN(const std::string bytes, ask(taker, question.SerializeAsString()));
  TRY_ASSIGN(const auto answer, parsed<wire::TakeOverAnswer>(bytes, taker));
  return answer.is_done();
}

Result<std::vector<model::KeptAt>> AskedRecords::dropped(const std::string& terminal) {
  wire::DroppedQuestion question;
  question.set_of(terminal);
  TRY_ASSIGN(const std::string bytes,
             broker_.request(kDropped, question.SerializeAsString(), wait_));
  TRY_ASSIGN(const auto answer, parsed<wire::RecordPlaces>(bytes, "controller"));
  std::vector<model::KeptAt> places;
  for (const wire::RecordPlace& each : answer.places()) {
    places.push_back(from_wire(each));
  }
  return places;
}

Result<void> AskedRecords::forget(const std::vector<model::KeptAt>& places) {
  // A request is one message, and a place has a hundred bytes.
  constexpr std::size_t kAtOnce = 1'000;
  for (std::size_t i = 0; i < places.size(); i += kAtOnce) {
    wire::DroppedQuestion question;
    for (std::size_t j = i; j < std::min(i + kAtOnce, places.size()); ++j) {
      to_wire(places[j], *question.mutable_forget()->add_places());
    }
    TRY(broker_.request(kDropped, question.SerializeAsString(), wait_));
  }
  return {};
}

AskedDisk::AskedDisk(broker::Broker& broker, std::string terminal,
                     const std::atomic<bool>* stopping)
    : broker_(broker), terminal_(std::move(terminal)), stopping_(stopping) {}

Result<std::vector<std::string>> AskedDisk::names() const {
  wire::RecordsQuestion question;
  question.mutable_files();
  TRY_ASSIGN(const std::string bytes,
             ask_terminal(broker_, terminal_, question.SerializeAsString(),
                          kPatienceForFiles));
  TRY_ASSIGN(const auto answer, parsed<wire::FilesAnswer>(bytes, terminal_));
  std::vector<std::string> names;
  for (const auto& file : answer.files()) {
    // They become names of files here.
    if (is_file_name(file.name())) names.push_back(file.name());
  }
  std::ranges::sort(names);
  return names;
}

Result<std::unique_ptr<archive::File>> AskedDisk::open(const std::string& name) {
  wire::RecordsQuestion question;
  question.mutable_files();
  TRY_ASSIGN(const std::string bytes,
             ask_terminal(broker_, terminal_, question.SerializeAsString(),
                          kPatienceForFiles));
  TRY_ASSIGN(const auto answer, parsed<wire::FilesAnswer>(bytes, terminal_));
  for (const auto& file : answer.files()) {
    if (file.name() != name) continue;
    return std::unique_ptr<archive::File>(
        std::make_unique<AskedFile>(broker_, terminal_, name, file.size(), stopping_));
  }
  return Error{ErrorKind::kNotFound,
               fmt::format("{}: terminal {} has no such file", name, terminal_)};
}

Result<std::string> AskedDisk::digest_of(const std::string& name) {
  TRY(expect_to_go_on(stopping_));
  wire::RecordsQuestion question;
  question.set_file_digest(name);
  return ask_terminal(broker_, terminal_, question.SerializeAsString(),
                      kPatienceForFiles);
}

Result<std::unique_ptr<archive::File>> AskedDisk::create(const std::string& name) {
  return Error{ErrorKind::kUnsupported,
               fmt::format("{}: nothing is written at terminal {}", name, terminal_)};
}

Result<void> AskedDisk::rename(const std::string& from, const std::string&) {
  return create(from).error();
}

Result<void> AskedDisk::remove(const std::string& name) { return create(name).error(); }

Result<std::unique_ptr<archive::Lock>> AskedDisk::lock() {
  return std::unique_ptr<archive::Lock>(std::make_unique<NoLock>());
}

}  // namespace curlew::control
