#include "parse/data.h"

#include <gtest/gtest.h>

namespace curlew::parse {
namespace {

TEST(Data, TheMediaTypeDecidesFirst) {
  EXPECT_EQ(data_format_of("Text/Turtle; charset=utf-8", "{}").syntax,
            RdfSyntax::kTurtle);
  EXPECT_EQ(data_format_of("application/json", "{\"@id\": 1}").kind, DataKind::kTree);
  EXPECT_EQ(data_format_of("application/vnd.api+json", "a,b").kind, DataKind::kTree);
  EXPECT_EQ(data_format_of("application/ld+json", "").syntax, RdfSyntax::kJsonLd);
  EXPECT_EQ(data_format_of("text/csv", "<a:s> <a:p> 1 .").kind, DataKind::kTable);
}

TEST(Data, TheFirstBytesDecideWhereItSaysNothing) {
  const auto syntax = [](std::string_view bytes) {
    const DataFormat format = data_format_of("text/plain", bytes);
    EXPECT_EQ(format.kind, DataKind::kGraph) << bytes;
    return format.syntax;
  };
  EXPECT_EQ(syntax("\xEF\xBB\xBF<?xml version='1.0'?>"), RdfSyntax::kRdfXml);
  EXPECT_EQ(syntax("# comment\n@prefix a: <b> ."), RdfSyntax::kTriG);
  EXPECT_EQ(syntax("<http://e/s> <http://e/p> 1 ."), RdfSyntax::kTriG);
  EXPECT_EQ(syntax(" { \"@context\": {} }"), RdfSyntax::kJsonLd);
  EXPECT_EQ(data_format_of("", "[1]").kind, DataKind::kTree);
  EXPECT_EQ(data_format_of("", "a,b\n1,2").kind, DataKind::kTable);
}

TEST(Data, EachKindIsRead) {
  const auto kind = [](std::string_view bytes, std::string_view type) {
    const auto data = read_data(bytes, type, {});
    return data.ok() ? static_cast<int>(data->index()) : -1;
  };
  EXPECT_EQ(kind("<http://e/s> <http://e/p> 1 .", "text/turtle"), 0);
  EXPECT_EQ(kind("a,b\n1,2\n", "text/csv"), 1);
  EXPECT_EQ(kind("{\"a\": 1}", "application/json"), 2);
  EXPECT_EQ(kind("{", "application/json"), -1);
}

TEST(Data, FilesAreToldByTheirNames) {
  EXPECT_EQ(media_type_of_file("a.b/FIBO.RDF"), "application/rdf+xml");
  EXPECT_EQ(media_type_of_file("x.jsonld"), "application/ld+json");
  EXPECT_EQ(media_type_of_file("x."), "");
  EXPECT_EQ(media_type_of_file("x"), "");
}

}  // namespace
}  // namespace curlew::parse
