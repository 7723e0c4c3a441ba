// Topics in a file: docs/formats/topics.md.

#include <fmt/format.h>

#include <boost/json.hpp>
#include <string>
#include <utility>

#include "base/storable_text.h"
#include "control/learn_topics.h"
#include "model/source.h"
#include "service/topic_edit.h"
#include "service/topics.h"
#include "service/typed_values.h"

namespace curlew::service {
namespace {

namespace json = boost::json;

constexpr std::string_view kTopicsVersion = "curlew_topics";
constexpr std::size_t kLongestTopicsFile = 1u << 30;

std::string to_hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]);
    const int low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

// JSON is UTF-8, whatever a file was.
std::string storable(std::string text) {
  make_storable(text);
  return text;
}

json::array to_array(const std::vector<std::string>& texts) {
  json::array array;
  for (const std::string& text : texts) array.emplace_back(text);
  return array;
}

json::object to_object(const store::TopicRow& row,
                       const std::vector<model::TopicExample>& examples) {
  const model::Topic& topic = row.topic;
  json::array texts;
  for (const model::TopicExample& example : examples) {
    texts.emplace_back(json::object{{"origin", storable(example.origin)},
                                    {"title", storable(example.title)},
                                    {"text", storable(example.text)}});
  }
  return {{"name", topic.name},
          {"method", to_string(topic.method)},
          {"order", to_string(topic.order)},
          {"terms", topic.terms},
          {"passed_over", topic.passed_over},
          {"own_threshold",
           topic.own_threshold ? json::value(*topic.own_threshold) : json::value()},
          {"pages_a_phase", topic.caps.pages_a_phase},
          {"pages_a_site", topic.caps.pages_a_site},
          {"depth", topic.caps.depth},
          {"seeds", to_array(topic.seeds)},
          {"also_domains", to_array(topic.rules.also_domains)},
          {"excludes", to_array(topic.rules.excludes)},
          {"folder", row.folder},
          {"shared", row.is_shared},
          {"paused", row.state == model::SourceState::kPaused},
          {"examples", std::move(texts)},
          {"learned", json::object{{"phase", topic.phase},
                                   {"threshold", topic.threshold},
                                   {"state", to_hex(topic.learned)}}}};
}

// A topic as a file has it.
struct FiledTopic {
  TopicEdit edit;
  bool is_paused = false;
  std::uint32_t phase = 0;
  double threshold = 0;
  std::string learned;
};

// Reads the members of an object; an error names the one that is wrong.
class FiledMembers {
 public:
  explicit FiledMembers(const json::object& object) : object_(object) {}

  Result<void> read(std::string_view name, std::optional<std::string>& text) const {
    const json::value* const value = object_.if_contains(name);
    if (!value) return {};
    if (!value->is_string()) return wrong(name, "is not a text");
    text = std::string(value->get_string());
    return {};
  }
  Result<void> read(std::string_view name, std::optional<bool>& truth) const {
    const json::value* const value = object_.if_contains(name);
    if (!value) return {};
    if (!value->is_bool()) return wrong(name, "is neither true nor false");
    truth = value->get_bool();
    return {};
  }
  Result<void> read(std::string_view name, std::optional<std::uint32_t>& number) const {
    const json::value* const value = object_.if_contains(name);
    if (!value) return {};
    boost::system::error_code error;
    const auto given = value->to_number<std::uint32_t>(error);
    if (error) return wrong(name, "is not a number");
    number = given;
    return {};
  }
  Result<void> read(std::string_view name, std::optional<double>& number) const {
    const json::value* const value = object_.if_contains(name);
    if (!value || value->is_null()) return {};
    boost::system::error_code error;
    const auto given = value->to_number<double>(error);
    if (error) return wrong(name, "is not a number");
    number = given;
    return {};
  }
  Result<void> read(std::string_view name,
                    std::optional<std::vector<std::string>>& texts) const {
    const json::value* const value = object_.if_contains(name);
    if (!value) return {};
    if (!value->is_array()) return wrong(name, "is not a list");
    texts.emplace();
    for (const json::value& each : value->get_array()) {
      if (!each.is_string()) return wrong(name, "is not a list of texts");
      texts->emplace_back(each.get_string());
    }
    return {};
  }

