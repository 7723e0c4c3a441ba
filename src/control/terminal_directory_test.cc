#include "control/terminal_directory.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

namespace curlew::control {
namespace {

const SteadyTime kMoment(Milliseconds(1'000'000));

TEST(TerminalDirectory, KnowsNobodyAtFirst) {
  EXPECT_FALSE(TerminalDirectory(Milliseconds(10)).terminal_for("a.example"));
}

TEST(TerminalDirectory, MovesOnlyTheHostsOfTheTerminalThatDied) {
  TerminalDirectory directory(Milliseconds(100));
  for (const char* name : {"t1", "t2", "t3"}) directory.heard({name, 10}, kMoment);
  EXPECT_EQ(directory.capacity(), 30u);
  std::map<std::string, std::string> before;
  std::map<std::string, int> load;
  for (int i = 0; i < 3000; ++i) {
    const std::string host = fmt::format("host{}.example", i);
    before[host] = *directory.terminal_for(host);
    ++load[before[host]];
  }
  for (const auto& [name, hosts] : load) EXPECT_NEAR(hosts, 1000, 150) << name;

  directory.heard({"t1", 10}, kMoment + Milliseconds(50));
  directory.heard({"t3", 10}, kMoment + Milliseconds(50));
  EXPECT_EQ(directory.take_silent(kMoment + Milliseconds(100)),
            std::vector<std::string>{"t2"});
  for (const auto& [host, terminal] : before) {
    if (terminal == "t2") continue;
    EXPECT_EQ(*directory.terminal_for(host), terminal);
  }
}

}  // namespace
}  // namespace curlew::control
