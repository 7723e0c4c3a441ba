#include "apps/commands/installation_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "service/seal_secrets.h"
#include "store/key_file.h"

namespace curlew::apps {
namespace {

bool is_missing(const Result<SealingKey>& key) {
  return !key.ok() && key.error().kind == ErrorKind::kNotFound;
}

Error lost_key(const std::string& path, const std::vector<model::SourceId>& sources) {
  constexpr std::size_t kMostNamed = 50;
  std::vector<std::int64_t> named;
  for (std::size_t i = 0; i < std::min(sources.size(), kMostNamed); ++i) {
    named.push_back(sources[i].value);
  }
  return {ErrorKind::kNotFound,
          fmt::format("{}: the key is missing, and secrets of {} sources are sealed by "
                      "it; put it back (a backup has it, or the machine that runs "
                      "curlew serve). If it is lost, take them away and give them "
                      "again: curlew add {}{} --user none --bearer none --header none "
                      "--proxy none",
                      path, sources.size(), fmt::join(named, " "),
                      sources.size() > named.size() ? " …" : "")};
}

}  // namespace

std::string key_path(const Config& config) {
  if (!config.data.key.empty()) return config.data.key;
  return (std::filesystem::path(config.data.dir) / store::kKeyFile).string();
}

KeyReader key_reader(const Config& config) {
  return [path = key_path(config)] { return store::read_key(path); };
}

KeyReader key_maker(const Config& config, store::Store& store) {
  return [path = key_path(config), &store]() -> Result<SealingKey> {
    auto key = store::read_key(path);
    if (!is_missing(key)) return key;
    TRY_ASSIGN(const auto sealed, service::sealed_sources(store));
    if (!sealed.empty()) return lost_key(path, sealed);
    return store::read_or_make_key(path);
  };
}

KeyReader key_or_passing_one(const Config& config) {
  return [path = key_path(config), passing = SealingKey::generate()] {
    auto key = store::read_key(path);
    return is_missing(key) ? Result<SealingKey>(passing) : key;
  };
}

}  // namespace curlew::apps
