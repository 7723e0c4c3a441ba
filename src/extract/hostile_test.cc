// Pages made to hurt, through everything that reads pages: each ends, and what comes
// out is bounded. That time grows no faster than the page is measured by
// hostile_bench.cc.

#include <gtest/gtest.h>
#include <simdjson.h>

#include "base/sanitizers_test.h"
#include "extract/areas/readable_parts.h"
#include "extract/hostile_pages_test.h"
#include "extract/page.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/page.h"

namespace curlew::extract {
namespace {

constexpr std::size_t kSize = kIsSanitized ? 30'000 : 100'000;

std::size_t size_of(const model::ReadableParts& parts) {
  std::size_t size = 0;
  for (const model::Block& block : parts.blocks)
    size += block.text.size() + block.heading.size() + block.label.size() +
            block.path.size();
  for (const model::FoundLink& link : parts.links)
    size += link.url.size() + link.text.size();
  return size;
}

// A page has a few thousand areas, blocks and links at most. Each can have a path,
// which is as long as the page is deep, and an address, which is as long as the base.
void expect_bounded(const model::ReadableParts& parts, std::size_t bytes) {
  EXPECT_LE(parts.blocks.size(), 2 * 4096u);
  EXPECT_LE(parts.links.size(), 2048u);
  EXPECT_LE(size_of(parts), 6 * bytes + (32u << 20));
}

void expect_bounded(const PageContent& content, std::size_t bytes) {
  // What is cut off is cut between characters; a byte that is no UTF-8 becomes three.
  EXPECT_LE(content.body.size(), 3 * bytes + 64);
  EXPECT_LE(content.title.size(), 400u);
  EXPECT_TRUE(simdjson::validate_utf8(content.body));
  EXPECT_TRUE(simdjson::validate_utf8(content.title));
}

void expect_bounded(const std::vector<PageEntry>& entries) {
  const EntrySearch limits;
  EXPECT_LE(entries.size(), limits.max_entries);
  for (const PageEntry& entry : entries) {
    EXPECT_LE(entry.title.size(), limits.max_title_bytes);
    // And the sign that more was there.
    EXPECT_LE(entry.summary.size(), limits.max_summary_bytes + 3);
    EXPECT_TRUE(simdjson::validate_utf8(entry.title));
    EXPECT_TRUE(simdjson::validate_utf8(entry.summary));
  }
}

class HostilePages : public testing::Test {
 protected:
  void read(const std::string& html) {
    parse::parse_html_page(html, "text/html", page_);
    expect_bounded(reader_.read(page_, {}), html.size());
    expect_bounded(read_parts(page_, "https://example.org/"), html.size());
    RuledPage ruled(page_, rules_);
    expect_bounded(ruled.read(reader_, {}), html.size());
    expect_bounded(ruled.parts("https://example.org/"), html.size());
    for (const Rules& rules : {Rules(), rules_}) {
      const RuledPage followed(page_, rules);
      expect_bounded(followed.entries("https://example.org/"));
      expect_bounded(followed.headlines("https://example.org/"));
    }
  }

  dom::Document page_;
  PageReader reader_;
  const Rules rules_ = *parse_rules(
      "drop = ['.ad', 'i + i']\nbody = ['p', 'li', 'div']\nlinks = 'a'", "rules");
};

TEST_F(HostilePages, AreReadWithinBounds) {
  for (const HostilePage& page : hostile_pages()) {
    SCOPED_TRACE(page.name);
    read(page.html(kSize));
  }
}

TEST_F(HostilePages, OfFiftyMegabytesAreReadWithinBounds) {
  if (kSize < 50'000) GTEST_SKIP() << "too slow under sanitizers";
  read(repeated("<p>Some <a href=/a>words</a> of a sentence.</p>", 50'000'000));
}

TEST_F(HostilePages, LeaveNothingBehindForTheNextPage) {
  const std::string article =
      "<title>Storks return</title><article><h1>Storks return</h1><p>The storks came "
      "back to the village on Monday, earlier than in any year before.</p></article>";
  const auto read_article = [&] {
    parse::parse_html_page(article, "text/html", page_);
    return reader_.read(page_, {}).body;
  };
  const std::string before = read_article();
  for (const HostilePage& page : hostile_pages()) {
    read(page.html(5'000));
    EXPECT_EQ(read_article(), before) << page.name;
  }
}

}  // namespace
}  // namespace curlew::extract
