// Articles: lists of them, one whole, and what their reader makes of them.

#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
#include "api/v1/reading_json.h"
#include "service/clips.h"
#include "service/moment.h"
#include "service/reading.h"

namespace curlew::api {
namespace {

using http::Access;

constexpr std::size_t kMostMarked = 1'000;
constexpr std::int64_t kMostSkipped = 100'000;

std::optional<store::SearchOrder> parse_order(std::string_view word) {
  if (word == "newest") return store::SearchOrder::kNewest;
  if (word == "best") return store::SearchOrder::kRanked;
  return std::nullopt;
}

std::string article_cursor(const service::ArticlePlace& place) {
  return to_cursor("articles",
                   {std::to_string(place.before.value), std::to_string(place.skip)});
}

class ArticleGroup {
 public:
  explicit ArticleGroup(const ApiContext& context) : context_(context) {}

  Result<Answer> list(const Asked& asked) const {
    Parameters given(asked.call.request);
    service::ReadingQuery query;
    query.viewer = asked.viewer();
    query.source = {given.number("source", 1, kGreatestNumber).value_or(0)};
    query.topic = {given.number("topic", 1, kGreatestNumber).value_or(0)};
    query.folder = given.text("folder").value_or("");
    query.is_unread = given.flag("unread").value_or(false);
    query.is_starred = given.flag("starred").value_or(false);
    query.is_muted = given.flag("muted").value_or(false);
    query.tag = given.text("tag").value_or("");
    query.text = given.text("q").value_or("");
    query.order = given.choice("order", parse_order).value_or(query.order);
    if (const auto since = given.text("since")) {
      const auto moment = service::parse_archive_moment(*since);
      if (moment) query.since = moment->first;
      if (!query.since) given.refuse("since", "is not a time in ISO 8601");
    }
    if (query.is_muted && !query.text.empty()) {
      given.refuse("muted", "cannot be searched");
    }
    const PageAsked page = page_asked(given, "articles", 2);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    query.limit = page.limit;
    if (page.after) {
      query.from.before = {parse_number(page.after->at(0)).value_or(0)};
      query.from.skip = std::size_t(
          std::min(parse_number(page.after->at(1)).value_or(0), kMostSkipped));
    }
    auto done =
        service::read_articles(asked.store, query, dictionary_of(context_), asked.now);
    if (!done.ok()) {
      if (auto problem = to_problem(done.error(), "q")) return Answer(*problem);
    }
    TRY_ASSIGN(const auto read, std::move(done));
    boost::json::array items;
    for (const service::ReadingRow& row : read.rows) items.push_back(to_object(row));
    boost::json::object all{
        {"items", std::move(items)}, {"next", nullptr}, {"found", nullptr}};
    if (read.next) all["next"] = article_cursor(*read.next);
    if (read.found) all["found"] = *read.found;
    return json_answer(all);
  }

  static Result<Answer> show(const Asked& asked) {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    Parameters given(asked.call.request);
    const bool is_muted = given.flag("muted").value_or(false);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const auto read,
               service::read_article(
                   asked.store, {id}, asked.now, asked.viewer(),
                   is_muted ? service::Muted::kShown : service::Muted::kHidden));
    if (!read) return Error{ErrorKind::kNotFound, "no such article"};
    return json_answer(to_object(*read));
  }

  // Got by us, so that its server does not learn who reads; through the source's proxy
  // it would have to go, so of such a source nothing is got.
  Result<Answer> picture(const Asked& asked) const {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    TRY_ASSIGN(const std::int64_t number, asked.number_in_path("number"));
    TRY_ASSIGN(const auto read,
               service::read_article(asked.store, {id}, asked.now, asked.viewer(),
                                     service::Muted::kShown));
    if (!read) return Error{ErrorKind::kNotFound, "no such article"};
    const auto pictures = pictures_of(read->detail);
    TRY_ASSIGN(const auto source,
               asked.store.sources().find(read->detail.article.source));
    const bool is_hidden = source && !source->source.request.proxy.empty();
    if (number >= std::int64_t(pictures.size()) || is_hidden) {
      return Error{ErrorKind::kNotFound, "no such picture"};
    }
    if (!context_.options.parts.picture) return not_here("Pictures");
    const auto got = context_.options.parts.picture(pictures[std::size_t(number)].url);
    if (!got) return Error{ErrorKind::kNotFound, "no picture is there"};
    return Answer(Body(got->bytes, got->type));
  }

  static Result<Answer> mark(const Asked& asked) {
    Fields body(asked.call.request);
    const auto ids = body.numbers("ids").value_or(std::vector<std::int64_t>());
    service::ArticleMark mark;
    mark.is_read = body.flag("read");
    mark.is_starred = body.flag("starred");
    mark.is_muted = body.flag("muted");
    mark.add_tags = body.texts("add_tags").value_or(std::vector<std::string>());
    mark.remove_tags = body.texts("remove_tags").value_or(std::vector<std::string>());
    if (ids.empty()) body.refuse("ids", "must name articles");
    if (ids.size() > kMostMarked) body.refuse("ids", "names more than 1000");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const model::User user, asked.user());
    std::vector<model::ArticleId> articles;
    for (const std::int64_t id : ids) articles.push_back({id});
    TRY(service::mark_articles(asked.store, user.name, articles, mark, asked.now));
    return json_answer(boost::json::object{{"marked", articles.size()}});
  }

 private:
  const ApiContext context_;
};

}  // namespace

std::vector<Operation> article_operations(const ApiContext& context) {
  const ArticleGroup own(context);
  return {
      {.id = "listArticles",
       .pattern = "/articles",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.list(asked); }},
      {.id = "markArticles",
       .method = "POST",
       .pattern = "/articles/marks",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = ArticleGroup::mark},
      {.id = "getArticle",
       .pattern = "/articles/{id}",
       .access = Access::kReader,
       .handler = ArticleGroup::show},
      {.id = "getPicture",
       .pattern = "/articles/{id}/pictures/{number}",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.picture(asked); },
       .fetches = true,
       .content_type = ""},
  };
}

}  // namespace curlew::api
