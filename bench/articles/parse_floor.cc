// usage: parse_floor PARSER FOLDER PASSES
// Bytes to tree with one parser, every *.html of the folder that often. Prints
// {"version","pages","seconds":[a pass]} as the peers do; `parse_floor` alone
// prints the parsers it knows.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "parse/html/page.h"

#ifdef CURLEW_HAS_GUMBO
#include <gumbo.h>
#endif
#ifdef CURLEW_HAS_LIBXML2
#include <libxml/HTMLparser.h>
#endif

namespace {

using Parse = std::function<void(const std::string&)>;

struct Parser {
  std::string version;
  Parse parse;
};

void parse_ours(const std::string& bytes) {
  static curlew::dom::Document page;
  curlew::parse::parse_html_page(bytes, "text/html", page);
}

#ifdef CURLEW_HAS_GUMBO
void parse_gumbo(const std::string& bytes) {
  GumboOutput* tree =
      gumbo_parse_with_options(&kGumboDefaultOptions, bytes.data(), bytes.size());
  gumbo_destroy_output(&kGumboDefaultOptions, tree);
}
#endif

#ifdef CURLEW_HAS_LIBXML2
void parse_libxml2(const std::string& bytes) {
  constexpr int kOptions =
      HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
  htmlDocPtr tree =
      htmlReadMemory(bytes.data(), int(bytes.size()), nullptr, nullptr, kOptions);
  xmlFreeDoc(tree);
}
#endif

std::map<std::string, Parser> parsers() {
  std::map<std::string, Parser> all{{"curlew", {"", parse_ours}}};
#ifdef CURLEW_HAS_GUMBO
  all["gumbo"] = {"0.10.1", parse_gumbo};
#endif
#ifdef CURLEW_HAS_LIBXML2
  all["libxml2"] = {LIBXML_DOTTED_VERSION, parse_libxml2};
#endif
  return all;
}

std::vector<std::string> read_pages(const std::string& folder) {
  std::vector<std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    if (entry.path().extension() == ".html")
      pages.emplace_back(std::istreambuf_iterator<char>(file),
                         std::istreambuf_iterator<char>());
  }
  return pages;
}

double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argc, char** argv) {
  const auto all = parsers();
  if (argc == 1)
    for (const auto& [name, parser] : all) fmt::print("{}\n", name);
  if (argc != 4 || !all.contains(argv[1])) return argc == 1 ? 0 : 2;
  const Parser& parser = all.at(argv[1]);
  const std::vector<std::string> pages = read_pages(argv[2]);
  std::vector<double> seconds;
  for (int pass = 0; pass < std::stoi(argv[3]); ++pass) {
    const double start = cpu_seconds();
    for (const std::string& page : pages) parser.parse(page);
    seconds.push_back(cpu_seconds() - start);
  }
  fmt::print(R"({{"version":"{}","pages":{},"seconds":[{:.6f}]}})"
             "\n",
             parser.version, pages.size(), fmt::join(seconds, ","));
  return 0;
}
