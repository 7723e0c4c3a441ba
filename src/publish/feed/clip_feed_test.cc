#include "publish/feed/clip_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parse/feed.h"
#include "publish/golden_test.h"
#include "publish/notices_test.h"

namespace curlew::publish {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ClipFeed feed() {
  return {.title = "Ακτοπλοΐα & λιμάνια",
          .list = {8},
          .language = Language::kGreek,
          .installation = "3f2a",
          .self_url = "https://curlew.example.org/feed/abc.atom",
          .created = from_unix_seconds(1'700'000'000),
          .clips = {greek_clip(), english_clip()}};
}

TEST(ClipFeed, IsWrittenAsInTheFiles) {
  expect_as_in_file(to_atom(feed()), "feed.atom");
  expect_as_in_file(to_rss(feed()), "feed.rss");
  expect_as_in_file(to_json_feed(feed()), "feed.json");
}

TEST(ClipFeed, SaysTheSameInEveryForm) {
  for (const auto& text : {to_atom(feed()), to_rss(feed()), to_json_feed(feed())}) {
    const auto read = parse::parse_feed(text, {});
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(read->title, "Ακτοπλοΐα & λιμάνια");
    ASSERT_EQ(read->entries.size(), 2u);
    const model::Entry& entry = read->entries[1];
    EXPECT_EQ(entry.id, clip_urn({4711}, "3f2a"));
    EXPECT_EQ(entry.link, "https://news.example.org/ferry?a=1&b=2");
    // What looks like markup in it was text.
    EXPECT_THAT(entry.title, HasSubstr("Seamen's strike"));
    EXPECT_EQ(entry.published, from_unix_seconds(1'794'920'700));
    EXPECT_THAT(entry.summary + entry.content,
                HasSubstr("The <mark>strike</mark> of the seamen"));
  }
}

TEST(ClipFeed, GivesAClipTheSameNameForEver) {
  EXPECT_EQ(clip_urn({4711}, "3f2a"), clip_urn({4711}, "3f2a"));
  EXPECT_NE(clip_urn({4711}, "3f2a"), clip_urn({4712}, "3f2a"));
  EXPECT_NE(clip_urn({4711}, "3f2a"), clip_urn({4711}, "3f2b"));
  EXPECT_NE(clip_urn({4711}, "3f2a"), list_urn({4711}, "3f2a"));
  // Readers remember these: another form of them would show every clip again.
  EXPECT_EQ(clip_urn({4711}, "3f2a"), "urn:uuid:8c69c6fb-bb94-84db-9efc-db4a1532b095");
}

TEST(ClipFeed, WithoutClipsIsStillAFeed) {
  ClipFeed empty = feed();
  empty.clips.clear();
  for (const auto& text : {to_atom(empty), to_rss(empty), to_json_feed(empty)}) {
    EXPECT_TRUE(parse::parse_feed(text, {}).ok()) << text;
  }
  EXPECT_EQ(updated(empty), empty.created);
}

TEST(ClipFeed, LetsNothingOfAStrangerOut) {
  ClipFeed hostile = feed();
  hostile.title = "</title><script>\x01";
  NoticeClip& clip = hostile.clips[0];
  clip.clip.title = "]]></title><script>alert(1)</script>\xff";
  clip.clip.summary = "<script>alert(2)</script><img src=x>";
  clip.clip.mark_begin = 3;
  clip.clip.mark_end = 9000;
  clip.clip.url = "javascript:alert(3)";
  clip.stored_url = "data:text/html,x";
  clip.also_in = {{.title = "<b>", .url = "javascript:x"}};
  for (const auto& text : {to_atom(hostile), to_rss(hostile), to_json_feed(hostile)}) {
    const auto read = parse::parse_feed(text, {});
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(read->entries.size(), 2u);
    EXPECT_THAT(text, Not(HasSubstr("javascript:")));
    EXPECT_THAT(text, Not(HasSubstr("data:text")));
    const std::string html = read->entries[0].summary + read->entries[0].content;
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, Not(HasSubstr("<img")));
  }
}

TEST(ClipFeed, HasTheNewestClipsOnly) {
  ClipFeed long_feed = feed();
  long_feed.clips.assign(10'000, english_clip());
  EXPECT_EQ(parse::parse_feed(to_atom(long_feed), {})->entries.size(), kFeedClips);
  EXPECT_LT(to_json_feed(long_feed).size(), 200'000u);
}

}  // namespace
}  // namespace curlew::publish
