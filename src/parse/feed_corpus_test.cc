// Against the feeds that other projects test themselves with, or our own few.
// tools/score_feeds.py gives the same figures with a list of what is wrong.

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "base/ascii.h"
#include "base/content_of_test.h"
#include "base/corpora_test.h"
#include "parse/date.h"
#include "parse/feed.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

std::vector<json::object> rows_of(const fs::path& path) {
  std::vector<json::object> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    rows.push_back(json::parse(line).as_object());
  }
  return rows;
}

// With every white space as one blank; the no-break space is one too.
std::string collapsed(std::string text) {
  for (auto at = text.find("\u00A0"); at != text.npos; at = text.find("\u00A0", at)) {
    text.replace(at, 2, " ");
  }
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

std::string to_stated_time(const std::optional<Time>& time) {
  return time ? to_iso8601(*time) : "";
}

std::string field_of(const model::Entry& entry, std::string_view name) {
  if (name == "title") return entry.title;
  if (name == "link") return entry.link;
  if (name == "id") return entry.id;
  if (name == "updated") return to_stated_time(entry.updated);
  if (name == "date" && !entry.published) return to_stated_time(entry.updated);
  return to_stated_time(entry.published);
}

bool is_same(std::string_view name, std::string_view expected, std::string actual) {
  const bool is_time = name == "published" || name == "updated" || name == "date";
  if (is_time) return to_stated_time(parse_date(expected)) == actual;
  return collapsed(std::string(expected)) == collapsed(std::move(actual));
}

bool is_entry_right(const json::object& stated, const model::Entry& entry) {
  for (const auto& [name, value] : stated) {
    if (!is_same(name, value.as_string(), field_of(entry, name))) return false;
  }
  return true;
}

bool is_right(const json::object& stated, const Result<Feed>& feed) {
  if (stated.contains("error")) return !feed.ok();
  if (!feed.ok()) return false;
  if (const auto* title = stated.if_contains("feed_title");
      title && !is_same("title", title->as_string(), feed->title)) {
    return false;
  }
  if (const auto* count = stated.if_contains("entry_count");
      count && count->as_int64() != static_cast<std::int64_t>(feed->entries.size())) {
    return false;
  }
  if (const auto* entries = stated.if_contains("entries")) {
    for (const auto& [index, fields] : entries->as_object()) {
      const std::size_t i = std::stoul(std::string(index));
      if (i >= feed->entries.size()) return false;
      if (!is_entry_right(fields.as_object(), feed->entries[i])) return false;
    }
  }
  return true;
}

// A case counts when another parser agrees with its origin and nothing about it was in
// HTTP headers.
bool counts(const json::object& row) {
  const auto* confirmed = row.if_contains("confirmed_by");
  return row.contains("stated") && !row.contains("http_headers") && confirmed &&
         !confirmed->as_array().empty();
}

TEST(FeedCorpusTest, NinetySevenPercentOfTheStatedFeedsAreReadRight) {
  const fs::path folder = corpus("feeds");
  int right = 0;
  int total = 0;
  for (const json::object& row : rows_of(folder / "expected.jsonl")) {
    if (!counts(row)) continue;
    FeedContext context{.titles = TitleForm::kSafeMarkup};
    if (const auto* url = row.if_contains("base_url")) context.url = url->as_string();
    const std::string file(row.at("file").as_string());
    const auto feed = parse_feed(content_of(folder / file), context);
    const bool is_good = is_right(row.at("stated").as_object(), feed);
    if (!is_good) std::cout << file << ": " << row.at("path").as_string() << "\n";
    right += is_good ? 1 : 0;
    ++total;
  }
  EXPECT_GE(right, total * 0.97) << right << " of " << total;
  EXPECT_GE(total, for_corpora(200, 7));
}

TEST(FeedCorpusTest, EveryCapturedFeedHasItsEntries) {
  const fs::path folder = corpus("feeds-real");
  int rows = 0;
  for (const json::object& row : rows_of(folder / "manifest.jsonl")) {
    const std::string file(row.at("file").as_string());
    const auto feed = parse_feed(content_of(folder / file), {});
    ASSERT_TRUE(feed.ok()) << file << ": " << feed.error().text;
    EXPECT_EQ(static_cast<std::int64_t>(feed->entries.size()),
              row.at("entry_count").as_int64())
        << file;
    ++rows;
  }
  EXPECT_GE(rows, for_corpora(20, 3));
}

}  // namespace
}  // namespace curlew::parse
