#include "api/v1/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/v1/source_json.h"

namespace curlew::api {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Of a feed that publishes from 8 to 10 h UTC, 499 a day as its policy believes.
service::SourceDetail watched_for(Milliseconds age) {
  service::SourceDetail detail;
  detail.now = Time(days(20'000));
  detail.source.source.kind = model::SourceKind::kFeed;
  detail.source.source.added = detail.now - age;
  detail.source.schedule.last_visit = detail.now - minutes(1);
  detail.source.schedule.next_due = detail.now + minutes(5);
  service::SourcePlan plan;
  plan.rate_per_day = 499;
  plan.profile.assign(168, 0);
  for (std::size_t day = 0; day < 7; ++day) {
    plan.profile[day * 24 + 8] = plan.profile[day * 24 + 9] = 12;
  }
  detail.plan = plan;
  return detail;
}

TEST(ToldToPeople, NamesNoFlagsAndNoCommands) {
  EXPECT_EQ(told_to_people("--time-zone Mars: is no zone"),
            "Time zone Mars: is no zone");
  EXPECT_EQ(told_to_people("--form: goes with --by webhook"),
            "Form: goes with delivery by webhook");
  EXPECT_EQ(told_to_people("Floods: no such list; curlew watch list shows them"),
            "Floods: no such list");
  EXPECT_EQ(told_to_people("the feed of A was revoked; --new makes a new address"),
            "the feed of A was revoked");
  EXPECT_EQ(told_to_people("its page was revoked: curlew user page anna --new"),
            "its page was revoked");
  EXPECT_EQ(told_to_people("https://a.example/: is watched as source 7 at "
                           "https://b.example/, another server, which must not get "
                           "what is meant for this one; if it is meant for that one: "
                           "curlew add 7"),
            "https://a.example/: is watched as source 7 at https://b.example/, another "
            "server, which must not get what is meant for this one");
  EXPECT_EQ(told_to_people("https://a.example/: is watched already, by a login or an "
                           "address that is not anna's; if it may be: curlew add 7 "
                           "--subscriber anna"),
            "https://a.example/: is watched already, by a login or an address that is "
            "not anna's");
  EXPECT_EQ(told_to_people("the page of anna was revoked; a new address: curlew user "
                           "page anna --new"),
            "the page of anna was revoked");
  EXPECT_EQ(told_to_people("a -- b, c--d"), "a -- b, c--d");
  EXPECT_EQ(told_to_people(""), "");
}

TEST(SourceSentence, TellsHoursByTheClockOfWhoReads) {
  const auto detail = watched_for(days(30));
  EXPECT_THAT(sentence_of(detail, {}, {.language = "en"}),
              StartsWith("Publishes about 499 a day, mostly 8–10 h UTC; next look"));
  EXPECT_THAT(sentence_of(detail, {}, {.language = "en", .ahead_of_utc = hours(3)}),
              StartsWith("Publishes about 499 a day, mostly 11–13 h; next look"));
  EXPECT_THAT(sentence_of(detail, {}, {.language = "el", .ahead_of_utc = -hours(10)}),
              HasSubstr("κυρίως 22–0 h·"));
}

TEST(SourceSentence, ClaimsNoRhythmBeforeItWasSeen) {
  service::SourceYield yield;
  yield.since_added = 12;
  const auto detail = watched_for(hours(2));
  EXPECT_THAT(sentence_of(detail, yield, {.language = "en"}),
              AllOf(StartsWith("12 articles in its first 2 h; its rhythm is still "
                               "being learned; next look in 5 min"),
                    Not(HasSubstr("499"))));
  EXPECT_THAT(sentence_of(detail, yield, {.language = "el"}),
              StartsWith("12 νέα άρθρα σε 2 ώρ παρακολούθησης· ο ρυθμός της"));
  EXPECT_THAT(sentence_of(detail, {}, {.language = "en"}),
              StartsWith("No new article in its first 2 h;"));
}

TEST(SourceSentence, SaysThatWhatHasEndedIsNotVisitedAndHowToTryAgain) {
  auto detail = watched_for(days(30));
  detail.source.source.state = model::SourceState::kGone;
  detail.source.schedule.last_outcome = model::FetchOutcome::kGone;
  EXPECT_THAT(sentence_of(detail, {}, {.language = "en"}),
              AllOf(HasSubstr("HTTP 410"), Not(HasSubstr("next look")),
                    HasSubstr("; it is not visited any more. Resume it to try")));
  EXPECT_THAT(sentence_of(detail, {}, {.language = "el"}),
              HasSubstr("δεν την επισκεπτόμαστε πια"));
}

TEST(SourceSentence, SaysInGreekWhatIsWrong) {
  auto detail = watched_for(days(30));
  detail.source.schedule.last_outcome = model::FetchOutcome::kRobotsDenied;
  detail.source.schedule.last_error = "/robots.txt forbids /feed";
  EXPECT_THAT(
      sentence_of(detail, {}, {.language = "el"}),
      StartsWith("Πρόβλημα στην τελευταία επίσκεψη: Το robots.txt το απαγορεύει "
                 "(/robots.txt forbids /feed)· επόμενη"));
  EXPECT_THAT(sentence_of(detail, {}, {.language = "en"}),
              StartsWith("Something is wrong with it: robots.txt forbids it: "));
}

}  // namespace
}  // namespace curlew::api
