// Versions of watched documents: which there are, what one says, what differs, what
// would be told if another part were watched, and that a change was none.

#include "service/versions.h"

#include <chrono>
#include <variant>

#include "api/json_objects.h"
#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
#include "api/v1/source_json.h"
#include "base/overloaded.h"
#include "base/plain_text.h"
#include "service/moment.h"
#include "service/outline.h"
#include "service/watch_preview.h"

namespace curlew::api {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;
using http::Access;

array shown_array(const std::vector<std::string>& texts) {
  array all;
  for (const std::string& each : texts) all.push_back(json_shown(each));
  return all;
}

std::string_view fate_word(detect::WordFate fate) {
  switch (fate) {
    case detect::WordFate::kSame:
      return "same";
    case detect::WordFate::kRemoved:
      return "removed";
    case detect::WordFate::kAdded:
      return "added";
  }
  return "";
}

object block_object(const detect::ViewBlock& block) {
  array words;
  for (const detect::WordRun& run : block.words) {
    words.push_back(
        object{{"fate", fate_word(run.fate)}, {"text", json_part(run.text)}});
  }
  const bool is_moved = block.fate == detect::BlockFate::kMoved;
  return {{"fate", detect::to_string(block.fate)},
          {"from", is_moved ? value(block.from) : value(nullptr)},
          {"to", is_moved ? value(block.to) : value(nullptr)},
          {"old", json_shown(block.before)},
          {"new", json_shown(block.after)},
          {"words", std::move(words)},
          {"heading", block.is_heading},
          {"noise", block.is_noise},
          {"skipped", block.skipped}};
}

// "+ https://…" came, "- https://…" went.
array link_array(const detect::MarkupChange& markup) {
  array all;
  for (const detect::LinkChange& link : markup.links) {
    if (!link.before.empty()) all.push_back(json_shown("- " + link.before));
    if (!link.after.empty()) all.push_back(json_shown("+ " + link.after));
  }
  return all;
}

array style_array(const detect::MarkupChange& markup) {
  array all;
  for (const detect::StyleChange& style : markup.styles) {
    std::string line = style.path + ":";
    if (!style.classes_before.empty()) line += " -" + style.classes_before;
    if (!style.classes_after.empty()) line += " +" + style.classes_after;
    if (!style.style_before.empty()) line += " -{" + style.style_before + "}";
    if (!style.style_after.empty()) line += " +{" + style.style_after + "}";
    all.push_back(json_shown(line));
  }
  return all;
}

object data_object(const detect::DataChange& change) {
  const auto unit = change.unit == detect::DataUnit::kTriples ? "triples"
                    : change.unit == detect::DataUnit::kRows  ? "rows"
                                                              : "paths";
  const auto verdict = change.verdict == detect::DataVerdict::kSame ? "same"
                       : change.verdict == detect::DataVerdict::kDifferent
                           ? "different"
                           : "undecided";
  array edited, rows;
  for (const auto& each : change.edited) {
    edited.push_back(object{{"where", json_shown(each.where)},
                            {"before", json_shown(each.before)},
                            {"after", json_shown(each.after)}});
  }
  for (const auto& each : change.rows) {
    rows.push_back(object{{"before", shown_array(each.before)},
                          {"after", shown_array(each.after)}});
  }
  return {{"unit", unit},
          {"verdict", verdict},
          {"summary", json_shown(change.summary())},
          {"added_count", change.added_count},
          {"removed_count", change.removed_count},
          {"edited_count", change.edited_count},
          {"added", shown_array(change.added)},
          {"removed", shown_array(change.removed)},
          {"edited", std::move(edited)},
          {"columns", shown_array(change.columns)},
          {"rows", std::move(rows)},
          {"key", shown_array(change.key)},
          {"remarks", shown_array(change.remarks)}};
}

object diff_object(const service::VersionPair& pair, const service::Difference& diff) {
  object all{{"source", pair.now.source.value},
             {"old", to_object(pair.old)},
             {"new", to_object(pair.now)}};
  std::visit(Overloaded{[&](const detect::PageView& view) {
                          array blocks;
                          for (const auto& block : view.blocks()) {
                            blocks.push_back(block_object(block));
                          }
                          all["kind"] = "page";
                          all["cut"] = view.is_cut();
                          all["changed"] = view.has_changes();
                          all["blocks"] = std::move(blocks);
                          all["links"] = link_array(view.markup());
                          all["presentation"] = style_array(view.markup());
                        },
                        [&](const detect::DataChange& change) {
                          all["kind"] = "data";
                          all["cut"] = false;
                          all["changed"] = change.verdict != detect::DataVerdict::kSame;
                          all["data"] = data_object(change);
                        }},
             diff);
  return all;
}

array version_array(const std::vector<model::Version>& versions) {
  array all;
  for (const model::Version& each : versions) all.push_back(to_object(each));
  return all;
}

Result<service::Document> document_of(const Asked& asked, std::string_view name) {
  TRY_ASSIGN(const std::int64_t id, asked.number_in_path(name));
  return service::find_document(asked.store, "#" + std::to_string(id), asked.viewer());
}

Result<service::Moment> moment_in(std::string_view typed) {
  const auto moment = service::parse_archive_moment(typed);
  if (moment) return *moment;
  return Error{ErrorKind::kUsage, "a time has 14 or 17 digits, or is ISO 8601"};
}

class VersionGroup {
 public:
  explicit VersionGroup(const ApiContext& context) : context_(context) {}

