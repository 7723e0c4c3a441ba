#include "api/atom.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "parse/feed.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Time kAtomTime = from_unix_seconds(1'790'000'000);

model::Source some_source() {
  model::Source source;
  source.id = {7};
  source.url = "https://town.example/news/";
  source.title = "News of <the> town & more";
  source.added = kAtomTime - std::chrono::hours(100);
  return source;
}

service::ArticleDetail some_article(int number) {
  service::ArticleDetail detail;
  store::ArticleRow& article = detail.article;
  article.id = {number};
  article.url = "https://town.example/news/" + std::to_string(number) + "?a=1&b=2";
  article.title = "Title <b>" + std::to_string(number) + "</b> & more";
  article.found = kAtomTime + std::chrono::seconds(number);
  article.page_fetched = article.found;
  article.page_type = model::PageType::kArticle;
  return detail;
}

// Of articles of which all is at hand.
std::string write_atom(const model::Source& source,
                       const std::vector<service::ArticleDetail>& details,
                       std::string_view self) {
  std::vector<store::ArticleRow> rows;
  for (const service::ArticleDetail& detail : details) rows.push_back(detail.article);
  std::size_t next = 0;
  const auto details_of =
      [&](std::span<const store::ArticleRow> part,
          service::PageText) -> Result<std::vector<service::ArticleDetail>> {
    std::vector<service::ArticleDetail> asked;
    for (const store::ArticleRow& article : part) {
      while (details[next].article.id != article.id) ++next;
      asked.push_back(details[next]);
    }
    return asked;
  };
  return *api::write_atom(source, rows, details_of, {.self = std::string(self)});
}

parse::Feed read_back(const std::string& atom) {
  auto feed = parse::parse_feed(
      atom, {.url = "http://localhost/", .content_type = "application/atom+xml"});
  EXPECT_TRUE(feed.ok()) << feed.error().text;
  return feed.ok() ? std::move(*feed) : parse::Feed{};
}

TEST(Atom, IsReadBackAsItWasMeant) {
  service::ArticleDetail detail = some_article(2);
  store::ArticleRow& full = detail.article;
  full.author = "Ann Heron";
  full.excerpt = "They are back… & well.";
  full.published = kAtomTime - std::chrono::hours(2);
  full.modified = kAtomTime - std::chrono::hours(1);
  const std::vector<service::ArticleDetail> articles{detail, some_article(1)};
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
  EXPECT_EQ(feed.entries[1].updated, some_article(1).article.found);
}

TEST(Atom, OfASourceWithoutArticlesIsAFeedAllTheSame) {
  const std::string atom = write_atom(some_source(), {}, "");
  EXPECT_TRUE(read_back(atom).entries.empty());
  EXPECT_THAT(atom, HasSubstr("<updated>" + to_iso8601(some_source().added)));
  EXPECT_THAT(atom, Not(HasSubstr("rel=\"self\"")));
}

TEST(Atom, LeavesOutListsAndWhatWasNotAskedForYet) {
  service::ArticleDetail list = some_article(1), waiting = some_article(2),
                         refused = some_article(3), unwanted = some_article(4);
  list.article.page_type = model::PageType::kListing;
  for (service::ArticleDetail* each : {&waiting, &refused, &unwanted}) {
    each->article.page_type.reset();
    each->article.page_fetched.reset();
  }
  waiting.article.is_page_wanted = refused.article.is_page_wanted = true;
  refused.article.page_error = "404 Not Found";
  const std::vector<service::ArticleDetail> articles{unwanted, refused, waiting, list};
  const parse::Feed feed = read_back(write_atom(some_source(), articles, ""));
  ASSERT_EQ(feed.entries.size(), 2u);
  EXPECT_EQ(feed.entries[0].link, unwanted.article.url);
  EXPECT_EQ(feed.entries[1].link, refused.article.url);
}

TEST(Atom, LetsNothingBecomeMarkup) {
  std::ifstream file(CURLEW_TESTDATA "/hostile.txt", std::ios::binary);
  int texts = 0;
  for (std::string text; std::getline(file, text); ++texts) {
    SCOPED_TRACE(text);
    service::ArticleDetail detail = some_article(1);
    store::ArticleRow& article = detail.article;
    article.title = article.author = article.excerpt = article.url = text;
    detail.feed = {text, text, {{text, text, 7}}};
    model::Source source = some_source();
    source.title = source.site_url = text;
    const std::vector<service::ArticleDetail> articles{detail};
    const std::string atom = write_atom(source, articles, text);
    EXPECT_EQ(read_back(atom).entries.size(), 1u) << atom;
    for (const char* tag : {"<script", "<img", "<svg", "<!ENTITY", "]]>"}) {
      EXPECT_EQ(atom.find(tag), atom.npos) << atom;
    }
  }
  EXPECT_GT(texts, 20);
}

