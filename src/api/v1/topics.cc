// Topics: what they are learned from, what they accept, how their crawls go.

#include "service/topics.h"

#include "api/json_objects.h"
#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
#include "api/v1/reading_json.h"
#include "service/reading.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;
using http::Access;

constexpr std::int64_t kMostLog = 1'000;
constexpr std::size_t kMostFetchedExamples = 20;

object topic_detail_object(const service::TopicDetail& detail) {
  object all = to_object(detail.row);
  array examples, phases;
  for (const model::TopicExample& each : detail.examples) {
    examples.push_back(
        object{{"origin", json_shown(each.origin)}, {"title", json_shown(each.title)}});
  }
  for (const model::TopicPhase& each : detail.phases) phases.push_back(to_object(each));
  all["articles"] = detail.articles;
  all["learned"] = json_moment(detail.learned);
  all["seed_troubles"] = seed_troubles_array(detail);
  all["examples"] = std::move(examples);
  all["phases"] = std::move(phases);
  return all;
}

// An example as it came: an address, or a text.
struct GivenExamples {
  std::vector<std::string> urls;
  std::vector<std::pair<std::string, std::string>> texts;  // Title and text.
  std::optional<bool> is_paused;
};

std::optional<std::uint32_t> small_number(Fields& body, std::string_view name) {
  const auto number = body.number(name, 0, 1'000'000'000);
  if (!number) return std::nullopt;
  return std::uint32_t(*number);
}

service::TopicEdit topic_edit_of(Fields& body, GivenExamples& given) {
  service::TopicEdit edit;
  edit.name = body.text("name");
  edit.method = body.choice("method", model::parse_topic_method);
  edit.order = body.choice("order", model::parse_crawl_order);
  edit.terms = small_number(body, "terms");
  edit.passed_over = body.fraction("passed_over", 0, 1);
  // null: the learned one again.
  if (body.is_null("threshold")) edit.threshold.emplace(std::nullopt);
  if (const auto own = body.fraction("threshold", 0, 1)) edit.threshold.emplace(own);
  edit.pages_a_phase = small_number(body, "pages_a_phase");
  edit.pages_a_site = small_number(body, "pages_a_site");
  edit.depth = small_number(body, "depth");
  edit.seeds = body.texts("seeds");
  edit.also_domains = body.texts("also_domains");
  edit.excludes = body.texts("excludes");
  edit.folder = body.text("folder");
  edit.is_shared = body.flag("shared");
  given.is_paused = body.flag("paused");
  edit.drops_examples = body.flag("drop_examples").value_or(false);
  auto examples = body.objects("examples");
  for (Fields& each : examples ? *examples : std::vector<Fields>()) {
    const auto url = each.text("url");
    const auto text = each.text("text");
    const auto title = each.text("title");
    if (url.has_value() == text.has_value()) {
      each.refuse("url", "or a text must be given, and not both");
    } else if (url) {
      given.urls.push_back(*url);
    } else {
      given.texts.emplace_back(title.value_or(""), *text);
    }
  }
  if (given.urls.size() > kMostFetchedExamples) {
    body.refuse("examples", "has too many addresses; twenty at a time");
  }
  return edit;
}

class TopicGroup {
 public:
  explicit TopicGroup(const ApiContext& context) : context_(context) {}

  static Result<Answer> list(const Asked& asked) {
    TRY_ASSIGN(const auto topics, service::list_topics(asked.store, asked.viewer()));
    array items;
    for (const service::TopicDetail& each : topics) {
      items.push_back(topic_detail_object(each));
    }
    return list_answer(std::move(items));
  }

  static Result<Answer> show(const Asked& asked, const std::string& word,
                             int status = 200) {
    TRY_ASSIGN(const auto detail,
               service::find_topic(asked.store, word, asked.viewer()));
    object all = topic_detail_object(detail);
    array terms;
    for (const control::TellingTerm& each : detail.terms) {
      terms.push_back(object{{"stem", json_shown(each.stem)},
                             {"word", json_shown(each.word)},
                             {"weight", each.weight}});
    }
    all["telling_terms"] = std::move(terms);
    all["frontier"] = to_object(detail.frontier.value_or(store::CrawlCounts()));
    all["feed"] =
        "/sources/" + std::to_string(detail.row.topic.source.value) + "/feed.atom";
    return json_answer(all, status);
  }
  static Result<Answer> show_asked(const Asked& asked) {
    TRY_ASSIGN(const std::string word, word_of(asked));
    return show(asked, word);
  }

  Result<Answer> add(const Asked& asked) const {
    Fields body(asked.call.request);
    const std::string name = body.needed_text("name");
    GivenExamples given;
    service::TopicEdit edit = topic_edit_of(body, given);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    const service::Actor actor = actor_of(asked);
    if (edit.is_shared.value_or(false) && !actor.is_admin) return not_yours();
    if (!given.urls.empty() && !context_.options.parts.fetch_examples) {
      return not_here("Fetching examples");
    }
    TRY(take_examples(given, edit));
    edit.name.reset();
    edit.subscriber = actor.name;
    TRY_ASSIGN(const auto row, service::add_topic(asked.store, name, edit, asked.now));
    const std::string word = std::to_string(row.topic.source.value);
    if (given.is_paused.value_or(false)) {
      TRY(service::pause_topics(asked.store, {word}, true, asked.now));
    }
    return show(asked, word, 201);
  }

  Result<Answer> change(const Asked& asked) const {
    TRY_ASSIGN(const std::string word, word_of(asked));
    Fields body(asked.call.request);
    GivenExamples given;
    service::TopicEdit edit = topic_edit_of(body, given);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const bool is_his, is_own(asked, word));
    const bool shares = edit.is_shared.value_or(false) && !actor_of(asked).is_admin;
    if (!is_his || shares) return not_yours();
    if (!given.urls.empty() && !context_.options.parts.fetch_examples) {
      return not_here("Fetching examples");
    }
    TRY(take_examples(given, edit));
    TRY(service::change_topic(asked.store, word, edit, asked.now));
    if (given.is_paused) {
      TRY(service::pause_topics(asked.store, {word}, *given.is_paused, asked.now));
    }
    return show(asked, word);
  }

  static Result<Answer> remove(const Asked& asked) {
    TRY_ASSIGN(const std::string word, word_of(asked));
    TRY_ASSIGN(const bool is_his, is_own(asked, word));
    if (!is_his) return not_yours();
    TRY(service::remove_topics(asked.store, {word}, asked.now));
    return no_content();
  }

  static Result<Answer> log(const Asked& asked) {
    Parameters given(asked.call.request);
    const auto limit = given.number("limit", 1, kMostLog).value_or(kUsualPage);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const std::string word, word_of(asked));
    TRY_ASSIGN(
        const auto rows,
        service::list_topic_log(asked.store, word, std::size_t(limit), asked.viewer()));
    array items;
    for (const store::TopicLogRow& row : rows) {
      items.push_back(object{{"at", json_moment(row.at)},
                             {"what", json_shown(row.what)},
                             {"detail", json_shown(row.detail)}});
    }
    return list_answer(std::move(items));
  }

  Result<Answer> articles(const Asked& asked) const {
    Parameters given(asked.call.request);
    const PageAsked page = page_asked(given, "topic-articles", 1);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    service::ReadingQuery query;
    query.viewer = asked.viewer();
    query.topic = {id};
    query.limit = page.limit;
    query.from.before = {number_of(page.after).value_or(0)};
    TRY_ASSIGN(
        const auto read,
        service::read_articles(asked.store, query, dictionary_of(context_), asked.now));
    array items;
    for (const service::ReadingRow& row : read.rows) items.push_back(to_object(row));
    std::optional<std::string> next;
    if (read.next) {
      next = to_cursor("topic-articles", {std::to_string(read.next->before.value)});
    }
    return list_answer(std::move(items), next);
  }

  static Result<Answer> frontier(const Asked& asked) {
    TRY_ASSIGN(const std::string word, word_of(asked));
    TRY_ASSIGN(const auto counts,
               service::read_frontier(asked.store, word, asked.viewer()));
    return json_answer(to_object(counts));
  }

  static Result<Answer> preview(const Asked& asked) {
    Fields body(asked.call.request);
    const auto threshold = body.fraction("threshold", 0, 1);
    const auto limit = body.number("limit", 1, std::int64_t(service::kMostJudged))
                           .value_or(kUsualPage);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const std::string word, word_of(asked));
    TRY_ASSIGN(const auto preview,
               service::preview_topic(asked.store, word, threshold, std::size_t(limit),
                                      asked.viewer()));
    return json_answer(to_object(preview));
  }

  Result<Answer> preview_new(const Asked& asked) const {
    Fields body(asked.call.request);
    const auto limit = body.number("limit", 1, std::int64_t(service::kMostJudged))
                           .value_or(kUsualPage);
    GivenExamples given;
    service::TopicEdit edit = topic_edit_of(body, given);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    if (!given.urls.empty() && !context_.options.parts.fetch_examples) {
      return not_here("Fetching examples");
    }
    TRY(take_examples(given, edit));
    TRY_ASSIGN(const auto preview,
               service::preview_new_topic(asked.store, edit, std::size_t(limit),
                                          asked.viewer()));
    return json_answer(to_object(preview));
  }

 private:
  static Result<std::string> word_of(const Asked& asked) {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    return std::to_string(id);
  }

  // kNotFound where he does not see it.
  static Result<bool> is_own(const Asked& asked, const std::string& word) {
    TRY_ASSIGN(const auto row,
               service::find_topic_row(asked.store, word, asked.viewer()));
    return service::may_change(asked.store, actor_of(asked), row.topic.source);
  }

  Result<void> take_examples(const GivenExamples& given,
                             service::TopicEdit& edit) const {
    if (!given.urls.empty()) {
      TRY_ASSIGN(edit.examples, context_.options.parts.fetch_examples(given.urls));
    }
    for (const auto& [title, text] : given.texts) {
      const std::string name = title.empty() ? "text" : title;
      TRY_ASSIGN(auto example, service::read_example(name + ".txt", text));
      example.title = title;
      edit.examples.push_back(std::move(example));
    }
    return {};
  }

  const ApiContext context_;
};