  static Error wrong(std::string_view name, std::string_view why) {
    return {ErrorKind::kUsage, fmt::format("\"{}\" {}", shown_word(name), why)};
  }

 private:
  const json::object& object_;
};

template <typename Enum>
Result<void> read_word(const FiledMembers& members, std::string_view name,
                       std::optional<Enum> (*parse)(std::string_view),
                       std::optional<Enum>& value) {
  std::optional<std::string> word;
  TRY(members.read(name, word));
  if (!word) return {};
  value = parse(*word);
  if (value) return {};
  return FiledMembers::wrong(name,
                             fmt::format("{} is none of them", shown_word(*word)));
}

Result<void> read_examples(const json::object& object, TopicEdit& edit) {
  const json::value* const value = object.if_contains("examples");
  if (!value || !value->is_array()) {
    return FiledMembers::wrong("examples", "is not a list");
  }
  edit.drops_examples = true;
  for (const json::value& each : value->get_array()) {
    if (!each.is_object()) return FiledMembers::wrong("examples", "has other things");
    const FiledMembers members(each.get_object());
    std::optional<std::string> origin, title, text;
    TRY(members.read("origin", origin));
    TRY(members.read("title", title));
    TRY(members.read("text", text));
    edit.examples.push_back({std::move(origin).value_or(""),
                             std::move(title).value_or(""),
                             std::move(text).value_or("")});
  }
  return {};
}

Result<FiledTopic> filed_topic(const json::value& value) {
  if (!value.is_object()) return Error{ErrorKind::kUsage, "is not an object"};
  const json::object& object = value.get_object();
  const FiledMembers members(object);
  FiledTopic filed;
  TopicEdit& edit = filed.edit;
  TRY(members.read("name", edit.name));
  if (!edit.name) return Error{ErrorKind::kUsage, "has no name"};
  TRY(read_word(members, "method", model::parse_topic_method, edit.method));
  TRY(read_word(members, "order", model::parse_crawl_order, edit.order));
  TRY(members.read("terms", edit.terms));
  TRY(members.read("passed_over", edit.passed_over));
  std::optional<double> own_threshold;
  TRY(members.read("own_threshold", own_threshold));
  edit.threshold = own_threshold;
  TRY(members.read("pages_a_phase", edit.pages_a_phase));
  TRY(members.read("pages_a_site", edit.pages_a_site));
  TRY(members.read("depth", edit.depth));
  TRY(members.read("seeds", edit.seeds));
  TRY(members.read("also_domains", edit.also_domains));
  TRY(members.read("excludes", edit.excludes));
  TRY(members.read("folder", edit.folder));
  TRY(members.read("shared", edit.is_shared));
  if (edit.folder && edit.folder->empty()) edit.folder.reset();
  std::optional<bool> is_paused;
  TRY(members.read("paused", is_paused));
  filed.is_paused = is_paused.value_or(false);
  TRY(read_examples(object, edit));
  const json::value* const learned = object.if_contains("learned");
  if (!learned || !learned->is_object()) return filed;
  const FiledMembers state(learned->get_object());
  std::optional<std::uint32_t> phase;
  std::optional<double> threshold;
  std::optional<std::string> bytes;
  TRY(state.read("phase", phase));
  TRY(state.read("threshold", threshold));
  TRY(state.read("state", bytes));
  filed.phase = phase.value_or(0);
  filed.threshold = threshold.value_or(0);
  auto plain = from_hex(bytes.value_or(""));
  if (!plain) return FiledMembers::wrong("state", "is not hexadecimal");
  filed.learned = *std::move(plain);
  return filed;
}

