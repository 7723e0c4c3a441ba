// Documents in which few bytes stand for many: what is made of each is at most four
// times its bytes and a constant (allowance.h).

#include <gtest/gtest.h>

#include <chrono>
#include <functional>

#include "base/sanitizers_test.h"
#include "parse/feed.h"
#include "parse/html/feed_links.h"
#include "parse/opml.h"
#include "url/url.h"

namespace curlew::parse {
namespace {

// The entries themselves are few enough for a constant, and so are the feeds of a list.
constexpr Bytes kConstant = 1_MiB;

// Of processor time. A document takes a tenth of a second at most, with sanitizers a
// whole one; in quadratic time it would be minutes.
constexpr double kMostSeconds = kIsSanitized ? 20.0 : 2.0;

constexpr std::size_t kTimes = 10'000;
const std::string kLong(200'000, 'x');
const std::string kLongPath = "/" + std::string(8'000, 'p') + "/";

std::string many(std::string_view text, std::size_t times = kTimes) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::string rss(std::string_view channel, std::string_view attributes = "") {
  return "<rss " + std::string(attributes) + "><channel><title>t</title>" +
         std::string(channel) + "</channel></rss>";
}

std::string json_feed(std::string_view head, std::string_view items) {
  return "{" + std::string(head) + "\"items\":[" + std::string(items) + "{}]}";
}

Bytes size_of(const std::vector<std::string>& texts) {
  Bytes size = 0;
  for (const std::string& text : texts) size += sizeof(text) + text.size();
  return size;
}

Bytes size_of(const model::Entry& entry) {
  Bytes size = entry.id.size() + entry.link.size() + entry.title.size() +
               entry.summary.size() + entry.content.size() + entry.author.size() +
               entry.language.size() + size_of(entry.categories);
  for (const model::Enclosure& enclosure : entry.enclosures) {
    size += sizeof(enclosure) + enclosure.url.size() + enclosure.type.size();
  }
  return size;
}

Bytes size_of(const Feed& feed) {
  Bytes size = feed.title.size() + feed.link.size() + feed.description.size() +
               feed.language.size() + feed.hub.size() + feed.self_link.size() +
               size_of(feed.categories);
  for (const model::Entry& entry : feed.entries) size += size_of(entry);
  return size;
}

// Made when it is needed: all of them at once would be what the tests of memory see.
struct Case {
  std::string name;
  std::string (*document)();
};

const std::string kLang = "xml:lang='" + kLong + "'";
const std::string kBase = "xml:base='http://a.example" + kLongPath + "'";

std::string links() { return many("<a href='b'>c</a>"); }
std::string pictures() { return many("<img srcset='b' src='c'/>"); }
std::string nested_bases() {
  return many("<x xml:base='" + kLong.substr(0, 900) + "/'>", 90);
}

std::vector<Case> feeds() {
  return {
      {"InheritedXmlLang", [] { return rss(many("<item/>"), kLang); }},
      {"LanguageOfTheChannel",
       [] { return rss("<language>" + kLong + "</language>" + many("<item/>")); }},
      {"LanguageOfTheEntries",
       [] {
         return rss(
             many("<item><language>" + kLong.substr(0, 500) + "</language></item>"));
       }},
      {"LongXmlBase",
       [] {
         return rss(many("<item><link>a</link></item>"),
                    "xml:base='http://a.example/" + kLong + "/'");
       }},
      {"LinksOnAXmlBase",
       [] { return rss(many("<item><link>a</link></item>"), kBase); }},
      {"NestedXmlBases",
       [] { return rss(nested_bases() + many("<item><link>a</link></item>")); }},
      {"EnclosuresOnAXmlBase",
       [] {
         return rss(
             many("<item>" + many("<enclosure url='a'/><enclosure url='b'/>", 9) +
                  "</item>"),
             kBase);
       }},
      {"MediaOnAXmlBase",
       [] {
         return rss("<item>" +
                        many("<media:content url='a'><media:content url='b'/></media:"
                             "content>") +
                        "</item>",
                    kBase);
       }},
      {"LinksInAnEntry",
       [] {
         return rss(
             "<item><description><![CDATA[" + links() + "]]></description></item>",
             kBase);
       }},
      {"PicturesInAnEntry",
       [] {
         return rss("<item><content:encoded><![CDATA[" + pictures() +
                        "]]></content:encoded></item>",
                    kBase);
       }},
      {"LinksInATitle",
       [] {
         return rss("<item><title><![CDATA[" + links() + "]]></title></item>", kBase);
       }},
      {"LinksInXhtml",
       [] {
         return "<feed " + kBase + "><entry><content type='xhtml'><div>" + links() +
                "</div></content></entry></feed>";
       }},
      {"LinksInManyEntries",
       [] {
         return rss(many("<item><description>&lt;a href='b'></description></item>"),
                    kBase);
       }},
      {"IdsOnAXmlBase",
       [] { return rss(many("<item><guid>http://a.example/b</guid></item>"), kBase); }},
      {"CategoriesOfOneLetter",
       [] {
         return rss(many("<item>" +
                         many("<category>a</category><category>b</category>", 9) +
                         "</item>"));
       }},
      {"TextToBeEscaped",
       [] {
         return "<feed><entry><title>t</title><summary><![CDATA[" +
                many("&<", 500'000) + "]]></summary></entry></feed>";
       }},
      {"AuthorOfTheFeed",
       [] {
         return "<feed><author><name>" + kLong + "</name></author>" + many("<entry/>") +
                "</feed>";
       }},
      {"AuthorOfTheEntries",
       [] {
         return rss(many("<item><author>" + kLong.substr(0, 900) +
                             "</author><dc:creator>" + kLong.substr(0, 900) +
                             "</dc:creator></item>",
                         1'000));
       }},
      {"Generator",
       [] { return rss("<generator>" + kLong + "</generator>" + many("<item/>")); }},
      {"ManyNamespaces",
       [] {
         return rss(many("<x xmlns:a='b' xmlns:c='d' xml:lang='e'>", 90) +
                    many("<item/>"));
       }},
      {"JsonAuthor",
       [] {
         return json_feed("\"author\":{\"name\":\"" + kLong + "\"},",
                          many("{\"id\":1},"));
       }},
      {"JsonAuthors",
       [] {
         return json_feed("\"authors\":[{\"name\":\"" + kLong + "\"}],",
                          many("{\"id\":1},"));
       }},
      {"JsonLanguage",
       [] {
         return json_feed("\"language\":\"" + kLong + "\",", many("{\"id\":1},"));
       }},
      {"JsonTags",
       [] { return json_feed("", "{\"tags\":[" + many("\"a\",", 500'000) + "1]},"); }},
      {"JsonTagsOfManyItems",
       [] {
         return json_feed("", many("{\"tags\":[" + many("\"a\",", 99) + "1]},", 5'000));
       }},
      {"JsonAttachments",
       [] {
         return json_feed("",
                          "{\"attachments\":[" + many("{\"url\":\"a\"},") + "{}]},");
       }},
      {"JsonLinks", [] { return json_feed("", many("{\"url\":\"a\"},")); }},
      {"JsonHtml",
       [] { return json_feed("", "{\"content_html\":\"" + links() + "\"},"); }},
      {"JsonText",
       [] {
         return json_feed("", "{\"content_text\":\"" + many("&<", 500'000) + "\"},");
       }},
  };
}

class AmplificationTest : public testing::TestWithParam<Case> {};

TEST_P(AmplificationTest, AFeedMakesAtMostFourTimesItsBytes) {
  const std::string document = GetParam().document();
  const std::clock_t start = std::clock();
  const auto feed = parse_feed(document, {.url = "https://a.example" + kLongPath,
                                          .content_language = kLong,
                                          .titles = TitleForm::kSafeMarkup});
  ASSERT_TRUE(feed.ok()) << feed.error().text;
  EXPECT_LE(size_of(*feed), 4 * document.size() + kConstant)
      << document.size() << " bytes";
  EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, kMostSeconds);
  EXPECT_GE(feed->entries.size(), 1u);
  for (const model::Entry& entry : feed->entries) {
    EXPECT_LE(entry.language.size(), FeedLimits().language);
    EXPECT_LE(entry.author.size(), FeedLimits().line);
    EXPECT_LE(entry.link.size(), url::kMaxUrlLength);
  }
}

INSTANTIATE_TEST_SUITE_P(Document, AmplificationTest, testing::ValuesIn(feeds()),
                         [](const auto& one) { return one.param.name; });

TEST(OpmlAmplificationTest, LongNamesOfFoldersAreCut) {
  std::string list = "<opml>";
  for (int i = 0; i < 50; ++i)
    list += "<outline text='" + kLong.substr(0, 20'000) + "'>";
  const auto feeds = parse_opml(list + "<outline xmlUrl='a'/><outline xmlUrl='b'/>");
  ASSERT_TRUE(feeds.ok()) << feeds.error().text;
  ASSERT_EQ(feeds->feeds.size(), 2u);
  EXPECT_EQ(feeds->feeds.front().folder, kLong.substr(0, 1024));
}

TEST(OpmlAmplificationTest, FoldersThatAreRepeatedTooOftenAreAnError) {
  const auto feeds = parse_opml("<opml><outline text='" + kLong + "'>" +
                                many("<outline xmlUrl='a'/>"));
  ASSERT_FALSE(feeds.ok());
  EXPECT_EQ(feeds.error().kind, ErrorKind::kLimit);
}

TEST(HeadAmplificationTest, FeedsOnALongBaseAreBounded) {
  const std::string links =
      many("<link rel=alternate type=application/rss+xml href=", 1) + "x>";
  for (const std::string& base : {kLong, kLongPath}) {
    std::string page = "<base href='" + base + "'>";
    for (int i = 0; i < 8000; ++i) page += links;
    const auto feeds = find_feed_links(page, "https://a.example/", "text/html");
    for (const FeedLink& feed : feeds) EXPECT_LE(feed.url.size(), url::kMaxUrlLength);
    EXPECT_LE(feeds.size(), 100u);
  }
}

}  // namespace
}  // namespace curlew::parse
