// What pages say of themselves and lead to, and how far a focused crawl believes it:
// canonical addresses, redirects, addresses without end. Through controller, terminal,
// archive and store.

#include <gmock/gmock.h>

#include "control/crawl_fixture_test.h"

namespace curlew::control {
namespace {

using store::CrawlStanding;
using testing::AllOf;
using testing::Contains;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

const std::string kSea = "http://sea.example/";

class CrawlClaims : public FocusedCrawl {
 protected:
  static std::string calls_itself(const std::string& url) {
    return fmt::format("<link rel=canonical href='{}'>", url);
  }
  void front_page(const std::vector<std::string>& paths) {
    std::string links;
    for (const std::string& path : paths) {
      links += link_to(path, "The ferry and its captain");
    }
    show(kSea, "All the news", "<p>Welcome.</p>", links);
  }
  void redirect(const std::string& from, const std::string& to) {
    web_[from] = {302, {{"Location", to}}, ""};
  }
  std::vector<std::string> addresses_of(model::SourceId topic) {
    std::vector<std::string> urls;
    for (const store::ArticleRow& row : *store_->articles().newest_of(topic, 99)) {
      urls.push_back(row.url);
    }
    return urls;
  }
};

TEST_F(CrawlClaims, APageThatCallsAnothersAddressItsOwnDoesNotTakeItsArticle) {
  front_page({"/thief"});
  show(kSea + "thief", "The thief", text_about(kFerries, 101), "",
       calls_itself("/real"));
  show(kSea + "real", "The real one", text_about(kFerries, 102));
  const model::SourceId sea = add_topic("sea", {kSea});
  learn({sea});
  run_for(minutes(10));
  EXPECT_THAT(titles(), UnorderedElementsAre("The thief", "The real one"));
  EXPECT_THAT(addresses_of(sea), UnorderedElementsAre(kSea + "thief", kSea + "real"));
  EXPECT_EQ(rows().at(kSea + "real").standing, CrawlStanding::kKept);
  const auto again = pages_of_next_phase();
  EXPECT_THAT(again, Contains(kSea + "real"));
  EXPECT_THAT(again, Contains(kSea + "thief")) << "it says something of its own";
}

TEST_F(CrawlClaims, AnOriginalTakesThePlaceOfItsCopiesAndTheGroupCountsOnce) {
  front_page({"/print-1", "/print-2"});
  for (const std::string name : {"print-1", "print-2", "story"}) {
    show(kSea + name, "The story", text_about(kFerries, 101), "",
         calls_itself("/story"));
  }
  const model::SourceId sea = add_topic("sea", {kSea});
  learn({sea});
  run_for(minutes(10));
  EXPECT_THAT(titles(), SizeIs(1));
  const auto known = rows();
  EXPECT_EQ(known.at(kSea + "story").standing, CrawlStanding::kKept);
  EXPECT_EQ(known.at(kSea + "print-1").standing, CrawlStanding::kDuplicate);
  EXPECT_EQ(known.at(kSea + "print-2").standing, CrawlStanding::kDuplicate);
  EXPECT_EQ(phases(sea)[0].relevant, 1u);
  EXPECT_EQ(phases(sea)[0].duplicates, 2u);
  const auto counts = *store_->crawl_pages().count(sea);
  EXPECT_EQ(counts.kept, 1u);
  EXPECT_EQ(counts.articles, 1u);
  // The article is the original's now, and follows what that says.
  start();
  std::string& body = web_[kSea + "story"].body;
  body.replace(body.find("agree on day"), 12, "quarrel over");
  const auto again = pages_of_next_phase();
  EXPECT_THAT(again, Contains(kSea + "story"));
  EXPECT_THAT(again, Not(Contains(HasSubstr("print"))));
  EXPECT_THAT(titles(), SizeIs(1));
  const auto versions = *store_->versions().of_url(kSea + "story", kNever, 9);
  ASSERT_THAT(versions, SizeIs(2));
  EXPECT_EQ(versions[0].article, (*store_->articles().newest_of(sea, 9))[0].id);
}

TEST_F(CrawlClaims, AClaimIsNotBelievedWhereThePageItselfNamesAThird) {
  front_page({"/print"});
  show(kSea + "print", "The story", text_about(kFerries, 101), "",
       calls_itself("/story"));
  show(kSea + "story", "The story", text_about(kFerries, 101), "",
       calls_itself("/print"));
  const model::SourceId sea = add_topic("sea", {kSea});
  learn({sea});
  run_for(minutes(10));
  EXPECT_THAT(titles(), SizeIs(1));
  EXPECT_EQ(rows().at(kSea + "print").standing, CrawlStanding::kKept);
  EXPECT_EQ(rows().at(kSea + "story").standing, CrawlStanding::kDuplicate);
}

TEST_F(CrawlClaims, ARedirectToAnotherDomainIsALinkThatTheRulesDecideAbout) {
  const std::string bay = "http://bay.example/";
  web_[bay + "robots.txt"] = {
      200, {{"Content-Type", "text/plain"}}, "User-agent: *\nDisallow: /secret\n"};
  front_page({"/away", "/hush", "/near", "/login-first"});
  redirect(kSea + "away", bay + "ferry");
  redirect(kSea + "hush", bay + "secret");
  redirect(kSea + "near", kSea + "ferry-1");
  redirect(kSea + "login-first", kSea + "login");
  show(kSea + "ferry-1", "The first ferry", text_about(kFerries, 101));
  show(kSea + "login", "A ferry behind a login", text_about(kFerries, 104));
  show(bay + "ferry", "A ferry in the bay", text_about(kFerries, 102));
  show(bay + "secret", "A secret ferry", text_about(kFerries, 103));
  const model::SourceId sea = add_topic("sea", {kSea});
  change_topic(sea, [](model::Topic& topic) { topic.rules.excludes = {"*/login"}; });
  learn({sea});
  run_for(minutes(10));
  EXPECT_THAT(titles(), UnorderedElementsAre("The first ferry"));
  EXPECT_EQ(requests_for("bay.example"), 0u) << "not even asked for";
  EXPECT_EQ(rows().at(kSea + "away").standing, CrawlStanding::kGone);
  EXPECT_EQ(rows().at(kSea + "login-first").standing, CrawlStanding::kGone);
  // And when they allow it, it is a page of its own, and its robots.txt is asked.
  change_topic(sea,
               [](model::Topic& topic) { topic.rules.also_domains = {"bay.example"}; });
  EXPECT_THAT(pages_of_next_phase(), Contains(bay + "ferry"));
  EXPECT_THAT(titles(), UnorderedElementsAre("The first ferry", "A ferry in the bay"));
  EXPECT_EQ(rows().at(bay + "ferry").standing, CrawlStanding::kKept);
  EXPECT_EQ(fetches_of(bay + "secret"), 0u);
}

TEST_F(CrawlClaims, AddressesWithoutEndAreLeftWhenTheyBringNothing) {
  front_page({"/days?d=1", "/deep/a1", "/archive"});
  constexpr int kMany = 40;
  // Too short to be told apart as articles are, and about the topic.
  const std::string short_text = fmt::format("<p>{}</p>", kFerries[0]);
  std::string path = "deep/a1";
  for (int i = 1; i <= kMany; ++i) {
    show(fmt::format("{}days?d={}", kSea, i), fmt::format("Ferry of day {}", i),
         short_text, link_to(fmt::format("/days?d={}", i + 1), "The next ferry"));
    const std::string next = fmt::format("{}/{}{}", path, made_up(i), i);
    show(kSea + path, "The ferry below", short_text,
         link_to("/" + next, "The ferry deeper down"));
    path = next;
  }
  // An archive by dates is none of that.
  std::string days;
  constexpr int kDays = 15;
  for (int day = 1; day <= kDays; ++day) {
    const std::string day_page = fmt::format("2024/05/{:02}", day);
    const std::string story = fmt::format("{}/the-ferry-of-day-{}", day_page, day);
    show(kSea + story, fmt::format("The ferry of day {}", day),
         text_about(kFerries, 200 + day));
    show(kSea + day_page, fmt::format("May {}, 2024", day),
         text_about(kFerries, 300 + day),
         link_to("/" + story, "The ferry and its captain"));
    days += link_to("/" + day_page, "The ferry of that day");
  }
  show(kSea + "archive", "May 2024", text_about(kFerries, 400), days);
  const model::SourceId sea = add_topic("sea", {kSea}, {.depth = 100});
  learn({sea});
  run_for(minutes(30));
  EXPECT_THAT(requests_for("/days?d="), AllOf(Ge(5u), Le(18u)));
  EXPECT_THAT(requests_for("/deep/"), AllOf(Ge(5u), Le(18u)));
  EXPECT_EQ(requests_for("/the-ferry-of-day-"), std::size_t(kDays));
  const auto log = *store_->topics().log_of(sea, 20);
  EXPECT_THAT(log, Contains(testing::Field(&store::TopicLogRow::detail,
                                           HasSubstr("sea.example/days?d=#"))));
  std::set<std::string> seen;
  for (const std::string& url : asked_pages()) seen.insert(url);
  const auto again = pages_of_next_phase();
  const auto more = std::ranges::count_if(again, [&](const std::string& url) {
    return url.find("/days?d=") != url.npos && !seen.contains(url);
  });
  EXPECT_LE(more, 4) << "two or three in each later phase";
}

}  // namespace
}  // namespace curlew::control