std::vector<Operation> topic_reading_operations(const TopicGroup& own) {
  return {
      {.id = "listTopics",
       .pattern = "/topics",
       .access = Access::kReader,
       .handler = TopicGroup::list},
      {.id = "getTopic",
       .pattern = "/topics/{id}",
       .access = Access::kReader,
       .handler = TopicGroup::show_asked},
      {.id = "listTopicLog",
       .pattern = "/topics/{id}/log",
       .access = Access::kReader,
       .handler = TopicGroup::log},
      {.id = "listTopicArticles",
       .pattern = "/topics/{id}/articles",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.articles(asked); }},
      {.id = "getFrontier",
       .pattern = "/topics/{id}/frontier",
       .access = Access::kReader,
       .handler = TopicGroup::frontier},
      {.id = "previewTopic",
       .method = "POST",
       .pattern = "/topics/{id}/preview",
       .access = Access::kReader,
       .handler = TopicGroup::preview},
  };
}

}  // namespace

std::vector<Operation> topic_operations(const ApiContext& context) {
  const TopicGroup own(context);
  std::vector<Operation> all = topic_reading_operations(own);
  all.push_back({.id = "addTopic",
                 .method = "POST",
                 .pattern = "/topics",
                 .access = Access::kUser,
                 .use = StoreUse::kWrite,
                 .handler = [own](const Asked& asked) { return own.add(asked); },
                 .fetches = true});
  all.push_back(
      {.id = "previewNewTopic",
       .method = "POST",
       .pattern = "/topics/preview",
       .access = Access::kUser,
       .handler = [own](const Asked& asked) { return own.preview_new(asked); },
       .fetches = true});
  all.push_back({.id = "changeTopic",
                 .method = "PATCH",
                 .pattern = "/topics/{id}",
                 .access = Access::kUser,
                 .use = StoreUse::kWrite,
                 .handler = [own](const Asked& asked) { return own.change(asked); },
                 .fetches = true});
  all.push_back({.id = "removeTopic",
                 .method = "DELETE",
                 .pattern = "/topics/{id}",
                 .access = Access::kUser,
                 .use = StoreUse::kWrite,
                 .handler = TopicGroup::remove});
  return all;
}

}  // namespace curlew::api
