#include "detect/diff/markup_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/markup_escape.h"
#include "base/utf8.h"
#include "detect/blocks/role.h"
#include "detect/diff/align.h"
#include "dom/node_path.h"
#include "dom/text.h"

namespace curlew::detect {
namespace {

using dom::AttributeName;
using dom::Node;

constexpr std::size_t kLongestText = 200;
constexpr std::size_t kLongestValue = 2000;
// Of an element. Each is looked for among the others.
constexpr std::size_t kMostClasses = 100;

// On one line.
std::string cut(std::string_view text, std::size_t most) {
  const std::string_view head = utf8_prefix(text, most);
  std::string line(head);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  if (head.size() < text.size()) line += "…";
  return line;
}

std::string address_of(Node link) {
  return cut(link.attribute(AttributeName::kHref), kLongestValue);
}

std::string words_of(Node link) { return cut(dom::text_of(link), kLongestText); }

// The links of one side that the other has not, or has less often: then the last ones.
std::vector<Node> links_of_one(MarkupSide side, const PageBlocks& other) {
  std::unordered_map<std::uint64_t, std::size_t> elsewhere;
  for (const LinkMark& link : other.links) ++elsewhere[link.address];
  std::vector<Node> own;
  for (const LinkMark& link : side.blocks.links) {
    const auto found = elsewhere.find(link.address);
    if (found != elsewhere.end() && found->second > 0) {
      --found->second;
    } else {
      own.push_back(side.page.node(link.node));
    }
  }
  return own;
}

void add_links(MarkupSide old, MarkupSide now, std::size_t most, MarkupChange& change) {
  const std::vector<Node> gone = links_of_one(old, now.blocks);
  const std::vector<Node> come = links_of_one(now, old.blocks);
  // Under the same words the first that went became the first that came.
  std::map<std::string, std::deque<std::size_t>> by_words;
  for (std::size_t i = 0; i < come.size(); ++i) {
    by_words[words_of(come[i])].push_back(i);
  }
  std::vector<bool> is_told(come.size());
  const auto add = [&](LinkChange link) {
    if (change.links.size() < most) {
      change.links.push_back(std::move(link));
    } else {
      ++change.more_links;
    }
  };
  for (const Node link : gone) {
    LinkChange own{.text = words_of(link), .before = address_of(link)};
    if (const auto same = by_words.find(own.text);
        same != by_words.end() && !same->second.empty()) {
      const std::size_t i = same->second.front();
      same->second.pop_front();
      is_told[i] = true;
      own.after = address_of(come[i]);
    }
    add(std::move(own));
  }
  for (std::size_t i = 0; i < come.size(); ++i) {
    if (!is_told[i]) {
      add({.text = words_of(come[i]), .after = address_of(come[i])});
    }
  }
}

std::vector<std::string_view> classes_of(Node element) {
  std::vector<std::string_view> words;
  std::string_view classes = element.attribute(AttributeName::kClass);
  while (!classes.empty() && words.size() < kMostClasses) {
    const std::size_t end =
        std::min(classes.find_first_of(" \t\n\f\r"), classes.size());
    const std::string_view word = classes.substr(0, end);
    if (!word.empty() && !looks_random(word)) words.push_back(word);
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  return words;
}

// Those that `other` has not, each once.
std::string only_in(const std::vector<std::string_view>& words,
                    const std::vector<std::string_view>& other) {
  std::string text;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (std::ranges::find(other, *word) != other.end()) continue;
    if (std::find(words.begin(), word, *word) != word) continue;
    if (!text.empty()) text += ' ';
    text += *word;
  }
  return cut(text, kLongestValue);
}

// False: whatever differs is not told, such as a class that is there twice.
bool compare_styles(Node old, Node now, StyleChange& change) {
  const auto before = classes_of(old);
  const auto after = classes_of(now);
  change.classes_before = only_in(before, after);
  change.classes_after = only_in(after, before);
  const std::string_view old_style = old.attribute(AttributeName::kStyle);
  const std::string_view new_style = now.attribute(AttributeName::kStyle);
  if (old_style != new_style) {
    change.style_before = cut(old_style, kLongestValue);
    change.style_after = cut(new_style, kLongestValue);
  }
  return change != StyleChange();
}

void add_styles(MarkupSide old, MarkupSide now, std::size_t most,
                MarkupChange& change) {
  if (old.blocks.structure != now.blocks.structure) return;
  dom::NodePaths paths(now.page);
  const auto compare = [&](std::uint32_t old_place, std::uint32_t new_place) {
    StyleChange style;
    const Node element = now.page.node(now.blocks.styled[new_place]);
    if (!compare_styles(old.page.node(old.blocks.styled[old_place]), element, style)) {
      return;
    }
    if (change.styles.size() == most) {
      ++change.more_styles;
      return;
    }
    style.path = paths.xpath(element);
    change.styles.push_back(std::move(style));
  };
  // By another class an element may have become navigation, which is not looked at: the
  // two lists need not be equally long.
  const std::vector<std::uint64_t> before(old.blocks.styles.begin(),
                                          old.blocks.styles.end());
  const std::vector<std::uint64_t> after(now.blocks.styles.begin(),
                                         now.blocks.styles.end());
  if (before.size() == after.size()) {
    for (std::uint32_t i = 0; i < before.size(); ++i) {
      if (before[i] != after[i]) compare(i, i);
    }
    return;
  }
  for (const Hunk& hunk : align(before, after)) {
    const std::uint32_t both = std::min(hunk.old_size(), hunk.now_size());
    for (std::uint32_t i = 0; i < both; ++i) {
      compare(hunk.old_begin + i, hunk.now_begin + i);
    }
  }
}

// "[-wide-] {+narrow+}", with these marks; what is empty is left out.
struct Marks {
  std::string_view open_before, close_before, open_after, close_after;
};
constexpr Marks kPlain{"[-", "-]", "{+", "+}"};
constexpr Marks kHtml{"<del>", "</del>", "<ins>", "</ins>"};

std::string shown(std::string_view text, const Marks& marks) {
  return &marks == &kHtml ? escaped_markup(text) : std::string(text);
}

std::string marked(std::string_view before, std::string_view after,
                   const Marks& marks) {
  std::string text;
  if (!before.empty()) {
    text = fmt::format("{}{}{}", marks.open_before, shown(before, marks),
                       marks.close_before);
  }
  if (!after.empty()) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", marks.open_after,
                        shown(after, marks), marks.close_after);
  }
  return text;
}

