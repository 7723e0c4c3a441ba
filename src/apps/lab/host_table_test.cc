#include "apps/lab/host_table.h"

#include <gtest/gtest.h>

#include <string>

namespace curlew::apps {
namespace {

constexpr std::string_view kHeading = "host,docs,mean_download_s,delay_s\n";

std::string error_of(const std::string& csv) {
  const auto hosts = parse_host_table(csv, "F.csv");
  return hosts.ok() ? "" : hosts.error().text;
}

std::string error_of_row(const std::string& row) {
  return error_of(std::string(kHeading) + row);
}

TEST(HostTable, ReadsHostsInAnyOrderOfColumns) {
  const auto hosts = parse_host_table(
      "delay_s,note,docs,host,mean_download_s,downloads,deviation_s\r\n"
      "0.5,x,12,a.example,1.5,7,0.25\r\n\r\n"
      ",,3,b.example,,,\r\n",
      "F.csv");
  ASSERT_TRUE(hosts.ok()) << hosts.error().text;
  ASSERT_EQ(hosts->size(), 2u);
  const auto& [first, second] = std::tie((*hosts)[0], (*hosts)[1]);
  EXPECT_EQ(first.documents, 12u);
  EXPECT_EQ(first.delay, Seconds(0.5));
  EXPECT_EQ(first.downloads.mean, Seconds(1.5));
  EXPECT_EQ(first.downloads.deviation, Seconds(0.25));
  EXPECT_EQ(first.downloads.count, 7u);
  EXPECT_EQ(second.downloads.count, 0u);
  EXPECT_EQ(second.delay, Seconds(1));
  EXPECT_NE(first.owner, second.owner);
}

TEST(HostTable, NamesTheLineAndTheValueThatCannotBe) {
  EXPECT_EQ(error_of_row("a,1,1,1\nb,-3,1,1\n"),
            "F.csv:3: docs: no number from 0 to 10000000: '-3'");
  EXPECT_EQ(error_of_row("a,1,-1,1\n"),
            "F.csv:2: mean_download_s: no number of seconds from 0 to a million: '-1'");
  for (const char* value :
       {"nan", "inf", "-inf", "1e300", "1e999", "1s", "0x1", "1 1"}) {
    EXPECT_NE(error_of_row(std::string("a,1,") + value + ",1\n"), "") << value;
    EXPECT_NE(error_of_row(std::string("a,1,1,") + value + "\n"), "") << value;
    EXPECT_NE(error_of_row(std::string("a,") + value + ",1,1\n"), "") << value;
  }
  EXPECT_NE(error_of_row("a,99999999999999999999999,1,1\n"), "");
  EXPECT_NE(error_of_row("a,1.5,1,1\n"), "");
  EXPECT_NE(error_of_row("a,,1,1\n"), "");
}

TEST(HostTable, RefusesWhatIsNoSuchTable) {
  EXPECT_EQ(error_of(""), "F.csv: is empty");
  EXPECT_EQ(error_of("host,docs,delay_s\n"), "F.csv:1: no column 'mean_download_s'");
  EXPECT_EQ(error_of_row("a,1,1\n"), "F.csv:2: 3 fields, not 4: a,1,1");
  EXPECT_EQ(error_of_row("a,1,1,1\na,2,1,1\n"), "F.csv:3: host: is there twice: 'a'");
  EXPECT_EQ(error_of_row(",1,1,1\n"), "F.csv:2: host: has no name: ',1,1,1'");
}

}  // namespace
}  // namespace curlew::apps