Result<std::vector<FiledTopic>> read_topics_file(std::string_view text) {
  if (text.size() > kLongestTopicsFile) {
    return Error{ErrorKind::kUsage, "the file is too large"};
  }
  boost::system::error_code error;
  const json::value file = json::parse(text, error);
  if (error == json::error::incomplete) {
    return Error{ErrorKind::kUsage,
                 fmt::format("the file ends too early, after {} bytes: it is not whole",
                             text.size())};
  }
  if (error) {
    return Error{ErrorKind::kUsage, fmt::format("is not JSON: {}", error.message())};
  }
  const json::value* list = nullptr;
  if (file.is_object()) list = file.get_object().if_contains(kTopicsVersion);
  if (!list) {
    return Error{ErrorKind::kUsage,
                 fmt::format("is not a file of topics: there is no \"{}\" in it",
                             kTopicsVersion)};
  }
  boost::system::error_code is_no_number;
  const auto version = list->to_number<int>(is_no_number);
  if (is_no_number || version != 1) {
    return Error{ErrorKind::kUsage, "the file is of a newer release"};
  }
  const json::value* const topics = file.get_object().if_contains("topics");
  if (!topics || !topics->is_array()) {
    return FiledMembers::wrong("topics", "is not a list");
  }
  std::vector<FiledTopic> all;
  for (const json::value& each : topics->get_array()) {
    auto filed = filed_topic(each);
    if (!filed.ok()) {
      return Error{ErrorKind::kUsage,
                   fmt::format("topic {}: {}", all.size() + 1, filed.error().text)};
    }
    all.push_back(*std::move(filed));
  }
  return all;
}

}  // namespace

Result<std::string> export_topics(store::Store& store,
                                  const std::vector<std::string>& words,
                                  Viewer viewer) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  std::vector<store::TopicRow> rows;
  if (words.empty()) {
    TRY_ASSIGN(rows, store.topics().all(viewer.value_or(model::UserId{})));
  }
  for (const std::string& word : words) {
    TRY_ASSIGN(store::TopicRow row, find_topic_row(store, word, viewer));
    rows.push_back(std::move(row));
  }
  json::array topics;
  for (const store::TopicRow& row : rows) {
    TRY_ASSIGN(const auto examples, store.topics().examples(row.topic.source));
    topics.emplace_back(to_object(row, examples));
  }
  return json::serialize(
             json::object{{kTopicsVersion, 1}, {"topics", std::move(topics)}}) +
         "\n";
}

namespace {

// Whether it was added.
struct WrittenTopic {
  model::SourceId topic;
  bool is_new = false;
};

Result<WrittenTopic> write_filed(store::Store& store, const FiledTopic& filed,
                                 Time now) {
  const std::string& name = *filed.edit.name;
  const auto known = find_topic_row(store, name);
  if (!known.ok() && known.error().kind != ErrorKind::kNotFound) return known.error();
  const auto written = known.ok() ? write_changed_topic(store, name, filed.edit)
                                  : write_new_topic(store, name, filed.edit, now);
  if (!written.ok()) {
    return Error{written.error().kind,
                 fmt::format("topic {}: {}", shown_word(name), written.error().text)};
  }
  // By what it brings with it.
  TRY(store.topics().save_progress(*written, filed.phase, filed.threshold,
                                   filed.learned));
  if (filed.is_paused) {
    TRY(store.sources().set_state(*written, model::SourceState::kPaused));
  }
  return WrittenTopic{*written, !known.ok()};
}

}  // namespace

Result<ImportedTopics> import_topics(store::Store& store, std::string_view text,
                                     Time now) {
  TRY_ASSIGN(const auto filed, read_topics_file(text));
  std::vector<WrittenTopic> written;
  const auto write = [&]() -> Result<void> {
    written.clear();
    for (const FiledTopic& each : filed) {
      TRY_ASSIGN(written.emplace_back(), write_filed(store, each, now));
    }
    return {};
  };
  const auto note = [&]() -> Result<void> {
    for (const WrittenTopic& each : written) {
      TRY(note_learned(store, each.topic, each.is_new ? "added" : "edited", now));
    }
    return {};
  };
  TRY(control::change_topics(store, now, {.write = write, .note = note}));
  ImportedTopics imported;
  for (const WrittenTopic& each : written) {
    ++(each.is_new ? imported.added : imported.changed);
  }
  return imported;
}

}  // namespace curlew::service
