#include "fetch/robots.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"

namespace curlew::apps {
namespace {

// Path and query of an address as it is written. Not parsed, since parsing encodes what
// no URI may hold, and what the rules make of such octets is what some cases are about.
std::string_view path_as_written(std::string_view url) {
  if (const auto scheme_end = url.find("://"); scheme_end != url.npos) {
    url.remove_prefix(scheme_end + 3);
    url.remove_prefix(std::min(url.find_first_of("/?#"), url.size()));
  }
  url = url.substr(0, url.find('#'));
  return url.empty() ? "/" : url;
}

Result<std::string> read_robots(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{ErrorKind::kNotFound, path + ": cannot be read"};
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<void> judge_urls(const LabRobotsOptions& options, std::FILE* out) {
  TRY_ASSIGN(const std::string body, read_robots(options.robots));
  const auto robots = fetch::Robots::parse(body, options.agent);
  for (const std::string& url : options.urls) {
    print_row({{"id", url}, {"allowed", robots.allows(path_as_written(url))}}, out);
  }
  return {};
}

boost::json::object judge_row(const boost::json::object& row) {
  const auto robots =
      fetch::Robots::parse(text_of(row, "robots_txt"), text_of(row, "user_agent"));
  const std::string url = text_of(row, "url");
  return {{"id", text_of(row, "id")}, {"allowed", robots.allows(path_as_written(url))}};
}

}  // namespace

Result<void> lab_robots(const LabRobotsOptions& options, std::FILE* out) {
  if (!options.robots.empty()) TRY(judge_urls(options, out));
  if (options.batch.empty()) return {};
  return run_cases(options.batch, out, judge_row);
}

}  // namespace curlew::apps
