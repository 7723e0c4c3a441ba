// Clips are cut from what is stored of a page, without the page.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "extract/clips/clip.h"
#include "model/page_wire.h"
#include "pipeline/read_page.h"

namespace curlew::pipeline {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// The parts of the page as the database gives them back.
model::ReadableParts stored_parts() {
  std::ifstream file(CURLEW_TESTDATA "/pages/article.html");
  model::Page page;
  page.url = "https://news.example/2026/ferry-returns";
  page.html.assign(std::istreambuf_iterator<char>(file), {});
  read_page(page);
  return *model::decode_parts(model::encode(page.content->parts));
}

extract::KeywordFinder finder_of(std::string keyword) {
  static const text::Analyzer analyzer;
  return extract::KeywordFinder({std::move(keyword)}, text::Language::kEnglish,
                                {analyzer});
}

TEST(StoredParts, GiveTheClipAroundAKeyword) {
  const model::ReadableParts parts = stored_parts();
  const auto clips = extract::find_clips(parts.blocks, finder_of("fishermen"));
  ASSERT_THAT(clips, SizeIs(1));
  EXPECT_EQ(clips[0].title, "Fresh fish again");
  EXPECT_THAT(clips[0].summary, HasSubstr("the fishermen had nowhere to sell"));
}

// A note has too little text for an informational area; it is an article all the same.
TEST(StoredParts, GiveAClipOfEveryKeywordInTheText) {
  model::Page page;
  page.url = "https://news.example/2026/ferry-late";
  page.html =
      "<html lang=en><title>Ferry late</title><body><article><h1>Ferry late</h1><p>The "
      "ferry to Aegina was an hour late on Monday, because a lamp had failed in the "
      "harbour and nobody there was sure where the new ones are kept.</p></article>";
  read_page(page);
  ASSERT_THAT(page.content->text, HasSubstr("a lamp had failed"));
  EXPECT_THAT(extract::find_clips(*page.content, finder_of("lamp")), SizeIs(1));
}

TEST(StoredParts, LeadFromAHubLinkToItsArticleAndGiveNoClipOfTheLink) {
  const model::ReadableParts parts = stored_parts();
  const extract::KeywordFinder finder = finder_of("bridge");
  EXPECT_THAT(extract::find_clips(parts.blocks, finder), IsEmpty());
  const auto references = extract::find_references(parts.links, finder);
  ASSERT_THAT(references, SizeIs(1));
  EXPECT_EQ(references[0].url, "https://news.example/2026/bridge-closed-for-a-week");
}

}  // namespace
}  // namespace curlew::pipeline
