// Pages for tests: those in testdata/<folder>, with what is expected beside them in a
// .json of the same name.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "parse/html/page.h"

namespace curlew::extract {

inline dom::Document page_of(std::string_view html) {
  dom::Document page;
  parse::parse_html(html, page);
  return page;
}

struct PageCase {
  std::string name;
  dom::Document page;
  boost::json::value expected;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<PageCase> page_cases(std::string_view folder) {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path all = CURLEW_TESTDATA;
  for (const auto& entry : std::filesystem::directory_iterator(all / folder)) {
    if (entry.path().extension() == ".html") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  EXPECT_FALSE(files.empty());
  std::vector<PageCase> cases;
  for (std::filesystem::path file : files) {
    PageCase next{file.stem().string(), page_of(content_of(file)), {}};
    next.expected = boost::json::parse(content_of(file.replace_extension(".json")));
    cases.push_back(std::move(next));
  }
  return cases;
}

}  // namespace curlew::extract
