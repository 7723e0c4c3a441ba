// The commands that show what was found for users and how it was sent, and that note
// what they made of it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct ClipsOptions {
  std::string user;
  std::string list;
  std::size_t number = 20;
  bool timing = false;
  bool json = false;
};
Result<void> list_clips(const Context& context, const ClipsOptions& options);

struct DeliveriesOptions {
  std::string user;
  std::string list;
  std::string state;
  std::size_t number = 20;
  bool json = false;
};
Result<void> list_deliveries(const Context& context, const DeliveriesOptions& options);

struct MarkOptions {
  std::string user;
  std::vector<std::int64_t> articles;
  std::optional<bool> read;
  std::optional<bool> star;
  std::optional<bool> mute;
  std::vector<std::string> tags;
  std::vector<std::string> dropped_tags;
};
Result<void> mark_articles(const Context& context, const MarkOptions& options);

}  // namespace curlew::apps