TEST(Atom, CarriesTheFeedsOwnTextWhereThereIsNoPage) {
  service::ArticleDetail detail = some_article(1);
  detail.article.feed_excerpt = "<p>Short &amp; sweet";
  detail.feed.content = "<p onclick=x()>Long &amp; <b>bold</b><script>x()</script>";
  detail.feed.enclosures = {{"https://a.example/a.mp3", "audio/mpeg", 1234},
                            {"javascript:x()", "audio/mpeg", 1}};
  const std::vector<service::ArticleDetail> articles{detail};
  const std::string atom = write_atom(some_source(), articles, "");
  EXPECT_THAT(atom, HasSubstr("<summary>Short &amp; sweet</summary>"));
  EXPECT_THAT(atom, HasSubstr("<content type=\"html\">&lt;p&gt;Long &amp;amp; "
                              "&lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;</content>"));
  EXPECT_THAT(atom, HasSubstr("<link rel=\"enclosure\" href=\"https://a.example/a.mp3\""
                              " type=\"audio/mpeg\" length=\"1234\"/>"));
  const parse::Feed feed = read_back(atom);
  EXPECT_EQ(feed.entries[0].content, "<p>Long &amp; <b>bold</b></p>");
  EXPECT_EQ(feed.entries[0].enclosures.size(), 1u);
}

TEST(Atom, CarriesThePagesTextWhereItWasRead) {
  service::ArticleDetail detail = some_article(1);
  detail.content.emplace().text = "One < two.\nThree.";
  detail.feed.content = "<p>The feed's";
  const std::vector<service::ArticleDetail> articles{detail};
  const parse::Feed feed = read_back(write_atom(some_source(), articles, ""));
  EXPECT_EQ(feed.entries[0].content, "<p>One &lt; two.</p>\n<p>Three.</p>");
}

TEST(Atom, TellsChangesOfOneDocumentApart) {
  std::vector<service::ArticleDetail> articles{some_article(3), some_article(2)};
  for (auto& detail : articles) detail.article.url = some_source().url;
  const parse::Feed feed = read_back(write_atom(some_source(), articles, ""));
  ASSERT_EQ(feed.entries.size(), 2u);
  EXPECT_EQ(feed.entries[0].id, some_source().url + "#article-3");
  EXPECT_EQ(feed.entries[1].id, some_source().url + "#article-2");
}

TEST(Atom, PassesOnNoLinkThatRunsCode) {
  for (const char* url : {"javascript:alert(1)", "data:text/html,x", "JaVaScRiPt:x",
                          " javascript:x", "java\tscript:x", "vbscript:x"}) {
    service::ArticleDetail detail = some_article(1);
    detail.article.url = url;
    model::Source source = some_source();
    source.site_url = url;
    const std::vector<service::ArticleDetail> articles{detail};
    const std::string atom = write_atom(source, articles, url);
    EXPECT_EQ(atom.find("cript:"), atom.npos) << atom;
    EXPECT_EQ(atom.find("data:"), atom.npos) << atom;
    EXPECT_THAT(atom, HasSubstr("<id>https://town.example/news/#article-1</id>"));
  }
}

TEST(Atom, IsBoundedHoweverMuchItsArticlesSay) {
  service::ArticleDetail detail = some_article(1);
  detail.feed.content = "<p>" + std::string(900'000, 'x');
  const std::vector<service::ArticleDetail> articles(kAtomArticles, detail);
  const std::string atom = write_atom(some_source(), articles, "");
  EXPECT_LT(atom.size(), 5'000'000u);
  EXPECT_EQ(read_back(atom).entries.size(), kAtomArticles);
}

TEST(Atom, AsksForNoMoreTextsThanItHasRoomFor) {
  const std::vector<store::ArticleRow> rows(kAtomArticles, some_article(1).article);
  std::size_t reads = 0, texts = 0;
  const auto details_of =
      [&](std::span<const store::ArticleRow> part,
          service::PageText pages) -> Result<std::vector<service::ArticleDetail>> {
    ++reads;
    std::vector<service::ArticleDetail> details;
    for (const store::ArticleRow& article : part) {
      details.emplace_back().article = article;
      if (pages == service::PageText::kNo) continue;
      ++texts;
      details.back().content.emplace().text = std::string(2'000'000, 'x');
    }
    return details;
  };
  const auto atom = api::write_atom(some_source(), rows, details_of, {});
  ASSERT_TRUE(atom.ok());
  EXPECT_EQ(reads, kAtomArticles / 10);
  EXPECT_EQ(texts, 10u);
  EXPECT_EQ(read_back(*atom).entries.size(), kAtomArticles);
}

TEST(Atom, IsUpdatedByAnEdit) {
  service::ArticleDetail detail = some_article(1);
  detail.article.edited = kAtomTime + std::chrono::hours(7);
  const std::string atom = write_atom(some_source(), {detail}, "");
  EXPECT_THAT(atom.substr(0, atom.find("<entry>")),
              HasSubstr("<updated>" + to_iso8601(*detail.article.edited)));
}

TEST(Atom, KeepsSecretsToItself) {
  model::Source source = some_source();
  source.url = "https://ann:hunter2@town.example/";
  source.title.clear();
  EXPECT_THAT(write_atom(source, {}, ""), Not(HasSubstr("hunter2")));
}

}  // namespace
}  // namespace curlew::api
