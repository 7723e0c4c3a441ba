#include "apps/output/data_change.h"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "detect/diff/view.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;
using detect::DataChange;
using detect::DataVerdict;

std::string_view unit_name(detect::DataUnit unit) {
  switch (unit) {
    case detect::DataUnit::kTriples:
      return "triples";
    case detect::DataUnit::kRows:
      return "rows";
    case detect::DataUnit::kPaths:
      return "paths";
  }
  return "";
}

void add_block(detect::PageBlocks& side, std::string_view text) {
  detect::Block block;
  block.begin = std::uint32_t(side.text.size());
  block.size = std::uint32_t(text.size());
  block.heading = std::uint32_t(side.blocks.size());
  block.hash = detect::hash_of(text);
  side.blocks.push_back(block);
  side.text += text;
}

}  // namespace

std::string data_lines(const DataChange& change) {
  std::string lines = change.summary() + "\n";
  for (const std::string& line : change.removed) lines += fmt::format("- {}\n", line);
  for (const std::string& line : change.added) lines += fmt::format("+ {}\n", line);
  for (const DataChange::Edit& edit : change.edited) {
    lines += fmt::format("~ {}: {} -> {}\n", edit.where, edit.before, edit.after);
  }
  return lines;
}

json::object data_object(const DataChange& change) {
  json::object row;
  row["same"] = change.verdict == DataVerdict::kUndecided
                    ? json::value()
                    : json::value(change.verdict == DataVerdict::kSame);
  row["unit"] = unit_name(change.unit);
  row["added_count"] = change.added_count;
  row["removed_count"] = change.removed_count;
  row["changed_count"] = change.edited_count;
  row["added"] = json::value_from(change.added);
  row["removed"] = json::value_from(change.removed);
  json::array edits;
  for (const DataChange::Edit& edit : change.edited) {
    edits.push_back(json::object{
        {"where", edit.where}, {"before", edit.before}, {"after", edit.after}});
  }
  row["changed"] = std::move(edits);
  row["key"] = json::value_from(change.key);
  row["remarks"] = json::value_from(change.remarks);
  row["summary"] = change.summary();
  return row;
}

std::string data_page(const DataChange& change, std::string_view title,
                      std::string_view old_name, std::string_view new_name) {
  detect::PageBlocks old;
  detect::PageBlocks now;
  for (const DataChange::Edit& edit : change.edited) {
    add_block(old, fmt::format("{}: {}", edit.where, edit.before));
    add_block(now, fmt::format("{}: {}", edit.where, edit.after));
  }
  for (const std::string& line : change.removed) add_block(old, line);
  for (const std::string& line : change.added) add_block(now, line);
  const std::string heading = fmt::format("{}: {}", title, change.summary());
  return detect::PageView(
             old, now, {.old_name = old_name, .new_name = new_name, .title = heading})
      .to_html();
}

}  // namespace curlew::apps
