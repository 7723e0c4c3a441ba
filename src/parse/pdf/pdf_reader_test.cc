// What pdftotext prints as a page, and children that do not do as they should.

#include "parse/pdf/pdf_reader.h"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/installed_test.h"
#include "base/temporary_folder_test.h"

namespace curlew::parse {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PdfPage, HasTheParagraphsOfItsText) {
  const std::string page = page_of_pdf_text(
      "<html>\n<head>\n<title>Fees &amp; dues</title>\n</head>\n<body>\n<pre>\n"
      "The fees of\nthe harbour\n\n1 < 2 & so on\n\fThe last page\n"
      "</pre>\n</body>\n</html>\n");
  EXPECT_THAT(page, HasSubstr("<title>Fees &amp; dues</title>"));
  EXPECT_THAT(page, HasSubstr("<p>The fees of the harbour</p>\n"
                              "<p>1 &lt; 2 &amp; so on</p>\n<p>The last page</p>"));
  EXPECT_THAT(page, Not(HasSubstr("pre")));
}

TEST(PdfPage, MakesWordsWholeThatALineBroke) {
  const std::string page = page_of_pdf_text(
      "<body>\n<pre>\nan exam-\nple, the North-\nSouth line, 1914-\n18, "
      "sof\u00AD\nt\n");
  EXPECT_THAT(page, HasSubstr("<p>an example, the North- South line, 1914- 18, soft<"));
}

TEST(PdfPage, IsMadeOfAnything) {
  EXPECT_THAT(page_of_pdf_text(""), HasSubstr("<article>\n</article>"));
  EXPECT_THAT(page_of_pdf_text(std::string_view("\xff\0<p>", 5)),
              HasSubstr("<p>\uFFFD\uFFFD&lt;p&gt;</p>"));
}

class PdfToText : public testing::Test {
 protected:
  // A program that does as `script` says.
  std::string program(std::string_view script) {
    const std::string path = folder_.file("program");
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  Result<std::string> read(PdfToTextOptions options, std::string_view pdf = "%PDF-") {
    return make_pdftotext(std::move(options), clock_)->read(pdf, {});
  }
  Result<std::string> read(std::string_view script, std::string_view pdf = "%PDF-") {
    return read({.program = program(script), .time = Milliseconds(5'000)}, pdf);
  }

  // Not in memory: programs cannot always be run there.
  const TemporaryFolder folder_{std::filesystem::temp_directory_path()};
  const SystemClock clock_{};
};

TEST_F(PdfToText, GivesTheDocumentAndNothingElseToTheChild) {
  ::setenv("CURLEW_TEST_SECRET", "s3cret", 1);
  const auto page =
      read("echo '<body>'; echo '<pre>'; cat; echo; env; ls /proc/self/fd | wc -l; pwd",
           "the document");
  ::unsetenv("CURLEW_TEST_SECRET");
  ASSERT_TRUE(page.ok()) << page.error().text;
  EXPECT_THAT(*page, HasSubstr("the document"));
  EXPECT_THAT(*page, Not(HasSubstr("s3cret")));
  // Three of its own, and that of the folder that is listed.
  EXPECT_THAT(*page, HasSubstr(" 4 /</p>"));
}

TEST_F(PdfToText, KillsAChildThatHangs) {
  const auto begin = clock_.steady();
  const auto page = read({.program = program("sleep 60"), .time = Milliseconds(300)});
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().text, HasSubstr("takes too long"));
  EXPECT_LT(clock_.steady() - begin, std::chrono::seconds(10));
}

TEST_F(PdfToText, KillsAChildThatHasClosedItsOutputAndHangs) {
  const auto page =
      read({.program = program("exec >&-; sleep 60"), .time = Milliseconds(300)});
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().text, HasSubstr("takes too long"));
}

TEST_F(PdfToText, GivesUpWhenItsTimeIsSpent) {
  const TimeBudget spent(Milliseconds(0), [] { return std::chrono::nanoseconds(1); });
  const auto reader = make_pdftotext({.program = program("sleep 60")}, clock_);
  EXPECT_FALSE(reader->read("%PDF-", spent).ok());
}

TEST_F(PdfToText, SurvivesAChildThatEatsMemory) {
  // One line without an end, which tail has to hold.
  const auto page = read({.program = program("exec tail -n 1 </dev/zero"),
                          .time = Milliseconds(20'000),
                          .memory = 64_MiB});
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().text, Not(HasSubstr("too long")))
      << "its memory ended it, and not its time";
}

TEST_F(PdfToText, CutsWhatHasNoEnd) {
  const auto page = read({.program = program("exec cat /dev/urandom"),
                          .time = Milliseconds(20'000),
                          .output = 1_MiB});
  ASSERT_TRUE(page.ok()) << page.error().text;
  EXPECT_GT(page->size(), 500'000u);
}

TEST_F(PdfToText, SaysHowItEnded) {
  EXPECT_THAT(read("exit 1").error().text, HasSubstr("damaged"));
  EXPECT_THAT(read("kill -SEGV $$").error().text, HasSubstr("signal 11"));
}

TEST_F(PdfToText, WritesNoFiles) {
  EXPECT_FALSE(read("echo x >" + folder_.file("written") + " || exit 1").ok());
}

TEST_F(PdfToText, HintsAtThePackageThatIsMissing) {
  const auto page = read({.program = "curlew-no-such-program"});
  ASSERT_FALSE(page.ok());
  EXPECT_EQ(page.error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(page.error().text, HasSubstr("apt install poppler-utils"));
}

// A document of one page, whose table of objects is left out: readers make it anew.
std::string pdf_saying(const std::string& text) {
  const std::string drawing = "BT /F1 12 Tf 72 720 Td (" + text + ") Tj ET";
  return "%PDF-1.4\n"
         "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
         "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
         "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
         "/Resources<</Font<</F1 5 0 R>>>>>>endobj\n"
         "4 0 obj<</Length " +
         std::to_string(drawing.size()) + ">>stream\n" + drawing +
         "\nendstream endobj\n"
         "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
         "6 0 obj<</Title(The fees)>>endobj\n"
         "trailer<</Root 1 0 R/Info 6 0 R>>\n%%EOF\n";
}

TEST_F(PdfToText, ReadsARealDocument) {
  CURLEW_NEEDS("/usr/bin/pdftotext", "poppler-utils");
  const auto page = read(PdfToTextOptions(), pdf_saying("Each boat pays 12 crowns"));
  ASSERT_TRUE(page.ok()) << page.error().text;
  EXPECT_THAT(*page, HasSubstr("<title>The fees</title>"));
  EXPECT_THAT(*page, HasSubstr("<p>Each boat pays 12 crowns</p>"));
  EXPECT_THAT(read(PdfToTextOptions(), "%PDF-1.4\nnothing").error().text,
              HasSubstr("damaged"));
}

}  // namespace
}  // namespace curlew::parse
