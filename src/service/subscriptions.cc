#include "service/subscriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/units.h"
#include "base/web_address.h"
#include "control/own_origin.h"
#include "model/folder.h"
#include "model/mask.h"
#include "service/source_address.h"
#include "service/source_edit.h"
#include "service/subscribe.h"

namespace curlew::service {
namespace {

// A list names feeds, unless it was written by Curlew and says otherwise.
model::SourceKind kind_of(const parse::OpmlFeed& feed) {
  for (const model::SourceKind kind :
       {model::SourceKind::kPage, model::SourceKind::kAuto, model::SourceKind::kData,
        model::SourceKind::kSparql}) {
    if (feed.kind == to_string(kind)) return kind;
  }
  return model::SourceKind::kFeed;
}

// What its user decided and what is over for good stay so; a source that failed there
// may do well here.
model::SourceState state_of(const parse::OpmlFeed& feed) {
  for (const model::SourceState state :
       {model::SourceState::kPaused, model::SourceState::kGone}) {
    if (feed.state == to_string(state)) return state;
  }
  return model::SourceState::kActive;
}

// As after --interval: a stranger's list must not make us ask every second.
Result<void> take_interval(const parse::OpmlFeed& feed, model::OwnWishes& wishes) {
  if (feed.interval.empty()) return {};
  WishEdit edit;
  TRY_ASSIGN(edit.interval, parse_gap("--interval", feed.interval));
  apply(edit, wishes);
  return {};
}

// As after --watch, --objective and --policy: selectors and expressions are checked.
Result<void> take_watching(const parse::OpmlFeed& feed, model::Source& source) {
  TRY_ASSIGN(const model::Watching watching, model::parse_watching(feed.watching));
  TRY(service::check(watching));
  if (!feed.objective.empty()) {
    TRY_ASSIGN(source.objective, model::parse_objective(feed.objective));
  }
  if (!feed.policy.empty()) TRY(service::check(SourceEdit{.policy = feed.policy}));
  source.policy = feed.policy;
  source.watching = watching;
  return {};
}

Result<model::Source> to_source(const parse::OpmlFeed& feed, SourceAddress address,
                                const KeyReader& key, Time now, Imported& imported) {
  model::Source source;
  source.kind = kind_of(feed);
  source.state = state_of(feed);
  if (const auto taken = take_interval(feed, source.wishes); !taken.ok()) {
    imported.left_out.push_back(fmt::format("{}: watched without its interval: {}",
                                            address.url, taken.error().text));
  }
  if (const auto taken = take_watching(feed, source); !taken.ok()) {
    imported.left_out.push_back(
        fmt::format("{}: watched without what its list says of that: {}", address.url,
                    taken.error().text));
  }
  source.url = std::move(address.url);
  model::RequestSettings login;
  login.basic_credentials = std::move(address.basic_credentials);
  TRY_ASSIGN(source.request, model::seal(login, control::origin_of(source.url), key));
  source.title = plain_text(feed.title);
  source.site_url = plain_link(feed.site_url);
  source.folder = model::normalised_folder(plain_text(feed.folder));
  source.added = now;
  return source;
}

// The sources of a list that can be watched; the others are counted with their reason.
Result<std::vector<model::Source>> to_sources(const std::vector<parse::OpmlFeed>& feeds,
                                              const KeyReader& key, Time now,
                                              Imported& imported) {
  std::vector<model::Source> sources;
  for (const parse::OpmlFeed& feed : feeds) {
    auto address = parse_source_address(feed.page.empty() ? feed.url : feed.page);
    if (address) {
      TRY_ASSIGN(auto source, to_source(feed, *std::move(address), key, now, imported));
      sources.push_back(std::move(source));
    } else {
      imported.invalid.push_back(address.error().text);
    }
  }
  return sources;
}

// By folder, so that each is written once: level by level, since "A B" must not come
// between "A" and "A/B".
std::string folder_order(std::string_view folder) {
  std::string order(folder);
  std::replace(order.begin(), order.end(), '/', '\x01');
  return order;
}

parse::OpmlFeed to_feed(const model::Source& source, std::string_view web) {
  parse::OpmlFeed feed;
  feed.url = source.url;
  feed.title = source.title;
  feed.site_url = plain_link(source.site_url);
  feed.folder = source.folder;
  if (source.kind != model::SourceKind::kFeed &&
      source.kind != model::SourceKind::kAuto) {
    if (!web.empty()) {
      feed.url = fmt::format("{}/sources/{}/feed.atom", web, source.id.value);
      feed.page = source.url;
    }
    feed.site_url = source.url;
  }
  if (source.kind == model::SourceKind::kTopic) {
    feed.page.clear();
    feed.site_url.clear();
    return feed;
  }
  if (source.kind != model::SourceKind::kFeed) feed.kind = to_string(source.kind);
  if (source.wishes.interval) {
    feed.interval = duration_to_text(*source.wishes.interval);
  }
  if (source.state != model::SourceState::kActive) feed.state = to_string(source.state);
  feed.watching = model::to_lines(source.watching);
  if (source.objective != model::Source().objective) {
    feed.objective = to_string(source.objective);
  }
  feed.policy = source.policy;
  return feed;
}

// When an article was published: its own time, unless it lies in the future; else when
// it was found. Of what the first visit found without a time nobody knows how old it
// was.
std::optional<Time> published(const store::ArticleTimes& article, Time first_found) {
  if (article.published && *article.published <= article.found) {
    return article.published;
  }
  return article.found == first_found ? std::nullopt : std::optional(article.found);
}

// RFC 4180: an address may hold commas.
std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

// What is kept apart for others is not joined.
Result<void> subscribe_to(store::Store& store, std::span<const model::Source> sources,
                          const std::vector<std::optional<model::SourceId>>& ids,
                          model::UserId user, Time now, Imported& imported) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const model::Source& listed = sources[i];
    model::Subscription wanted{
        .user = user, .source = {}, .added = now, .folder = listed.folder, .title = {}};
    if (ids[i]) {
      wanted.source = *ids[i];
      TRY(subscribe(store, wanted, now));
      continue;
    }
    TRY_ASSIGN(const auto known, store.sources().find(listed.url));
    if (!known) continue;
    TRY_ASSIGN(const bool may, may_join(store, known->source, user));
    if (!may) {
      imported.left_out.push_back(
          fmt::format("{}: is watched already, by a login or an address that is "
                      "another's",
                      model::masked_address(listed.url)));
      continue;
    }
    wanted.source = known->source.id;
    wanted.title = listed.title;
    TRY(join(store, known->source, wanted, now));
  }
  return {};
}

}  // namespace

