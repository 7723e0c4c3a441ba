#include "detect/new_entries.h"

#include <gtest/gtest.h>

namespace curlew::detect {
namespace {

using model::Entry;

Entry entry(std::string id, std::string link, std::string title) {
  Entry result;
  result.id = std::move(id);
  result.link = std::move(link);
  result.title = std::move(title);
  return result;
}

std::vector<std::size_t> new_in(const std::vector<Entry>& entries,
                                const std::vector<Entry>& before) {
  const EntryMarks known = mark_entries(before);
  return find_new_entries(entries, mark_entries(entries),
                          {.keys = known.keys, .likenesses = known.likenesses});
}

// `entry` with a text and a date.
Entry dated(Entry entry, std::string text, std::int64_t published) {
  entry.summary = std::move(text);
  entry.published = from_unix_seconds(published);
  return entry;
}

using Indices = std::vector<std::size_t>;

TEST(NewEntries, AreTheUnknownOnesOldestFirst) {
  const std::vector<Entry> before{entry("1", "/1", "one")};
  const std::vector<Entry> now{entry("3", "/3", "three"), entry("2", "/2", "two"),
                               entry("1", "/1", "one")};
  EXPECT_EQ(new_in(now, before), (Indices{1, 0}));
}

TEST(NewEntries, FollowTheirDatesWhereAllHaveThem) {
  std::vector<Entry> now{entry("1", "", ""), entry("2", "", "")};
  now[0].published = from_unix_seconds(10);
  now[1].published = from_unix_seconds(20);
  EXPECT_EQ(new_in(now, {}), (Indices{0, 1}));
}

TEST(NewEntries, AnEntryWithAnotherTitleButTheSameGuidHasTheSameKeyAndIsReported) {
  const std::vector<Entry> before{entry("1", "/1", "old"), entry("2", "/2", "two")};
  const std::vector<Entry> now{entry("1", "/1", "new title"), entry("2", "/2", "two")};
  EXPECT_EQ(mark_entries(now).keys, mark_entries(before).keys);
  EXPECT_EQ(new_in(now, before), Indices{0});
}

TEST(NewEntries, ATextTakenBackIsAChangeToo) {
  const std::vector<Entry> first{dated(entry("1", "/1", "one"), "a", 1)};
  const std::vector<Entry> second{dated(entry("1", "/1", "one"), "b", 1)};
  EXPECT_EQ(new_in(second, first), Indices{0});
  EXPECT_EQ(new_in(first, second), Indices{0});
}

TEST(NewEntries, TagsAndWhiteSpaceAreNoChange) {
  EXPECT_EQ(new_in({dated(entry("1", "/1", "one"), "<p class=b>two\nwords</p>", 1)},
                   {dated(entry("1", "/1", "one"), "<p class=a>two words</p>", 1)}),
            Indices{});
}

TEST(NewEntries, WithoutLikenessesOfTheLastTimeNothingIsCalledChanged) {
  const std::vector<Entry> now{entry("1", "/1", "new title")};
  const auto known = mark_entries(now);
  EXPECT_EQ(find_new_entries(now, known, {.keys = known.keys, .likenesses = {}}),
            Indices{});
}

TEST(NewEntries, AnEntryUnderAnotherGuidIsTheSameWhereAllElseIs) {
  EXPECT_EQ(new_in({entry("x9", "/1", "one"), entry("x8", "/2", "two")},
                   {entry("a1", "/1", "one"), entry("a2", "/2", "two")}),
            Indices{});
}

TEST(NewEntries, AnEntryWithAnotherParameterIsTheSameWhereAddressesTellThemApart) {
  EXPECT_EQ(new_in({entry("", "/1?s=9", "one"), entry("", "/2?s=9", "two")},
                   {entry("", "/1?s=1", "one"), entry("", "/2?s=1", "two")}),
            Indices{});
}

TEST(NewEntries, ParametersThatTellEntriesApartStillDo) {
  // The same title on the next day: the parameter and the date name it.
  EXPECT_EQ(new_in({dated(entry("", "/show?id=2", "Weather"), "Rain", 20),
                    dated(entry("", "/show?id=1", "Weather"), "Rain", 10)},
                   {dated(entry("", "/show?id=1", "Weather"), "Rain", 10)}),
            Indices{0});
  EXPECT_EQ(new_in({entry("", "/show?id=2", "Weather")},
                   {entry("", "/show?id=1", "Weather")}),
            Indices{0});
}

TEST(NewEntries, RotatingParametersBesideOthersAreSeenThroughByTextAndDate) {
  EXPECT_EQ(new_in({dated(entry("", "/show?id=2&s=8", "B"), "b", 20),
                    dated(entry("", "/show?id=1&s=9", "A"), "a", 10)},
                   {dated(entry("", "/show?id=2&s=1", "B"), "b", 20),
                    dated(entry("", "/show?id=1&s=2", "A"), "a", 10)}),
            Indices{});
}

TEST(NewEntries, AGuidSharedByEntriesWithOneLinkNamesNothing) {
  const std::vector<Entry> before{entry("site", "/", "one"), entry("site", "/", "two")};
  EXPECT_EQ(new_in(before, {}), (Indices{1, 0}));
  EXPECT_EQ(new_in({entry("site", "/", "three"), entry("site", "/", "one")}, before),
            Indices{0});
}

TEST(NewEntries, AnEditSharesAddressTitleOrDateWithWhatItWas) {
  const Entry stored = dated(entry("1", "/1", "one"), "", 10);
  EXPECT_TRUE(is_edit(stored, dated(entry("1", "/1", "uno"), "", 20)));
  EXPECT_TRUE(is_edit(stored, dated(entry("1", "/one", "one"), "", 20)));
  EXPECT_TRUE(is_edit(stored, dated(entry("1", "/uno", "uno"), "", 10)));
  EXPECT_FALSE(is_edit(stored, dated(entry("1", "/2", "two"), "", 20)));
  EXPECT_FALSE(is_edit(entry("1", "/1", "one"), entry("1", "/2", "two")));
}

TEST(NewEntries, WithoutGuidTheLinkNamesThemAndWithoutLinkTheTitle) {
  EXPECT_EQ(mark_entries(std::vector{entry("", "/1", "edited")}).keys,
            mark_entries(std::vector{entry("", "/1", "first")}).keys);
  EXPECT_EQ(new_in({entry("", "", "one")}, {entry("", "", "one")}), Indices{});
  EXPECT_EQ(new_in({entry("", "", "two")}, {entry("", "", "one")}), Indices{0});
}

TEST(NewEntries, AGuidSharedByDifferentPagesNamesNothing) {
  const std::vector<Entry> before{entry("site", "/1", ""), entry("site", "/2", "")};
  const std::vector<Entry> now{entry("site", "/3", ""), entry("site", "/1", "")};
  EXPECT_EQ(new_in(before, {}).size(), 2u);
  EXPECT_EQ(new_in(now, before), Indices{0});
}

TEST(NewEntries, AnEntryShownTwiceIsOneEntry) {
  EXPECT_EQ(new_in({entry("1", "/1", ""), entry("1", "/1", "")}, {}), Indices{0});
}

TEST(RememberedKeys, KeepThisDocumentWholeAndEarlierOnesWithinTheLimit) {
  const std::vector<std::uint64_t> keys{5, 4, 3};
  const std::vector<std::uint64_t> known{4, 3, 2, 1};
  using Keys = std::vector<std::uint64_t>;
  EXPECT_EQ(remembered_keys(keys, known, 4), (Keys{5, 4, 3, 2}));
  EXPECT_EQ(remembered_keys(keys, known, 1), (Keys{5, 4, 3}));
}

}  // namespace
}  // namespace curlew::detect
