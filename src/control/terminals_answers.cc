#include "control/terminals_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/plain_name.h"
#include "control/subjects.h"
#include "records.pb.h"

namespace curlew::control {
namespace {

// One terminal keeps its own archive, and those that it has taken over.
constexpr int kMostCopiesTold = 1'000;

Result<std::vector<store::ArchiveCopy>> copies_in(
    const wire::TerminalsQuestion& question) {
  if (question.copies_size() > kMostCopiesTold) {
    return Error{
        ErrorKind::kLimit,
        fmt::format("{} tells of {} copies, and {} are the most", question.terminal(),
                    question.copies_size(), kMostCopiesTold)};
  }
  std::vector<store::ArchiveCopy> copies;
  for (const wire::ArchiveCopy& each : question.copies()) {
    TRY(expect_plain_name("copy of the archive", each.archive()));
    if (!each.holder().empty()) TRY(expect_plain_name("holder", each.holder()));
    copies.push_back({each.archive(), each.holder(), each.kept_once()});
  }
  return copies;
}

}  // namespace

void LivingTerminals::set(std::vector<std::string> names) {
  const std::lock_guard lock(mutex_);
  names_ = std::move(names);
}

std::vector<std::string> LivingTerminals::get() const {
  const std::lock_guard lock(mutex_);
  return names_;
}

// Whoever can ask could invent terminals: only of those that are alive.
void LivingTerminals::tell(const std::string& terminal,
                           std::vector<store::ArchiveCopy> copies) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(names_, terminal) == names_.end()) return;
  const auto noted = noted_.find(terminal);
  if (noted != noted_.end() && noted->second == copies) {
    told_.erase(terminal);
  } else {
    told_[terminal] = std::move(copies);
  }
}

Result<void> LivingTerminals::note_copies(store::Store& store) {
  while (true) {
    std::pair<std::string, std::vector<store::ArchiveCopy>> told;
    {
      const std::lock_guard lock(mutex_);
      if (told_.empty()) return {};
      told = *told_.begin();
    }
    TRY(store::ArchiveCopies(store.database()).note(told.first, told.second));
    const std::lock_guard lock(mutex_);
    if (const auto found = told_.find(told.first);
        found != told_.end() && found->second == told.second) {
      told_.erase(found);
    }
    // Another one told of the same archive before, and may do so again.
    std::set<std::string> archives;
    for (const auto* each : {&noted_[told.first], &told.second}) {
      for (const store::ArchiveCopy& copy : *each) archives.insert(copy.archive);
    }
    std::erase_if(noted_, [&](const auto& noted) {
      return noted.first != told.first &&
             std::ranges::any_of(noted.second, [&](const store::ArchiveCopy& copy) {
               return archives.contains(copy.archive);
             });
    });
    noted_[told.first] = std::move(told.second);
  }
}

Result<std::unique_ptr<broker::Answering>> answer_terminals(LivingTerminals& living,
                                                            broker::Broker& broker) {
  return broker.answer(
      kTerminals, [&living](std::string_view bytes) -> Result<std::string> {
        wire::TerminalsQuestion question;
        if (!question.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
          return Error{ErrorKind::kMalformed, "the question cannot be read"};
        }
        if (!question.terminal().empty()) {
          TRY(expect_plain_name("terminal", question.terminal()));
          TRY_ASSIGN(auto copies, copies_in(question));
          living.tell(question.terminal(), std::move(copies));
        }
        wire::TerminalsAnswer answer;
        for (const std::string& each : living.get()) answer.add_names(each);
        return answer.SerializeAsString();
      });
}

}  // namespace curlew::control
