#include "detect/page/notes.h"

#include <gmock/gmock.h>

#include "base/random.h"
#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

// One page, visited again and again.
class Visits {
 public:
  explicit Visits(Rules rules = {}) : rules_(std::move(rules)) {}

  Change visit(std::string_view html) {
    auto now = std::make_unique<ReadPage>(html, rules_);
    Change change;
    if (last_) {
      Detection found = detect_change(last_->version(), now->version(), notes_, rules_);
      change = std::move(found.change);
      notes_ = std::move(found.notes);
    }
    last_ = std::move(now);
    return change;
  }

  PageNotes& notes() { return notes_; }

 private:
  const Rules rules_;
  std::unique_ptr<ReadPage> last_;
  PageNotes notes_;
};

std::string with(std::string_view part,
                 std::string_view last = "The end of the page.") {
  return fmt::format(
      "<h1>Harbour</h1><p>Ferries sail at noon.</p><p>Tickets are sold on board.</p>{}"
      "<p>{}</p>",
      part, last);
}

TEST(PageNotes, LearnACounterAfterFiveVisits) {
  Visits page;
  std::vector<bool> changed;
  for (int visit = 0; visit < 7; ++visit)
    changed.push_back(
        page.visit(with(fmt::format("<p>{} people were here</p>", 100 + 7 * visit)))
            .changed);
  EXPECT_THAT(changed,
              testing::ElementsAre(false, true, true, true, true, false, false));
}

// As a page is visited whose last version stays until a change is told.
TEST(PageNotes, DoNotTakeADifferenceThatStaysForNoise) {
  RuleOptions options;
  options.minimum_size = 60;
  const Rules rules = *make_rules(options);
  const ReadPage kept(with("<p>Dogs are not allowed on deck</p>"), rules);
  PageNotes notes;
  const auto visit = [&](std::string_view part) {
    Detection found = detect_change(
        kept.version(), ReadPage(with(part), rules).version(), notes, rules);
    notes = std::move(found.notes);
    return found.change.changed;
  };
  for (int i = 0; i < 12; ++i)
    EXPECT_FALSE(
        visit(fmt::format("<p>Dogs are never allowed on deck</p>"
                          "<footer>Page {} of the day</footer>",
                          i)));
  EXPECT_TRUE(
      visit("<p>Cats and parrots travel free of charge, if somebody holds them all the "
            "way</p>"));
}

TEST(PageNotes, AreQuietAboutNoiseThatCameToRest) {
  const ReadPage kept(with("<p>100 people were here</p>"));
  PageNotes notes;
  for (int i = 1; i < 30; ++i) {
    Detection found = detect_change(
        kept.version(),
        ReadPage(with(fmt::format("<p>{} people were here</p>", 100 + std::min(i, 8))))
            .version(),
        notes);
    notes = std::move(found.notes);
    EXPECT_FALSE(i > 6 && found.change.changed) << i;
  }
}

TEST(PageNotes, StillTellAnotherWordBesideACounter) {
  Visits page;
  for (int visit = 0; visit < 6; ++visit)
    page.visit(with(fmt::format("<p>{} people were here</p>", 100 + 7 * visit)));
  EXPECT_TRUE(page.visit(with("<p>900 ghosts were here</p>")).changed);
}

TEST(PageNotes, StillTellAPriceThatChangesNowAndThen) {
  Visits page;
  int told = 0;
  for (int visit = 0; visit < 30; ++visit)
    told +=
        page.visit(with(fmt::format("<p>Now {} crowns</p>", 10 + visit / 5))).changed;
  EXPECT_EQ(told, 5);
}

TEST(PageNotes, StillTellWhatIsSoldOutAndComesBack) {
  Visits page;
  int told = 0;
  for (int visit = 0; visit < 40; ++visit)
    told += page.visit(with(visit / 8 % 2 ? "<p>Sold out</p>" : "<p>Available</p>"))
                .changed;
  EXPECT_EQ(told, 4);
}

TEST(PageNotes, LearnWhatRotates) {
  Visits page;
  for (const std::string_view text : {"Warm coats", "Read the paper", "Fly south"})
    page.visit(with(fmt::format("<div><p>{}</p></div>", text)));
  const Change change =
      page.visit(with("<div><h4>Eat</h4><p>Fresh bread daily</p></div>"));
  EXPECT_FALSE(change.changed);
  EXPECT_TRUE(change.has_noise);
  ASSERT_FALSE(change.parts.empty());
  EXPECT_EQ(change.parts[0].noise, Noise::kLearned);
  EXPECT_TRUE(
      page.visit(with("<div><p>Drive home</p></div>", "The page ends here.")).changed);
}