Result<Imported> import_feeds(store::Store& store, const parse::OpmlList& list,
                              const KeyReader& key, Time now,
                              const std::function<void(std::size_t)>& advance,
                              std::optional<model::UserId> subscriber) {
  constexpr std::size_t kPart = 500;  // Of one transaction.
  Imported imported;
  TRY_ASSIGN(auto sources, to_sources(list.feeds, key, now, imported));
  if (subscriber) {
    for (model::Source& source : sources) source.is_shared = false;
  }
  for (std::size_t at = 0; at < sources.size(); at += kPart) {
    const std::span part(sources.data() + at, std::min(kPart, sources.size() - at));
    TRY_ASSIGN(auto transaction, store.begin());
    TRY_ASSIGN(const auto ids, store.sources().add_all(part, now));
    for (const auto& id : ids) ++(id ? imported.added : imported.known);
    if (subscriber) TRY(subscribe_to(store, part, ids, *subscriber, now, imported));
    TRY(transaction.commit());
    advance(part.size());
  }
  return imported;
}

Result<parse::OpmlList> parse_feed_list(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first == bytes.npos || bytes[first] == '<') return parse::parse_opml(bytes);
  constexpr std::size_t kMostLines = 100'000;
  parse::OpmlList list;
  while (!bytes.empty() && list.feeds.size() < kMostLines) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = trimmed(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (line.empty() || line.starts_with('#')) continue;
    parse::OpmlFeed& feed = list.feeds.emplace_back();
    feed.url = line;
    // Of an address nobody says what is there.
    feed.kind = to_string(model::SourceKind::kAuto);
  }
  list.is_cut = !trimmed(bytes).empty();
  return list;
}

Result<std::string> export_opml(store::Store& store, std::string_view web, Time now,
                                Viewer viewer) {
  TRY_ASSIGN(const auto sources, list_sources(store, {.viewer = viewer}, now, {}));
  std::vector<parse::OpmlFeed> feeds;
  feeds.reserve(sources.size());
  for (const auto& [source, schedule] : sources) {
    // A topic is its examples: without our feed of it there is nothing to subscribe to.
    const bool is_topic = source.kind == model::SourceKind::kTopic;
    if (!is_topic || !web.empty()) feeds.push_back(to_feed(source, web));
  }
  std::stable_sort(feeds.begin(), feeds.end(),
                   [](const parse::OpmlFeed& a, const parse::OpmlFeed& b) {
                     return folder_order(a.folder) < folder_order(b.folder);
                   });
  return parse::write_opml("Curlew subscriptions", feeds);
}

Result<Trace> export_trace(store::Store& store, Time now,
                           const std::function<void(std::string_view)>& write,
                           Viewer viewer) {
  constexpr std::size_t kArticlesAtATime = 10'000;
  struct Known {
    Time added;
    std::optional<Time> first_found;
  };
  TRY_ASSIGN(const auto sources, list_sources(store, {.viewer = viewer}, now, {}));
  Trace trace;
  trace.names = "source_id,name\n";
  std::unordered_map<model::SourceId, Known> known;
  for (const auto& [source, schedule] : sources) {
    known[source.id].added = source.added;
    trace.names += fmt::format("{},{}\n", source.id.value, csv_quoted(source.url));
  }
  write("source_id,unix_time\n");
  model::ArticleId after;
  while (true) {
    TRY_ASSIGN(const auto articles, store.articles().times(after, kArticlesAtATime));
    for (const store::ArticleTimes& article : articles) {
      const auto source = known.find(article.source);
      if (source == known.end()) continue;  // Not seen; added or removed meanwhile.
      auto& [added, first_found] = source->second;
      if (!first_found) first_found = article.found;
      const auto time = published(article, *first_found);
      if (!time || *time < added) continue;
      write(fmt::format("{},{}\n", article.source.value, to_unix_ms(*time) / 1000));
      ++trace.events;
    }
    if (articles.size() < kArticlesAtATime) return trace;
    after = articles.back().id;
  }
}

}  // namespace curlew::service
