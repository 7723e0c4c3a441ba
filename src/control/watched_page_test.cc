// Pages whose content is watched, through controller, terminal, archive and store.

#include <gmock/gmock.h>

#include "archive/redirected.h"
#include "control/controller_fixture_test.h"
#include "schedule/make_policy.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class WatchedPages : public ControllerTest {
 protected:
  static constexpr std::string_view kPage = "http://news.example/fees";

  model::SourceId watch(model::Watching watching = {.links = false, .changes = true},
                        model::Objective objective = model::Objective::kDelay) {
    model::Source source;
    source.url = kPage;
    source.kind = model::SourceKind::kPage;
    source.watching = std::move(watching);
    source.objective = objective;
    source.added = clock_.now();
    return *store_->sources().add(source, clock_.now());
  }

  void publish(std::string_view fee, std::string_view around = "") {
    web_[std::string(kPage)] = {
        200,
        {{"Content-Type", "text/html"}},
        fmt::format("<html><title>Fees</title><body><p class=clock>{}</p><main>"
                    "<h1>Fees</h1><p>A boat pays {} coins for a night in the harbour, "
                    "and a ferry pays what the harbour master says.</p>"
                    "<p>All fees are paid at the office on the quay, which is open on "
                    "working days from eight to four, and on other days by a bell at "
                    "the door, if the weather lets anybody hear it.</p><p>Who stays "
                    "longer than a week pays half for each night that follows, and who "
                    "leaves without a word pays twice when he comes again.</p></main>"
                    "</body></html>",
                    around, fee)};
  }

  std::vector<model::Version> versions(model::SourceId id) {
    return *store_->versions().of_source(id, kNever, 100);
  }
};

TEST_F(WatchedPages, AreKeptInVersionsAndTheirChangesAreArticles) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  ASSERT_THAT(versions(id), SizeIs(1));
  EXPECT_THAT(titles(), ElementsAre()) << "the first version is no change";

  publish("six");
  run_for(hours(30));
  const auto kept = versions(id);
  ASSERT_THAT(kept, SizeIs(2)) << "and it was visited more than once";
  EXPECT_GT(outcomes(id).size(), 2u);
  EXPECT_TRUE(kept[0].kinds.has(model::ChangeKind::kMainText));
  EXPECT_THAT(titles(), ElementsAre("Fees: " + kept[0].summary));
  EXPECT_EQ(requests_for("/fees"), outcomes(id).size()) << "its page is fetched once";

  const auto now = archives_->read(kept[0].place);
  const auto before = archives_->read(kept[1].place);
  ASSERT_TRUE(now.ok() && before.ok());
  EXPECT_EQ(now->body, web_[std::string(kPage)].body);
  EXPECT_THAT(before->body, HasSubstr("four coins"));
}

TEST_F(WatchedPages, AreCountedByWhatChangedInTheLogTheScheduleAndTheirVersions) {
  publish("four");
  const model::SourceId id =
      watch({.links = false, .changes = true, .detector = model::Detector::kThesis});
  run_for(minutes(1));
  publish("six");
  run_for(hours(30));
  web_[std::string(kPage)].body =
      "<html><title>Fees</title><body><main><h1>Fees</h1><ul><li>None are paid until "
      "the harbour is open again.</li></ul></main></body></html>";
  run_for(hours(60));

  constexpr model::ChangeCounters kBoth{.structural = 1, .textual = 1};
  const auto kept = versions(id);
  ASSERT_THAT(kept, SizeIs(3));
  EXPECT_EQ(kept[0].counters, kBoth);
  EXPECT_EQ(kept[1].counters, (model::ChangeCounters{.textual = 1}));
  EXPECT_EQ(kept[2].counters, model::ChangeCounters()) << "the first is no change";
  EXPECT_EQ((*store_->sources().find(kPage))->schedule.changes, kBoth);

  std::vector<std::string> kinds;
  for (const store::VisitRow& visit : *store_->visits().of(id, 100)) {
    if (visit.kinds) kinds.push_back(to_string(*visit.kinds));
    EXPECT_TRUE(visit.changes) << "an unchanged visit has counters, too";
  }
  EXPECT_THAT(kinds, ElementsAre("structure", "text", ""));
  EXPECT_EQ(store_->visits().of(id, 1)->at(0).changes, kBoth);
}