  static Result<Answer> list(const Asked& asked) {
    Parameters given(asked.call.request);
    const PageAsked page = page_asked(given, "versions", 1);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const auto document, document_of(asked, "id"));
    const auto before = number_of(page.after);
    TRY_ASSIGN(auto versions,
               service::list_versions(asked.store, document,
                                      before ? from_unix_ms(*before) : kNever,
                                      page.limit + 1));
    object all{{"next", nullptr}, {"days", array()}};
    if (versions.size() > page.limit) {
      versions.resize(page.limit);
      all["next"] =
          to_cursor("versions", {std::to_string(to_unix_ms(versions.back().seen))});
    }
    all["items"] = version_array(versions);
    if (before) return json_answer(all);
    TRY_ASSIGN(const auto days, service::list_version_days(asked.store, document));
    array calendar;
    for (const auto& each : days) {
      calendar.push_back(object{{"day", to_iso8601(each.day).substr(0, 10)},
                                {"versions", each.versions}});
    }
    all["days"] = std::move(calendar);
    return json_answer(all);
  }

  Result<Answer> diff(const Asked& asked) const {
    Parameters given(asked.call.request);
    const auto from = given.text("from"), to = given.text("to");
    if (context_.options.parts.archives == nullptr) return not_here("The archive");
    TRY_ASSIGN(const auto document, document_of(asked, "source"));
    TRY_ASSIGN(const auto pair, pair_of(asked, document, from, to));
    TRY_ASSIGN(const auto difference,
               service::compare_versions(*context_.options.parts.archives, document,
                                         pair, context_.options.parts.pdf));
    return json_answer(diff_object(pair, difference));
  }

  Result<Answer> show(const Asked& asked) const {
    TRY_ASSIGN(const auto document, document_of(asked, "source"));
    TRY_ASSIGN(const auto moment, moment_in(asked.call.values["time"]));
    TRY_ASSIGN(const auto version,
               service::find_version(asked.store, document, moment));
    TRY_ASSIGN(const auto beside,
               service::find_neighbours(asked.store, document, version));
    object all = to_object(version);
    all["source"] = version.source.value;
    all["previous"] = json_moment(beside.previous);
    all["next"] = json_moment(beside.next);
    const auto text = text_of_version(version);
    all["text"] = text.ok() ? lines_value(*text) : value(nullptr);
    all["why_no_text"] = text.ok() ? value("") : json_shown(text.error().text);
    return json_answer(all);
  }

  Result<Answer> outline(const Asked& asked) const {
    if (!context_.options.read_version) return not_here("The archive");
    TRY_ASSIGN(const auto document, document_of(asked, "source"));
    TRY_ASSIGN(const auto moment, moment_in(asked.call.values["time"]));
    TRY_ASSIGN(const auto version,
               service::find_version(asked.store, document, moment));
    TRY_ASSIGN(const auto content, context_.options.read_version(version.place));
    TRY_ASSIGN(const auto outline,
               service::outline_page(content, context_.options.parts.pdf));
    array blocks;
    for (const service::OutlineBlock& block : outline.blocks) {
      blocks.push_back(object{{"text", json_shown(block.text)},
                              {"heading", block.is_heading},
                              {"path", shown_array(block.path)}});
    }
    return json_answer(object{{"items", std::move(blocks)}, {"cut", outline.is_cut}});
  }

