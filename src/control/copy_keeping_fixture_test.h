// Processes of terminals that keep copies of each other's archives, on a broker in
// memory and a clock that is moved.

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/temporary_folder_test.h"
#include "control/archive_folders.h"
#include "control/copy_keeping.h"
#include "control/held_copies.h"
#include "control/records.h"
#include "control/records_answers.h"
#include "control/terminals_answers.h"
#include "store/store.h"

namespace curlew::control {

inline std::string copied_body(int number) {
  std::string text = fmt::format("<p>Version {}</p>", number);
  while (text.size() < 900) text += fmt::format("<p>{}</p>", number * 7);
  return text;
}

struct Kept {
  model::KeptAt place;
  int number = 0;
};

// A terminal's process. Its directory outlives it.
struct CopyingProcess {
  CopyingProcess(std::string own_name, const std::string& data, broker::Broker& broker,
                 const Clock& clock, const std::function<bool()>& is_stopping)
      : name(std::move(own_name)),
        folder(data + "/" + name + "/archive"),
        asked(broker),
        far(broker, FarCopies::kPatience, is_stopping),
        archives(folder, {.largest_segment = 2_KiB,
                          .elsewhere = &asked,
                          .far_copies = &far,
                          .wants_far_copies = true}),
        left(folder, name, CopyKeepingOptions().gone_for_good, asked, clock),
        keeping({.terminal = name}, archives, far, left, clock) {
    const auto opened = archives.open_to_write({name});
    EXPECT_TRUE(opened.ok()) << opened.error().text;
    answers =
        *RecordsAnswers::start(name, RecordsAnswers::Role::kTerminal, archives, broker);
    held = *HeldCopies::start(folder, name, broker);
  }

  Kept keep(int number) {
    pipeline::VersionShelf& shelf = archives.shelf_of(name);
    const auto kept = shelf.keep({.url = "https://example.org/",
                                  .time = from_unix_seconds(1'794'000'000 + number),
                                  .status_line = "HTTP/1.1 200 OK",
                                  .body = copied_body(number)});
    EXPECT_TRUE(kept.ok()) << kept.error().text;
    const auto committed = shelf.commit();
    EXPECT_TRUE(committed.ok()) << committed.error().text;
    return {kept->place, number};
  }

  store::ArchiveCopy copy_of(const std::string& archive) {
    for (const auto& each : archives.far_copies()) {
      if (each.archive == archive) return each;
    }
    return {};
  }
  store::ArchiveCopy copy() { return copy_of(name); }

  const std::string name;
  const std::string folder;
  AskedRecords asked;
  const FarCopies far;
  Archives archives;
  LeftCopies left;
  CopyKeeping keeping;
  std::unique_ptr<RecordsAnswers> answers;
  std::unique_ptr<HeldCopies> held;
};

class CopyKeepingTest : public testing::Test {
 protected:
  CopyKeepingTest() { answering_ = *answer_terminals(living_, *broker_); }

  void start(const std::string& name) {
    alive_.push_back(name);
    living_.set(alive_);
    processes_[name] =
        std::make_unique<CopyingProcess>(name, data_.path().string(), *broker_, clock_,
                                         [this] { return questions_left_-- <= 0; });
  }
  void kill(const std::string& name) {
    processes_.erase(name);
    std::erase(alive_, name);
    living_.set(alive_);
  }
  void erase(const std::string& name) {
    std::filesystem::remove_all(data_.path() / name);
  }
  CopyingProcess& at(const std::string& name) { return *processes_.at(name); }

  // Until nobody has anything to do, for so long.
  void run(Milliseconds time = Milliseconds(10'000)) {
    for (Milliseconds past{0}; past <= time; past += Milliseconds(1'000)) {
      for (auto& [name, process] : processes_) {
        Result<bool> stepped = true;
        for (int i = 0; i < 1'000 && stepped.ok() && *stepped; ++i) {
          stepped = process->keeping.step();
        }
      }
      clock_.advance(Milliseconds(1'000));
    }
  }

  // Through the broker, by somebody who has nothing himself.
  void expect_readable(const std::vector<Kept>& all) {
    AskedRecords asked(*broker_);
    for (const auto& [place, number] : all) {
      const auto content = asked.read(place);
      ASSERT_TRUE(content.ok()) << number << ": " << content.error().text;
      EXPECT_EQ(content->body, copied_body(number));
      EXPECT_TRUE(asked.records(place).ok()) << number;
    }
  }
  std::string other_than(const std::vector<std::string>& names) {
    for (const std::string& each : alive_) {
      if (std::ranges::find(names, each) == names.end()) return each;
    }
    return "";
  }

  // Until processes end, and ask nothing any more.
  std::int64_t questions_left_ = 1'000'000'000;
  const TemporaryFolder data_;
  ManualClock clock_;
  const std::unique_ptr<broker::Broker> broker_ = broker::make_memory_broker({});
  LivingTerminals living_;
  std::unique_ptr<broker::Answering> answering_;
  std::vector<std::string> alive_;
  std::map<std::string, std::unique_ptr<CopyingProcess>> processes_;
};

}  // namespace curlew::control
