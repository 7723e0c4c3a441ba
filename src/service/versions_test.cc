#include "service/versions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "detect/page/detect.h"
#include "parse/html/page.h"
#include "pipeline/contexts.h"
#include "service/kept_versions_test.h"

namespace curlew::service {
namespace {

using std::chrono::hours;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kUrl = "https://example.org/fees";

// A page that says when its office is open, and what it takes.
std::string page(std::string_view fee, std::string_view office = "open on weekdays") {
  return fmt::format(
      "<html><title>Fees</title><body><main><h1>Fees of the harbour</h1><p>A boat of "
      "up "
      "to six metres pays {} a night, water and light included.</p><p>Larger boats ask "
      "the harbour master before they enter.</p><p>The office is {}, and closed on "
      "the day of the patron saint.</p></main></body></html>",
      fee, office);
}

Moment at(Time time) { return {time, time}; }
Moment day_of(Time time) {
  const Time begin = std::chrono::floor<std::chrono::days>(time);
  return {begin, begin + hours(24) - Milliseconds(1)};
}

class VersionsTest : public KeptVersionsTest {
 protected:
  Document document(Viewer viewer = {}) {
    return must(find_document(*store_, kUrl, viewer));
  }
  std::vector<Time> times(const Document& of) {
    std::vector<Time> times;
    for (const auto& each : must(list_versions(*store_, of, kNever, 10))) {
      times.push_back(each.seen);
    }
    return times;
  }

  const model::SourceId source_ = add_document(kUrl);
};

TEST_F(VersionsTest, AreListedBySourceNumberAndAddressTheNewestFirst) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("twelve euros"));
  for (const std::string word : {"1", "#1", "example.org/fees", "The fees"}) {
    EXPECT_THAT(times(must(find_document(*store_, word))),
                ElementsAre(kNow + hours(2), kNow))
        << word;
  }
  EXPECT_EQ(find_document(*store_, "https://example.org/other").error().kind,
            ErrorKind::kNotFound);
}

TEST_F(VersionsTest, OfAnAddressThatIsNoSourcesAreFoundByIt) {
  const std::string url = "https://example.org/story";
  auto version = keep(source_, kUrl, kNow, page("ten euros"));
  version.url = url;
  version.article = model::ArticleId{7};
  save(version);
  const Document story = must(find_document(*store_, url));
  EXPECT_FALSE(story.source);
  EXPECT_THAT(times(story), ElementsAre(kNow));
}

TEST_F(VersionsTest, OfASourceThatIsPrivateToAnotherAreNotThere) {
  const auto anna = add_user("anna");
  const auto bob = add_user("bob");
  model::Source source = must(store_->sources().find(source_))->source;
  source.is_shared = false;
  must(store_->sources().change(source));
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{anna, source_, kNow, "", ""}}));
  auto version = keep(source_, kUrl, kNow, page("ten euros"));
  version.url = "https://example.org/story";
  version.article = model::ArticleId{7};
  save(version);
  for (const std::string& word : {kUrl, version.url}) {
    EXPECT_TRUE(find_document(*store_, word, anna).ok()) << word;
    EXPECT_FALSE(find_document(*store_, word, bob).ok()) << word;
  }
}

TEST_F(VersionsTest, TheOneInForceIsTheLastOneThatWasSeenByThen) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("twelve euros"));
  const Document of = document();
  const auto seen = [&](std::optional<Moment> moment) {
    return must(find_version(*store_, of, moment)).seen;
  };
  EXPECT_EQ(seen(at(kNow)), kNow);
  EXPECT_EQ(seen(at(kNow + hours(1))), kNow);
  EXPECT_EQ(seen(at(kNow + hours(2))), kNow + hours(2));
  EXPECT_EQ(seen(day_of(kNow)), kNow + hours(2));
  EXPECT_EQ(seen({}), kNow + hours(2));
  EXPECT_EQ(find_version(*store_, of, at(kNow - hours(1))).error().text,
            kUrl +
                ": no version before 2026-09-21T13:13:20Z; the first is of "
                "2026-09-21T14:13:20Z");
}

