#include "service/topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/ascii.h"
#include "control/learn_topics.h"
#include "query/own_topics.h"
#include "query/parse_query.h"
#include "service/source_address.h"
#include "service/topic_edit.h"
#include "service/typed_values.h"
#include "service/users.h"
#include "text/analyzer.h"
#include "text/fold.h"

namespace curlew::service {
namespace {

constexpr std::size_t kLongestTopicName = 100;
constexpr std::size_t kLongestPattern = 1000;
constexpr std::size_t kMostExamples = 20'000;
constexpr std::size_t kShownTerms = 60;
constexpr std::uint32_t kMostTerms = 10'000;
constexpr std::uint32_t kMostPages = 100'000'000;
constexpr std::uint32_t kDeepest = 1000;

Error wrong_topic(std::string_view flag, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", flag, why)};
}

// With one space where there were several.
std::string tidy_name(std::string_view typed) {
  std::string name;
  for (const char c : trimmed(typed)) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n';
    if (is_space && name.ends_with(' ')) continue;
    name += is_space ? ' ' : c;
  }
  return name;
}

Result<std::string> to_topic_name(std::string_view typed) {
  std::string name = tidy_name(typed);
  if (name.empty() || text::fold(name).empty()) {
    return wrong_topic("NAME", "a topic needs a name");
  }
  if (!is_plain_line(name, kLongestTopicName)) {
    return wrong_topic(
        shown_word(typed),
        fmt::format("a name is one line of at most {} bytes", kLongestTopicName));
  }
  // "#7" and "7" name a topic by its number.
  if (parse_source_number(name)) {
    return wrong_topic(shown_word(typed), "a number is not a name");
  }
  return name;
}

std::string topic_address(std::string_view name) { return "topic:" + text::fold(name); }

Result<std::uint32_t> within(std::string_view flag, std::uint32_t value,
                             std::uint32_t least, std::uint32_t most) {
  if (value >= least && value <= most) return value;
  return wrong_topic(fmt::format("{} {}", flag, value),
                     fmt::format("must be from {} to {}", least, most));
}

Result<std::vector<std::string>> to_seeds(const std::vector<std::string>& typed) {
  std::vector<std::string> seeds;
  for (const std::string& each : typed) {
    auto address = parse_source_address(each);
    if (!address.ok()) return wrong_topic("--seeds", address.error().text);
    if (!address->basic_credentials.empty()) {
      return wrong_topic("--seeds", "an address with a login cannot be crawled");
    }
    if (std::ranges::find(seeds, address->url) == seeds.end()) {
      seeds.push_back(std::move(address->url));
    }
  }
  return seeds;
}

// "example.org", "*"
Result<std::vector<std::string>> to_domains(const std::vector<std::string>& typed) {
  std::vector<std::string> domains;
  for (const std::string& each : typed) {
    const std::string domain = to_ascii_lower(each);
    const bool is_name = domain.find_first_of("/:?#@ \t\n*") == std::string::npos &&
                         domain.find('.') != std::string::npos;
    if (domain != "*" && domain != "localhost" && !is_name) {
      return wrong_topic(fmt::format("--also-domain {}", shown_word(each)),
                         "is neither a domain, as example.org is, nor *");
    }
    domains.push_back(domain);
  }
  return domains;
}

// Up to its first '*' it must be the beginning of an address, and what addresses never
// have as it stands it must not have either.
bool can_match_address(std::string_view pattern) {
  if (pattern.find_first_of(" \"<>") != pattern.npos) return false;
  const std::string_view begin = pattern.substr(0, pattern.find('*'));
  const bool is_whole = begin.size() == pattern.size();
  const auto begins = [&](std::string_view scheme) {
    return begin.starts_with(scheme) || (!is_whole && scheme.starts_with(begin));
  };
  return begins("http://") || begins("https://");
}

Result<std::vector<std::string>> to_patterns(const std::vector<std::string>& typed) {
  for (const std::string& each : typed) {
    const std::string flag = fmt::format("--exclude {}", shown_word(each));
    if (!is_plain_line(each, kLongestPattern) || each.empty()) {
      return wrong_topic(flag, "is not a pattern of addresses, as */login* is");
    }
    if (!can_match_address(each)) {
      return wrong_topic(flag,
                         "matches no address: a pattern is compared with all of it, "
                         "from http on, and * stands for anything, as in */login*");
    }
  }
  return typed;
}

// Do other examples or another way of learning leave nothing of what was learned?
bool begins_anew(const model::Topic& before, const model::Topic& after,
                 const TopicEdit& edit) {
  return before.method != after.method || before.terms != after.terms ||
         edit.drops_examples || !edit.examples.empty();
}

Result<void> write_examples(store::Store& store, model::SourceId topic,
                            const TopicEdit& edit) {
  if (edit.examples.empty() && !edit.drops_examples) return {};
  std::vector<model::TopicExample> all;
  if (!edit.drops_examples) {
    TRY_ASSIGN(all, store.topics().examples(topic));
  }
  for (const model::TopicExample& example : edit.examples) {
    // One that is given again replaces itself.
    std::erase_if(all, [&](const model::TopicExample& other) {
      return !example.origin.empty() && other.origin == example.origin &&
             other.text == example.text;
    });
    all.push_back(example);
  }
  if (all.size() > kMostExamples) {
    return wrong_topic("--examples",
                       fmt::format("{} are more than a topic can have: {}", all.size(),
                                   kMostExamples));
  }
  return store.topics().set_examples(topic, all);
}

Result<std::vector<store::TopicRow>> find_rows(store::Store& store,
                                               const std::vector<std::string>& words) {
  std::vector<store::TopicRow> rows;
  for (const std::string& word : words) {
    TRY_ASSIGN(store::TopicRow row, find_topic_row(store, word));
    const auto is_same = [&](const store::TopicRow& other) {
      return other.topic.source == row.topic.source;
    };
    if (std::ranges::none_of(rows, is_same)) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Result<void> apply(const TopicEdit& edit, model::Topic& topic) {
  if (edit.name) {
    TRY_ASSIGN(topic.name, to_topic_name(*edit.name));
  }
  topic.method = edit.method.value_or(topic.method);
  topic.order = edit.order.value_or(topic.order);
  if (edit.terms) {
    TRY_ASSIGN(topic.terms, within("--terms", *edit.terms, 1, kMostTerms));
  }
  if (edit.passed_over) {
    if (!(*edit.passed_over >= 0 && *edit.passed_over <= .9)) {
      return wrong_topic(fmt::format("--passed-over {}", *edit.passed_over),
                         "must be from 0 to 0.9");
    }
    topic.passed_over = *edit.passed_over;
  }
  if (edit.threshold) {
    const auto& given = *edit.threshold;
    if (given && !(*given >= 0 && *given <= 1)) {
      return wrong_topic(fmt::format("--threshold {}", *given), "must be from 0 to 1");
    }
    topic.own_threshold = given;
  }
  if (edit.pages_a_phase) {
    TRY_ASSIGN(topic.caps.pages_a_phase,
               within("--pages-a-phase", *edit.pages_a_phase, 1, kMostPages));
  }
  if (edit.pages_a_site) {
    TRY_ASSIGN(topic.caps.pages_a_site,
               within("--pages-a-site", *edit.pages_a_site, 1, kMostPages));
  }
  if (edit.depth) {
    TRY_ASSIGN(topic.caps.depth, within("--depth", *edit.depth, 0, kDeepest));
  }
  if (edit.seeds) {
    TRY_ASSIGN(topic.seeds, to_seeds(*edit.seeds));
  }
  if (edit.also_domains) {
    TRY_ASSIGN(topic.rules.also_domains, to_domains(*edit.also_domains));
  }
  if (edit.excludes) {
    TRY_ASSIGN(topic.rules.excludes, to_patterns(*edit.excludes));
  }
  return {};
}

Result<model::SourceId> write_new_topic(store::Store& store, std::string_view name,
                                        const TopicEdit& edit, Time now) {
  model::Topic topic;
  TRY_ASSIGN(topic.name, to_topic_name(name));
  TRY(apply(edit, topic));
  if (edit.examples.empty()) {
    return wrong_topic("--examples", "a topic is learned from at least one");
  }
  model::Source source;
  source.kind = model::SourceKind::kTopic;
  source.url = topic_address(topic.name);
  source.title = topic.name;
  source.added = now;
  source.fetch_pages = false;
  if (edit.folder) {
    TRY_ASSIGN(source.folder, to_folder(*edit.folder));
  }
  source.is_shared = edit.is_shared.value_or(edit.subscriber.empty());
  TRY_ASSIGN(const auto known, store.sources().find(source.url));
  if (known) {
    return Error{ErrorKind::kExists,
                 fmt::format("there is a topic {} already", known->source.title)};
  }
  TRY_ASSIGN(topic.source, store.sources().add(source, now));
  TRY(store.topics().add(topic));
  TRY(write_examples(store, topic.source, edit));
  if (!edit.subscriber.empty()) {
    TRY_ASSIGN(const store::UserRow user, find_user(store, edit.subscriber));
    const model::Subscription own{
        .user = user.user.id, .source = topic.source, .added = now};
    TRY(store.subscriptions().add({&own, 1}));
    TRY(store.subscriptions().count_audience({{topic.source}}, now));
  }
  return topic.source;
}

Result<model::SourceId> write_changed_topic(store::Store& store, std::string_view word,
                                            const TopicEdit& edit) {
  TRY_ASSIGN(const store::TopicRow before, find_topic_row(store, word));
  model::Topic topic = before.topic;
  TRY(apply(edit, topic));
  if (edit.drops_examples && edit.examples.empty()) {
    return wrong_topic("--examples", "a topic is learned from at least one");
  }
  TRY_ASSIGN(auto watched, store.sources().find(topic.source));
  model::Source& source = watched->source;
  source.title = topic.name;
  source.url = topic_address(topic.name);
  TRY_ASSIGN(const auto namesake, store.sources().find(source.url));
  if (namesake && namesake->source.id != source.id) {
    return Error{ErrorKind::kExists,
                 fmt::format("--name {}: there is a topic {} already (#{})",
                             shown_word(topic.name), namesake->source.title,
                             namesake->source.id.value)};
  }
  if (edit.folder) {
    TRY_ASSIGN(source.folder, to_folder(*edit.folder));
  }
  source.is_shared = edit.is_shared.value_or(source.is_shared);
  TRY(store.sources().change(source));
  TRY(store.topics().change(topic));
  TRY(write_examples(store, topic.source, edit));
  if (begins_anew(before.topic, topic, edit)) {
    TRY(store.topics().save_progress(topic.source, topic.phase, topic.threshold, ""));
  }
  return topic.source;
}

Result<store::TopicRow> note_learned(store::Store& store, model::SourceId topic,
                                     std::string_view what, Time now) {
  TRY_ASSIGN(auto row, store.topics().find(topic));
  TRY_ASSIGN(const auto examples, store.topics().examples(topic));
  TRY(store.topics().log(
      topic, {now, std::string(what),
              fmt::format("{} {}, method {}, threshold {:.3f}", examples.size(),
                          examples.size() == 1 ? "example" : "examples",
                          to_string(row->topic.method), row->topic.threshold)}));
  return *std::move(row);
}

namespace {

// Writes topics, learns all, and notes of these what was done.
Result<std::vector<store::TopicRow>> write_and_learn(
    store::Store& store, std::string_view what, Time now,
    const std::function<Result<std::vector<model::SourceId>>()>& write) {
  std::vector<model::SourceId> topics;
  std::vector<store::TopicRow> rows;
  const auto write_them = [&]() -> Result<void> {
    TRY_ASSIGN(topics, write());
    return {};
  };
  const auto note_them = [&]() -> Result<void> {
    for (const model::SourceId topic : topics) {
      TRY_ASSIGN(rows.emplace_back(), note_learned(store, topic, what, now));
    }
    return {};
  };
  TRY(control::change_topics(store, now, {.write = write_them, .note = note_them}));
  return rows;
}

}  // namespace

Result<std::vector<store::TopicRow>> add_topics(store::Store& store,
                                                std::span<const NewTopic> topics,
                                                Time now) {
  const auto write = [&]() -> Result<std::vector<model::SourceId>> {
    std::vector<model::SourceId> written;
    for (const NewTopic& topic : topics) {
      TRY_ASSIGN(written.emplace_back(),
                 write_new_topic(store, topic.name, topic.edit, now));
    }
    return written;
  };
  return write_and_learn(store, "added", now, write);
}

Result<store::TopicRow> add_topic(store::Store& store, std::string_view name,
                                  const TopicEdit& edit, Time now) {
  const NewTopic topic{std::string(name), edit};
  TRY_ASSIGN(auto rows, add_topics(store, {&topic, 1}, now));
  return std::move(rows.front());
}

Result<store::TopicRow> change_topic(store::Store& store, std::string_view word,
                                     const TopicEdit& edit, Time now) {
  const auto write = [&]() -> Result<std::vector<model::SourceId>> {
    TRY_ASSIGN(const model::SourceId topic, write_changed_topic(store, word, edit));
    return std::vector{topic};
  };
  TRY_ASSIGN(auto rows, write_and_learn(store, "edited", now, write));
  return std::move(rows.front());
}

Result<std::vector<store::TopicRow>> remove_topics(
    store::Store& store, const std::vector<std::string>& words, Time now) {
  std::vector<store::TopicRow> rows;
  const auto remove = [&]() -> Result<void> {
    TRY_ASSIGN(rows, find_rows(store, words));
    for (const store::TopicRow& row : rows) {
      TRY(store.sources().remove(row.topic.source));
    }
    return {};
  };
  TRY(control::change_topics(store, now, {.write = remove}));
  return rows;
}

Result<std::vector<store::TopicRow>> pause_topics(store::Store& store,
                                                  const std::vector<std::string>& words,
                                                  bool is_paused, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto rows, find_rows(store, words));
  for (store::TopicRow& row : rows) {
    row.state = is_paused ? model::SourceState::kPaused : model::SourceState::kActive;
    TRY(store.sources().set_state(row.topic.source, row.state));
    TRY(store.topics().log(row.topic.source,
                           {now, is_paused ? "paused" : "resumed", ""}));
  }
  TRY(transaction.commit());
  return rows;
}

Result<store::TopicRow> find_topic_row(store::Store& store, std::string_view word,
                                       Viewer viewer) {
  TRY_ASSIGN(auto rows, store.topics().all(viewer.value_or(model::UserId{})));
  const auto number = parse_source_number(word);
  const std::string name = text::fold(tidy_name(word));
  for (store::TopicRow& row : rows) {
    const bool is_meant =
        number ? row.topic.source == *number : text::fold(row.topic.name) == name;
    if (is_meant) return std::move(row);
  }
  return Error{
      ErrorKind::kNotFound,
      fmt::format("{}: no such topic; curlew topic list names them", shown_word(word))};
}

namespace {

Result<TopicDetail> detail_of(store::Store& store, store::TopicRow row,
                              const std::vector<store::TopicModelRow>& models) {
  TopicDetail detail;
  const model::SourceId topic = row.topic.source;
  TRY_ASSIGN(detail.articles, store.topics().count_articles(topic));
  TRY_ASSIGN(detail.examples, store.topics().examples(topic));
  TRY_ASSIGN(detail.phases, store.topics().phases(topic));
  TRY_ASSIGN(detail.seed_troubles, store.crawl_pages().seed_troubles(topic));
  for (const store::TopicModelRow& model : models) {
    const bool is_its = model.method == row.topic.method &&
                        std::ranges::find(model.classes, topic) != model.classes.end();
    if (is_its) detail.learned = model.learned;
  }
  detail.row = std::move(row);
  return detail;
}

}  // namespace

Result<std::vector<TopicDetail>> list_topics(store::Store& store, Viewer viewer) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(auto rows, store.topics().all(viewer.value_or(model::UserId{})));
  TRY_ASSIGN(const auto models, store.topics().models());
  std::vector<TopicDetail> all;
  for (store::TopicRow& row : rows) {
    TRY_ASSIGN(TopicDetail detail, detail_of(store, std::move(row), models));
    for (model::TopicExample& example : detail.examples) example.text.clear();
    all.push_back(std::move(detail));
  }
  return all;
}

Result<TopicDetail> find_topic(store::Store& store, std::string_view word,
                               Viewer viewer) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(store::TopicRow row, find_topic_row(store, word, viewer));
  TRY_ASSIGN(const auto models, store.topics().models());
  TRY_ASSIGN(TopicDetail detail, detail_of(store, std::move(row), models));
  TRY_ASSIGN(detail.terms,
             control::telling_terms(store, detail.row.topic.source, kShownTerms));
  TRY_ASSIGN(detail.frontier, store.crawl_pages().count(detail.row.topic.source));
  return detail;
}

Result<std::vector<store::TopicLogRow>> list_topic_log(store::Store& store,
                                                       std::string_view word,
                                                       std::size_t limit,
                                                       Viewer viewer) {
  TRY_ASSIGN(const store::TopicRow row, find_topic_row(store, word, viewer));
  return store.topics().log_of(row.topic.source, limit);
}

Result<std::vector<std::string>> unknown_topics(store::Store& store,
                                                const std::vector<std::string>& queries,
                                                Viewer viewer) {
  const text::Analyzer analyzer;
  std::vector<std::string> asked;
  for (const std::string& text : queries) {
    const auto parsed =
        query::parse_query(text, {.analyzer = analyzer}, query::Synonyms::kUnused);
    if (!parsed.ok()) continue;
    for (std::string& name : query::asked_topics(*parsed)) {
      if (std::ranges::find(asked, name) == asked.end()) {
        asked.push_back(std::move(name));
      }
    }
  }
  if (asked.empty()) return asked;
  TRY_ASSIGN(const auto rows, store.topics().all(viewer.value_or(model::UserId{})));
  for (const store::TopicRow& row : rows) {
    std::erase(asked, text::fold(row.topic.name));
  }
  return asked;
}

}  // namespace curlew::service
