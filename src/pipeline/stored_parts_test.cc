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
  const std::string html{std::istreambuf_iterator<char>(file), {}};
  read_page(html, page);
  return *model::decode_parts(model::encode(page.content->parts));
}

// Around the first place where a block has this word.
std::vector<extract::Clip> clips_of(const std::vector<model::Block>& blocks,
                                    std::string_view word) {
  const text::Analyzer analyzer;
  text::Analysis analysis;
  std::vector<extract::Clip> clips;
  for (const model::Block& block : blocks) {
    const std::size_t at = block.text.find(word);
    if (at == std::string::npos) continue;
    analyzer.analyze(block.text, text::Language::kEnglish, analysis);
    clips.push_back(extract::make_clip(block, {at, at + word.size()}, analysis));
  }
  return clips;
}

TEST(StoredParts, GiveTheClipAroundAKeyword) {
  const model::ReadableParts parts = stored_parts();
  const auto clips = clips_of(parts.blocks, "fishermen");
  ASSERT_THAT(clips, SizeIs(1));
  EXPECT_EQ(clips[0].title, "Fresh fish again");
  EXPECT_THAT(clips[0].summary, HasSubstr("the fishermen had nowhere to sell"));
}

// A note has too little text for an informational area; it is an article all the same.
TEST(StoredParts, GiveAClipOfEveryKeywordInTheText) {
  model::Page page;
  page.url = "https://news.example/2026/ferry-late";
  const std::string html =
      "<html lang=en><title>Ferry late</title><body><article><h1>Ferry late</h1><p>The "
      "ferry to Aegina was an hour late on Monday, because a lamp had failed in the "
      "harbour and nobody there was sure where the new ones are kept.</p></article>";
  read_page(html, page);
  ASSERT_THAT(page.content->text, HasSubstr("a lamp had failed"));
  EXPECT_THAT(clips_of(page.content->parts.blocks, "lamp"), SizeIs(1));
}

TEST(StoredParts, HaveALinkToTheArticleOfAHubAndNoBlockOfTheLink) {
  const model::ReadableParts parts = stored_parts();
  EXPECT_THAT(clips_of(parts.blocks, "ridge"), IsEmpty());
  const auto is_it = [](const model::FoundLink& link) {
    return link.url == "https://news.example/2026/bridge-closed-for-a-week" &&
           link.place == model::LinkPlace::kHub;
  };
  EXPECT_EQ(std::ranges::count_if(parts.links, is_it), 1);
}

}  // namespace
}  // namespace curlew::pipeline
