#include "service/reader_marks.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "service/source_address.h"
#include "service/sources.h"
#include "service/subscribe.h"
#include "service/typed_values.h"
#include "service/users.h"

namespace curlew::service {
namespace {

// So many are marked in one transaction, which others wait for.
constexpr std::size_t kMarkedAtOnce = 5'000;
constexpr std::size_t kLongestFeedName = 500;

Result<model::User> find_writer(store::Store& store, std::string_view name) {
  TRY_ASSIGN(store::UserRow row, find_user(store, name));
  TRY(expect_writer(row.user));
  return std::move(row.user);
}

Error no_such_feed(std::int64_t feed) {
  return {ErrorKind::kNotFound, fmt::format("{}: no such feed", feed)};
}

// The source that is meant, which he sees.
Result<model::SourceId> find_reader_source(store::Store& store, const model::User& user,
                                           std::int64_t feed) {
  if (feed > kFirstListFeed) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: a watchlist is changed in Curlew itself", feed)};
  }
  TRY_ASSIGN(const bool is_seen,
             store.subscriptions().is_visible(user.id, model::SourceId{feed}));
  if (!is_seen) return no_such_feed(feed);
  return model::SourceId{feed};
}

Result<void> reader_expect_name(std::string_view name, std::string_view what) {
  if (name.empty() || is_plain_line(name, kLongestFeedName)) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{} {}: must be a line of at most {} bytes", what,
                           shown_word(name), kLongestFeedName)};
}

}  // namespace

Result<void> mark_reader_items(store::Store& store, std::string_view user,
                               std::span<const std::int64_t> numbers,
                               const ReaderMark& mark, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const model::User writer, find_writer(store, user));
  TRY_ASSIGN(const auto items, find_reader_items(store, writer.id, numbers));
  std::vector<store::ArticleStateEdit> edits;
  for (const store::ReaderItem& item : items) {
    edits.push_back({.user = writer.id,
                     .article = item.article,
                     .is_read = mark.is_read,
                     .is_starred = mark.is_starred});
  }
  TRY(store.article_states().change(edits));
  TRY(note_active(store, writer, now));
  return transaction.commit();
}

Result<std::int64_t> mark_all_read(store::Store& store, std::string_view user,
                                   ReaderQuery query, Time now) {
  TRY_ASSIGN(const model::User writer, find_writer(store, user));
  query.user = writer.id;
  query.is_unread = true;
  query.limit = kMarkedAtOnce;
  std::int64_t marked = 0;
  while (true) {
    TRY_ASSIGN(const auto items, list_reader_items(store, query));
    std::vector<model::ArticleId> articles;
    for (const store::ReaderItem& item : items) articles.push_back(item.article);
    TRY_ASSIGN(auto transaction, store.begin());
    TRY(store::ReaderItems(store.database()).mark_read(writer.id, std::move(articles)));
    TRY(note_active(store, writer, now));
    TRY(transaction.commit());
    marked += std::int64_t(items.size());
    if (items.size() < kMarkedAtOnce) return marked;
    // The next ones; whatever becomes of these, it ends.
    query.before = items.back().number;
  }
}

Result<std::int64_t> add_reader_feed(store::Store& store, std::string_view user,
                                     const WantedFeed& wanted, const KeyReader& key,
                                     Time now) {
  TRY_ASSIGN(const model::User writer, find_writer(store, user));
  TRY(reader_expect_name(wanted.title, "title"));
  TRY(reader_expect_name(wanted.folder, "folder"));
  // A number would name a source that is there, seen or not.
  if (parse_source_number(wanted.url)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: is not an address", shown_word(wanted.url))};
  }
  AddSources request;
  request.words = {wanted.url};
  request.edit.title = wanted.title;
  request.edit.folder = wanted.folder;
  request.subscriber = writer.name;
  TRY_ASSIGN(const auto sources, to_wanted(request));
  TRY_ASSIGN(const auto done, add_sources(store, sources, key, now));
  return done.at(0).source.id.value;
}

Result<void> change_reader_feed(store::Store& store, std::string_view user,
                                std::int64_t feed, const ReaderFeedEdit& edit,
                                Time now) {
  TRY(reader_expect_name(edit.title.value_or(""), "title"));
  TRY(reader_expect_name(edit.folder.value_or(""), "folder"));
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const model::User writer, find_writer(store, user));
  TRY_ASSIGN(const model::SourceId source, find_reader_source(store, writer, feed));
  TRY(refile(store, writer.id, source, {edit.folder, edit.title}, now));
  return transaction.commit();
}

Result<void> remove_reader_feed(store::Store& store, std::string_view user,
                                std::int64_t feed, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const model::User writer, find_writer(store, user));
  TRY_ASSIGN(const model::SourceId source, find_reader_source(store, writer, feed));
  TRY(unsubscribe(store, writer.id, {&source, 1}, now));
  TRY_ASSIGN(const bool is_seen, store.subscriptions().is_visible(writer.id, source));
  // It would be back at the next look, under another name.
  if (is_seen) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: is shared with everybody, and stays in sight", feed)};
  }
  return transaction.commit();
}

Result<void> move_reader_folder(store::Store& store, std::string_view user,
                                std::string_view folder, std::string_view to,
                                Time now) {
  TRY(reader_expect_name(to, "folder"));
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const model::User writer, find_writer(store, user));
  TRY_ASSIGN(const auto sources,
             store::ReaderItems(store.database()).sources(writer.id, kMostReaderFeeds));
  std::size_t moved = 0;
  for (const store::ReaderSource& each : sources) {
    if (each.folder != folder || folder.empty()) continue;
    TRY(change_reader_feed(store, user, each.id.value, {.folder = std::string(to)},
                           now));
    ++moved;
  }
  if (moved == 0) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no such folder", shown_word(folder))};
  }
  return transaction.commit();
}

}  // namespace curlew::service
