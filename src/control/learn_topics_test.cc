#include "control/learn_topics.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/temporary_folder_test.h"

namespace curlew::control {
namespace {

using std::chrono::steady_clock;
using testing::SizeIs;

constexpr Time kLearnedAt = from_unix_seconds(1'790'000'000);

class LearnTopics : public testing::Test {
 protected:
  std::unique_ptr<store::Store> open() {
    return *store::open_sqlite_store(folder_.file("central.db"),
                                     store::OpenMode::kReadWrite);
  }
  static Result<void> write_topic(store::Store& store, const std::string& name,
                                  std::size_t examples) {
    model::Source source;
    source.url = "topic:" + name;
    source.title = name;
    source.kind = model::SourceKind::kTopic;
    model::Topic topic;
    TRY_ASSIGN(topic.source, store.sources().add(source, kLearnedAt));
    topic.name = name;
    TRY(store.topics().add(topic));
    std::vector<model::TopicExample> texts;
    for (std::size_t i = 0; i < examples; ++i) {
      texts.push_back({"a file", "",
                       fmt::format("{} number {} of the {} is told about by {} people",
                                   name, i, name, i * 7)});
    }
    return store.topics().set_examples(topic.source, texts);
  }
  static Result<void> add(store::Store& store, const std::string& name,
                          std::size_t examples) {
    return change_topics(store, kLearnedAt,
                         {.write = [&] { return write_topic(store, name, examples); }});
  }

  const TemporaryFolder folder_;
};

TEST_F(LearnTopics, OthersWriteWhileTopicsAreLearned) {
  const auto other = open();
  std::atomic<bool> is_done = false;
  steady_clock::duration took{};
  std::thread learner([&] {
    const auto store = open();
    const auto start = steady_clock::now();
    EXPECT_TRUE(add(*store, "ferries", 300).ok());
    took = steady_clock::now() - start;
    is_done = true;
  });
  steady_clock::duration longest{};
  while (!is_done) {
    const auto start = steady_clock::now();
    const auto written = [&]() -> Result<void> {
      TRY_ASSIGN(auto transaction, other->begin());
      TRY(other->topics().set_judging({kLearnedAt, {1}}));
      return transaction.commit();
    }();
    EXPECT_TRUE(written.ok()) << written.error().text;
    longest = std::max(longest, steady_clock::now() - start);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  learner.join();
  EXPECT_LT(longest, took / 2) << "learning is nearly all of it";
}

TEST_F(LearnTopics, WhatOthersChangeMeanwhileIsLearnedToo) {
  open();
  std::vector<std::thread> learners;
  for (const std::string name : {"ferries", "football", "cooking"}) {
    learners.emplace_back([this, name] {
      const auto store = open();
      const auto added = add(*store, name, 40);
      EXPECT_TRUE(added.ok()) << added.error().text;
    });
  }
  for (std::thread& learner : learners) learner.join();
  const auto store = open();
  EXPECT_THAT(*store->topics().all(), SizeIs(3));
  const auto models = *store->topics().models();
  ASSERT_THAT(models, SizeIs(1));
  EXPECT_THAT(models[0].classes, SizeIs(3));
}

TEST_F(LearnTopics, AChangeThatCannotBeLearnedIsNotMade) {
  const auto store = open();
  ASSERT_TRUE(add(*store, "ferries", 3).ok());
  const auto added = add(*store, "nothing", 0);
  ASSERT_FALSE(added.ok());
  EXPECT_EQ(added.error().text, "the topic nothing has no examples");
  EXPECT_THAT(*store->topics().all(), SizeIs(1));
}

// Its crawl goes on while it is learned.
TEST_F(LearnTopics, WhatACrawlHasComeToMeanwhileStays) {
  const auto store = open();
  ASSERT_TRUE(add(*store, "ferries", 3).ok());
  const auto topic = store->topics().all()->at(0).topic;
  int calls = 0;
  const auto changed =
      change_topics(*store, kLearnedAt, {.write = [&]() -> Result<void> {
        if (++calls == 1) return {};
        // Between the first look and what is written.
        return store->topics().save_progress(topic.source, 7, .5, topic.learned);
      }});
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(store->topics().all()->at(0).topic.phase, 7u);
}

}  // namespace
}  // namespace curlew::control
