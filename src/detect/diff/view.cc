#include "detect/diff/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <utility>
#include <vector>

#include "base/markup_escape.h"

namespace curlew::detect {
namespace {

namespace json = boost::json;

// Longer blocks are shown without marks on their words.
constexpr std::size_t kMaxMarkedText = 100'000;

ViewBlock view_of(const BlockPair& pair, const PageBlocks& old, const PageBlocks& now) {
  ViewBlock block;
  block.fate = pair.fate;
  if (pair.now != kNoBlock) {
    block.after = now.text_of(now.blocks[pair.now]);
    block.is_heading = now.blocks[pair.now].is_heading;
  }
  if (pair.old != kNoBlock) {
    block.before = old.text_of(old.blocks[pair.old]);
    if (pair.now == kNoBlock) block.is_heading = old.blocks[pair.old].is_heading;
  }
  if (pair.fate == BlockFate::kSame) block.before = block.after;
  if (pair.fate == BlockFate::kMoved) {
    block.from = pair.old + 1;
    block.to = pair.now + 1;
  }
  if (pair.fate == BlockFate::kRewritten &&
      block.before.size() + block.after.size() <= kMaxMarkedText)
    block.words = compare_words(block.before, block.after);
  return block;
}

std::string_view to_string(WordFate fate) {
  switch (fate) {
    case WordFate::kSame:
      return "same";
    case WordFate::kRemoved:
      return "removed";
    case WordFate::kAdded:
      return "added";
  }
  return "";
}

// One side of a rewritten block: the words that it has, those of its own in marks.
std::string marked(const ViewBlock& block, WordFate own, std::string_view open,
                   std::string_view close) {
  if (block.words.empty())
    return own == WordFate::kRemoved ? block.before : block.after;
  std::string text;
  for (const WordRun& run : block.words) {
    if (run.fate == WordFate::kSame) text += run.text;
    if (run.fate == own) (text += open).append(run.text).append(close);
  }
  return text;
}

void append_unified(const ViewBlock& block, std::string& out) {
  const auto line = [&](char sign, std::string_view text) {
    out += sign;
    out += text;
    out += '\n';
  };
  switch (block.fate) {
    case BlockFate::kSame:
      return line(' ', block.after);
    case BlockFate::kAdded:
      return line('+', block.after);
    case BlockFate::kRemoved:
      return line('-', block.before);
    case BlockFate::kMoved:
      return line('~', block.after);
    case BlockFate::kRewritten:
      line('-', marked(block, WordFate::kRemoved, "[-", "-]"));
      return line('+', marked(block, WordFate::kAdded, "{+", "+}"));
  }
}

// Blocks in a row that are noise, and forgets them.
void append_noise(std::size_t& count, std::string& out) {
  if (count == 0) return;
  out += fmt::format("·{} part{} that change{} without a change\n", count,
                     count == 1 ? "" : "s", count == 1 ? "s" : "");
  count = 0;
}

std::string escaped_side(const ViewBlock& block, WordFate own) {
  if (block.words.empty() || block.is_noise)
    return escaped_markup(own == WordFate::kRemoved ? block.before : block.after);
  const std::string_view tag = own == WordFate::kRemoved ? "del" : "ins";
  std::string html;
  for (const WordRun& run : block.words) {
    if (run.fate == WordFate::kSame) html += escaped_markup(run.text);
    if (run.fate == own)
      html += fmt::format("<{0}>{1}</{0}>", tag, escaped_markup(run.text));
  }
  return html;
}

void append_row(const ViewBlock& block, std::string& out) {
  const std::string_view cell = block.is_heading ? "th" : "td";
  const bool has_old = block.fate != BlockFate::kAdded;
  const bool has_new = block.fate != BlockFate::kRemoved;
  out += fmt::format("<tr class=\"{0}\"><{1}>{2}</{1}><{1}>{3}</{1}></tr>\n",
                     block.is_noise ? "noise" : to_string(block.fate), cell,
                     has_old ? escaped_side(block, WordFate::kRemoved) : "",
                     has_new ? escaped_side(block, WordFate::kAdded) : "");
}

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --gone: #fde2e0; --come: #dcf3e0; --moved: #e3e9fb;
  --line: #c8c8c8 }
@media (prefers-color-scheme: dark) { :root { --gone: #55201d; --come: #1c4426;
  --moved: #27335e; --line: #555 } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 80rem;
  padding: 0 1rem }
table { border-collapse: collapse; table-layout: fixed; width: 100% }
th, td { border-top: 1px solid var(--line); padding: .3rem .6rem; text-align: start;
  vertical-align: top; width: 50%; overflow-wrap: anywhere }
del { background: var(--gone) } ins { background: var(--come) }
.removed > :first-child { background: var(--gone) }
.added > :last-child { background: var(--come) }
.moved > * { background: var(--moved) }
.noise > * { opacity: .5; font-size: .85em }
.gap td { text-align: center; opacity: .6 }
)";

}  // namespace

std::string_view to_string(BlockFate fate) {
  switch (fate) {
    case BlockFate::kSame:
      return "same";
    case BlockFate::kRewritten:
      return "rewritten";
    case BlockFate::kAdded:
      return "added";
    case BlockFate::kRemoved:
      return "removed";
    case BlockFate::kMoved:
      return "moved";
  }
  return "";
}

namespace {

bool is_change(const ViewBlock& block) {
  return block.fate != BlockFate::kSame && !block.is_noise;
}

json::array links_of(const MarkupChange& change) {
  json::array rows;
  for (const LinkChange& link : change.links) {
    json::object row{{"fate", link.before.empty()  ? "added"
                              : link.after.empty() ? "removed"
                                                   : "retargeted"},
                     {"text", link.text}};
    if (!link.before.empty()) row["old"] = link.before;
    if (!link.after.empty()) row["new"] = link.after;
    rows.push_back(std::move(row));
  }
  return rows;
}

json::array styles_of(const MarkupChange& change) {
  json::array rows;
  for (const StyleChange& style : change.styles) {
    rows.push_back({{"path", style.path},
                    {"old_classes", style.classes_before},
                    {"new_classes", style.classes_after},
                    {"old_style", style.style_before},
                    {"new_style", style.style_after}});
  }
  return rows;
}

// Of blocks in order: is each a change, or so near to one that it is shown?
std::vector<bool> near_changes(const std::vector<bool>& is_change,
                               std::size_t context) {
  std::vector<bool> result(is_change.size());
  std::size_t until = 0;
  for (std::size_t i = 0; i < is_change.size(); ++i) {
    if (!is_change[i]) continue;
    const std::size_t begin = std::max(until, i - std::min(i, context));
    until = std::min(i + context + 1, is_change.size());
    std::fill(result.begin() + std::ptrdiff_t(begin),
              result.begin() + std::ptrdiff_t(until), true);
  }
  return result;
}

}  // namespace

PageView::PageView(const PageBlocks& old, const PageBlocks& now,
                   const ViewOptions& options)
    : old_name_(options.old_name),
      new_name_(options.new_name),
      title_(options.title),
      context_(options.context),
      markup_(options.markup) {
  const std::vector<BlockPair> pairs = compare_blocks(old, now);
  std::vector<bool> is_noise(pairs.size());
  std::vector<bool> is_change(pairs.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].fate == BlockFate::kSame) continue;
    is_noise[i] = differing < options.noise.size() && options.noise[differing];
    is_change[i] = !is_noise[i];
    ++differing;
  }
  // Of a long page only what is shown is copied.
  const std::vector<bool> is_near = pairs.size() > options.max_blocks
                                        ? near_changes(is_change, context_)
                                        : std::vector<bool>(pairs.size(), true);
  std::size_t skipped = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!is_near[i]) {
      ++skipped;
      continue;
    }
    if (blocks_.size() == options.max_blocks) {
      is_cut_ = true;
      break;
    }
    blocks_.push_back(view_of(pairs[i], old, now));
    blocks_.back().skipped = std::exchange(skipped, 0);
    blocks_.back().is_noise = is_noise[i];
  }
}

