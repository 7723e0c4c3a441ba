// testdata/<syntax>/ holds documents with the quads that they say beside them
// ("x.ttl.nq"), and "*.bad.*", which are refused.

#include "parse/rdf/rdf.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/content_of_test.h"
#include "parse/data.h"
#include "rdf/difference.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;

const char* const kFolders[] = {"ntriples", "turtle", "rdf_xml", "jsonld"};

RdfOptions on_base() {
  RdfOptions options;
  options.base = "http://base.example/document";
  return options;
}

Result<rdf::Dataset> read_file(const fs::path& file) {
  const std::string bytes = content_of(file);
  const DataFormat format = data_format_of(media_type_of_file(file.string()), bytes);
  return parse_rdf(bytes, format.syntax, on_base());
}

template <typename Visit>
void for_each_document(Visit visit) {
  for (const char* const folder : kFolders) {
    for (const auto& entry : fs::directory_iterator(fs::path(CURLEW_TESTDATA) / folder))
      visit(entry.path());
  }
}

std::string written(const rdf::Dataset& graph, const std::vector<rdf::Quad>& quads) {
  std::string text;
  for (const rdf::Quad& quad : quads) text += to_nquad(graph.terms(), quad) + "\n";
  return text;
}

TEST(Rdf, DocumentsSayWhatStandsBesideThem) {
  int seen = 0;
  for_each_document([&](const fs::path& file) {
    const fs::path beside = file.string() + ".nq";
    if (!fs::exists(beside)) return;
    SCOPED_TRACE(file.string());
    ++seen;
    const auto found = read_file(file);
    ASSERT_TRUE(found.ok()) << found.error().text;
    const auto expected = parse_rdf(content_of(beside), RdfSyntax::kNQuads, {});
    ASSERT_TRUE(expected.ok()) << expected.error().text;
    const rdf::Difference difference = rdf::difference(*expected, *found);
    EXPECT_EQ(difference.sameness, rdf::Sameness::kSame)
        << "missing:\n"
        << written(*expected, difference.removed) << "too much:\n"
        << written(*found, difference.added);
  });
  EXPECT_GE(seen, 6);
}

TEST(Rdf, WhatBreaksItsSyntaxIsRefused) {
  int seen = 0;
  for_each_document([&](const fs::path& file) {
    if (file.string().find(".bad.") == std::string::npos) return;
    ++seen;
    const auto found = read_file(file);
    ASSERT_FALSE(found.ok()) << file;
    EXPECT_EQ(found.error().kind, ErrorKind::kMalformed) << file;
  });
  EXPECT_GE(seen, 26);
}

TEST(Rdf, AnErrorNamesItsLine) {
  const auto found =
      parse_rdf("<a:s> <a:p> 1 .\n<a:s> <a:p> ;\n", RdfSyntax::kTurtle, {});
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().text, "line 2: expected a term at \";\"");
}

