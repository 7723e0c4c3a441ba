// How a source is watched, from the flags of `curlew add`.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/commands/request_flags.h"
#include "apps/commands/wish_flags.h"
#include "base/result.h"
#include "model/source.h"

namespace curlew::apps {

// As typed; what is empty or absent was not.
struct SourceFlags {
  std::string url;  // The new address of one that is watched.
  std::string kind;
  std::string title;
  std::string folder;
  RequestFlags request;
  std::string objective;
  WishFlags wishes;
  std::optional<bool> pages;
  std::optional<bool> render;
  std::optional<std::uint32_t> subscribers;
  std::optional<std::uint32_t> activity_percent;
  std::string rules;  // A file.
  bool no_rules = false;
};

// What the flags say of a source: for a new one the rest is as usual, for a known one
// it stays as it is.
struct SourceEdit {
  std::string url;
  std::optional<model::SourceKind> kind;
  std::string title;
  std::string folder;
  RequestEdit request;
  std::optional<model::Objective> objective;
  WishEdit wishes;
  std::optional<bool> fetch_pages;
  std::optional<model::Rendering> rendering;
  std::optional<std::uint32_t> subscribers;
  std::optional<std::uint32_t> activity_percent;
  std::optional<std::string> rules;

  bool operator==(const SourceEdit&) const = default;
};

// Errors are kUsage and name the flag. Reads the files that flags name.
Result<SourceEdit> to_source_edit(const SourceFlags& flags);

void apply(const SourceEdit& edit, model::Source& source);

}  // namespace curlew::apps
