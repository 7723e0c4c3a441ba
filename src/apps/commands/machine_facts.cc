#include "apps/commands/machine_facts.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "apps/commands/context.h"

namespace curlew::apps {
namespace {

namespace fs = std::filesystem;

// Of a folder with all that is in it; nullopt: there is none.
std::optional<Bytes> bytes_below(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return std::nullopt;
  Bytes sum = 0;
  for (fs::recursive_directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    std::error_code of_file;
    if (file->is_regular_file(of_file)) sum += file->file_size(of_file);
  }
  return sum;
}

}  // namespace

service::MachineFacts machine_facts(const Config& config, Time started) {
  service::MachineFacts facts;
  facts.version = CURLEW_VERSION;
  facts.started = started;
  for (std::size_t i = 1; i <= config.terminals.count; ++i) {
    const std::string name = fmt::format("terminal-{}", i);
    facts.terminals.push_back({name, bytes_below(archive_folder(config) + "/" + name)});
  }
  std::error_code error;
  const auto place = store_place(config);
  facts.is_postgres = place.ok() && !place->url.empty();
  if (!facts.is_postgres) {
    Bytes bytes = 0;
    for (const char* end : {"", "-wal"}) {
      const auto size = fs::file_size(central_store_path(config) + end, error);
      if (!error) bytes += size;
    }
    facts.store_bytes = bytes;
  }
  const fs::space_info space = fs::space(config.data.dir, error);
  if (!error) {
    facts.disk_free = space.available;
    facts.disk_total = space.capacity;
  }
  return facts;
}

std::vector<std::string> terminal_caches(const Config& config) {
  std::vector<std::string> files;
  for (std::size_t i = 1; i <= config.terminals.count; ++i) {
    files.push_back(fmt::format("{}/terminal-{}.db", config.data.dir, i));
  }
  return files;
}

}  // namespace curlew::apps