TEST_F(WatchedPages, AreRankedByTheirCountersWhereThePolicyIsTheThesis) {
  make_policy_ = [](const model::Aim&) { return schedule::make_thesis_policy(); };
  start();
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(30));
  publish("six");
  run_for(hours(30));
  const auto row = *store_->sources().find(kPage);
  ASSERT_EQ(row->schedule.changes.textual, 1u);
  const auto policy = schedule::make_thesis_policy();
  const auto state = schedule::PolicyState::from_bytes(row->schedule.policy_state);
  EXPECT_TRUE(state.is(schedule::StateKind::kThesis));
  EXPECT_EQ(policy->rank(state.bytes(), clock_.now(), {}), 1)
      << "ID, as its visits left it";
  EXPECT_THAT(versions(id), SizeIs(2));
}

TEST_F(WatchedPages, AreToldOfTheSameChangeAgainAndAgain) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  // Long, and so not taken for something that rotates.
  const std::string rest =
      " coins, which the harbour master takes from whoever comes in after dark and "
      "leaves before the light, and from nobody else, be it summer or winter, for "
      "the first night, and then half of that, or two";
  for (const char* fee : {"six", "ten", "six", "ten"}) {
    publish(fee + rest);
    run_for(hours(30));
  }
  EXPECT_THAT(versions(id), SizeIs(5));
  EXPECT_THAT(titles(), SizeIs(4));
}

TEST_F(WatchedPages, AreNotCalledAsTheirErrorPagesAre) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  web_[std::string(kPage)].body =
      "<html><title>Just a moment...</title><body><h1>Service unavailable</h1></body>"
      "</html>";
  const auto visits = outcomes(id).size();
  while (outcomes(id).size() < visits + 2) run_for(minutes(30));
  EXPECT_EQ((*store_->sources().find(kPage))->source.title, "Fees");
  while (outcomes(id).size() < visits + 4) run_for(minutes(30));
  ASSERT_THAT(titles(), SizeIs(1));
  EXPECT_THAT(titles()[0], testing::StartsWith(std::string(kPage)));
}

TEST_F(WatchedPages, AreComparedWithTheirLastVersionAfterARestart) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  start();
  publish("six");
  run_for(hours(30));
  ASSERT_THAT(versions(id), SizeIs(2));
  EXPECT_EQ(versions(id)[0].kinds.has(model::ChangeKind::kMainText), true);
}

TEST_F(WatchedPages, TellNothingOfWhatTheirUserDoesNotLookAt) {
  publish("four", "It is ten");
  const model::SourceId id =
      watch({.links = false, .changes = true, .ignore = {".clock"}});
  run_for(minutes(1));
  publish("four", "It is half past eleven in the morning");
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(1));
  EXPECT_THAT(titles(), ElementsAre());
}

TEST_F(WatchedPages, AreAllKeptWhereEveryVersionIsWanted) {
  publish("four", "It is ten");
  const model::SourceId id =
      watch({.links = false, .changes = true, .ignore = {".clock"}},
            model::Objective::kCapture);
  run_for(minutes(1));
  publish("four", "It is half past eleven in the morning");
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(2));
  EXPECT_THAT(titles(), ElementsAre()) << "nobody is told";
}

TEST_F(WatchedPages, WhoseLinksAreFollowedTooAreBoth) {
  const auto list = [&](int last) {
    std::string html =
        "<html><title>News</title><body><main><p>The harbour is open.</p><ul>";
    for (int i = 1; i <= last; ++i) {
      html += fmt::format(
          "<li><a href='/{0}'>Headline number {0}, as the front page has it</a></li>",
          i);
    }
    web_[std::string(kPage)] = {
        200, {{"Content-Type", "text/html"}}, html + "</ul></main></body></html>"};
  };
  list(4);
  const model::SourceId id = watch({.links = true, .changes = true});
  run_for(minutes(5));
  EXPECT_THAT(titles(), SizeIs(4));
  list(5);
  run_for(hours(30));
  EXPECT_THAT(titles(), SizeIs(6)) << "a new link, and the change of the page";
  EXPECT_THAT(versions(id), SizeIs(2));
}