bool PageView::has_changes() const { return std::ranges::any_of(blocks_, is_change); }

bool PageView::has_noise() const {
  return std::ranges::any_of(blocks_, &ViewBlock::is_noise);
}

std::vector<bool> PageView::shown() const {
  std::vector<bool> changes;
  for (const ViewBlock& block : blocks_) changes.push_back(is_change(block));
  return near_changes(changes, context_);
}

std::string PageView::to_unified() const {
  if (!has_changes() && markup_.empty()) return {};
  std::string out = fmt::format("--- {}\n+++ {}\n", old_name_, new_name_);
  const std::vector<bool> is_shown = shown();
  std::size_t old_line = 1;
  std::size_t new_line = 1;
  std::size_t noise = 0;
  std::string_view heading;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const ViewBlock& block = blocks_[i];
    old_line += block.skipped;
    new_line += block.skipped;
    if (!is_shown[i] || block.skipped > 0) append_noise(noise, out);
    if (is_shown[i] && (i == 0 || !is_shown[i - 1] || block.skipped > 0))
      out += fmt::format("@@ -{} +{} @@ {}\n", old_line, new_line, heading);
    if (is_shown[i] && block.is_noise) {
      ++noise;
    } else if (is_shown[i]) {
      append_noise(noise, out);
      append_unified(block, out);
    }
    if (block.is_heading && !block.after.empty()) heading = block.after;
    old_line += block.fate != BlockFate::kAdded && block.fate != BlockFate::kMoved;
    new_line += block.fate != BlockFate::kRemoved;
  }
  append_noise(noise, out);
  if (is_cut_) out += "… the rest is left out\n";
  return out + to_lines(markup_);
}