std::string description_of(const StyleChange& style, const Marks& marks) {
  std::string text = shown(style.path, marks) + ":";
  if (!style.classes_before.empty() || !style.classes_after.empty()) {
    text += " class " + marked(style.classes_before, style.classes_after, marks);
  }
  if (!style.style_before.empty() || !style.style_after.empty()) {
    text += " style " + marked(style.style_before, style.style_after, marks);
  }
  return text;
}

}  // namespace

MarkupChange compare_markup(MarkupSide old, MarkupSide now, std::size_t most) {
  MarkupChange change;
  add_links(old, now, most, change);
  add_styles(old, now, most, change);
  return change;
}

std::string to_lines(const MarkupChange& change) {
  std::string lines;
  if (!change.links.empty()) lines += "@@ links @@\n";
  for (const LinkChange& link : change.links) {
    if (link.before.empty()) {
      lines += fmt::format("+link ‘{}’: {}\n", link.text, link.after);
    } else if (link.after.empty()) {
      lines += fmt::format("-link ‘{}’: {}\n", link.text, link.before);
    } else {
      lines += fmt::format("~link ‘{}’: {}\n", link.text,
                           marked(link.before, link.after, kPlain));
    }
  }
  if (change.more_links > 0) {
    lines += fmt::format("… and {} more\n", change.more_links);
  }
  if (!change.styles.empty()) lines += "@@ presentation @@\n";
  for (const StyleChange& style : change.styles) {
    lines += fmt::format("~{}\n", description_of(style, kPlain));
  }
  if (change.more_styles > 0) {
    lines += fmt::format("… and {} more\n", change.more_styles);
  }
  return lines;
}

std::string to_html(const MarkupChange& change) {
  std::string html;
  const auto end_list = [&](std::size_t more) {
    if (more > 0) html += fmt::format("<li>… and {} more</li>\n", more);
    html += "</ul>\n";
  };
  if (!change.links.empty()) {
    html += "<h2>Links</h2>\n<ul>\n";
    for (const LinkChange& link : change.links) {
      html += fmt::format("<li>‘{}’: {}</li>\n", escaped_markup(link.text),
                          marked(link.before, link.after, kHtml));
    }
    end_list(change.more_links);
  }
  if (!change.styles.empty()) {
    html += "<h2>Presentation</h2>\n<ul>\n";
    for (const StyleChange& style : change.styles) {
      html += fmt::format("<li>{}</li>\n", description_of(style, kHtml));
    }
    end_list(change.more_styles);
  }
  return html;
}

}  // namespace curlew::detect
