#include "apps/commands/source_flags.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "apps/whole_file.h"
#include "base/ascii.h"
#include "base/bytes.h"
#include "extract/rules/rules.h"
#include "model/mask.h"
#include "service/source_address.h"

namespace curlew::apps {
namespace {

constexpr std::string_view kTakenAway = "none";

Error wrong_flag(std::string_view flag, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", flag, why)};
}

Result<std::optional<model::SourceKind>> parse_kind(std::string_view kind) {
  if (kind.empty()) return std::optional<model::SourceKind>();
  if (kind == "auto") return std::optional(model::SourceKind::kAuto);
  if (kind == "feed") return std::optional(model::SourceKind::kFeed);
  if (kind == "page") return std::optional(model::SourceKind::kPage);
  if (kind == "data") return std::optional(model::SourceKind::kData);
  if (kind == "sparql") return std::optional(model::SourceKind::kSparql);
  if (kind == "topic") {
    return wrong_flag("--kind topic", "topics are added by: curlew topic add NAME");
  }
  return Error{
      ErrorKind::kUsage,
      fmt::format(
          "--kind {}: not in this release; use auto, feed, page, data or sparql",
          kind)};
}

// The argument itself, or what is in the file that it names.
Result<std::string> read_secret(std::string_view flag, const std::string& argument) {
  if (!argument.starts_with('@')) return argument;
  auto content = read_whole_file(argument.substr(1));
  if (!content) return wrong_flag(flag, content.error().text);
  return std::string(trimmed(*content));
}

// nullopt when the flag is not given, empty for "none".
Result<std::optional<std::string>> read_setting(std::string_view flag,
                                                const std::string& argument) {
  if (argument.empty()) return std::optional<std::string>();
  if (argument == kTakenAway) return std::optional(std::string());
  TRY_ASSIGN(std::string secret, read_secret(flag, argument));
  return std::optional(std::move(secret));
}

Result<std::vector<service::Header>> read_headers(
    const std::vector<std::string>& arguments) {
  std::vector<service::Header> headers;
  if (arguments.size() == 1 && arguments.front() == kTakenAway) return headers;
  for (const std::string& argument : arguments) {
    TRY_ASSIGN(const std::string line, read_secret("--header", argument));
    TRY_ASSIGN(service::Header header, service::parse_header(line));
    headers.push_back(std::move(header));
  }
  return headers;
}

Result<service::RequestEdit> to_request_edit(const RequestFlags& flags) {
  service::RequestEdit edit;
  if (!flags.headers.empty()) {
    TRY_ASSIGN(edit.headers, read_headers(flags.headers));
  }
  TRY_ASSIGN(edit.basic_credentials, read_setting("--user", flags.user));
  TRY_ASSIGN(edit.bearer_token, read_setting("--bearer", flags.bearer));
  TRY_ASSIGN(edit.proxy, read_setting("--proxy", flags.proxy));
  return edit;
}

Result<service::WishEdit> to_wish_edit(const WishFlags& flags) {
  service::WishEdit edit;
  if (!flags.interval.empty()) {
    TRY_ASSIGN(edit.interval, service::parse_gap("--interval", flags.interval));
  }
  if (!flags.longest_gap.empty()) {
    TRY_ASSIGN(edit.longest_gap,
               service::parse_gap("--longest-gap", flags.longest_gap));
  }
  if (!flags.active_hours.empty()) {
    TRY_ASSIGN(edit.quiet, service::parse_active_hours(flags.active_hours));
  }
  return edit;
}

std::optional<std::vector<std::string>> to_list(
    const std::vector<std::string>& arguments) {
  if (arguments.empty()) return std::nullopt;
  if (arguments.size() == 1 && arguments.front() == kTakenAway) {
    return std::vector<std::string>();
  }
  return arguments;
}

Result<model::ChangeKinds> parse_kinds(std::string_view text) {
  model::ChangeKinds kinds;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view name = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto kind = model::parse_change_kind(name);
    if (!kind) {
      return wrong_flag("--changes-of",
                        fmt::format("'{}' is not one of: structure, text, main text, "
                                    "links, data, presentation, error page",
                                    name));
    }
    kinds.add(*kind);
  }
  return kinds;
}

Result<service::WatchEdit> to_watch_edit(const WatchFlags& flags) {
  service::WatchEdit edit;
  if (!flags.what.empty()) {
    edit.links = flags.what != "changes";
    edit.changes = flags.what != "links";
  }
  if (!flags.detector.empty()) {
    edit.detector =
        flags.detector == "thesis" ? model::Detector::kThesis : model::Detector::kOwn;
  }
  if (!flags.part.empty()) edit.part = flags.part == kTakenAway ? "" : flags.part;
  edit.ignore = to_list(flags.ignore);
  edit.ignore_text = to_list(flags.ignore_text);
  edit.keys = to_list(flags.keys);
  edit.minimum_size = flags.minimum_size;
  edit.articles = flags.articles;
  edit.archive = flags.archive;
  if (!flags.kinds.empty()) {
    TRY_ASSIGN(edit.kinds, parse_kinds(flags.kinds));
  }
  return edit;
}

// A SPARQL query has spaces or braces; a word without them names a file.
Result<std::string> read_query(const std::string& argument) {
  constexpr Bytes kLongestQuery = 64_KiB;
  std::error_code error;
  const bool is_file =
      argument == "-" || std::filesystem::is_regular_file(argument, error);
  if (!is_file) {
    if (argument.find_first_of(" \t\n{<") != argument.npos) return argument;
    return wrong_flag("--query",
                      fmt::format("{}: no such file, and not a query", argument));
  }
  auto text = read_whole_file(argument, kLongestQuery);
  if (!text.ok()) return wrong_flag("--query", text.error().text);
  return text;
}

Result<std::optional<std::string>> read_rules(const SourceFlags& flags) {
  if (flags.no_rules) return std::optional(std::string());
  if (flags.rules.empty()) return std::optional<std::string>();
  auto text = read_whole_file(flags.rules, extract::kMaxRulesBytes);
  if (!text.ok()) return wrong_flag("--rules", text.error().text);
  TRY(service::check_rules(*text, flags.rules));
  return std::optional(*std::move(text));
}

}  // namespace

