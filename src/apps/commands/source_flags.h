// How a source is watched, from the flags of `curlew add`.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "service/source_edit.h"

namespace curlew::apps {

// Each may be "@FILE" or "@-" (standard input), so that a secret stays out of the list
// of processes and of the shell's history; "none" takes away what a source has.
struct RequestFlags {
  // "Name: value"
  std::vector<std::string> headers;
  // "name:password"
  std::string user;
  std::string bearer;
  std::string proxy;
};

// "none" takes an earlier wish back.
struct WishFlags {
  // "30m"
  std::string interval;
  // "1d"
  std::string longest_gap;
  // "8-20", "22-6@+2"
  std::string active_hours;
};

// "none" takes all of a list away.
struct WatchFlags {
  // "links", "changes", "both"
  std::string what;
  std::string detector;
  std::string part;
  std::vector<std::string> ignore;
  std::vector<std::string> ignore_text;
  std::optional<std::uint32_t> minimum_size;
  // "main text,data"
  std::string kinds;
  std::vector<std::string> keys;
  std::optional<bool> articles;
  std::optional<bool> archive;
};

// As typed; what is empty or absent was not.
struct SourceFlags {
  // The new address of one that is watched.
  std::string url;
  std::string kind;
  // Of a SPARQL endpoint: the text, a file with it, or "-".
  std::string query;
  std::string title;
  std::string folder;
  RequestFlags request;
  std::string objective;
  // Or "none".
  std::string policy;
  WishFlags wishes;
  WatchFlags watch;
  std::optional<bool> pages;
  std::optional<bool> render;
  std::optional<std::uint32_t> subscribers;
  std::optional<std::uint32_t> activity_percent;
  std::optional<bool> shared;
  // A file.
  std::string rules;
  bool no_rules = false;
};

// What the flags say of a source. Errors are kUsage and name the flag. Reads the files
// that flags name.
Result<service::SourceEdit> to_source_edit(const SourceFlags& flags);

// The address that is meant by what was typed: with --query that of its answer.
Result<std::string> to_address(const SourceFlags& flags, const std::string& typed);

// kUsage when a file is named where an address is expected.
Result<void> expect_no_file(std::string_view text);

}  // namespace curlew::apps
