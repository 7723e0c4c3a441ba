#include "apps/run/api_parts.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "apps/commands/context.h"
#include "apps/commands/installation_key.h"
#include "apps/config/options.h"
#include "service/topics.h"

namespace curlew::apps {
namespace {

namespace fs = std::filesystem;

// So long whoever asks in a browser waits for other servers, whatever they do.
constexpr Milliseconds kMostLooking{30'000};

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

}  // namespace

api::ApiParts make_api_parts(const Config& config, const Clock& clock,
                             const service::PlanningOptions& planning,
                             const query::Dictionary& dictionary,
                             control::Archives& archives) {
  api::ApiParts parts;
  // Each look is by a fetcher of its own, as that of `curlew check`: the guard and the
  // manners are the same.
  auto how = std::make_shared<service::LookOptions>(look_options(config));
  how->key = key_or_passing_one(config);
  const auto bounded = [how, &clock, is_stopping = parts.is_stopping] {
    service::LookOptions own = *how;
    own.gives_up = [is_stopping, &clock, until = clock.steady() + kMostLooking] {
      return *is_stopping || clock.steady() >= until;
    };
    return own;
  };
  parts.look = [bounded, &clock](const model::Source& source) {
    return service::look_at(bounded(), clock, source);
  };
  parts.fetch_examples = [bounded, &clock](std::span<const std::string> urls) {
    return service::fetch_examples(bounded(), clock, urls);
  };
  parts.archives = &archives;
  parts.pdf = how->visit.pdf.get();
  parts.planning = &planning;
  parts.dictionary = &dictionary;
  parts.machine = [&config, started = clock.now()] {
    return machine_facts(config, started);
  };
  parts.politeness = config.fetch.politeness;
  for (std::size_t i = 1; i <= config.terminals.count; ++i) {
    parts.terminal_caches.push_back(
        fmt::format("{}/terminal-{}.db", config.data.dir, i));
  }
  return parts;
}

}  // namespace curlew::apps
