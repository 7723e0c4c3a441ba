#include "apps/commands/installation_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "service/seal_secrets.h"
#include "store/key_file.h"

namespace curlew::apps {
namespace {

bool is_missing(const Result<SealingKey>& key) {
  return !key.ok() && key.error().kind == ErrorKind::kNotFound;
}

std::string named(const std::vector<model::SourceId>& sources) {
  constexpr std::size_t kMostNamed = 50;
  std::vector<std::int64_t> shown;
  for (std::size_t i = 0; i < std::min(sources.size(), kMostNamed); ++i) {
    shown.push_back(sources[i].value);
  }
  return fmt::format("{}{}", fmt::join(shown, " "),
                     sources.size() > shown.size() ? " …" : "");
}

Error lost_key(const std::string& what, const std::vector<model::SourceId>& sources) {
  return {ErrorKind::kNotFound,
          fmt::format("{}; put it back (a backup has it, or the machine that runs "
                      "curlew serve). If it is lost, take them away and give them "
                      "again: curlew add {} --user none --bearer none --header none "
                      "--proxy none",
                      what, named(sources))};
}

Error lost_key_of_users(const std::string& path, const std::string& id,
                        std::size_t secrets) {
  return {
      ErrorKind::kNotFound,
      fmt::format("{}: {}, and {} addresses and webhooks of users are sealed by {}; "
                  "put it back (a backup has it, or the machine that runs curlew "
                  "serve). If it is lost, end them all: curlew user revoke",
                  path, id.empty() ? "the key is missing" : "this is another key",
                  secrets, id.empty() ? "it" : "the one before")};
}

// Nothing may be sealed while another key than that at `path` has sealed secrets: no
// single key would open all of them.
Result<SealingKey> key_of_all(const std::string& path, store::Store& store) {
  auto key = store::read_key(path);
  if (!key.ok() && !is_missing(key)) return key;
  const std::string id = key.ok() ? key->id() : std::string();
  TRY_ASSIGN(const auto others, service::sources_of_other_keys(store, id));
  TRY_ASSIGN(const auto of_users, service::user_secrets_of_other_keys(store, id));
  if (others.empty() && of_users > 0) return lost_key_of_users(path, id, of_users);
  if (others.empty()) return key.ok() ? key : store::read_or_make_key(path);
  if (key.ok()) {
    return lost_key(fmt::format("{}: this key ({}) is not the one that sealed the "
                                "secrets of {} sources",
                                path, id, others.size()),
                    others);
  }
  return lost_key(fmt::format("{}: the key is missing, and secrets of {} sources are "
                              "sealed by it",
                              path, others.size()),
                  others);
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
  // Asked for once for each source of an imported list: the first answer stands for
  // all.
  const auto known = std::make_shared<std::optional<SealingKey>>();
  return [path = key_path(config), &store, known]() -> Result<SealingKey> {
    if (!*known) {
      TRY_ASSIGN(*known, key_of_all(path, store));
    }
    return **known;
  };
}

KeyReader key_or_passing_one(const Config& config) {
  return [path = key_path(config), passing = SealingKey::generate()] {
    auto key = store::read_key(path);
    return is_missing(key) ? Result<SealingKey>(passing) : key;
  };
}

}  // namespace curlew::apps