TEST_F(VersionsTest, WhereNoneIsKeptThatIsSaid) {
  EXPECT_EQ(find_version(*store_, document(), {}).error().text,
            kUrl + ": no version is kept yet");
  add_document("https://example.org/links", model::SourceKind::kPage, {});
  const auto links = must(find_document(*store_, "https://example.org/links"));
  EXPECT_THAT(find_version(*store_, links, {}).error().text,
              HasSubstr("--watch changes"));
}

TEST_F(VersionsTest, AreReadAndComparedWhileTheyAreWritten) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("twelve euros"));
  control::Archives archives(folder_.path().string());
  const auto pair = must(find_pair(*store_, document(), {}));
  EXPECT_EQ(pair.old.seen, kNow);
  const auto content = must(archives.read(pair.now.place));
  EXPECT_EQ(content.body, page("twelve euros"));
  EXPECT_THAT(
      must(readable_text(content, pair.now)),
      testing::StartsWith("Fees of the harbour\nA boat of up to six metres pays "
                          "twelve euros a night"));
  const auto difference = must(compare_versions(archives, document(), pair));
  EXPECT_THAT(std::get<detect::PageView>(difference).to_unified(),
              testing::AllOf(HasSubstr("pays [-ten-] euros"),
                             HasSubstr("pays {+twelve+} euros")));
}

TEST_F(VersionsTest, AreComparedAsTheirDetectorDoes) {
  const auto with_clock = [](std::string_view clock, std::string_view fee) {
    return page(fee, fmt::format("open now, at {}", clock));
  };
  keep(source_, kUrl, kNow, with_clock("12:04:33", "ten euros"));
  keep(source_, kUrl, kNow + hours(2), with_clock("14:09:01", "twelve euros"));
  const auto pair = must(find_pair(*store_, document(), {}));
  const auto difference = must(compare_versions(archives_, document(), pair));
  const std::string unified = std::get<detect::PageView>(difference).to_unified();
  EXPECT_THAT(unified, HasSubstr("pays {+twelve+} euros"));
  EXPECT_THAT(unified, HasSubstr("·1 part that changes without a change"));
  EXPECT_THAT(unified, testing::Not(HasSubstr("14:09:01")));
}

TEST_F(VersionsTest, AreComparedThoughTheirChangeWouldBeNoiseByNow) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("twelve euros"));
  // As visits that find another fee each time leave it.
  const detect::Rules rules = must(detect::make_rules({}));
  detect::PageNotes notes;
  for (const char* fee : {"one", "two", "three", "four", "five", "six", "seven"}) {
    dom::Document old, now;
    parse::parse_html(page("eight"), old);
    parse::parse_html(page(fee), now);
    const auto old_blocks = rules.read(old);
    const auto new_blocks = rules.read(now);
    notes =
        detect::detect_change({old, old_blocks}, {now, new_blocks}, notes, rules).notes;
  }
  auto transaction = must(store_->begin());
  must(store_->versions().save_notes(source_, detect::to_bytes(notes)));
  must(transaction.commit());
  const auto pair = must(find_pair(*store_, document(), {}));
  const auto difference = must(compare_versions(archives_, document(), pair));
  EXPECT_THAT(std::get<detect::PageView>(difference).to_unified(),
              HasSubstr("pays {+twelve+} euros"));
}

