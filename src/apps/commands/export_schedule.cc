#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "api/json.h"
#include "apps/commands/subscriptions.h"
#include "apps/explain.h"

namespace curlew::apps {
namespace {

constexpr std::size_t kSourcesAtATime = 1'000;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

Result<File> open_for_writing(const std::string& path) {
  File file(std::fopen(path.c_str(), "w"), std::fclose);
  if (file) return file;
  return Error{ErrorKind::kFailed,
               fmt::format("{}: cannot be written: {}", path, std::strerror(errno))};
}

Result<void> write_all(store::CentralStore& store, Explainer& explainer, Time now,
                       std::FILE* out) {
  store::Revision revision = 0;
  for (bool has_more = true; has_more;) {
    TRY_ASSIGN(const auto part, store.changes_since(revision, kSourcesAtATime));
    for (const store::PlannedSource& source : part.changed) {
      fmt::print(out, "{}\n", api::to_json(source, explainer.explain(source, now)));
    }
    revision = part.revision;
    has_more = part.has_more;
  }
  return {};
}

}  // namespace

Result<void> export_schedule(const Context& context, const ExportOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(Explainer explainer, Explainer::make(context.config, *store));
  const Time now = context.clock.now();
  if (options.file.empty()) {
    return write_all(*store, explainer, now, context.screen.out);
  }
  TRY_ASSIGN(const File file, open_for_writing(options.file));
  TRY(write_all(*store, explainer, now, file.get()));
  if (std::fflush(file.get()) == 0) return {};
  return Error{ErrorKind::kDiskFull,
               fmt::format("{}: {}", options.file, std::strerror(errno))};
}

}  // namespace curlew::apps
