#include "api/change_graph.h"

#include <gmock/gmock.h>

namespace curlew::api {
namespace {

TEST(ChangeGraph, TellsEachVersionWithWhatItChangedAndWhichItFollows) {
  model::Source source;
  source.url = "https://data.example/ports.ttl";
  source.title = "Ports \"of call\"";
  std::vector<model::Version> changes(2);
  changes[0] = {.seen = from_unix_seconds(1'700'000'060),
                .digest = "sha256:b",
                .media_type = "text/turtle",
                .summary = "3 triples added, 1 removed",
                .data = model::DataCounts{.added = 3, .removed = 1}};
  // The words of a summary count nothing: it may be in other words.
  changes[1] = {.seen = from_unix_seconds(1'700'000'000),
                .digest = "sha256:a",
                .summary = "the first version"};
  const std::string graph = write_change_graph(source, changes, "http://localhost/c");
  const std::string newest = "<http://localhost/c#v1700000060000> ";
  for (const std::string& line :
       {std::string("<http://localhost/c> <http://purl.org/dc/terms/title> "
                    "\"Ports \\\"of call\\\"\" .\n"),
        newest + "<http://www.w3.org/ns/prov#wasRevisionOf> "
                 "<http://localhost/c#v1700000000000> .\n",
        newest + "<http://www.w3.org/ns/prov#specializationOf> "
                 "<https://data.example/ports.ttl> .\n",
        newest + "<http://www.w3.org/ns/prov#generatedAtTime> "
                 "\"2023-11-14T22:14:20Z\"^^<http://www.w3.org/2001/"
                 "XMLSchema#dateTime> .\n",
        newest + "<urn:x-curlew:change:added> "
                 "\"3\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n",
        newest + "<urn:x-curlew:change:digest> \"sha256:b\" .\n",
        std::string("<http://localhost/c#v1700000000000> "
                    "<http://purl.org/dc/terms/description> \"the first version\" "
                    ".\n")}) {
    EXPECT_THAT(graph, testing::HasSubstr(line));
  }
  EXPECT_THAT(
      graph,
      testing::Not(testing::HasSubstr("v1700000000000> <urn:x-curlew:change:added>")));
}

}  // namespace
}  // namespace curlew::api
