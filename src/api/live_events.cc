#include "api/live_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "api/json.h"
#include "api/v1/reading_json.h"
#include "base/log.h"
#include "service/sessions.h"
#include "store/status.h"

namespace curlew::api {
namespace {

using http::StreamPiece;
using Written = http::StreamWriter::Written;

// Asking two thousand sockets at each look would be work.
constexpr std::int64_t kLooksPerFarewell = 4;
constexpr std::size_t kPortion = 100;

StreamPiece piece(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

StreamPiece event(std::string_view name, std::string_view data,
                  std::optional<std::int64_t> id = std::nullopt) {
  std::string text = fmt::format("event: {}\n", name);
  if (id) text += fmt::format("id: {}\n", *id);
  return piece(text + fmt::format("data: {}\n\n", data));
}

// Which article a client that comes back saw last. A browser says it by itself in
// Last-Event-ID; ?after= is for those that cannot.
std::optional<std::int64_t> last_seen(const http::ServerRequest& request) {
  std::string text = request.parameter("after").value_or("");
  if (const auto id = http::find_header(request.headers, "Last-Event-ID")) text = *id;
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace

LiveEvents::LiveEvents(LiveEventsOptions options, const Clock& clock)
    : options_(std::move(options)), clock_(clock), thread_([this] { run(); }) {}

LiveEvents::~LiveEvents() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void LiveEvents::subscribe(const http::Call& call, const http::Reply& reply) {
  const http::Caller& caller = call.context.caller;
  Client client{std::make_shared<http::StreamWriter>(options_.most_unread),
                last_seen(call.request),
                {caller.user_id},
                caller.by,
                caller.credential_id};
  {
    const std::lock_guard lock(mutex_);
    if (clients_count_ >= options_.most_clients) {
      return reply.fail({503,
                         "Too many clients follow the events",
                         "Some must leave first.",
                         {{"Retry-After", "30"}}});
    }
    if (client.user && count_of_user_[client.user] >= options_.most_of_user) {
      return reply.fail({429,
                         "You follow the events too many times",
                         "Close some of your windows first.",
                         {{"Retry-After", "30"}}});
    }
    ++clients_count_;
    ++count_of_user_[client.user];
    // nginx would otherwise keep events until it has a few kilobytes of them.
    reply({200, {{"X-Accel-Buffering", "no"}}, "", client.stream->body()});
    coming_.push_back(std::move(client));
  }
  changed_.notify_one();
}

void LiveEvents::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (clients_.empty()) {
      changed_.wait(lock, [this] { return stopping_ || !coming_.empty(); });
      // What was counted may be hours old, and so may what was told.
      next_count_ = 0;
      newest_clip_.reset();
    } else {
      changed_.wait_for(lock, options_.look_every,
                        [this] { return stopping_ || !coming_.empty(); });
    }
    if (stopping_) return;
    std::vector<Client> coming = std::exchange(coming_, {});
    lock.unlock();
    if (const Result<void> looked = look(); !looked.ok()) {
      log_debug("live events: {}", looked.error().text);
      store_.reset();  // The next look opens it anew.
    }
    for (Client& client : coming) {
      welcome(client);
      clients_.push_back(std::move(client));
    }
    if (looks_ % kLooksPerFarewell == 0) forget_those_gone();
    lock.lock();
    clients_count_ = clients_.size() + coming_.size();
    count_of_user_.clear();
    for (const Client& client : clients_) ++count_of_user_[client.user];
    for (const Client& client : coming_) ++count_of_user_[client.user];
  }
}

Result<void> LiveEvents::look() {
  ++looks_;
  if (looks_ % options_.looks_per_heartbeat == 0) tell_all(piece(":\n\n"));
  if (!store_) {
    TRY_ASSIGN(store_, options_.open_store());
  }
  TRY(look_for_articles());
  TRY(look_for_clips());
  if (looks_ % options_.looks_per_check == 0) TRY(end_streams());
  return looks_ >= next_count_ ? count() : Result<void>();
}

// Whoever logs out, or loses his token, hears no more.
Result<void> LiveEvents::end_streams() {
  service::Credentials held;
  for (const Client& client : clients_) {
    if (client.by == http::Credential::kSession) {
      held.sessions.push_back({client.credential_id});
    } else if (client.by == http::Credential::kKey) {
      held.keys.push_back({client.credential_id});
    }
  }
  if (held.sessions.empty() && held.keys.empty()) return {};
  TRY_ASSIGN(const auto ended, service::find_ended(*store_, held, clock_.now()));
  for (const Client& client : clients_) {
    const std::int64_t id = client.credential_id;
    const bool is_over =
        (client.by == http::Credential::kSession &&
         std::ranges::find(ended.sessions, model::SessionId{id}) !=
             ended.sessions.end()) ||
        (client.by == http::Credential::kKey &&
         std::ranges::find(ended.keys, model::AccessKeyId{id}) != ended.keys.end());
    if (is_over) client.stream->cut_short(*event("ended", "{}"));
  }
  return {};
}

// From the look at which the first client comes on, as for articles: one that is found
// right after that is told. What was found while nobody listened is told to nobody.
Result<void> LiveEvents::look_for_clips() {
  if (!newest_clip_) {
    TRY_ASSIGN(newest_clip_, store_->clips().last_id());
    return {};
  }
  TRY_ASSIGN(const auto ids,
             store_->clips().ids_above(*newest_clip_, options_.most_told));
  if (ids.empty()) return {};
  TRY_ASSIGN(auto rows, store_->clips().seen(ids));
  newest_clip_ = ids.back();
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    const model::UserId user = row->user;
    const StreamPiece piece =
        event("clip", serialize(to_object(service::ReadingClip{std::move(*row), {}})));
    for (const Client& client : clients_) {
      if (client.user == user) tell(client, piece);
    }
  }
  return {};
}

// Nobody is told which topics it has: some may be another's.
Result<LiveEvents::Told> LiveEvents::told_of(const store::ArticleRow& row) {
  service::ReadingRow shown{.article = row, .state = {}};
  shown.article.topics.clear();
  Told told{row.id.value, event("article", serialize(to_object(shown)), row.id.value)};
  TRY_ASSIGN(const auto source, store_->sources().find(row.source));
  told.is_shared = source && source->source.is_shared;
  if (told.is_shared) return told;
  TRY_ASSIGN(const auto subscriptions,
             store_->subscriptions().of_sources({&row.source, 1}));
  for (const model::Subscription& each : subscriptions) {
    told.readers.push_back(each.user);
  }
  return told;
}

// Numbers of articles grow in the order of their commits.
Result<void> LiveEvents::look_for_articles() {
  TRY_ASSIGN(std::vector<store::ArticleRow> rows, store_->articles().newest({}, 1));
  if (rows.empty()) {
    if (!newest_) newest_ = 0;
    return {};
  }
  const std::int64_t latest = rows.front().id.value;
  if (!newest_) {
    newest_ = told_from_ = latest;
    return {};
  }
  if (latest <= *newest_) return {};
  TRY_ASSIGN(rows, store_->articles().newest({}, options_.most_told + 1));
  std::erase_if(rows, [this](const auto& row) { return row.id.value <= *newest_; });
  if (rows.size() > options_.most_told) {
    rows.pop_back();
    told_.clear();
    told_from_ = rows.back().id.value - 1;
    tell_all(event("gap", "{}"));
  }
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    TRY_ASSIGN(Told told, told_of(*row));
    told_.push_back(std::move(told));
    // At once: what was told is told, whatever becomes of the others. Not `latest`:
    // more may have been committed between the two questions.
    newest_ = told_.back().id;
    std::size_t count = 0;
    for (const Client& client : clients_) {
      tell(client, told_.back());
      if (++count % kPortion == 0) std::this_thread::sleep_for(Milliseconds(1));
    }
  }
  while (told_.size() > options_.most_told) {
    told_from_ = told_.front().id;
    told_.pop_front();
  }
  return {};
}

