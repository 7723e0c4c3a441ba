#include "control/hook.h"

#include <gtest/gtest.h>

#include <new>

#include "base/temporary_folder_test.h"
#include "store/counters.h"

namespace curlew::control {
namespace {

// As when there is no memory left.
class FailingClock final : public Clock {
 public:
  Time now() const override { throw std::bad_alloc(); }
  SteadyTime steady() const override { throw std::bad_alloc(); }
};

TEST(Hook, WhatIsThrownWhileItTellsEndsNoProcess) {
  const TemporaryFolder folder;
  const auto store =
      store::open_sqlite_store(folder.file("central.db"), store::OpenMode::kReadWrite);
  ASSERT_TRUE(store.ok());
  const FailingClock clock;
  HookOptions options;
  options.command = {"/bin/true"};
  options.position = store::kHookClip;
  options.last_id = [](store::Store&) { return Result<std::int64_t>(0); };
  int reads = 0;
  options.read = [&](store::Store&, std::int64_t after, std::size_t) {
    ++reads;
    EXPECT_EQ(after, 0) << "what was not told is told again";
    return Result<std::vector<HookItem>>(std::vector<HookItem>{{1, "{}"}, {2, "{}"}});
  };
  Hook hook(options, **store, clock);
  for (int i = 0; i < 2; ++i) {
    const auto told = hook.step();
    ASSERT_TRUE(told.ok()) << told.error().text;
    EXPECT_FALSE(*told);
  }
  EXPECT_EQ(reads, 2);
}

}  // namespace
}  // namespace curlew::control