TEST_F(WatchedPages, AreErrorPagesAtTheThirdVisitAndNotBefore) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  web_[std::string(kPage)] = {200,
                              {{"Content-Type", "text/html"}},
                              "<html><title>Service unavailable</title><body><h1>503 "
                              "Service unavailable</h1></body></html>"};
  const auto visits = outcomes(id).size();
  while (outcomes(id).size() < visits + 2) run_for(minutes(30));
  EXPECT_THAT(versions(id), SizeIs(1));
  while (outcomes(id).size() < visits + 3) run_for(minutes(30));
  ASSERT_THAT(versions(id), SizeIs(2));
  EXPECT_TRUE(versions(id)[0].is_error);

  publish("four");
  while (outcomes(id).size() < visits + 4) run_for(minutes(30));
  ASSERT_THAT(versions(id), SizeIs(3)) << "it is back";
  EXPECT_FALSE(versions(id)[0].is_error);
}

TEST_F(WatchedPages, ThatAreShortAreErrorPagesAtTheThirdVisitAndNotBefore) {
  const auto answer = [&](std::string_view body) {
    web_[std::string(kPage)] = {
        200, {{"Content-Type", "text/html"}}, std::string(body)};
  };
  answer(
      "<html><title>Fees</title><body><main><h1>Fees</h1><p>A boat pays four coins for "
      "a night in the harbour.</p></main></body></html>");
  const model::SourceId id = watch();
  run_for(minutes(1));
  answer(
      "<html><title>502 Bad Gateway</title><body><h1>502 Bad Gateway</h1><p>nginx</p>"
      "</body></html>");
  const auto visits = outcomes(id).size();
  while (outcomes(id).size() < visits + 2) run_for(minutes(30));
  EXPECT_THAT(versions(id), SizeIs(1));
  while (outcomes(id).size() < visits + 3) run_for(minutes(30));
  ASSERT_THAT(versions(id), SizeIs(2));
  EXPECT_TRUE(versions(id)[0].is_error);
}

TEST_F(WatchedPages, ThatAnswerWithoutAWordAreErrorPages) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  web_[std::string(kPage)].body.clear();
  const auto visits = outcomes(id).size();
  while (outcomes(id).size() < visits + 2) run_for(minutes(30));
  EXPECT_THAT(versions(id), SizeIs(1));
  while (outcomes(id).size() < visits + 3) run_for(minutes(30));
  ASSERT_THAT(versions(id), SizeIs(2));
  EXPECT_EQ(versions(id)[0].summary, "the page became empty");
  EXPECT_TRUE(versions(id)[0].is_error);
}

TEST_F(WatchedPages, SayWhatDayItIsWithoutAChange) {
  const auto publish_today = [&] {
    publish("four on " + to_iso8601(clock_.now()).substr(0, 10));
  };
  run_for(hours(3));
  publish_today();
  const model::SourceId id = watch();
  for (int hour = 0; hour < 120; ++hour) {
    run_for(hours(1));
    publish_today();
  }
  EXPECT_GT(outcomes(id).size(), 5u);
  EXPECT_THAT(versions(id), SizeIs(1));
  publish("five on " + to_iso8601(clock_.now()).substr(0, 10));
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(2));
}

TEST_F(WatchedPages, SayWhenThePartThatIsWatchedIsNotThere) {
  const auto notes = [&](model::SourceId id) {
    return store_->visits().of(id, 1)->at(0).note;
  };
  publish("four");
  const model::SourceId id =
      watch({.links = false, .changes = true, .part = "#prices"});
  run_for(minutes(1));
  EXPECT_THAT(notes(id),
              HasSubstr("nothing on the page is what --part '#prices' looks for"));

  web_[std::string(kPage)].body = "<title>Fees</title><p id=prices>Four coins.</p>";
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(2));
  EXPECT_EQ(notes(id), "");
}

