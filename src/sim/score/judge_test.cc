#include "sim/score/judge.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "http/date.h"

namespace curlew::sim {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using Kinds = std::vector<FaultKind>;

// Monday, 2027-01-18, 08:00 UTC: outside the hours and days that feeds want skipped.
const Time kMonday = from_unix_seconds(1'800'259'200);

class JudgeTest : public testing::Test {
 protected:
  // A client that does everything right, but for what a test adds or takes away.
  http::ServerResponse get(std::string_view host, std::string path,
                           http::Headers more = {}) {
    http::ServerRequest request{.method = "GET", .path = std::move(path)};
    request.headers = {{"User-Agent", "Test/1 (+https://example.org/bot)"},
                       {"Accept-Encoding", "gzip"}};
    request.headers.insert(request.headers.end(), more.begin(), more.end());
    return judge_.answer(host, request, now_);
  }

  void read_robots(std::string_view host) {
    get(host, "/robots.txt");
    pass(seconds(10));
  }

  // Asks again with the validators of `last`, as a good client does.
  http::ServerResponse get_again(std::string_view host, std::string path,
                                 const http::ServerResponse& last) {
    http::Headers headers;
    if (const auto etag = http::find_header(last.headers, "ETag")) {
      headers.emplace_back("If-None-Match", *etag);
    }
    if (const auto date = http::find_header(last.headers, "Last-Modified")) {
      headers.emplace_back("If-Modified-Since", *date);
    }
    return get(host, std::move(path), headers);
  }

  void pass(Milliseconds time) { now_ += time; }

  Kinds kinds() const {
    Kinds kinds;
    for (const Fault& fault : judge_.faults()) kinds.push_back(fault.kind);
    return kinds;
  }

  Time now_ = kMonday;
  Judge judge_{JudgeOptions{}, kMonday, 8080};
};

std::string header(const http::ServerResponse& response, std::string_view name) {
  return std::string(http::find_header(response.headers, name).value_or(""));
}

TEST_F(JudgeTest, FindsNoFaultWithAPoliteClient) {
  for (const FeedPlan& plan : all_feed_plans()) {
    if (plan.trouble != Trouble::kNone || !plan.subscribed) continue;
    if (plan.host == "robots" || plan.skip_hours.any() || plan.skip_days.any())
      continue;
    pass(seconds(10));
    read_robots(plan.host);
    auto last = get(plan.host, std::string(plan.path));
    for (int visit = 0; visit < 5; ++visit) {
      pass(hours(4));
      const auto next = get_again(plan.host, std::string(plan.path), last);
      if (next.status == 200) last = next;
    }
  }
  for (const Fault& fault : judge_.faults()) ADD_FAILURE() << to_string(fault);
}

TEST_F(JudgeTest, AnUnchangedFeedIs304ForWhoeverEchoesItsValidatorsExactly) {
  for (const std::string path :
       {"/strong", "/weak", "/bare", "/punctuated", "/unicode", "/long", "/empty"}) {
    const auto first = get("etags", path);
    pass(minutes(11));
    EXPECT_EQ(get_again("etags", path, first).status, 304) << path;
  }
  for (const std::string path : {"/fixed", "/obsolete", "/ancient", "/unparsable"}) {
    const auto first = get("dates", path);
    pass(minutes(11));
    EXPECT_EQ(get_again("dates", path, first).status, 304) << path;
  }
}

TEST_F(JudgeTest, SeesUnconditionalRequests) {
  read_robots("etags");
  get("etags", "/strong");
  pass(minutes(11));
  get("etags", "/strong");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kUnconditional});
}

TEST_F(JudgeTest, SeesThatOneOfTwoValidatorsIsMissing) {
  read_robots("both");
  const auto first = get("both", "/seldom");
  pass(minutes(11));
  get("both", "/seldom", {{"If-None-Match", header(first, "ETag")}});
  EXPECT_EQ(kinds(), Kinds{FaultKind::kHalfConditional});
}

TEST_F(JudgeTest, SeesValidatorsOfAnOlderAnswer) {
  read_robots("etags");
  const auto first = get("etags", "/always-new");
  pass(minutes(11));
  get_again("etags", "/always-new", first);
  pass(minutes(11));
  get_again("etags", "/always-new", first);
  EXPECT_EQ(kinds(), Kinds{FaultKind::kOldValidator});
}

TEST_F(JudgeTest, SeesValidatorsKeptAfterTheFeedGaveNone) {
  read_robots("etags");
  const auto first = get("etags", "/vanishing");
  pass(minutes(61));
  EXPECT_EQ(header(get_again("etags", "/vanishing", first), "ETag"), "");
  pass(minutes(11));
  get_again("etags", "/vanishing", first);
  EXPECT_EQ(kinds(), (Kinds{FaultKind::kOldValidator, FaultKind::kOldValidator}));
}