Result<service::SourceEdit> to_source_edit(const SourceFlags& flags) {
  service::SourceEdit edit;
  TRY_ASSIGN(edit.kind, parse_kind(flags.kind));
  if (!flags.query.empty() && !edit.kind) edit.kind = model::SourceKind::kSparql;
  service::SourceAddress address;
  if (!flags.url.empty()) {
    TRY_ASSIGN(address, service::parse_source_address(flags.url));
  }
  edit.url = std::move(address.url);
  edit.title = flags.title;
  TRY_ASSIGN(edit.folder, service::to_folder(flags.folder));
  TRY_ASSIGN(edit.request, to_request_edit(flags.request));
  TRY_ASSIGN(edit.watching, to_watch_edit(flags.watch));
  TRY(service::check(edit));
  TRY(service::add_login_of_address(address.basic_credentials, edit.request));
  if (!flags.objective.empty()) {
    TRY_ASSIGN(edit.objective, model::parse_objective(flags.objective));
  }
  if (!flags.policy.empty()) {
    edit.policy = flags.policy == kTakenAway ? "" : flags.policy;
    TRY(service::check(edit));
  }
  TRY_ASSIGN(edit.wishes, to_wish_edit(flags.wishes));
  edit.fetch_pages = flags.pages;
  edit.subscribers = flags.subscribers;
  edit.activity_percent = flags.activity_percent;
  edit.is_shared = flags.shared;
  if (flags.render) {
    edit.rendering =
        *flags.render ? model::Rendering::kAlways : model::Rendering::kNever;
  }
  TRY_ASSIGN(edit.rules, read_rules(flags));
  return edit;
}

Result<std::string> to_address(const SourceFlags& flags, const std::string& typed) {
  const bool is_number = service::parse_source_number(typed).has_value();
  if (!flags.query.empty()) {
    if (!flags.kind.empty() && flags.kind != "sparql") {
      return wrong_flag("--query", "is asked of a SPARQL endpoint: --kind sparql");
    }
    if (is_number) {
      return wrong_flag("--query",
                        "another query is another source: give the endpoint's address");
    }
    TRY_ASSIGN(const std::string query, read_query(flags.query));
    return service::sparql_address(typed, query);
  }
  const bool asks =
      typed.find("?query=") != typed.npos || typed.find("&query=") != typed.npos;
  if (flags.kind == "sparql" && !is_number && !asks) {
    return wrong_flag("--kind sparql", "needs --query, or an address with query=");
  }
  return typed;
}

Result<void> expect_no_file(std::string_view text) {
  const std::string_view typed = trimmed(text);
  if (typed.find("://") != typed.npos) return {};
  std::error_code error;
  if (std::filesystem::is_regular_file(std::string(typed), error)) {
    return wrong_flag(model::masked_address(typed),
                      fmt::format("a file; curlew import {} reads a "
                                  "subscription list; if a host is meant, type "
                                  "https:// before it",
                                  typed));
  }
  const bool is_path = typed.starts_with('/') || typed.starts_with("./") ||
                       typed.starts_with("../") || typed.starts_with('~');
  if (!is_path) return {};
  return wrong_flag(model::masked_address(typed),
                    "a path, not an address, and there is no such file");
}

}  // namespace curlew::apps