TEST_F(WatchedPages, TeachTheNextPolicyByTheirLog) {
  make_policy_ = [](const model::Aim& aim) {
    return aim.objective == model::Objective::kDelay
               ? schedule::make_thesis_policy()
               : schedule::make_curlew_policy(aim);
  };
  start();
  publish("fee 0");
  const model::SourceId id = watch({.links = false, .changes = true, .part = "main"});
  for (int day = 1; day <= 20; ++day) {
    run_for(hours(24));
    publish(fmt::format("a fee in {} heaps of", std::string(std::size_t(day), 'i')));
  }
  const auto kept = versions(id).size();
  ASSERT_GT(kept, 10u);

  model::Source source = this->source(id).source;
  source.objective = model::Objective::kCapture;
  ASSERT_TRUE(store_->sources().change(source).ok());
  const auto visits = outcomes(id).size();
  while (outcomes(id).size() == visits) run_for(hours(1));
  const auto state =
      schedule::PolicyState::from_bytes(this->source(id).schedule.policy_state);
  ASSERT_TRUE(state.is(schedule::StateKind::kDocument));
  const auto belief = schedule::make_curlew_policy({model::Objective::kCapture})
                          ->belief(state.bytes(), clock_.now(), {.price = 0.0035});
  EXPECT_GT(belief.rate_per_day, 0.4) << "it has changed every day";
}

TEST_F(WatchedPages, ThatCannotBeComparedAreToldAsChanges) {
  const auto nest = [&](std::string_view word) {
    std::string deep;
    for (int i = 0; i < 600; ++i) deep += "<div>";
    web_[std::string(kPage)] = {
        200,
        {{"Content-Type", "text/html"}},
        fmt::format("<html><title>Fees</title><body>{}{}</body></html>", deep, word)};
  };
  nest("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  nest("six");
  run_for(hours(30));
  const auto kept = versions(id);
  ASSERT_THAT(kept, SizeIs(2)) << "it is told once";
  EXPECT_EQ(kept[0].summary,
            "changed, but not compared: its elements are nested too deep");
  EXPECT_EQ(kept[0].counters, (model::ChangeCounters{.textual = 1}));
  EXPECT_THAT(titles(), ElementsAre("Fees: " + kept[0].summary));
}

TEST_F(WatchedPages, TellWhereTheirLinksLeadNow) {
  const auto lead_to = [&](std::string_view address) {
    publish(fmt::format("<a href='{}'>four</a>", address));
  };
  lead_to("/coins");
  const model::SourceId id =
      watch({.links = false, .changes = true, .kinds = {model::ChangeKind::kLinks}});
  run_for(minutes(1));
  lead_to("/notes");
  run_for(hours(30));
  ASSERT_THAT(versions(id), SizeIs(2));
  EXPECT_THAT(store_->articles().feed_text({1}).value().content,
              HasSubstr("‘four’: <del>/coins</del> <ins>/notes</ins>"));
}

TEST_F(WatchedPages, TellWhenWhatLookedLikeAnErrorIsAPageAtLast) {
  web_[std::string(kPage)] = {200,
                              {{"Content-Type", "text/html"}},
                              "<html><title>Not available</title><body><h1>Not "
                              "available yet</h1></body></html>"};
  const model::SourceId id = watch();
  run_for(minutes(1));
  ASSERT_THAT(versions(id), SizeIs(1));
  publish("four");
  run_for(hours(30));
  ASSERT_THAT(versions(id), SizeIs(2));
  EXPECT_THAT(titles(), SizeIs(1));
  publish("six");
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(3));
}

