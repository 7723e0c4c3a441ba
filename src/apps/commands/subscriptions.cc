#include "apps/commands/subscriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "api/plain_text.h"
#include "apps/commands/source_address.h"
#include "apps/commands/wish_flags.h"
#include "apps/config/units.h"
#include "apps/output/progress.h"
#include "apps/whole_file.h"
#include "model/folder.h"
#include "parse/opml.h"

namespace curlew::apps {
namespace {

struct ImportCounts {
  std::size_t added = 0;
  std::size_t known = 0;
  std::vector<std::string> invalid;   // "address: reason"
  std::vector<std::string> left_out;  // The same of settings that cannot be read.
  std::size_t skipped = 0;            // What the list has beside feeds.
  bool is_cut = false;
};

// A list names feeds, unless it was written by Curlew and says otherwise.
model::SourceKind kind_of(const parse::OpmlFeed& feed) {
  for (const model::SourceKind kind :
       {model::SourceKind::kPage, model::SourceKind::kAuto}) {
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

model::Source to_source(const parse::OpmlFeed& feed, SourceAddress address, Time now,
                        ImportCounts& counts) {
  model::Source source;
  source.kind = kind_of(feed);
  source.state = state_of(feed);
  // As after --interval: a stranger's list must not make us ask every second.
  const auto wishes =
      to_wish_edit({.interval = feed.interval, .longest_gap = "", .active_hours = ""});
  if (wishes.ok()) {
    apply(*wishes, source.wishes);
  } else {
    counts.left_out.push_back(fmt::format("{}: watched without its interval: {}",
                                          address.url, wishes.error().text));
  }
  source.url = std::move(address.url);
  source.request.basic_credentials = std::move(address.basic_credentials);
  source.title = feed.title;
  source.site_url = feed.site_url;
  source.folder = model::normalised_folder(feed.folder);
  source.added = now;
  return source;
}

// The sources of a list that can be watched; the others are counted with their reason.
std::vector<model::Source> to_sources(const std::vector<parse::OpmlFeed>& feeds,
                                      Time now, ImportCounts& counts) {
  std::vector<model::Source> sources;
  for (const parse::OpmlFeed& feed : feeds) {
    auto address = parse_source_address(feed.page.empty() ? feed.url : feed.page);
    if (address) {
      sources.push_back(to_source(feed, *std::move(address), now, counts));
    } else {
      counts.invalid.push_back(address.error().text);
    }
  }
  return sources;
}

// In several transactions, so that a running Curlew gets its turn in between.
Result<void> add_all(const std::vector<model::Source>& sources,
                     store::CentralStore& store, const Clock& clock,
                     ImportCounts& counts) {
  constexpr std::size_t kChunk = 500;
  Progress progress("importing", sources.size(), clock);
  for (std::size_t at = 0; at < sources.size(); at += kChunk) {
    const std::span chunk(sources.data() + at, std::min(kChunk, sources.size() - at));
    TRY_ASSIGN(const auto ids, store.add_sources(chunk, clock.now()));
    for (const auto& id : ids) ++(id ? counts.added : counts.known);
    progress.advance(chunk.size());
  }
  return {};
}

void print_counts(const Context& context, const ImportCounts& counts, bool json) {
  if (json) {
    boost::json::array invalid;
    for (const std::string& reason : counts.invalid) {
      invalid.emplace_back(api::plain_text(reason));
    }
    boost::json::array left_out;
    for (const std::string& reason : counts.left_out) {
      left_out.emplace_back(api::plain_text(reason));
    }
    const boost::json::object line{
        {"added", counts.added},         {"known", counts.known},
        {"invalid", std::move(invalid)}, {"left_out", std::move(left_out)},
        {"skipped", counts.skipped},     {"cut", counts.is_cut}};
    fmt::print(context.screen.out, "{}\n", serialize(line));
    return;
  }
  for (const std::string& reason : counts.left_out) {
    fmt::print(stderr, "curlew: {}\n", api::plain_text(reason));
  }
  for (const std::string& reason : counts.invalid) {
    fmt::print(stderr, "curlew: {}\n", api::plain_text(reason));
  }
  std::string more;
  if (counts.skipped > 0) {
    more += fmt::format(", {} skipped (not feeds)", counts.skipped);
  }
  if (counts.is_cut) more += "; the file ends too early";
  fmt::print(context.screen.out, "{} added, {} known, {} invalid{}\n", counts.added,
             counts.known, counts.invalid.size(), more);
}

// Where the feed that Curlew makes of a page is found while `curlew serve` runs; empty
// when that cannot be said.
std::string own_feed_address(const Config& config, model::SourceId source) {
  if (!config.web.enabled || config.web.port == 0) return {};
  std::string host = config.web.address;
  if (host == "0.0.0.0" || host == "::") host = "localhost";
  if (host.find(':') != host.npos) host = fmt::format("[{}]", host);
  return fmt::format("http://{}:{}/sources/{}/feed.atom", host, config.web.port,
                     source.value);
}

// By folder, so that each is written once: level by level, since "A B" must not come
// between "A" and "A/B".
std::string folder_order(std::string_view folder) {
  std::string order(folder);
  std::replace(order.begin(), order.end(), '/', '\x01');
  return order;
}

parse::OpmlFeed to_feed(const Config& config, const model::Source& source) {
  parse::OpmlFeed feed;
  feed.url = source.url;
  feed.title = source.title;
  feed.site_url = source.site_url;
  feed.folder = source.folder;
  if (source.kind == model::SourceKind::kPage) {
    if (const std::string own = own_feed_address(config, source.id); !own.empty()) {
      feed.url = own;
      feed.page = source.url;
    }
    feed.site_url = source.url;
  }
  if (source.kind != model::SourceKind::kFeed) feed.kind = to_string(source.kind);
  if (source.wishes.interval) feed.interval = to_text(*source.wishes.interval);
  if (source.state != model::SourceState::kActive) feed.state = to_string(source.state);
  return feed;
}

}  // namespace

Result<void> import_subscriptions(const Context& context,
                                  const ImportOptions& options) {
  TRY_ASSIGN(const std::string bytes, read_whole_file(options.file));
  auto list = parse::parse_opml(bytes);
  if (!list) return std::move(list).error().within(options.file);
  if (list->is_cut) {
    fmt::print(stderr, "curlew: {}: ends too early; what is whole in it is imported\n",
               options.file);
  }
  TRY_ASSIGN(const auto store, make_store(context.config));
  ImportCounts counts;
  counts.skipped = list->skipped;
  counts.is_cut = list->is_cut;
  const auto sources = to_sources(list->feeds, context.clock.now(), counts);
  TRY(add_all(sources, *store, context.clock, counts));
  print_counts(context, counts, options.json);
  if (counts.added + counts.known > 0) return {};
  return Error{ErrorKind::kMalformed,
               fmt::format("{}: no feed in it that can be watched", options.file)};
}

Result<void> export_subscriptions(const Context& context,
                                  const ExportOptions& options) {
  if (options.schedule) return export_schedule(context, options);
  if (options.trace) return export_trace(context, options);
  if (!options.atom.empty()) return export_atom(context, options);
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const std::vector<store::WatchedSource> sources,
             store->list_sources(store::SourceFilter::kAll, context.clock.now(),
                                 late_after(context.config),
                                 std::numeric_limits<std::int32_t>::max()));
  std::vector<parse::OpmlFeed> feeds;
  feeds.reserve(sources.size());
  for (const auto& [source, schedule] : sources) {
    feeds.push_back(to_feed(context.config, source));
  }
  std::stable_sort(feeds.begin(), feeds.end(),
                   [](const parse::OpmlFeed& a, const parse::OpmlFeed& b) {
                     return folder_order(a.folder) < folder_order(b.folder);
                   });
  const std::string opml = parse::write_opml("Curlew subscriptions", feeds);
  if (!options.file.empty()) {
    return write_whole_file(options.file, opml, Overwrite::kYes);
  }
  fmt::print(context.screen.out, "{}", opml);
  return {};
}

}  // namespace curlew::apps