ErrorKind kind_of_failure(const std::string& document, RdfSyntax syntax) {
  const auto found = parse_rdf(document, syntax, on_base());
  return found.ok() ? ErrorKind::kExists : found.error().kind;
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Rdf, DeepNestingIsALimitAndNotACrash) {
  EXPECT_EQ(kind_of_failure("<a> <b> " + repeated("(", 1'000'000), RdfSyntax::kTurtle),
            ErrorKind::kLimit);
  EXPECT_EQ(
      kind_of_failure("<a> <b> " + repeated("[<b> ", 1'000'000), RdfSyntax::kTurtle),
      ErrorKind::kLimit);
  EXPECT_EQ(kind_of_failure(repeated("[", 1'000), RdfSyntax::kJsonLd),
            ErrorKind::kLimit);
  EXPECT_EQ(kind_of_failure("<a xmlns='http://e/'>" + repeated("<b><c>", 100'000),
                            RdfSyntax::kRdfXml),
            ErrorKind::kLimit);
}

TEST(Rdf, ShortNamesDoNotGrowIntoGigabytes) {
  std::string turtle =
      "@prefix p: <http://e/" + std::string(100'000, 'x') + "> . p:s p:p ";
  for (int i = 0; i < 20'000; ++i) turtle += "p:" + std::to_string(i) + ",";
  EXPECT_EQ(kind_of_failure(turtle + "1 .", RdfSyntax::kTurtle), ErrorKind::kLimit);

  std::string xml = "<!DOCTYPE a [<!ENTITY e0 '0123456789'>";
  for (int i = 1; i < 12; ++i)
    xml += "<!ENTITY e" + std::to_string(i) + " '" +
           repeated("&e" + std::to_string(i - 1) + ";", 10) + "'>";
  xml += "]><a xmlns='http://e/'><p>&e11;</p></a>";
  EXPECT_NE(kind_of_failure(xml, RdfSyntax::kRdfXml), ErrorKind::kExists);
}

TEST(Rdf, WhatStandsOutsideOfADocumentMakesItUnreadable) {
  const auto document = [](std::string_view declared) {
    return fmt::format(
        "<!DOCTYPE r [<!ENTITY in 'told'><!ENTITY x SYSTEM 'file:///etc/hostname'>]>"
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
        "xmlns='http://e/'><r:Description r:about='http://e/s'><p>&{};</p>"
        "</r:Description></r:RDF>",
        declared);
  };
  EXPECT_EQ(kind_of_failure(document("in"), RdfSyntax::kRdfXml), ErrorKind::kExists);
  EXPECT_EQ(kind_of_failure(document("x"), RdfSyntax::kRdfXml), ErrorKind::kMalformed);
}

TEST(Rdf, AChainOfEntitiesIsALimit) {
  std::string xml = "<!DOCTYPE a [<!ENTITY e0 'x'>";
  for (int i = 1; i < 100'000; ++i)
    xml += "<!ENTITY e" + std::to_string(i) + " '&e" + std::to_string(i - 1) + ";'>";
  xml += "]><a xmlns='http://e/'><p>&e99999;</p></a>";
  EXPECT_EQ(kind_of_failure(xml, RdfSyntax::kRdfXml), ErrorKind::kLimit);
}

// Documents that are small, and cost their reader much more than others of their size:
// each is refused by a limit, in a moment.

const std::string kLong(200'000, 'x');

bool is_limit(const std::string& document, RdfSyntax syntax) {
  return kind_of_failure(document, syntax) == ErrorKind::kLimit;
}

TEST(HostileRdf, ALongPrefixIsNotUsedForEver) {
  EXPECT_TRUE(is_limit(
      "@prefix p: <http://e/" + kLong + "> .\n" + repeated("p: p: p: .\n", 4'000),
      RdfSyntax::kTurtle));
  EXPECT_TRUE(
      is_limit("@base <http://e/" + kLong + "> .\n" + repeated("<> <> 1 .\n", 4'000),
               RdfSyntax::kTurtle));
}

TEST(HostileRdf, PrefixesOnALongBaseAreNotKeptForEver) {
  std::string turtle = "@base <http://e/" + kLong + "/> .\n";
  for (int i = 0; i < 10'000; ++i) turtle += fmt::format("@prefix p{}: <x> .\n", i);
  EXPECT_TRUE(is_limit(turtle, RdfSyntax::kTurtle));
}

TEST(HostileRdf, ManyNumbersAreFine) {
  const std::string turtle =
      "<http://e/s> <http://e/p> (" + repeated("1 ", 400'000) + ") .";
  EXPECT_TRUE(parse_rdf(turtle, RdfSyntax::kTurtle, {}).ok());
}

std::string rdf_xml(std::string_view attributes, const std::string& content) {
  return fmt::format(
      "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://e/' "
      "{}>{}</r:RDF>",
      attributes, content);
}

TEST(HostileRdf, ALongBaseOfXmlIsNotUsedForEver) {
  const std::string base = "xml:base='http://e/" + kLong + "/'";
  EXPECT_TRUE(
      is_limit(rdf_xml(base, repeated("<a r:about=''/>", 4'000)), RdfSyntax::kRdfXml));
  EXPECT_TRUE(is_limit(rdf_xml(base, repeated("<r:Description xml:base='x'/>", 4'000)),
                       RdfSyntax::kRdfXml));
}

TEST(HostileRdf, ALongLanguageIsNotUsedForEver) {
  const std::string language = "xml:lang='en" + repeated("-abcdefgh", 20'000) + "'";
  EXPECT_TRUE(is_limit(rdf_xml(language, "<a>" + repeated("<p/>", 10'000) + "</a>"),
                       RdfSyntax::kRdfXml));
}

TEST(HostileRdf, ALongNamespaceIsNotWrittenForEver) {
  EXPECT_TRUE(is_limit(
      rdf_xml("xmlns:n='http://e/" + kLong + "'",
              "<a><p r:parseType='Literal'>" + repeated("<n:i/>", 10'000) + "</p></a>"),
      RdfSyntax::kRdfXml));
}

TEST(HostileRdf, AChainOfTermsIsALimit) {
  std::string context;
  for (int i = 0; i < 20'000; ++i)
    context += fmt::format(R"("a{}": "a{}:x", )", i, i + 1);
  EXPECT_TRUE(
      is_limit(R"({"@context": {)" + context + R"("a20000": "http://e/"}, "a0": 1})",
               RdfSyntax::kJsonLd));
}

TEST(HostileRdf, AChainOfContextsIsALimit) {
  EXPECT_TRUE(is_limit(R"({"@context": {"T": {"@id": "http://e/T", "@context": [)" +
                           repeated("null, ", 200'000) + R"(null]}}, "@type": "T"})",
                       RdfSyntax::kJsonLd));
}

TEST(HostileRdf, ALongVocabularyIsNotUsedForEver) {
  const std::string vocabulary = R"({"@context": {"@vocab": "http://e/)" + kLong + '"';
  const std::string nodes = repeated(R"({"a": 1}, )", 10'000);
  EXPECT_TRUE(
      is_limit(vocabulary + R"(}, "b": [)" + nodes + "{}]}", RdfSyntax::kJsonLd));
  const std::string types = repeated(R"("a", )", 10'000);
  EXPECT_TRUE(is_limit(vocabulary + R"(}, "@type": [)" + types + R"("a"]})",
                       RdfSyntax::kJsonLd));
  std::string terms;
  for (int i = 0; i < 10'000; ++i) terms += fmt::format(R"(, "a{0}": "a{0}")", i);
  EXPECT_TRUE(is_limit(vocabulary + terms + "}}", RdfSyntax::kJsonLd));
  const std::string more = repeated(R"({"@vocab": "x"}, )", 10'000);
  EXPECT_TRUE(is_limit(
      R"({"@context": [{"@vocab": "http://e/)" + kLong + R"("}, )" + more + "{}]}",
      RdfSyntax::kJsonLd));
}

TEST(HostileRdf, ALongTypeOfValuesIsNotUsedForEver) {
  EXPECT_TRUE(
      is_limit(R"({"@context": {"a": {"@id": "http://e/a", "@type": "http://e/)" +
                   kLong + R"("}}, "a": [)" + repeated("1, ", 10'000) + "1]}",
               RdfSyntax::kJsonLd));
}

TEST(JsonLd, ContextsComeThroughTheFunction) {
  RdfOptions options = on_base();
  std::vector<std::string> asked;
  options.load_context = [&](const std::string& url) -> Result<std::string> {
    asked.push_back(url);
    return std::string(R"({"@context": {"title": "http://e/title"}})");
  };
  const auto found = parse_rdf(R"([{"@context": "ctx", "@id": "a", "title": "x"},
                    {"@context": "ctx", "@id": "b", "title": "y"}])",
                               RdfSyntax::kJsonLd, options);
  ASSERT_TRUE(found.ok()) << found.error().text;
  EXPECT_EQ(to_nquads(*found),
            "<http://base.example/a> <http://e/title> \"x\" .\n"
            "<http://base.example/b> <http://e/title> \"y\" .\n");
  EXPECT_EQ(asked, std::vector<std::string>{"http://base.example/ctx"});
}

// As an array of records that all name a large vocabulary has it.
TEST(JsonLd, ALargeContextMayBeUsedByManyNodes) {
  RdfOptions options = on_base();
  options.load_context = [](const std::string&) -> Result<std::string> {
    std::string context = R"({"@context": {"@vocab": "http://e/")";
    for (int i = 0; i < 3000; ++i)
      context += fmt::format(R"(, "term{0}": "http://e/{0}")", i);
    return context + "}}";
  };
  std::string document;
  for (int i = 0; i < 500; ++i)
    document += fmt::format(R"({}{{"@context": "http://e/c", "term{}": 1}})",
                            i == 0 ? "[" : ",", i);
  const auto found = parse_rdf(document + "]", RdfSyntax::kJsonLd, options);
  ASSERT_TRUE(found.ok()) << found.error().text;
  EXPECT_EQ(found->quads().size(), 500u);
}

TEST(JsonLd, ContextsThatNameEachOtherEnd) {
  RdfOptions options = on_base();
  int asked = 0;
  options.load_context = [&](const std::string&) -> Result<std::string> {
    return std::string(R"({"@context": "http://e/)") + std::to_string(++asked) + "\"}";
  };
  const auto found =
      parse_rdf(R"({"@context": "http://e/0"})", RdfSyntax::kJsonLd, options);
  ASSERT_FALSE(found.ok());
  EXPECT_LE(asked, options.max_contexts);
}

}  // namespace
}  // namespace curlew::parse
