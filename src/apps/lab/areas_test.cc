#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "apps/lab/lab.h"
#include "apps/whole_file.h"
#include "base/temporary_folder_test.h"

namespace curlew::apps {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class LabPage : public testing::Test {
 protected:
  LabPage() {
    std::ofstream(page_)
        << R"html(<!doctype html><html lang="en"><head><base href="/n/">
<script>document.write("<div>")</script></head><body onload="x()">
<div><h1>Old bridge opens</h1><p>The stone bridge over the river opened again on Monday.
Children of the village school crossed it first, with flags that they had painted.
The builders found the old piers sound, and the county pays for half of the work.</p>
</div>
<ul><li><a href="1">River lower than in any summer</a>
<li><a href="2">A second teacher for the school</a>
<li><a href="3">What bridges cost the county</a>
<li><a href="4">Why we need a ferry as well</a></ul><ScRiPt src="x.js"></sCrIpT>)html";
  }

  template <typename Options>
  std::string printed(Result<void> (*command)(const Options&, std::FILE*),
                      const Options& options) const {
    const std::string path = folder_.path() / "out";
    std::FILE* const out = std::fopen(path.c_str(), "w");
    const Result<void> result = command(options, out);
    std::fclose(out);
    EXPECT_TRUE(result) << result.error().text;
    return *read_whole_file(path);
  }

  TemporaryFolder folder_;
  std::string page_ = folder_.path() / "page.html";
};

