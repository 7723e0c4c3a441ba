#include "model/problem.h"

#include <gtest/gtest.h>

#include "model/sealed_settings_test.h"

namespace curlew::model {
namespace {

using enum FetchOutcome;

Source source_of(SourceKind kind = SourceKind::kFeed) {
  Source source;
  source.id = {28};
  source.kind = kind;
  source.url = "https://news.example/feed?a=1&b=2";
  return source;
}

// "reason | cure", or "" when there is no problem.
std::string told(const VisitEnding& ending, const Source& source = source_of()) {
  const auto problem = problem_of(ending, source);
  return problem ? problem->reason + " | " + problem->cure : "";
}

TEST(Problem, OfAVisitThatWentWellThereIsNone) {
  EXPECT_EQ(told({kFetched, 200}), "");
  EXPECT_EQ(told({kNotModified, 304}), "");
  EXPECT_FALSE(is_problem(kFetched, Remark::kNone));
}

TEST(Problem, NamesTheFlagThatMendsIt) {
  EXPECT_EQ(told({kHttpError, 401, Remark::kNone, "HTTP 401"}),
            "HTTP 401: its server wants a name and a password | give them: curlew add "
            "28 --user NAME:PASSWORD (or --bearer TOKEN)");
  EXPECT_EQ(told({kUnreadable, 200, Remark::kHtml, "no feed"}),
            "HTML instead of a feed | to follow the links of the page: curlew add 28 "
            "--kind page; to watch its content: curlew add 28 --kind page --watch "
            "changes");
  EXPECT_EQ(told({kFetched, 200, Remark::kNeedsScripts, "…"}),
            "no text without scripts | let a browser run them: curlew add 28 --kind "
            "page --render");
  EXPECT_EQ(told({kRefused, 0, Remark::kForbiddenAddress, "h: refused"}),
            "an address of this machine or its network: h: refused | if it is meant: "
            "fetch.allow_addresses in curlew.toml");
}

TEST(Problem, OfWhatIsNoFeedNamesTheKindThatItIs) {
  EXPECT_EQ(told({kUnreadable, 200, Remark::kHtml}, source_of(SourceKind::kAuto)),
            "a page without a feed and without links to follow | to watch its content: "
            "curlew add 28 --kind page --watch changes");
  EXPECT_EQ(told({kUnreadable, 200, Remark::kData, "no markup in it"}),
            "data, not a feed | to keep its versions: curlew add 28 --kind data");
  EXPECT_EQ(told({kUnreadable, 200, Remark::kPdf, "no markup in it"}),
            "a PDF document, not a feed | to watch its content: curlew add 28 --kind "
            "page --watch changes");
  EXPECT_EQ(told({kUnreadable, 200, Remark::kPdf, "PDF documents are not read"},
                 source_of(SourceKind::kPage)),
            "its PDF cannot be read: PDF documents are not read | it is tried again by "
            "itself; now: curlew visit 28");
  EXPECT_NE(told({kFetched, 200, Remark::kNoLinks}).find("--watch changes"),
            std::string::npos);
}

TEST(Problem, OfAQueryThatIsWrongRepeatsWhatItsServerSays) {
  EXPECT_EQ(told({kHttpError, 400, Remark::kNone, "HTTP 400: line 3: '}' is missing"},
                 source_of(SourceKind::kSparql)),
            "its server does not take the query: HTTP 400: line 3: '}' is missing | "
            "give the query anew, which is another source: curlew add ENDPOINT --query "
            "TEXT; then curlew remove 28");
}

TEST(Problem, OfOurOwnIsNotBlamedOnTheFeed) {
  EXPECT_EQ(
      told({kUnreadable, 0, Remark::kDeadly, "set aside: it ended 2 times"}),
      "reading its answer has ended the program, more than once | please report "
      "it, with its address; to read it once more all the same: curlew resume 28; "
      "or give it up: curlew remove 28");
  EXPECT_EQ(told({kUnreadable, 200, Remark::kNotStored, "cannot be stored: x"}),
            "cannot be stored: x | it is tried again by itself; now: curlew visit 28");
  EXPECT_EQ(told({kUnreadable, 200, Remark::kNotKept, "it cannot be kept: full"}),
            "it cannot be kept: full | make room for the archive, or see to its disk; "
            "it is tried again by itself; now: curlew visit 28");
}

TEST(Problem, OfAnAnswerThatCameIsNotCalledAMissingConnection) {
  EXPECT_EQ(told({kUnreachable, 200, Remark::kBrokenOff, "h: 5 bytes missing"}),
            "its answer broke off: h: 5 bytes missing | it is tried again by itself; "
            "now: curlew visit 28");
  EXPECT_TRUE(told({kUnreachable, 0, Remark::kBrokenOff})
                  .starts_with("its server hung up without an answer | "));
  EXPECT_TRUE(
      told({kUnreachable, 0, Remark::kNotHttp})
          .starts_with("its answer is not valid HTTP | give its new address: "));
  EXPECT_TRUE(told({kUnreachable, 0, Remark::kNone}).starts_with("no connection | "));
}

TEST(Problem, OfATimeoutNamesTheSettingThatFired) {
  EXPECT_TRUE(
      told({kTimedOut, 200, Remark::kStalled}).ends_with("fetch.stall_timeout"));
  EXPECT_TRUE(told({kTimedOut}).ends_with("fetch.total_timeout"));
}

TEST(Problem, OfAnAnswerThatIsTooLargeNamesTheLimitThatItIsTooLargeFor) {
  const auto limit = [](std::string_view error, SourceKind kind) {
    const auto problem =
        problem_of({kTooLarge, 200, Remark::kNone, error}, source_of(kind));
    return problem->cure.substr(problem->cure.rfind(' ') + 1);
  };
  constexpr auto kFeed = SourceKind::kFeed;
  constexpr auto kPage = SourceKind::kPage;
  EXPECT_EQ(limit("the body is larger than 9 bytes", kFeed), "fetch.max_body");
  EXPECT_EQ(limit("the body is larger than 9 bytes", kPage), "articles.max_page");
  for (const auto kind : {kFeed, kPage}) {
    EXPECT_EQ(limit("the body unpacks to more than 200 times its size", kind),
              "fetch.max_compression_ratio");
    EXPECT_EQ(limit("the headers are larger than 9 bytes", kind), "fetch.max_headers");
  }
}

TEST(Problem, OfAPageWithoutLinksSaysThatItsContentIsWatched) {
  Source source = source_of(SourceKind::kPage);
  EXPECT_EQ(told({kFetched, 200, Remark::kNoLinks}, source).find("its content is"),
            std::string::npos);
  source.watching.changes = true;
  for (const Remark remark : {Remark::kNoLinks, Remark::kNoHeadlines}) {
    const std::string text = told({kFetched, 200, remark}, source);
    EXPECT_TRUE(text.starts_with("its content is watched, but ")) << text;
    EXPECT_NE(text.find("for its content alone: curlew add 28 --watch changes; "),
              text.npos)
        << text;
  }
}

TEST(Problem, OfSecretsThatCannotBeOpenedNamesTheCauseAndTheCure) {
  const std::string text =
      told({FetchOutcome::kRefused, 0, Remark::kSecretsSealed, "the key is missing"});
  EXPECT_TRUE(
      text.starts_with("its secrets cannot be opened: the key is missing | put"
                       " the installation's key back"))
      << text;
  EXPECT_NE(text.find("--user none"), text.npos) << text;
}

TEST(Problem, OfALoginThatIsNotAcceptedSaysSo) {
  Source source = source_of();
  source.request.basic_credentials = kept("ann:secret");
  const std::string text = told({kHttpError, 401}, source);
  EXPECT_NE(text.find("does not accept the login"), text.npos) << text;
  EXPECT_EQ(text.find("secret"), text.npos) << text;
}

TEST(Problem, OfAnAddressThatIsNotWatchedNamesTheAddressAsAShellTakesIt) {
  Source source = source_of();
  source.id = {};
  EXPECT_EQ(told({kUnreadable, 200, Remark::kHtml}, source),
            "HTML instead of a feed | to follow the links of the page: curlew add "
            "'https://news.example/feed?a=1&b=2' --kind page; to watch its content: "
            "curlew add 'https://news.example/feed?a=1&b=2' --kind page --watch "
            "changes");
  source.url = "https://ann:secret@news.example/it's";
  const std::string text = told({kHttpError, 403}, source);
  EXPECT_EQ(text.find("secret"), text.npos) << text;
  EXPECT_NE(text.find("it'\\''s'"), text.npos) << text;
}

TEST(Problem, EveryFailureHasAReasonAndACure) {
  for (const FetchOutcome outcome :
       {kGone, kRobotsDenied, kRobotsUnreadable, kThrottled, kHttpError, kTimedOut,
        kRefused, kTooLarge, kUnreachable, kTlsFailed, kBadRedirect, kBotWall,
        kUnreadable}) {
    for (const int status : {0, 200, 400, 401, 403, 404, 407, 410, 429, 500, 503}) {
      for (const SourceKind kind : {SourceKind::kAuto, SourceKind::kPage}) {
        const auto problem =
            problem_of({outcome, status, Remark::kNone, "detail"}, source_of(kind));
        ASSERT_TRUE(problem) << to_string(outcome);
        EXPECT_FALSE(problem->reason.empty()) << to_string(outcome) << status;
        EXPECT_FALSE(problem->cure.empty()) << to_string(outcome) << status;
      }
    }
  }
}

TEST(Problem, APageThatIsFetchedAndOfNoUseIsOne) {
  for (const Remark remark :
       {Remark::kNoLinks, Remark::kNoHeadlines, Remark::kNeedsScripts,
        Remark::kDuplicate, Remark::kCutFeed}) {
    EXPECT_TRUE(is_problem(kFetched, remark)) << to_string(remark);
    EXPECT_NE(told({kFetched, 200, remark, "x"}), "") << to_string(remark);
  }
}

TEST(Remark, IsReadBackByItsName) {
  for (int i = 0; i <= static_cast<int>(Remark::kCutFeed); ++i) {
    const auto remark = static_cast<Remark>(i);
    EXPECT_EQ(parse_remark(to_string(remark)), remark);
  }
  EXPECT_EQ(parse_remark("of a newer release"), std::nullopt);
}

}  // namespace
}  // namespace curlew::model