TEST_F(VersionsTest, ThatChangeSomethingAreTheFirstOneAndThoseThatSayOtherThings) {
  const auto see = [&](int hour, std::string_view summary, model::ChangeKinds kinds,
                       bool is_no_change = false) {
    save({.source = source_,
          .url = kUrl,
          .seen = kNow + hours(hour),
          .kinds = kinds,
          .summary = std::string(summary),
          .is_no_change = is_no_change});
  };
  const model::ChangeKinds data{model::ChangeKind::kData};
  see(0, "the first version", {});
  see(1, "2 triples added", data);
  see(2, "the same data", {});
  see(3, "1 triple removed", data, true);
  see(4, "3 triples added", data);
  see(5, "the same data", {});
  const auto summaries = [&](std::size_t limit) {
    std::vector<std::string> all;
    for (const model::Version& each :
         must(store_->versions().changes_of(source_, kNow + hours(100), limit)))
      all.push_back(each.summary);
    return all;
  };
  EXPECT_THAT(summaries(10),
              ElementsAre("3 triples added", "2 triples added", "the first version"));
  // The limit is of what is told.
  EXPECT_THAT(summaries(2), ElementsAre("3 triples added", "2 triples added"));
}

TEST_F(VersionsTest, ArePairedByTimes) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(2), page("eleven euros"));
  keep(source_, kUrl, kNow + hours(4), page("twelve euros"));
  const auto pair = [&](std::vector<Moment> moments) {
    const auto found = find_pair(*store_, document(), moments);
    if (!found.ok()) return found.error().text;
    return fmt::format("{} {}", (found->old.seen - kNow) / hours(1),
                       (found->now.seen - kNow) / hours(1));
  };
  EXPECT_EQ(pair({}), "2 4");
  EXPECT_EQ(pair({at(kNow)}), "0 4");
  EXPECT_EQ(pair({at(kNow), at(kNow + hours(3))}), "0 2");
  EXPECT_EQ(pair({at(kNow + hours(3)), at(kNow)}), "0 2");
  EXPECT_THAT(pair({at(kNow), at(kNow + hours(1))}), HasSubstr("at both times"));
}

TEST_F(VersionsTest, OfDataAreComparedByWhatTheySay) {
  const std::string url = "https://example.org/rates.csv";
  const auto rates = add_document(url, model::SourceKind::kData);
  keep(rates, url, kNow, "code,rate\nEUR,1\nUSD,1.1\n", "text/csv");
  keep(rates, url, kNow + hours(1), "code,rate\nUSD,1.2\nEUR,1\n", "text/csv");
  const Document of = must(find_document(*store_, url));
  const auto difference =
      must(compare_versions(archives_, of, must(find_pair(*store_, of, {}))));
  const auto& change = std::get<detect::DataChange>(difference);
  ASSERT_EQ(change.edited.size(), 1u);
  EXPECT_EQ(change.edited[0].after, "1.2");
}

