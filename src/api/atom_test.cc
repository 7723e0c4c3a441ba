#include "api/atom.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "parse/feed.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Time kNow = from_unix_seconds(1'790'000'000);

model::Source some_source() {
  model::Source source;
  source.id = {7};
  source.url = "https://town.example/news/";
  source.title = "News of <the> town & more";
  source.added = kNow - std::chrono::hours(100);
  return source;
}

store::ArticleRow some_article(int number) {
  store::ArticleRow article;
  article.id = {number};
  article.url = "https://town.example/news/" + std::to_string(number) + "?a=1&b=2";
  article.title = "Title <b>" + std::to_string(number) + "</b> & more";
  article.found = kNow + std::chrono::seconds(number);
  article.page_fetched = article.found;
  article.page_type = model::PageType::kArticle;
  return article;
}

parse::Feed read_back(const std::string& atom) {
  auto feed = parse::parse_feed(
      atom, {.url = "http://localhost/", .content_type = "application/atom+xml"});
  EXPECT_TRUE(feed.ok()) << feed.error().text;
  return feed.ok() ? std::move(*feed) : parse::Feed{};
}

TEST(Atom, IsReadBackAsItWasMeant) {
  store::ArticleRow full = some_article(2);
  full.author = "Ann Heron";
  full.excerpt = "They are back… & well.";
  full.published = kNow - std::chrono::hours(2);
  full.modified = kNow - std::chrono::hours(1);
  const std::vector<store::ArticleRow> articles{full, some_article(1)};
  const parse::Feed feed = read_back(
      write_atom(some_source(), articles, "http://localhost/sources/7/feed.atom"));
  EXPECT_EQ(feed.title, "News of <the> town & more");
  EXPECT_EQ(feed.link, "https://town.example/news/");
  ASSERT_EQ(feed.entries.size(), 2u);
  const model::Entry& entry = feed.entries[0];
  EXPECT_EQ(entry.id, full.url);
  EXPECT_EQ(entry.link, full.url);
  EXPECT_EQ(entry.title, full.title);
  EXPECT_EQ(entry.author, "Ann Heron");
  EXPECT_EQ(entry.published, full.published);
  EXPECT_EQ(entry.updated, full.modified);
  EXPECT_THAT(entry.summary, HasSubstr("They are back…"));
  EXPECT_EQ(feed.entries[1].updated, some_article(1).found);
}

TEST(Atom, OfASourceWithoutArticlesIsAFeedAllTheSame) {
  const std::string atom = write_atom(some_source(), {}, "");
  EXPECT_TRUE(read_back(atom).entries.empty());
  EXPECT_THAT(atom, HasSubstr("<updated>" + to_iso8601(some_source().added)));
  EXPECT_THAT(atom, Not(HasSubstr("rel=\"self\"")));
}

TEST(Atom, LeavesOutListsAndWhatWasNotAskedForYet) {
  store::ArticleRow list = some_article(1), waiting = some_article(2),
                    refused = some_article(3), unwanted = some_article(4);
  list.page_type = model::PageType::kListing;
  for (store::ArticleRow* row : {&waiting, &refused, &unwanted}) {
    row->page_type.reset();
    row->page_fetched.reset();
  }
  waiting.is_page_wanted = refused.is_page_wanted = true;
  refused.page_error = "404 Not Found";
  const std::vector<store::ArticleRow> articles{unwanted, refused, waiting, list};
  const parse::Feed feed = read_back(write_atom(some_source(), articles, ""));
  ASSERT_EQ(feed.entries.size(), 2u);
  EXPECT_EQ(feed.entries[0].link, unwanted.url);
  EXPECT_EQ(feed.entries[1].link, refused.url);
}

TEST(Atom, LetsNothingBecomeMarkup) {
  std::ifstream file(CURLEW_TESTDATA "/hostile.txt", std::ios::binary);
  int texts = 0;
  for (std::string text; std::getline(file, text); ++texts) {
    SCOPED_TRACE(text);
    store::ArticleRow article = some_article(1);
    article.title = article.author = article.excerpt = article.url = text;
    model::Source source = some_source();
    source.title = source.site_url = text;
    const std::vector<store::ArticleRow> articles{article};
    const std::string atom = write_atom(source, articles, text);
    EXPECT_EQ(read_back(atom).entries.size(), 1u) << atom;
    for (const char* tag : {"<script", "<img", "<svg", "<!ENTITY", "]]>"}) {
      EXPECT_EQ(atom.find(tag), atom.npos) << atom;
    }
  }
  EXPECT_GT(texts, 20);
}

TEST(Atom, KeepsSecretsToItself) {
  model::Source source = some_source();
  source.url = "https://ann:hunter2@town.example/";
  source.title.clear();
  EXPECT_THAT(write_atom(source, {}, ""), Not(HasSubstr("hunter2")));
}

}  // namespace
}  // namespace curlew::api
