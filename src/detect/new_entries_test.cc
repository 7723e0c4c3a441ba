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
  return find_new_entries(entries, entry_keys(entries), entry_keys(before));
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

TEST(NewEntries, AnEntryWithAnotherTitleButTheSameGuidIsKnown) {
  EXPECT_EQ(new_in({entry("1", "/1?b", "new title")}, {entry("1", "/1", "old")}),
            Indices{});
}

TEST(NewEntries, WithoutGuidTheLinkNamesThemAndWithoutLinkTheTitle) {
  EXPECT_EQ(new_in({entry("", "/1", "edited")}, {entry("", "/1", "first")}), Indices{});
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