TEST(PageNotes, FollowANoisyPlaceWhenThePageGrows) {
  Visits page;
  int number = 0;
  const auto noise = [&] {
    return fmt::format("<p>{} people were here</p>", ++number);
  };
  for (int visit = 0; visit < 6; ++visit) page.visit(with(noise()));
  EXPECT_TRUE(page.visit(with("<p>A new pier opens in May.</p>" + noise())).changed);
  EXPECT_FALSE(page.visit(with("<p>A new pier opens in May.</p>" + noise())).changed);
}

TEST(PageNotes, BelieveAUserWhoSaysThatItWasNoChange) {
  Visits page;
  page.visit(with("<p>Captain Berg is on duty today.</p>"));
  const Change change = page.visit(with("<p>Captain Lund is on duty today.</p>"));
  EXPECT_TRUE(change.changed);
  page.notes().add_not_a_change(change);
  const Change next = page.visit(with("<p>Captain Holm is on duty today.</p>"));
  EXPECT_FALSE(next.changed);
  EXPECT_EQ(next.parts.at(0).noise, Noise::kSaid);
  EXPECT_TRUE(
      page.visit(with("<p>Captain Holm is on duty today.</p>", "The last line."))
          .changed);
}

TEST(PageNotes, ForgetThatItWasNoChangeWhenThatIsTakenBack) {
  Visits page;
  page.visit(with("<p>Captain Berg is on duty today.</p>"));
  const Change change = page.visit(with("<p>Captain Lund is on duty today.</p>"));
  page.notes().add_not_a_change(change);
  // A visit that is under way was told of the notes as they are now.
  PageNotes under_way = page.notes();
  page.notes().take_back_not_a_change(change);
  under_way.keep_said(page.notes());
  EXPECT_EQ(under_way, page.notes());
  EXPECT_TRUE(page.visit(with("<p>Captain Holm is on duty today.</p>")).changed);
}

TEST(PageNotes, KeepWhatWasSaidWhileAVisitWasUnderWay) {
  PageNotes said;
  said.add_not_a_change(
      {.parts = {{.path = "/html/body/p[1]", .before = "one", .after = "two"}}});
  PageNotes learned;
  const Part other{.path = "/html/body/p[2]", .before = "a b c", .after = "a b d"};
  learned.learn({&other, 1});
  learned.keep_said(said);
  EXPECT_EQ(learned.places().size(), 2u);
  EXPECT_EQ(learned.judge({.path = "/html/body/p[1]", .before = "two", .after = "four"},
                          false),
            Noise::kSaid);
  EXPECT_EQ(learned.judge(other, false), Noise::kNone);
}

TEST(PageNotes, LearnNothingOfAPartThatIsWatched) {
  Visits page(make_rules({.watch = "#price"}).value());
  int told = 0;
  for (int visit = 0; visit < 12; ++visit)
    told +=
        page.visit(with(fmt::format("<p id=price>{} crowns</p>", 10 + visit))).changed;
  EXPECT_EQ(told, 11);
}

TEST(PageNotes, StayTheSameWhenTheyAreStored) {
  Visits page;
  Random random(4);
  for (int visit = 0; visit < 40; ++visit) {
    std::string parts;
    for (int i = 0; i < 30; ++i)
      parts += fmt::format("<p>w{} and w{}</p>", random.below(9), random.below(9));
    page.visit(with(parts));
  }
  page.notes().count_error(true);
  EXPECT_LE(page.notes().places().size(), PageNotes::kMaxPlaces);
  const std::string bytes = to_bytes(page.notes());
  EXPECT_LE(bytes.size(), 2200);
  EXPECT_EQ(parse_notes(bytes).value(), page.notes());
  EXPECT_EQ(parse_notes("").value(), PageNotes());
}

TEST(PageNotes, RefuseBytesThatAreNoNotes) {
  EXPECT_FALSE(parse_notes("x").ok());
  EXPECT_FALSE(parse_notes(std::string("\1\0\0\0\0abc", 8)).ok());
  EXPECT_FALSE(parse_notes("\1" + std::string(4 + 20 * 97, '\0')).ok());
}

}  // namespace
}  // namespace curlew::detect
