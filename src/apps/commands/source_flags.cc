#include "apps/commands/source_flags.h"

#include <fmt/format.h>

#include <string_view>

#include "apps/commands/find_source.h"
#include "apps/commands/source_address.h"
#include "apps/whole_file.h"
#include "extract/rules/rules.h"

namespace curlew::apps {
namespace {

constexpr Bytes kLongestTitle = 1_KiB;  // As in subscription lists.

Result<std::optional<model::SourceKind>> parse_kind(std::string_view kind) {
  if (kind.empty()) return std::optional<model::SourceKind>();
  if (kind == "auto") return std::optional(model::SourceKind::kAuto);
  if (kind == "feed") return std::optional(model::SourceKind::kFeed);
  if (kind == "page") return std::optional(model::SourceKind::kPage);
  return Error{
      ErrorKind::kUsage,
      fmt::format("--kind {}: not in this release; use auto, feed or page", kind)};
}

Error wrong_rules(const Error& why) {
  return {ErrorKind::kUsage, fmt::format("--rules: {}", why.text)};
}

Result<std::optional<std::string>> read_rules(const SourceFlags& flags) {
  if (flags.no_rules) return std::optional(std::string());
  if (flags.rules.empty()) return std::optional<std::string>();
  auto text = read_whole_file(flags.rules, extract::kMaxRulesBytes);
  if (!text.ok()) return wrong_rules(text.error());
  const auto rules = extract::parse_rules(*text, flags.rules);
  if (!rules.ok()) return wrong_rules(rules.error());
  return std::optional(*std::move(text));
}

}  // namespace

Result<SourceEdit> to_source_edit(const SourceFlags& flags) {
  SourceEdit edit;
  TRY_ASSIGN(edit.kind, parse_kind(flags.kind));
  SourceAddress address;
  if (!flags.url.empty()) {
    TRY_ASSIGN(address, parse_source_address(flags.url));
  }
  edit.url = std::move(address.url);
  if (flags.title.size() > kLongestTitle) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--title: longer than {} bytes", kLongestTitle)};
  }
  edit.title = flags.title;
  TRY_ASSIGN(edit.folder, to_folder(flags.folder));
  TRY_ASSIGN(edit.request, to_request_edit(flags.request));
  TRY(add_login_of_address(address.basic_credentials, edit.request));
  if (!flags.objective.empty()) {
    TRY_ASSIGN(edit.objective, model::parse_objective(flags.objective));
  }
  TRY_ASSIGN(edit.wishes, to_wish_edit(flags.wishes));
  edit.fetch_pages = flags.pages;
  edit.subscribers = flags.subscribers;
  edit.activity_percent = flags.activity_percent;
  if (flags.render) {
    edit.rendering =
        *flags.render ? model::Rendering::kAlways : model::Rendering::kNever;
  }
  TRY_ASSIGN(edit.rules, read_rules(flags));
  return edit;
}

void apply(const SourceEdit& edit, model::Source& source) {
  if (!edit.url.empty()) source.url = edit.url;
  if (edit.kind) source.kind = *edit.kind;
  if (!edit.title.empty()) source.title = edit.title;
  if (!edit.folder.empty()) source.folder = edit.folder;
  apply(edit.request, source.request);
  if (edit.objective) source.objective = *edit.objective;
  apply(edit.wishes, source.wishes);
  if (edit.fetch_pages) source.fetch_pages = *edit.fetch_pages;
  if (edit.subscribers) source.audience.subscribers = *edit.subscribers;
  if (edit.activity_percent) {
    source.audience.activity_percent = *edit.activity_percent;
  }
  if (edit.rendering) source.rendering = *edit.rendering;
  if (edit.rules) source.rules = *edit.rules;
}

}  // namespace curlew::apps