  Result<Answer> no_change(const Asked& asked) const {
    return say(asked, service::say_no_change);
  }
  Result<Answer> change(const Asked& asked) const {
    return say(asked, service::say_change);
  }

  Result<Answer> say(const Asked& asked,
                     decltype(service::say_no_change)& saying) const {
    if (context_.options.parts.archives == nullptr) return not_here("The archive");
    TRY_ASSIGN(const auto document, document_of(asked, "source"));
    // What is learned of a page holds for all who see it.
    TRY_ASSIGN(const bool is_his,
               service::may_change(asked.store, actor_of(asked), document.source->id));
    if (!is_his) return not_yours();
    TRY_ASSIGN(const auto moment, moment_in(asked.call.values["time"]));
    TRY_ASSIGN(const auto version,
               saying(asked.store, *context_.options.parts.archives, document, moment,
                      context_.options.parts.pdf));
    return json_answer(to_object(version));
  }

  Result<Answer> preview(const Asked& asked) const {
    Fields body(asked.call.request);
    const service::WatchEdit edit = watch_edit_of(body);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    if (context_.options.parts.archives == nullptr) return not_here("The archive");
    TRY_ASSIGN(const auto document, document_of(asked, "id"));
    TRY_ASSIGN(const auto preview,
               service::preview_watch(asked.store, *context_.options.parts.archives,
                                      document, edit, context_.options.parts.pdf));
    return json_answer(object{{"part_text", lines_value(preview.part_text)},
                              {"matches", preview.matches},
                              {"versions", preview.versions},
                              {"reported", version_array(preview.reported)},
                              {"others", version_array(preview.others)}});
  }

 private:
  // Absent: the newest, and the one before it.
  static Result<service::VersionPair> pair_of(const Asked& asked,
                                              const service::Document& document,
                                              const std::optional<std::string>& from,
                                              const std::optional<std::string>& to) {
    std::vector<service::Moment> moments;
    if (!from && !to) return service::find_pair(asked.store, document, moments);
    std::optional<service::Moment> last;
    if (to) {
      TRY_ASSIGN(last, moment_in(*to));
    }
    if (from) {
      TRY_ASSIGN(const auto first, moment_in(*from));
      moments.push_back(first);
    } else {
      TRY_ASSIGN(const auto now, service::find_version(asked.store, document, last));
      const Time before = now.seen - Milliseconds(1);
      moments.push_back({before, before});
    }
    if (last) moments.push_back(*last);
    return service::find_pair(asked.store, document, moments);
  }

  Result<std::string> text_of_version(const model::Version& version) const {
    if (!context_.options.read_version) {
      return Error{ErrorKind::kUnsupported, "the archive cannot be read here"};
    }
    TRY_ASSIGN(const auto content, context_.options.read_version(version.place));
    return service::readable_text(content, version, context_.options.parts.pdf);
  }

  const ApiContext context_;
};

}  // namespace

std::vector<Operation> version_operations(const ApiContext& context) {
  const VersionGroup own(context);
  return {
      {.id = "listVersions",
       .pattern = "/sources/{id}/versions",
       .access = Access::kReader,
       .handler = VersionGroup::list},
      {.id = "previewWatch",
       .method = "POST",
       .pattern = "/sources/{id}/watch-preview",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.preview(asked); }},
      {.id = "diffVersions",
       .pattern = "/versions/{source}/diff",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.diff(asked); }},
      {.id = "getVersion",
       .pattern = "/versions/{source}/{time}",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.show(asked); }},
      {.id = "outlineVersion",
       .pattern = "/versions/{source}/{time}/outline",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.outline(asked); }},
      {.id = "notAChange",
       .method = "POST",
       .pattern = "/versions/{source}/{time}/not-a-change",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.no_change(asked); }},
      {.id = "aChangeAgain",
       .method = "DELETE",
       .pattern = "/versions/{source}/{time}/not-a-change",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.change(asked); }},
  };
}

}  // namespace curlew::api