std::string PageView::to_json() const {
  json::array rows;
  const std::vector<bool> is_shown = shown();
  std::size_t skipped = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const ViewBlock& block = blocks_[i];
    skipped += block.skipped;
    if (!is_shown[i] && !block.is_noise) continue;
    json::object row{{"block", i + skipped}, {"fate", to_string(block.fate)}};
    if (block.is_noise) row["noise"] = true;
    if (block.fate == BlockFate::kMoved) {
      row["from"] = block.from;
      row["to"] = block.to;
    }
    if (block.fate != BlockFate::kAdded) row["old"] = block.before;
    if (block.fate != BlockFate::kRemoved) row["new"] = block.after;
    if (!block.words.empty()) {
      json::array words;
      for (const WordRun& run : block.words)
        words.push_back({{"fate", to_string(run.fate)}, {"text", run.text}});
      row["words"] = std::move(words);
    }
    rows.push_back(std::move(row));
  }
  return json::serialize(json::object{{"old", old_name_},
                                      {"new", new_name_},
                                      {"cut", is_cut_},
                                      {"blocks", std::move(rows)},
                                      {"links", links_of(markup_)},
                                      {"presentation", styles_of(markup_)}});
}

std::string PageView::to_html(std::string_view above) const {
  const std::string title = escaped_markup(title_.empty() ? "Changes" : title_);
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; img-src data:\">\n"
      "<title>{0}</title>\n<style>{1}</style></head>\n<body><h1>{0}</h1>\n{4}"
      "<table><thead><tr><th scope=\"col\">{2}</th><th scope=\"col\">{3}</th></tr>"
      "</thead><tbody>\n",
      title, kStyle, escaped_markup(old_name_), escaped_markup(new_name_), above);
  const std::vector<bool> is_shown = shown();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const bool is_behind_gap = i > 0 && is_shown[i - 1] && blocks_[i].skipped > 0;
    if (is_shown[i] && is_behind_gap)
      out += "<tr class=\"gap\"><td colspan=\"2\">…</td></tr>\n";
    if (is_shown[i])
      append_row(blocks_[i], out);
    else if (i == 0 || is_shown[i - 1])
      out += "<tr class=\"gap\"><td colspan=\"2\">…</td></tr>\n";
  }
  if (is_cut_)
    out += "<tr class=\"gap\"><td colspan=\"2\">the rest is left out</td></tr>\n";
  out += "</tbody></table>\n";
  out += detect::to_html(markup_);
  out += "</body></html>\n";
  return out;
}

}  // namespace curlew::detect