TEST_F(JudgeTest, SeesAlteredAndInventedValidators) {
  read_robots("etags");
  get("etags", "/weak");
  pass(minutes(11));
  get("etags", "/weak", {{"If-None-Match", "\"v0\""}});  // W/ is missing.
  pass(minutes(11));
  read_robots("dates");
  get("dates", "/fixed");
  pass(minutes(11));
  get("dates", "/fixed", {{"If-Modified-Since", http::to_http_date(now_)}});
  EXPECT_EQ(kinds(),
            (Kinds{FaultKind::kUnknownValidator, FaultKind::kUnknownValidator}));
}

TEST_F(JudgeTest, SeesIgnoredRetryAfterInBothForms) {
  for (const std::string path : {"/seconds", "/date"}) {
    read_robots("busy");
    auto last = get("busy", path);
    for (int status = 200; status == 200 || status == 304;) {
      pass(minutes(11));
      const auto next = get_again("busy", path, last);
      if (next.status == 200) last = next;
      status = next.status;
    }
    EXPECT_EQ(kinds(),
              Kinds(path == "/seconds" ? 0 : 1, FaultKind::kIgnoredRetryAfter));
    pass(minutes(119));
    get_again("busy", path, last);
    pass(minutes(11));
  }
  EXPECT_EQ(kinds(),
            (Kinds{FaultKind::kIgnoredRetryAfter, FaultKind::kIgnoredRetryAfter}));
}

TEST_F(JudgeTest, SeesRequestsWhileTheCopyIsFresh) {
  read_robots("caches");
  const auto first = get("caches", "/max-age");
  pass(minutes(29));
  get_again("caches", "/max-age", first);
  EXPECT_EQ(kinds(), Kinds{FaultKind::kAskedWhileFresh});
  get("caches", "/expires");
  pass(minutes(59));
  get("caches", "/expires");
  EXPECT_EQ(kinds().back(), FaultKind::kAskedWhileFresh);
}

TEST_F(JudgeTest, CountsTheAgeOfACachedAnswer) {
  read_robots("caches");
  const auto first = get("caches", "/aged");  // max-age 2 h, of which 30 min are spent.
  pass(minutes(91));
  get_again("caches", "/aged", first);
  EXPECT_EQ(kinds(), Kinds{});
  pass(minutes(89));
  get_again("caches", "/aged", first);
  EXPECT_EQ(kinds(), Kinds{FaultKind::kAskedWhileFresh});
}

TEST_F(JudgeTest, SeesIgnoredWishesOfTheFeed) {
  read_robots("wishes");
  const auto first = get("wishes", "/ttl");
  pass(minutes(119));
  get_again("wishes", "/ttl", first);
  pass(minutes(1));
  get("wishes", "/period");
  pass(minutes(239));
  get("wishes", "/period");
  EXPECT_EQ(kinds(), (Kinds{FaultKind::kIgnoredTtl, FaultKind::kIgnoredUpdatePeriod}));
}

TEST_F(JudgeTest, SeesVisitsInHoursAndOnDaysToSkip) {
  read_robots("wishes");
  const auto first = get("wishes", "/nights");
  get("wishes", "/weekends");
  now_ = kMonday + hours(19);  // Tuesday, 03:00
  get_again("wishes", "/nights", first);
  now_ = kMonday + hours(24 * 5);  // Saturday, 08:00
  get("wishes", "/weekends");
  Kinds seen = kinds();
  std::erase(seen, FaultKind::kHostDelay);
  std::erase(seen, FaultKind::kStaleRobots);
  EXPECT_EQ(seen, (Kinds{FaultKind::kIgnoredSkipHours, FaultKind::kIgnoredSkipDays}));
}

TEST_F(JudgeTest, SeesPollingFasterThanAnybodyNeeds) {
  read_robots("plain");
  get("plain", "/quiet");
  pass(minutes(9));
  get("plain", "/quiet");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kTooEarly});
}

TEST_F(JudgeTest, SeesThatFailureChangesNothing) {
  now_ = kMonday + hours(24);
  read_robots("troubles");
  for (int visit = 0; visit < 6; ++visit) {
    EXPECT_EQ(get("troubles", "/errors").status, 500);
    pass(minutes(11));
  }
  EXPECT_EQ(kinds(), Kinds{FaultKind::kNoBackOff});
}

TEST_F(JudgeTest, SeesHasteTowardsAHost) {
  get("plain", "/robots.txt");
  pass(Milliseconds(1'999));
  get("plain", "/nothing");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kHostDelay});
}

TEST_F(JudgeTest, HoldsClientsToTheCrawlDelay) {
  get("robots", "/robots.txt");
  pass(Milliseconds(9'999));
  get("robots", "/slowly");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kHostDelay});
}

TEST_F(JudgeTest, SeesThatRobotsTxtWasNotRead) {
  get("plain", "/nothing");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kNoRobots});
}

TEST_F(JudgeTest, SeesThatRobotsTxtWasReadTooLongAgoOrTooOften) {
  read_robots("plain");
  pass(hours(25));
  get("plain", "/nothing");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kStaleRobots});
  pass(seconds(2));
  read_robots("plain");
  read_robots("plain");
  EXPECT_EQ(kinds().back(), FaultKind::kTooEarly);
}