TEST_F(VersionsTest, OfJsonLdAreReadByTheContextsThatAreKeptWithThem) {
  const std::string url = "https://example.org/port.jsonld";
  const auto port = add_document(url, model::SourceKind::kData);
  const auto keep_port = [&](Time seen, const std::string& meaning) {
    archive::Capture context{
        .url = "https://schema.example/",
        .time = seen,
        .status_line = "HTTP/1.1 200 OK",
        .body = fmt::format(R"({{"@context":{{"name":"{}"}}}})", meaning)};
    const pipeline::UsedContexts used{
        std::make_shared<const pipeline::FetchedContext>(context.url, context)};
    archive::Capture version{
        .url = url,
        .time = seen,
        .status_line = "HTTP/1.1 200 OK",
        .headers = {{"Content-Type", "application/ld+json"}},
        .body =
            R"({"@context":"https://schema.example/","@id":"http://e/a","name":"A"})"};
    must(pipeline::keep_contexts(used, archives_.shelf_of("t1"), version));
    save({.source = port,
          .url = url,
          .seen = seen,
          .digest = pipeline::digest_of(version.body),
          .media_type = "application/ld+json",
          .bytes = version.body.size(),
          .place = must(archives_.shelf_of("t1").keep(version)).place});
  };
  keep_port(kNow, "http://e/name");
  keep_port(kNow + hours(1), "http://e/title");
  const Document of = must(find_document(*store_, url));
  const auto difference =
      must(compare_versions(archives_, of, must(find_pair(*store_, of, {}))));
  const auto& change = std::get<detect::DataChange>(difference);
  EXPECT_THAT(change.added, ElementsAre("<http://e/a> <http://e/title> \"A\" ."));
}

TEST_F(VersionsTest, OfJsonLdWithoutItsContextAreComparedAsTrees) {
  const std::string url = "https://example.org/port.jsonld";
  const auto port = add_document(url, model::SourceKind::kData);
  const std::string_view form =
      R"({{"@context":"https://schema.example/","name":"{}"}})";
  keep(port, url, kNow, fmt::format(fmt::runtime(form), "A"), "application/ld+json");
  keep(port, url, kNow + hours(1), fmt::format(fmt::runtime(form), "B"),
       "application/ld+json");
  const Document of = must(find_document(*store_, url));
  const auto difference =
      must(compare_versions(archives_, of, must(find_pair(*store_, of, {}))));
  EXPECT_EQ(std::get<detect::DataChange>(difference).edited_count, 1u);
}

// What stands in the place of a PDF is its text.
class PlainPdf final : public parse::PdfReader {
 public:
  Result<std::string> read(std::string_view pdf, TimeBudget) override {
    if (is_missing)
      return Error{ErrorKind::kNotFound, "pdftotext not found: apt install"};
    return fmt::format("<html><body><p>{}</p></body></html>", pdf);
  }
  bool is_missing = false;
};

TEST_F(VersionsTest, OfPdfDocumentsAreReadAndComparedByTheirText) {
  keep(source_, kUrl, kNow, "A boat pays ten euros a night", "application/pdf");
  keep(source_, kUrl, kNow + hours(1), "A boat pays six euros a night",
       "application/pdf");
  const auto pair = must(find_pair(*store_, document(), {}));
  const auto content = must(archives_.read(pair.now.place));
  PlainPdf pdf;
  EXPECT_EQ(must(readable_text(content, pair.now, &pdf)),
            "A boat pays six euros a night\n");
  const auto difference = must(compare_versions(archives_, document(), pair, &pdf));
  EXPECT_THAT(std::get<detect::PageView>(difference).to_unified(),
              HasSubstr("{+six+}"));
  EXPECT_THAT(readable_text(content, pair.now).error().text,
              HasSubstr("set fetch.pdftotext"));
  pdf.is_missing = true;
  EXPECT_THAT(readable_text(content, pair.now, &pdf).error().text,
              HasSubstr("apt install"));
  EXPECT_THAT(compare_versions(archives_, document(), pair, &pdf).error().text,
              HasSubstr("apt install"));
}

class NoChangeTest : public VersionsTest {
 protected:
  // What the next visit would make of it.
  bool is_told(const std::string& html) {
    const std::vector<model::SourceId> sources{source_};
    const auto state = must(store_->versions().states(sources)).at(source_);
    const auto last = must(archives_.read(state.last->place));
    dom::Document old, now;
    parse::parse_html_page(last.body, "text/html", old);
    parse::parse_html_page(html, "text/html", now);
    const detect::Rules rules;
    const auto old_blocks = rules.read(old);
    const auto blocks = rules.read(now);
    return detect::detect_change({old, old_blocks}, {now, blocks},
                                 must(detect::parse_notes(state.notes)), rules)
        .change.changed;
  }
};

TEST_F(NoChangeTest, SaidByAUserHidesThatPlaceFromThenOn) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(1), page("ten euros", "open at noon"));
  EXPECT_TRUE(is_told(page("ten euros", "open in the evening")));
  const auto version =
      must(say_no_change(*store_, archives_, document(), at(kNow + hours(1))));
  EXPECT_TRUE(version.is_no_change);
  EXPECT_FALSE(is_told(page("ten euros", "open at noon")));
  EXPECT_FALSE(is_told(page("ten euros", "open in the evening")));
  EXPECT_TRUE(is_told(page("twelve euros", "open at noon")));
  const auto versions = must(list_versions(*store_, document(), kNever, 10));
  EXPECT_TRUE(versions.at(0).is_no_change);
  EXPECT_FALSE(versions.at(1).is_no_change);
  // Again is not wrong.
  EXPECT_TRUE(say_no_change(*store_, archives_, document(), at(kNow + hours(1))).ok());
}

