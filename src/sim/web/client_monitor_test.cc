#include "sim/web/client_monitor.h"

#include <gtest/gtest.h>

namespace curlew::sim {
namespace {

constexpr std::string_view kHost = "herald.localhost:8080";

class ClientMonitorTest : public testing::Test {
 protected:
  void visit(std::string path, Milliseconds after, http::ServerResponse answer = {},
             std::string agent = "Curlew/0.1 (+https://example.org)") {
    now_ += after;
    monitor_.note({.method = "GET",
                   .path = std::move(path),
                   .headers = {{"User-Agent", std::move(agent)}}},
                  kHost, answer, now_);
  }
  std::vector<std::string> complaints() const {
    std::vector<std::string> texts;
    for (const Violation& violation : monitor_.violations()) {
      texts.push_back(violation.what);
    }
    return texts;
  }

  Time now_ = from_unix_seconds(1'800'000'000);
  ClientMonitor monitor_{ClientMonitorOptions{}};
};

using Complaints = std::vector<std::string>;
using std::chrono::seconds;

TEST_F(ClientMonitorTest, HasNothingToSayAboutAPoliteClient) {
  visit("/robots.txt", seconds(0));
  visit("/feed.xml", seconds(1));
  visit("/politics/1", seconds(1));
  EXPECT_EQ(complaints(), Complaints{});
}

TEST_F(ClientMonitorTest, ComplainsAboutForbiddenPaths) {
  visit("/subscribers/politics/1", seconds(1));
  EXPECT_EQ(complaints(), Complaints{"robots.txt forbids this path"});
  EXPECT_EQ(monitor_.violations()[0].url,
            "http://herald.localhost:8080/subscribers/politics/1");
}

TEST_F(ClientMonitorTest, ComplainsAboutHaste) {
  visit("/a", seconds(1));
  visit("/b", Milliseconds(99));
  EXPECT_EQ(complaints(), Complaints{"only 99 ms after the last request to this host"});
}

TEST_F(ClientMonitorTest, ComplainsAboutWhoeverDoesNotWaitAsAsked) {
  visit("/feed.xml", seconds(1), {429, {{"Retry-After", "60"}}, ""});
  visit("/feed.xml", seconds(59));
  visit("/feed.xml", seconds(1));
  EXPECT_EQ(complaints(), Complaints{"1 s before Retry-After ends"});
}

TEST_F(ClientMonitorTest, LetsBrowsersDoAsTheyLike) {
  visit("/subscribers/politics/1", seconds(1), {}, "Mozilla/5.0");
  EXPECT_EQ(complaints(), Complaints{});
}

TEST_F(ClientMonitorTest, ForbidsWhatRobotsTxtSays) {
  EXPECT_NE(robots_txt("herald").find("Disallow: /subscribers/"), std::string::npos);
  EXPECT_EQ(robots_txt("observer").find("Disallow: /subscribers/"), std::string::npos);
  EXPECT_TRUE(is_forbidden("herald", "/private/feed.xml"));
  EXPECT_FALSE(is_forbidden("observer", "/private/feed.xml"));
  EXPECT_TRUE(is_forbidden("observer", "/admin/"));
}

}  // namespace
}  // namespace curlew::sim
