#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "apps/commands/subscriptions.h"
#include "apps/whole_file.h"
#include "sim/replay/trace.h"

namespace curlew::apps {
namespace {

constexpr std::size_t kArticlesAtATime = 10'000;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// When each source published, as far as it is known without gaps: since it is watched.
class TraceWriter {
 public:
  TraceWriter(std::unordered_map<model::SourceId, Time> added, std::FILE* out)
      : added_(std::move(added)), out_(out) {
    fmt::print(out_, "source_id,unix_time\n");
  }

  void write(const store::ArticleTimes& article) {
    const auto added = added_.find(article.source);
    if (added == added_.end()) return;  // Removed meanwhile.
    if (const auto time = time_of(article); time && *time >= added->second) {
      fmt::print(out_, "{},{}\n", article.source.value, to_unix_ms(*time) / 1000);
      ++written_;
    }
  }

  std::size_t written() const { return written_; }

 private:
  // Its own time, unless it lies in the future; else when it was found. Of what the
  // first visit found without a time nobody knows how old it was.
  std::optional<Time> time_of(const store::ArticleTimes& article) {
    const Time first =
        first_found_.try_emplace(article.source, article.found).first->second;
    if (article.published && *article.published <= article.found) {
      return article.published;
    }
    return article.found == first ? std::nullopt : std::optional(article.found);
  }

  const std::unordered_map<model::SourceId, Time> added_;
  std::unordered_map<model::SourceId, Time> first_found_;
  std::FILE* out_;
  std::size_t written_ = 0;
};

Result<void> write_events(store::CentralStore& store,
                          std::unordered_map<model::SourceId, Time> added,
                          std::FILE* out) {
  TraceWriter writer(std::move(added), out);
  model::ArticleId after;
  while (true) {
    TRY_ASSIGN(const auto articles, store.article_times(after, kArticlesAtATime));
    for (const store::ArticleTimes& article : articles) writer.write(article);
    if (articles.size() < kArticlesAtATime) break;
    after = articles.back().id;
  }
  if (writer.written() == 0) {
    fmt::print(stderr,
               "curlew: the trace is empty: nothing is known to be published since its "
               "source is watched\n");
  }
  if (std::fflush(out) == 0) return {};
  return Error{ErrorKind::kDiskFull,
               fmt::format("the trace cannot be written: {}", std::strerror(errno))};
}

// RFC 4180: an address may hold commas.
std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

}  // namespace

Result<void> export_trace(const Context& context, const ExportOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const auto sources,
             store->list_sources(store::SourceFilter::kAll, context.clock.now(),
                                 late_after(context.config),
                                 std::numeric_limits<std::int32_t>::max()));
  std::unordered_map<model::SourceId, Time> added;
  std::string names = "source_id,name\n";
  for (const auto& [source, schedule] : sources) {
    added.emplace(source.id, source.added);
    names += fmt::format("{},{}\n", source.id.value, csv_quoted(source.url));
  }
  if (options.file.empty()) {
    return write_events(*store, std::move(added), context.screen.out);
  }
  const File file(std::fopen(options.file.c_str(), "w"), std::fclose);
  if (!file) {
    return Error{ErrorKind::kFailed, fmt::format("{}: cannot be written: {}",
                                                 options.file, std::strerror(errno))};
  }
  TRY(write_events(*store, std::move(added), file.get()));
  const std::string names_file = sim::names_file_of(options.file);
  TRY(write_whole_file(names_file, names, Overwrite::kYes));
  fmt::print(stderr, "curlew: wrote {} and {}\n", options.file, names_file);
  return {};
}

}  // namespace curlew::apps
