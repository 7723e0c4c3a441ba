#include "apps/commands/init.h"

#include <fmt/format.h>

#include "apps/config/config_text.h"
#include "apps/whole_file.h"

namespace curlew::apps {

Result<void> write_initial_config(const InitOptions& options) {
  const auto written =
      write_whole_file(options.file, commented_config(),
                       options.force ? Overwrite::kYes : Overwrite::kNo);
  if (!written && written.error().kind == ErrorKind::kExists) {
    return Error{
        ErrorKind::kExists,
        fmt::format("{}: is there already; --force overwrites it", options.file)};
  }
  TRY(written);
  fmt::print("wrote {}: every setting, commented out at its default\n", options.file);
  return {};
}

}  // namespace curlew::apps