TEST_F(LabPage, AreasArePrintedWithTheirMeasuresAndLinks) {
  const LabAreasOptions options{
      .file = page_, .url = "https://a.example/", .json = true};
  const std::string rows = printed(lab_areas, options);
  EXPECT_THAT(rows, HasSubstr(R"({"kind":"informational","path":"/html/body/div[1]")"));
  EXPECT_THAT(rows, HasSubstr(R"({"kind":"hub","path":"/html/body/ul[1]")"));
  EXPECT_THAT(rows, HasSubstr(R"("hv":4,"l":4,"t":116,"ltext":116,"ctext":0)"));
  EXPECT_THAT(rows, HasSubstr(R"("url":"https://a.example/n/1")"));
  EXPECT_THAT(printed(lab_areas, {.file = page_}), HasSubstr("2 areas;"));
}

TEST_F(LabPage, AreasAreFoundAsPublishedByTheThresholdsGiven) {
  LabAreasOptions options{
      .file = page_, .as_published = true, .thr_iv = 20, .thr_hv = 3, .json = true};
  std::string rows = printed(lab_areas, options);
  EXPECT_THAT(rows,
              HasSubstr(R"({"kind":"informational","path":"/html/body/div[1]/p[1]")"))
      << "a paragraph by itself: nothing grows";
  EXPECT_THAT(rows, HasSubstr(R"("use":"clip"})"));
  options.thr_iv = 1'000'000;
  rows = printed(lab_areas, options);
  EXPECT_THAT(rows, HasSubstr(R"({"kind":"hub","path":"/html/body/ul[1]")"));
  EXPECT_THAT(rows, HasSubstr(R"("use":"follow"})"));
  EXPECT_THAT(rows, Not(HasSubstr("informational")));
  options.thr_hv = 4;
  EXPECT_EQ(printed(lab_areas, options), "");
}

TEST_F(LabPage, TheLinkAverageRatioPrintedIsTheOneThatDecides) {
  // Pictures and headlines to the same addresses: links are shorter in the mean than
  // 12 bytes, though addresses have more than that.
  std::string list;
  for (int i = 0; i < 6; ++i) {
    list +=
        fmt::format("<li><a href={0}><img></a><a href={0}>12345 78901 34 6 {0}</a>", i);
  }
  std::ofstream(page_) << "<ul>" << list << "</ul>";
  const std::string rows = printed(lab_areas, {.file = page_, .json = true});
  EXPECT_THAT(rows, AllOf(HasSubstr(R"("lar":1.11)"), HasSubstr("navigation")));
}

TEST_F(LabPage, AreasOfAFolderAreCountedAndDrawn) {
  const std::string plot = folder_.path() / "counts.svg";
  const LabAreasOptions options{.batch = folder_.path(), .plot = plot, .json = true};
  EXPECT_EQ(printed(lab_areas, options),
            R"({"page":"page","published_informational":2,"published_hub":0,)"
            R"("informational":1,"hub":1,"navigation":0})"
            "\n");
  EXPECT_THAT(printed(lab_areas, {.batch = folder_.path()}),
              HasSubstr("as published: inf."));
  EXPECT_THAT(*read_whole_file(plot), AllOf(HasSubstr("figure 7"), HasSubstr("<path")));
}

TEST_F(LabPage, EntriesAreWhatAVisitWouldFind) {
  const std::string rows =
      printed(lab_entries, LabEntriesOptions{page_, "https://a.example/", true});
  EXPECT_THAT(rows,
              HasSubstr(R"({"link":"https://a.example/n/1","title":"River lower)"));
  EXPECT_THAT(printed(lab_entries, LabEntriesOptions{page_, "https://a.example/"}),
              HasSubstr("\n4 entries\n"));
}

TEST_F(LabPage, OneIsNotCalledMany) {
  const std::string page = folder_.path() / "one.html";
  std::ofstream(page)
      << "<html><body><main><ul><li><a href='/story/1'>What happened on "
         "the river yesterday evening</a></li></ul></main></body></html>";
  EXPECT_THAT(printed(lab_entries, LabEntriesOptions{page, "https://a.example/"}),
              HasSubstr("\n1 entry\n"));
}

TEST_F(LabPage, ClipsAsPublishedComeFromAreasWithoutLinks) {
  LabClipsOptions options{.file = page_,
                          .url = "https://a.example/",
                          .queries = {"school"},
                          .as_published = true,
                          .json = true};
  EXPECT_THAT(printed(lab_clips, options), HasSubstr(R"("keyword":"school","title")"));
  std::ofstream(page_) << "<div><p>The school is open again, with a second teacher and "
                          "forty chairs, and the flags that the children painted in "
                          "the spring hang from every window of the upper floor. <a "
                          "href=/all>All of it</a></p></div>";
  EXPECT_THAT(printed(lab_clips, options), Not(HasSubstr("summary")));
}

TEST_F(LabPage, ArticlesAreReadByRulesAndTheRulesArePreviewed) {
  const std::string rules = folder_.path() / "rules.toml";
  std::ofstream(rules) << "drop = 'h1'\nbody = ['div', 'b']\ntitle = 'h2'\n";
  LabArticleOptions options{
      .files = {page_}, .url = "https://a.example/", .rules = rules};
  const std::string preview = printed(lab_article, options);
  EXPECT_THAT(preview, HasSubstr("drop   h1              1  \n"));
  EXPECT_THAT(preview, HasSubstr("title  h2              0  brings nothing; read"));
  EXPECT_THAT(preview, HasSubstr("\nlinks     4\n  https://a.example/n/1  River"));
  options.json = true;
  EXPECT_THAT(printed(lab_article, options), HasSubstr(R"("articleBody":"The stone )"));
  std::ofstream(rules) << "body = 'p:'\n";
  const Result<void> result = lab_article(options, stdout);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kUsage);
  EXPECT_THAT(result.error().text, HasSubstr("rules.toml:1: body: selector 'p:'"));
}

TEST_F(LabPage, AreasAreDrawnIntoAPageWithoutScripts) {
  const std::string drawn = folder_.path() / "areas.html";
  printed(lab_areas, {.file = page_, .html = drawn});
  const std::string html = *read_whole_file(drawn);
  EXPECT_THAT(html, HasSubstr("html > body > ul:nth-of-type(1) { outline"));
  EXPECT_THAT(html, HasSubstr("Content-Security-Policy"));
  EXPECT_THAT(html, HasSubstr("<body onload=\"x()\"><curlew-legend>"));
  EXPECT_THAT(html, Not(HasSubstr("document.write")));
  EXPECT_THAT(html, Not(HasSubstr("x.js")));
}

// The comment ends at "--!>" for browsers, and so the picture is before any head.
TEST_F(LabPage, AreasAreDrawnBehindWhatForbidsScripts) {
  std::ofstream(page_) << "<!-- --!><img src=x onerror=x()><!-- --><p>text</p>";
  const std::string drawn = folder_.path() / "areas.html";
  printed(lab_areas, {.file = page_, .html = drawn});
  const std::string html = *read_whole_file(drawn);
  EXPECT_LT(html.find("Content-Security-Policy"), html.find("onerror"));
}

TEST_F(LabPage, ClipsHaveTitlesAndHubLinksAreReferences) {
  const LabClipsOptions options{.file = page_,
                                .url = "https://a.example/",
                                .queries = {"school", "bridges"},
                                .json = true};
  EXPECT_THAT(printed(lab_clips, options), Not(HasSubstr("summary")))
      << "a page with so little text is a hub";
  std::string more = *read_whole_file(page_);
  more.replace(more.find("<base"), 0, "<meta property=og:type content=article>");
  for (int week = 1; week < 9; ++week)
    more += fmt::format(
        "<p>In week {} the river was as wide as it is each May, and the masons, who "
        "had come from the north, worked on without a word.</p>",
        week);
  std::ofstream(page_) << more;
  const std::string rows = printed(lab_clips, options);
  EXPECT_THAT(rows, HasSubstr(R"("keyword":"school","title":"Old bridge opens")"));
  EXPECT_THAT(rows, HasSubstr(R"("follow":"https://a.example/n/2")"));
  EXPECT_THAT(rows, HasSubstr(R"("keyword":"bridges","title":"Old bridge opens")"));
  EXPECT_THAT(rows, HasSubstr(R"("follow":"https://a.example/n/3")"));
}

TEST_F(LabPage, ClipsAreOfQueriesAndABadOneIsRefused) {
  LabClipsOptions options{.file = page_,
                          .queries = {"school -bridge", "school OR x"},
                          .as_published = true};
  EXPECT_THAT(printed(lab_clips, options), AllOf(HasSubstr("school OR x at "),
                                                 Not(HasSubstr("school -bridge at "))));
  options.queries = {"school ("};
  const auto result = lab_clips(options, stdout);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text, "school (: query:8: the parenthesis is not closed");
}

TEST_F(LabPage, ThatIsNotThereIsAnError) {
  const auto result = lab_areas({.file = page_ + "x"}, stdout);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().text,
              HasSubstr("page.htmlx: cannot be read: No such file"));
}

TEST_F(LabPage, ThatIsAFolderIsAnError) {
  const std::string folder = folder_.path();
  for (const auto& result :
       {lab_areas({.file = folder}, stdout), lab_article({.files = {folder}}, stdout),
        lab_clips({.file = page_, .queries = {"x"}, .thesauri = {folder}}, stdout)}) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().text, folder + ": cannot be read: Is a directory");
  }
  EXPECT_EQ(lab_article({.batch = folder + "x"}, stdout).error().text,
            folder + "x: cannot be read: No such file or directory");
}

TEST_F(LabPage, WhoseGzipIsCutOffIsAnErrorAndNoShorterPage) {
  gzFile file = ::gzopen(page_.c_str(), "wb");
  ::gzputs(file, "<p>Some words of a page.");
  ::gzclose(file);
  EXPECT_THAT(printed(lab_article, {.files = {page_}}), HasSubstr("Some words"));
  std::filesystem::resize_file(page_, std::filesystem::file_size(page_) - 9);
  const auto result = lab_article({.files = {page_}}, stdout);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().text, HasSubstr("page.html: broken gzip"));
}

TEST_F(LabPage, CannotSteerTheTerminal) {
  std::ofstream(page_) << "<h1>Words\u009B31m</h1><p>" << std::string(300, 'x')
                       << " words \u202E";
  EXPECT_THAT(
      printed(lab_clips, {.file = page_, .queries = {"words"}}),
      AllOf(HasSubstr("words"), Not(HasSubstr("\u009B")), Not(HasSubstr("\u202E"))));
}

}  // namespace
}  // namespace curlew::apps
