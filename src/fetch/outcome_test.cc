#include "fetch/outcome.h"

#include <gtest/gtest.h>

namespace curlew::fetch {
namespace {

using enum model::FetchOutcome;
using http::TransferEnd;

http::Response answered(int status, http::Headers headers = {}) {
  return {.status = status, .headers = std::move(headers)};
}

model::FetchOutcome judged(const http::Response& response,
                           Asked asked = Asked::kPlainly, Way way = Way::kDirect) {
  return judge_response(response, asked, way).outcome;
}

TEST(Outcome, EveryEndOfATransferHasItsName) {
  const auto ended = [](TransferEnd end) {
    return judged({.end = end, .error = "some reason"});
  };
  EXPECT_EQ(ended(TransferEnd::kRefused), kRefused);
  EXPECT_EQ(ended(TransferEnd::kUnresolved), kUnreachable);
  EXPECT_EQ(ended(TransferEnd::kUnconnected), kUnreachable);
  EXPECT_EQ(ended(TransferEnd::kBroken), kUnreachable);
  EXPECT_EQ(ended(TransferEnd::kNotHttp), kUnreachable);
  EXPECT_EQ(ended(TransferEnd::kTlsFailed), kTlsFailed);
  EXPECT_EQ(ended(TransferEnd::kTimedOut), kTimedOut);
  EXPECT_EQ(ended(TransferEnd::kTooLarge), kTooLarge);
}

TEST(Outcome, FailuresOfAnswersThatCameAreRemarked) {
  using model::Remark;
  const auto remark = [](const http::Response& response) {
    return judge_response(response, Asked::kPlainly, Way::kDirect).remark;
  };
  EXPECT_EQ(remark({.end = TransferEnd::kBroken, .remote_address = "192.0.2.1"}),
            Remark::kBrokenOff);
  EXPECT_EQ(remark({.end = TransferEnd::kBroken, .error = "no browser"}),
            Remark::kNone);
  EXPECT_EQ(remark({.end = TransferEnd::kNotHttp}), Remark::kNotHttp);
  EXPECT_EQ(remark({.end = TransferEnd::kTimedOut,
                    .error = "h: brought only 3 bytes in 15000 ms"}),
            Remark::kStalled);
  EXPECT_EQ(remark({.end = TransferEnd::kTimedOut, .error = "h: too late"}),
            Remark::kNone);
}

TEST(Outcome, TheReasonIsHandedOn) {
  const auto judgement = judge_response(
      {.end = TransferEnd::kUnresolved, .error = "no such host: x.example"},
      Asked::kPlainly, Way::kDirect);
  EXPECT_EQ(judgement.error, "no such host: x.example");
}

TEST(Outcome, StatusesAreToldApart) {
  EXPECT_EQ(judged(answered(200)), kFetched);
  EXPECT_EQ(judged(answered(206)), kHttpError);
  EXPECT_EQ(judged(answered(404)), kHttpError);
  EXPECT_EQ(judged(answered(410)), kGone);
  EXPECT_EQ(judged(answered(429)), kThrottled);
  EXPECT_EQ(judged(answered(503)), kHttpError);
  EXPECT_EQ(judged(answered(503, {{"Retry-After", "5"}})), kThrottled);
  EXPECT_EQ(judged(answered(403, {{"cf-mitigated", "challenge"}})), kBotWall);
}

TEST(Outcome, A304AnswersOnlyAConditionalRequest) {
  EXPECT_EQ(judged(answered(304), Asked::kConditionally), kNotModified);
  EXPECT_EQ(judged(answered(304), Asked::kPlainly), kHttpError);
}

TEST(Outcome, A410BehindATemporaryRedirectDoesNotEndTheSource) {
  EXPECT_EQ(judged(answered(410), Asked::kPlainly, Way::kDetour), kHttpError);
}

}  // namespace
}  // namespace curlew::fetch
