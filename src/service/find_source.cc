#include "service/find_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "model/folder.h"
#include "model/mask.h"
#include "service/source_address.h"
#include "url/url.h"

namespace curlew::service {
namespace {

using store::WatchedSource;

constexpr std::size_t kMostCandidates = 100;
constexpr std::size_t kShownCandidates = 5;
constexpr Bytes kLongestName = 1_KiB;  // Nobody types a longer one.

std::string_view without_www(std::string_view host) {
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

bool is_on_host(const WatchedSource& watched, std::string_view host) {
  const auto url = url::parse_url(watched.source.url);
  return url.ok() && without_www(url->host()) == without_www(host);
}

Error several(std::string_view word, const std::vector<WatchedSource>& found) {
  std::string text =
      fmt::format("{}: {}{} sources fit:", model::masked_address(word),
                  found.size() == kMostCandidates ? "more than " : "", found.size());
  for (std::size_t i = 0; i < std::min(found.size(), kShownCandidates); ++i) {
    text += fmt::format("{} #{} {}", i == 0 ? "" : ",", found[i].source.id.value,
                        name_of(found[i].source));
  }
  if (found.size() > kShownCandidates) text += ", …";
  return {ErrorKind::kUsage, std::move(text)};
}

void drop_repeated(std::vector<WatchedSource>& sources) {
  std::unordered_set<model::SourceId> seen;
  std::erase_if(sources, [&](const WatchedSource& each) {
    return !seen.insert(each.source.id).second;
  });
}

// What he does not see is not there.
Result<void> drop_unseen(store::Store& store, Viewer viewer,
                         std::vector<WatchedSource>& sources) {
  if (!viewer || sources.empty()) return {};
  TRY_ASSIGN(const auto visible, store.subscriptions().visible_sources(*viewer));
  std::erase_if(sources, [&](const WatchedSource& each) {
    return !std::ranges::binary_search(visible, each.source.id);
  });
  return {};
}

// Titles and folders that the user has given himself stand instead of the sources'.
Result<void> name_as(store::Store& store, model::UserId user,
                     std::vector<WatchedSource>& sources) {
  TRY_ASSIGN(const auto subscriptions, store.subscriptions().of_user(user));
  for (WatchedSource& each : sources) {
    const auto own = std::ranges::lower_bound(subscriptions, each.source.id, {},
                                              &model::Subscription::source);
    if (own == subscriptions.end() || own->source != each.source.id) continue;
    if (!own->title.empty()) each.source.title = own->title;
    if (!own->folder.empty()) each.source.folder = own->folder;
  }
  return {};
}

// Those that a user has his sources in.
Result<std::vector<store::FolderRow>> folders_of(store::Store& store,
                                                 model::UserId user) {
  TRY_ASSIGN(const auto visible, store.subscriptions().visible_sources(user));
  TRY_ASSIGN(auto sources, store.sources().find(visible));
  TRY(name_as(store, user, sources));
  std::vector<store::FolderRow> folders;
  for (const WatchedSource& each : sources) folders.push_back({each.source.folder, 1});
  return folders;
}

// By host, or else by a part of the title.
Result<std::optional<WatchedSource>> find_by_name(store::Store& store,
                                                  std::string_view word,
                                                  Viewer viewer) {
  if (word.size() > kLongestName) return std::optional<WatchedSource>();
  const std::string lower = to_ascii_lower(word);
  std::vector<WatchedSource> on_host;
  for (const std::string& host : {lower, "www." + lower}) {
    TRY_ASSIGN(auto found, store.sources().like(host, kMostCandidates));
    for (WatchedSource& each : found) {
      if (is_on_host(each, lower)) on_host.push_back(std::move(each));
    }
  }
  // A title may have the name of the host in it, with and without www.
  drop_repeated(on_host);
  TRY(drop_unseen(store, viewer, on_host));
  std::vector<WatchedSource> found = std::move(on_host);
  if (found.empty()) {
    TRY_ASSIGN(found, store.sources().like(word, kMostCandidates));
    std::erase_if(found, [&](const WatchedSource& each) {
      return to_ascii_lower(each.source.title).find(lower) == std::string::npos;
    });
    TRY(drop_unseen(store, viewer, found));
  }
  if (found.size() > 1) return several(word, found);
  if (found.empty()) return std::optional<WatchedSource>();
  return std::optional(std::move(found.front()));
}

}  // namespace

Result<WatchedSource> find_source(store::Store& store, std::string_view word,
                                  Viewer viewer) {
  std::optional<WatchedSource> found;
  if (const auto id = parse_source_number(word)) {
    TRY_ASSIGN(found, store.sources().find(*id));
  } else {
    const auto address = parse_source_address(word);
    if (address.ok()) {
      TRY_ASSIGN(found, store.sources().find(address->url));
    }
    // A whole address means itself and nothing like it.
    const bool is_name = word.find("://") == word.npos && word.find('/') == word.npos;
    if (!found && is_name && !trimmed(word).empty()) {
      TRY_ASSIGN(found, find_by_name(store, trimmed(word), viewer));
    }
    if (!found && !is_name) TRY(address);
  }
  if (found && viewer) {
    TRY_ASSIGN(const bool is_seen,
               store.subscriptions().is_visible(*viewer, found->source.id));
    if (!is_seen) found.reset();
  }
  if (found) return *std::move(found);
  return Error{ErrorKind::kNotFound,
               fmt::format("{}: no such source", model::masked_address(word))};
}

Result<std::string> find_folder(store::Store& store, std::string_view typed,
                                Viewer viewer) {
  TRY_ASSIGN(std::string folder, to_folder(typed));
  if (folder.empty()) return folder;
  TRY_ASSIGN(const auto known,
             viewer ? folders_of(store, *viewer) : store.sources().folders());
  const bool is_known =
      std::any_of(known.begin(), known.end(), [&](const store::FolderRow& each) {
        return model::is_in_folder(each.name, folder);
      });
  if (is_known) return folder;
  return Error{ErrorKind::kNotFound, fmt::format("--folder {}: no such folder", typed)};
}

Result<std::vector<WatchedSource>> list_sources(store::Store& store,
                                                const SourceQuery& query, Time now,
                                                Milliseconds late_after) {
  TRY_ASSIGN(const std::string folder, find_folder(store, query.folder, query.viewer));
  TRY_ASSIGN(auto sources,
             store.sources().list(query.filter, now, late_after,
                                  std::numeric_limits<std::int32_t>::max()));
  TRY(drop_unseen(store, query.viewer, sources));
  if (query.viewer) TRY(name_as(store, *query.viewer, sources));
  std::erase_if(sources, [&](const WatchedSource& each) {
    return !model::is_in_folder(each.source.folder, folder);
  });
  return sources;
}

Result<std::vector<WatchedSource>> find_targets(store::Store& store,
                                                const Targets& targets, Time now) {
  std::vector<WatchedSource> sources;
  for (const std::string& word : targets.words) {
    TRY_ASSIGN(auto found, find_source(store, word));
    sources.push_back(std::move(found));
  }
  TRY_ASSIGN(const std::string folder, to_folder(targets.folder));
  const bool has_filter = !folder.empty() || targets.failing || targets.all;
  if (!has_filter && sources.empty()) {
    return Error{ErrorKind::kUsage, "which sources? name them, or a --folder"};
  }
  if (has_filter) {
    const auto filter =
        targets.failing ? store::SourceFilter::kProblem : store::SourceFilter::kAll;
    TRY_ASSIGN(auto listed,
               list_sources(store, {filter, targets.folder}, now, Milliseconds(0)));
    std::move(listed.begin(), listed.end(), std::back_inserter(sources));
  }
  drop_repeated(sources);
  return sources;
}

std::string name_of(const model::Source& source) {
  return source.title.empty() ? model::masked_address(source.url) : source.title;
}

}  // namespace curlew::service