TEST_F(NoChangeTest, IsAChangeAgainWhenThatIsTakenBack) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(1), page("ten euros", "open at noon"));
  const auto then = at(kNow + hours(1));
  const auto before = must(say_change(*store_, archives_, document(), then));
  EXPECT_FALSE(before.is_no_change) << "as it was";
  must(say_no_change(*store_, archives_, document(), then));
  EXPECT_FALSE(is_told(page("ten euros", "open in the evening")));
  const auto version = must(say_change(*store_, archives_, document(), then));
  EXPECT_FALSE(version.is_no_change);
  EXPECT_GT(version.score, 0);
  EXPECT_TRUE(is_told(page("ten euros", "open in the evening")));
}

TEST_F(NoChangeTest, TakesItsCountBackAndThoseOfOthersStay) {
  keep(source_, kUrl, kNow, page("ten euros"));
  const auto count = [&](int hour, std::string_view office, std::uint32_t textual) {
    keep(source_, kUrl, kNow + hours(hour), page("ten euros", office), "text/html",
         model::ChangeCounters{.structural = 2, .textual = textual});
  };
  count(1, "open at noon", 4);
  count(2, "open in the evening", 5);
  auto row = must(store_->sources().find(source_))->schedule;
  row.changes = {.structural = 2, .textual = 5};
  auto transaction = must(store_->begin());
  must(store_->schedule().save(row));
  must(transaction.commit());
  const auto before = must(store_->schedule().revision());
  const auto first = at(kNow + hours(1));
  for (int again = 0; again < 2; ++again) {
    const auto said = must(say_no_change(*store_, archives_, document(), first));
    EXPECT_EQ(said.score, 0);
    EXPECT_EQ(said.counters, (model::ChangeCounters{2, 3}));
    const auto newest = must(find_version(*store_, document(), {}));
    EXPECT_EQ(newest.counters, (model::ChangeCounters{2, 4}));
    EXPECT_EQ(newest.score, 0.5);
    EXPECT_EQ(must(store_->sources().find(source_))->schedule.changes,
              (model::ChangeCounters{2, 4}));
  }
  EXPECT_GT(must(store_->schedule().revision()), before)
      << "the controller reads them again";
}

TEST_F(NoChangeTest, IsSaidOfAVersionThatWasSeenThen) {
  keep(source_, kUrl, kNow, page("ten euros"));
  keep(source_, kUrl, kNow + hours(1), page("twelve euros"));
  const auto none = say_no_change(*store_, archives_, document(), at(kNow + hours(2)));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(none.error().text,
              HasSubstr("the one before is of 2026-09-21T15:13:20Z"));
  const auto first = say_no_change(*store_, archives_, document(), at(kNow));
  ASSERT_FALSE(first.ok());
  EXPECT_THAT(first.error().text, HasSubstr("it is the first one"));
}

TEST_F(NoChangeTest, IsRefusedWhereItWouldBeToldAgain) {
  keep(source_, kUrl, kNow, page("ten euros"));
  std::string html = page("ten euros");
  html.replace(html.find("<main>"), 6, "<main class=\"wide\">");
  keep(source_, kUrl, kNow + hours(1), html);
  const auto said = say_no_change(*store_, archives_, document(), at(kNow + hours(1)));
  ASSERT_FALSE(said.ok());
  EXPECT_THAT(said.error().text, HasSubstr("--changes-of"));
  const std::string url = "https://example.org/rates.csv";
  const auto rates = add_document(url, model::SourceKind::kData);
  keep(rates, url, kNow, "a\n1\n", "text/csv");
  keep(rates, url, kNow + hours(1), "a\n2\n", "text/csv");
  const auto of = must(find_document(*store_, url));
  EXPECT_EQ(say_no_change(*store_, archives_, of, at(kNow + hours(1))).error().kind,
            ErrorKind::kUsage);
}

}  // namespace
}  // namespace curlew::service
