#include "apps/lab/cases.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>

#include "apps/lab/lone_surrogates.h"

namespace curlew::apps {
namespace {

using SteadyClock = std::chrono::steady_clock;

void print_summary(const std::string& path, int rows, SteadyClock::duration taken) {
  const double seconds = std::chrono::duration<double>(taken).count();
  fmt::print(stderr, "{}: {} rows in {:.3f} s, {:.0f} rows/s\n", path, rows, seconds,
             rows / std::max(seconds, 1e-9));
}

}  // namespace

Result<void> run_cases(
    const std::string& path, std::FILE* out,
    const std::function<boost::json::object(const boost::json::object&)>& judge) {
  return read_cases(
      path, [&](const boost::json::object& row) { print_row(judge(row), out); });
}

Result<void> read_cases(const std::string& path,
                        const std::function<void(const boost::json::object&)>& visit,
                        const std::function<void()>& finish) {
  std::ifstream file(path);
  if (!file) return Error{ErrorKind::kNotFound, path + ": cannot be read"};
  const auto start = SteadyClock::now();
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    ++rows;
    boost::system::error_code error;
    const boost::json::value row =
        boost::json::parse(with_lone_surrogates_replaced(line), error);
    if (error || !row.is_object())
      return Error{ErrorKind::kMalformed,
                   fmt::format("{}:{}: no JSON object: {:.60}", path, rows, line)};
    visit(row.get_object());
  }
  finish();
  print_summary(path, rows, SteadyClock::now() - start);
  return {};
}

std::string text_of(const boost::json::object& row, std::string_view key) {
  const boost::json::value* const value = row.if_contains(key);
  return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::string exact_time(Time time) {
  std::string text = to_iso8601(time);
  const auto fraction = time - std::chrono::floor<std::chrono::seconds>(time);
  if (fraction.count() == 0) return text;
  text.pop_back();
  return fmt::format("{}.{:03}Z", text, fraction.count());
}

void print_row(const boost::json::object& row, std::FILE* out) {
  fmt::print(out, "{}\n", boost::json::serialize(row));
}

}  // namespace curlew::apps
