#include <fmt/format.h>

#include "api/atom.h"
#include "apps/commands/find_source.h"
#include "apps/commands/subscriptions.h"
#include "apps/whole_file.h"

namespace curlew::apps {

Result<void> export_atom(const Context& context, const ExportOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const store::WatchedSource found, find_target(*store, options.atom));
  TRY_ASSIGN(const std::string atom, api::write_atom(*store, found.source, ""));
  if (!options.file.empty()) {
    return write_whole_file(options.file, atom, Overwrite::kYes);
  }
  fmt::print(context.screen.out, "{}", atom);
  return {};
}

}  // namespace curlew::apps