Result<void> LiveEvents::count() {
  const Time begun = clock_.now();
  TRY_ASSIGN(const store::StatusCounts counts,
             store::count_status(*store_, begun, options_.late_after));
  // Never more than a twentieth of the time goes into counting.
  const auto worth = 20 * (clock_.now() - begun) / options_.look_every;
  next_count_ = looks_ + std::max<std::int64_t>(worth, options_.looks_per_count);
  std::string text = to_json(counts);
  if (text == counts_) return {};
  counts_ = std::move(text);
  tell_all(event("status", "{}"));
  return {};
}

// What came while the client was away; then the newest article as an event's id, so
// that who has seen none yet can come back, too.
void LiveEvents::welcome(const Client& client) {
  client.stream->write("retry: 3000\n\n");
  if (!newest_) return;  // The store does not answer: its client hears when it does.
  if (client.saw && (*client.saw < told_from_ || *client.saw > *newest_)) {
    tell(client, event("gap", "{}"));
  }
  for (const Told& told : told_) {
    if (client.saw && told.id > *client.saw) tell(client, told);
  }
  if (counts_.empty()) return;
  tell(client, event("status", "{}", newest_));
}

// In portions: woken all at once, thousands of connections would keep the server's
// thread from everybody else for as long as it takes to write to them.
void LiveEvents::tell_all(const StreamPiece& event) {
  std::size_t told = 0;
  for (const Client& client : clients_) {
    tell(client, event);
    if (++told % kPortion == 0) std::this_thread::sleep_for(Milliseconds(1));
  }
}

void LiveEvents::tell(const Client& client, const Told& told) {
  const bool is_seen = told.is_shared || std::ranges::find(told.readers, client.user) !=
                                             told.readers.end();
  if (is_seen) tell(client, told.event);
}

void LiveEvents::tell(const Client& client, const StreamPiece& event_) {
  if (client.stream->write(event_) != Written::kFull) return;
  log_info("live events: dropped a client that left {} bytes unread",
           options_.most_unread);
  client.stream->cut_short(*event("dropped", R"({"reason":"read too slowly"})"));
}

void LiveEvents::forget_those_gone() {
  std::erase_if(clients_,
                [](const Client& client) { return client.stream->is_gone(); });
}

}  // namespace curlew::api