TEST_F(WatchedPages, TellAnErrorPageOnceAtOnceWhereThatIsAskedFor) {
  publish("four");
  model::Watching watching{.links = false, .changes = true};
  watching.kinds.add(model::ChangeKind::kErrorPage);
  const model::SourceId id = watch(watching);
  run_for(minutes(1));
  const auto be_down = [&](int number) {
    web_[std::string(kPage)].body = fmt::format(
        "<html><title>Service unavailable</title><body><h1>503 Service "
        "unavailable</h1><!-- {} --></body></html>",
        number);
  };
  const auto visits = outcomes(id).size();
  for (int i = 1; i <= 4; ++i) {
    be_down(i);
    while (outcomes(id).size() < visits + std::size_t(i)) run_for(minutes(10));
    EXPECT_THAT(versions(id), SizeIs(2)) << i;
  }
  publish("four");
  while (outcomes(id).size() < visits + 5) run_for(minutes(10));
  EXPECT_THAT(versions(id), SizeIs(3));
}

TEST_F(WatchedPages, ThatHaveBeenErrorPagesForLongAreWatchedAsSuch) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  const auto close = [&](std::string_view until) {
    web_[std::string(kPage)].body = fmt::format(
        "<html><title>Not available</title><body><h1>Not available</h1><p>Closed "
        "until {}.</p></body></html>",
        until);
  };
  close("spring");
  const auto visits = outcomes(id).size();
  while (outcomes(id).size() < visits + 12) run_for(minutes(30));
  const auto before = versions(id);
  EXPECT_THAT(titles(), SizeIs(1)) << "the error is told once";
  close("the autumn of next year");
  while (outcomes(id).size() < visits + 13) run_for(minutes(30));
  EXPECT_THAT(versions(id), SizeIs(before.size() + 1));
  EXPECT_THAT(titles(), SizeIs(2));
}

TEST_F(WatchedPages, ThatCameByHalfAreNoChange) {
  publish("four");
  const model::SourceId id = watch({.links = true, .changes = true});
  run_for(minutes(1));
  ASSERT_THAT(versions(id), SizeIs(1));
  Answer& answer = web_[std::string(kPage)];
  answer.body.resize(answer.body.size() / 2);
  answer.body_end = http::BodyEnd::kCut;
  run_for(hours(30));
  EXPECT_THAT(versions(id), SizeIs(1));
  const std::string note = (*store_->sources().find(kPage))->schedule.last_note;
  EXPECT_THAT(note, HasSubstr("it is not compared, and no version is kept"));
  EXPECT_THAT(note, testing::Not(HasSubstr("what came is kept")));
}

TEST_F(WatchedPages, AreArchivedUnderTheAddressThatIsWatchedThoughItLeadsElsewhere) {
  publish("four");
  const std::string elsewhere = "http://news.example/now/fees";
  web_[elsewhere] = web_[std::string(kPage)];
  web_[std::string(kPage)] = {302, {{"Location", elsewhere}}, ""};
  const model::SourceId id = watch();
  run_for(minutes(1));
  const auto kept = versions(id);
  ASSERT_THAT(kept, SizeIs(1));
  int named = 0;
  EXPECT_TRUE(store_->versions().each_named_record([&](const auto&) { ++named; }).ok());
  EXPECT_EQ(named, 2) << "the redirect belongs to its version, and goes with it";
  EXPECT_EQ(*store_->versions().at(kPage, kept[0].seen), kept[0]) << "Memento's";
  const auto found = archives_->with_all([&](std::span<const Archives::Here> all) {
    const auto hops = all[0].archive.versions(kPage);
    EXPECT_TRUE(hops.ok());
    EXPECT_THAT(*hops, SizeIs(1));
    const auto target = archive::redirected(all[0].archive, hops->at(0));
    EXPECT_TRUE(target.ok() && *target);
    EXPECT_EQ((*target)->url, elsewhere);
    return Result<void>();
  });
  EXPECT_TRUE(found.ok());
}

TEST_F(WatchedPages, WhoseLastVersionIsLostGoOn) {
  publish("four");
  const model::SourceId id = watch();
  run_for(minutes(1));
  terminal_.reset();
  archives_.reset();
  std::filesystem::remove_all(folder_.file("archive"));
  start();
  publish("six");
  run_for(hours(30));
  ASSERT_THAT(versions(id), SizeIs(2))
      << "the one before is lost, and the new one kept";
  EXPECT_THAT(versions(id)[0].summary, HasSubstr("changed, but not compared"));
}

}  // namespace
}  // namespace curlew::control
