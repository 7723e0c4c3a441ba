// Every document in testdata/feeds is read and compared with the .json file beside it,
// which states the fields that its case is about. A new case needs no C++.

#include "parse/feed.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/content_of_test.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

json::array to_json(const std::vector<std::string>& texts) {
  return json::array(texts.begin(), texts.end());
}

// With the milliseconds behind it, where there are any.
std::string to_text(const std::optional<Time>& time) {
  if (!time) return "";
  const auto rest = *time - std::chrono::floor<std::chrono::seconds>(*time);
  return to_iso8601(*time) +
         (rest.count() > 0 ? " + " + std::to_string(rest.count()) + " ms" : "");
}

json::object to_json(const model::Entry& entry) {
  json::array enclosures;
  for (const auto& [url, type, length] : entry.enclosures) {
    enclosures.push_back({{"url", url}, {"type", type}, {"length", length}});
  }
  return {{"id", entry.id},
          {"link", entry.link},
          {"title", entry.title},
          {"summary", entry.summary},
          {"content", entry.content},
          {"author", entry.author},
          {"language", entry.language},
          {"published", to_text(entry.published)},
          {"updated", to_text(entry.updated)},
          {"categories", to_json(entry.categories)},
          {"enclosures", enclosures}};
}

std::int64_t minutes(const std::optional<Milliseconds>& duration) {
  return duration ? *duration / std::chrono::minutes(1) : -1;
}

json::object to_json(const Feed& feed) {
  json::array entries;
  for (const auto& entry : feed.entries) entries.push_back(to_json(entry));
  return {{"kind", to_string(feed.kind)},
          {"title", feed.title},
          {"link", feed.link},
          {"description", feed.description},
          {"language", feed.language},
          {"hub", feed.hub},
          {"self_link", feed.self_link},
          {"categories", to_json(feed.categories)},
          {"ttl_minutes", minutes(feed.ttl)},
          {"period_minutes", minutes(feed.period)},
          {"skip_hours", feed.skip_hours.to_string()},
          {"skip_days", feed.skip_days.to_string()},
          {"entry_count", feed.entries.size()},
          {"entries", entries}};
}

// Of `actual` what `expected` has an opinion about.
json::value restricted(const json::value& actual, const json::value& expected) {
  if (actual.is_object() && expected.is_object()) {
    json::object result;
    for (const auto& [key, value] : expected.get_object()) {
      const json::value* const field = actual.get_object().if_contains(key);
      result[key] = field ? restricted(*field, value) : json::value("no such field");
    }
    return result;
  }
  if (actual.is_array() && expected.is_array()) {
    json::array result;
    const json::array& wanted = expected.get_array();
    for (std::size_t i = 0; i < actual.get_array().size(); ++i) {
      const json::value& item = actual.get_array()[i];
      result.push_back(i < wanted.size() ? restricted(item, wanted[i]) : item);
    }
    return result;
  }
  return actual;
}

std::string text_at(const json::object& object, std::string_view key) {
  const json::value* const value = object.if_contains(key);
  return value ? std::string(value->as_string()) : "";
}

FeedContext context_in(const json::object& expected) {
  return {.url = text_at(expected, "given_url"),
          .content_location = text_at(expected, "given_content_location"),
          .content_type = text_at(expected, "given_content_type"),
          .titles = expected.contains("given_safe_markup") ? TitleForm::kSafeMarkup
                                                           : TitleForm::kPlainText};
}

class FeedFileTest : public testing::TestWithParam<fs::path> {};

TEST_P(FeedFileTest, IsReadAsTheFileBesideItSays) {
  fs::path beside = GetParam();
  beside += ".json";
  json::object expected = json::parse(content_of(beside)).as_object();
  const auto feed = parse_feed(content_of(GetParam()), context_in(expected));
  for (const char* key : {"given_url", "given_content_location", "given_content_type",
                          "given_safe_markup"}) {
    expected.erase(key);
  }
  if (expected.contains("error")) {
    ASSERT_FALSE(feed.ok());
    EXPECT_EQ(feed.error().text, text_at(expected, "error"));
    return;
  }
  ASSERT_TRUE(feed.ok()) << feed.error().text;
  EXPECT_EQ(json::serialize(restricted(to_json(*feed), expected)),
            json::serialize(expected));
}

std::vector<fs::path> documents() {
  std::vector<fs::path> paths;
  for (const auto& file : fs::directory_iterator(CURLEW_TESTDATA "/feeds")) {
    fs::path beside = file.path();
    beside += ".json";
    if (fs::exists(beside)) paths.push_back(file.path());
  }
  std::ranges::sort(paths);
  return paths;
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Document, FeedFileTest, testing::ValuesIn(documents()),
                         name_of);

}  // namespace
}  // namespace curlew::parse