TEST_F(JudgeTest, SeesForbiddenPaths) {
  read_robots("robots");
  get("robots", "/closed/feed");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kForbiddenPath});
}

TEST_F(JudgeTest, SeesThatAGoneFeedIsAskedAgain) {
  now_ = kMonday + hours(25);
  read_robots("troubles");
  EXPECT_EQ(get("troubles", "/gone").status, 410);
  EXPECT_EQ(kinds(), Kinds{});
  pass(hours(3));
  get("troubles", "/gone");
  EXPECT_EQ(kinds(), Kinds{FaultKind::kPolledGone});
}

TEST_F(JudgeTest, SeesThatTheOldAddressIsNeverForgotten) {
  read_robots("moved");
  for (int visit = 0; visit < 11; ++visit) {
    EXPECT_EQ(kinds(), Kinds{});
    EXPECT_EQ(get("moved", "/old-301").status, 301);
    pass(minutes(11));
  }
  EXPECT_EQ(kinds(), Kinds{FaultKind::kOldAddress});
}

TEST_F(JudgeTest, SeesThatATemporaryAddressIsKept) {
  read_robots("detour");
  const auto redirect = get("detour", "/found");
  EXPECT_EQ(redirect.status, 302);
  EXPECT_EQ(header(redirect, "Location"), "http://detour.localhost:8080/found-here");
  pass(seconds(2));
  const auto first = get("detour", "/found-here");
  EXPECT_EQ(kinds(), Kinds{});
  pass(minutes(11));
  get_again("detour", "/found-here", first);
  EXPECT_EQ(kinds(), Kinds{FaultKind::kKeptTemporaryAddress});
}

TEST_F(JudgeTest, SeesCookiesAndReferrers) {
  get("plain", "/robots.txt", {{"Cookie", "visitor=1"}});
  EXPECT_EQ(kinds(), Kinds{FaultKind::kCookie});
  pass(minutes(11));
  get("plain", "/robots.txt", {{"Referer", "http://plain.localhost/"}});
  EXPECT_EQ(kinds().back(), FaultKind::kReferer);
}

TEST_F(JudgeTest, SeesClientsThatDoNotSayWhoTheyAre) {
  const http::Headers gzip = {{"Accept-Encoding", "gzip"}};
  http::ServerRequest request{.method = "GET", .path = "/robots.txt", .headers = gzip};
  judge_.answer("plain", request, now_);
  EXPECT_EQ(kinds(), Kinds{FaultKind::kAnonymousAgent});
  request.headers.emplace_back("User-Agent", "Mozilla/5.0 (X11; Linux)");
  judge_.answer("etags", request, now_);
  EXPECT_EQ(kinds(), Kinds(2, FaultKind::kAnonymousAgent));
}

TEST_F(JudgeTest, SeesClientsThatWantNoCompression) {
  judge_.answer("plain",
                {.method = "GET",
                 .path = "/robots.txt",
                 .headers = {{"User-Agent", "Test (bot@example.org)"}}},
                now_);
  EXPECT_EQ(kinds(), Kinds{FaultKind::kNoCompression});
}

TEST_F(JudgeTest, SeesOddRequests) {
  get("plain", "/robots.txt", {{"Range", "bytes=0-99"}});
  get("dates", "/robots.txt", {{"Cache-Control", "no-cache"}});
  http::ServerRequest head{.method = "HEAD", .path = "/robots.txt"};
  head.headers = {{"User-Agent", "a@b"}, {"Accept-Encoding", "gzip"}};
  judge_.answer("etags", head, now_);
  head.method = "GET";
  head.body = "?";
  judge_.answer("both", head, now_);
  EXPECT_EQ(kinds(), Kinds(4, FaultKind::kOddRequest));
}

TEST_F(JudgeTest, AFaultTellsWhatWasAskedAndWhy) {
  get("plain", "/nothing");
  const Fault& fault = judge_.faults().at(0);
  EXPECT_EQ(to_string(fault),
            "2027-01-18T08:00:00Z no-robots http://plain.localhost:8080/nothing: "
            "robots.txt was never read");
  EXPECT_EQ(fault.request.substr(0, 12), "GET /nothing");
}

TEST_F(JudgeTest, CountsRequestsPerFeed) {
  const auto first = get("etags", "/strong");
  pass(minutes(11));
  get_again("etags", "/strong", first);
  const auto tallies = judge_.tallies();
  const auto strong = std::find_if(tallies.begin(), tallies.end(), [](const auto& t) {
    return t.url == "http://etags.localhost:8080/strong";
  });
  ASSERT_NE(strong, tallies.end());
  EXPECT_EQ(strong->requests, 2);
  EXPECT_EQ(strong->bodies, 1);
  EXPECT_EQ(strong->not_modified, 1);
}

}  // namespace
}  // namespace curlew::sim
