#include "parse/feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/lab/text_or_null.h"
#include "apps/whole_file.h"
#include "base/ascii.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;

json::value time_or_null(const std::optional<Time>& time) {
  return time ? json::value(exact_time(*time)) : json::value();
}

json::object to_json(const model::Entry& entry) {
  return {{"title", text_or_null(entry.title)},
          {"link", text_or_null(entry.link)},
          {"id", text_or_null(entry.id)},
          {"published", time_or_null(entry.published)},
          {"updated", time_or_null(entry.updated)},
          {"author", text_or_null(entry.author)},
          {"summary", text_or_null(entry.summary)}};
}

json::object to_json(const std::string& id, const Result<parse::Feed>& result) {
  if (!result.ok()) {
    return {
        {"id", id},        {"feed_title", nullptr},    {"feed_link", nullptr},
        {"kind", nullptr}, {"entries", json::array()}, {"error", result.error().text}};
  }
  const parse::Feed& feed = *result;
  json::array entries;
  for (const model::Entry& entry : feed.entries) entries.push_back(to_json(entry));
  return {{"id", id},
          {"feed_title", text_or_null(feed.title)},
          {"feed_link", text_or_null(feed.link)},
          {"kind", parse::to_string(feed.kind)},
          {"entries", std::move(entries)},
          {"error", nullptr}};
}

// What the case says about how the document came.
parse::FeedContext context_of(const json::object& row) {
  parse::FeedContext context{.url = text_of(row, "base_url")};
  const json::value* const headers = row.if_contains("http_headers");
  if (headers == nullptr || !headers->is_object()) return context;
  for (const auto& [name, value] : headers->get_object()) {
    if (!value.is_string()) continue;
    const std::string text(value.get_string());
    if (equals_ignoring_case(name, "content-type")) context.content_type = text;
    if (equals_ignoring_case(name, "content-language")) context.content_language = text;
    if (equals_ignoring_case(name, "content-location")) context.content_location = text;
  }
  return context;
}

using Contexts = std::map<std::string, parse::FeedContext>;

Result<Contexts> read_contexts(const std::filesystem::path& path) {
  Contexts contexts;
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    boost::system::error_code error;
    const json::value row = json::parse(line, error);
    if (error || !row.is_object()) {
      return Error{ErrorKind::kMalformed,
                   fmt::format("{}:{}: no JSON object", path.string(), number)};
    }
    contexts[text_of(row.get_object(), "id")] = context_of(row.get_object());
  }
  return contexts;
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

struct Totals {
  std::size_t files = 0;
  std::size_t bytes = 0;
  std::chrono::steady_clock::duration taken{};
};

Result<void> run_file(const std::filesystem::path& path, parse::FeedContext context,
                      std::FILE* out, Totals& totals) {
  TRY_ASSIGN(const std::string bytes, read_whole_file(path.string()));
  // The bench shows what the publisher wrote, so that it can be compared.
  context.titles = parse::TitleForm::kSafeMarkup;
  const auto start = std::chrono::steady_clock::now();
  const Result<parse::Feed> feed = parse::parse_feed(bytes, context);
  totals.taken += std::chrono::steady_clock::now() - start;
  totals.files += 1;
  totals.bytes += bytes.size();
  print_row(to_json(path.filename().string(), feed), out);
  return {};
}

void print_summary(const std::string& folder, const Totals& totals) {
  const double seconds =
      std::max(std::chrono::duration<double>(totals.taken).count(), 1e-9);
  fmt::print(stderr, "{}: {} files, {} bytes parsed in {:.3f} s, {:.0f} MB/s\n", folder,
             totals.files, totals.bytes, seconds,
             static_cast<double>(totals.bytes) / 1e6 / seconds);
}

Result<void> run_batch(const std::string& folder, std::FILE* out) {
  const std::filesystem::path root(folder);
  TRY_ASSIGN(Contexts contexts, read_contexts(root / "expected.jsonl"));
  const auto files = files_below(root / "files");
  if (files.empty()) {
    return Error{ErrorKind::kNotFound, (root / "files").string() + ": no files in it"};
  }
  Totals totals;
  for (const auto& path : files) {
    TRY(run_file(path, contexts[path.filename().string()], out, totals));
  }
  print_summary(folder, totals);
  return {};
}

}  // namespace

Result<void> lab_feed(const LabFeedOptions& options, std::FILE* out) {
  Totals totals;
  const parse::FeedContext context{.url = options.url,
                                   .content_type = options.content_type};
  for (const std::string& file : options.files) {
    TRY(run_file(file, context, out, totals));
  }
  if (options.batch.empty()) return {};
  return run_batch(options.batch, out);
}

}  // namespace curlew::apps
