// Pages made to hurt whoever reads them, of any size: for tests that nothing grows out
// of bounds and for measuring that time grows as the page does.

#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::extract {

struct HostilePage {
  std::string name;
  std::function<std::string(std::size_t bytes)> html;
};

inline std::string repeated(std::string_view text, std::size_t bytes) {
  std::string result;
  while (result.size() + text.size() <= bytes) result += text;
  return result;
}

// "before0after" "before1after" …
inline std::string numbered(std::string_view before, std::string_view after,
                            std::size_t bytes) {
  std::string result;
  for (int i = 0; result.size() < bytes; ++i)
    result += fmt::format("{}{}{}", before, i, after);
  return result;
}

// One thing again and again.
inline void add_repeating_pages(std::vector<HostilePage>& pages) {
  for (const std::string_view unit : {"<div>",
                                      "<table><tr><td>",
                                      "<ul><li>",
                                      "<p>",
                                      "<br>",
                                      "<p>w w w.</p>",
                                      "<div></div>",
                                      "<h2>w</h2>",
                                      "<h2>Heading</h2><p>Text of it, some words.</p>",
                                      "<h1>w w w</h1>",
                                      "<tr><td>w",
                                      "<li>w",
                                      "<td>",
                                      "word ",
                                      "x",
                                      "A sentence. ",
                                      "\n",
                                      "w<br>",
                                      "\xFF\xC3 ",
                                      "&nbsp;",
                                      "<a href=/>w w w</a>",
                                      "<img alt=w>",
                                      "<option>w",
                                      "<b>w</b> ",
                                      "<p hidden>w</p>",
                                      "<noscript>w</noscript>",
                                      "<time datetime=2026>",
                                      "<svg><a href=/>w</a></svg>",
                                      "。",
                                      "<blockquote>w",
                                      "<section><article>w</article></section>",
                                      "<form><input></form>",
                                      "<meta property=og:title content=w>",
                                      "<i class='a b c d e f g h'>w</i>",
                                      "<p>12:30 2026 $5 w@w www. © | / »</p>",
                                      "<p itemprop=author>w</p>",
                                      "<figure><figcaption>w</figcaption></figure>",
                                      "<link rel=canonical href=/>"})
    pages.push_back({std::string(unit),
                     [unit](std::size_t bytes) { return repeated(unit, bytes); }});
}

// Each unit differs from the others.
inline void add_counting_pages(std::vector<HostilePage>& pages) {
  struct Unit {
    std::string_view before, after;
  };
  for (const Unit unit : {Unit{"<a href=/", ">w w w</a>"},
                          {"<li><a href=/", ">Three word headline</a> and text</li>"},
                          {"<p class=c", ">Some words here.</p>"},
                          {"<div id=d", ">w</div>"},
                          {"<x", ">w</x>"},
                          {"<p>w", " is a word.</p>"},
                          {"<h2>Heading ", "</h2><p>w</p>"},
                          {"w", " "},
                          {"<i data-", "=1>w</i>"},
                          {"<span class='title t", "'>w w</span>"}})
    pages.push_back(
        {fmt::format("{}N{}", unit.before, unit.after), [unit](std::size_t bytes) {
           return numbered(unit.before, unit.after, bytes);
         }});
}

// One thing that is as large as the whole page.
inline void add_giant_pages(std::vector<HostilePage>& pages) {
  struct Giant {
    std::string_view name, before, unit, after;
  };
  constexpr std::string_view kJson = "<script type=application/ld+json>";
  for (const Giant giant : {
           Giant{"address", "<a href='/", "x", "'>w"},
           {"title", "<title>", "w | ", "</title><p>w"},
           {"heading", "<h1>", "w ", "</h1><p>w"},
           {"link", "<a href=/>", "w ", "</a><p>w"},
           {"<pre>", "<pre>", "w\n", "</pre>"},
           {"text of a picture", "<img alt='", "w ", "'>"},
           {"nest of brackets", kJson, "[", "</script><p>w"},
           {"nest of objects", kJson, R"({"@type":"Article","a":)", "</script><p>w"},
           {"list of items", kJson, R"({"@type":"Article","headline":"w"},)",
            "</script><p>w"},
           {"string of JSON", kJson, "\"\\u0041", "</script><p>w"},
           {"list of scripts", "",
            "<script type=application/ld+json>{\"@type\":\"Article\"}</script>", ""},
       })
    pages.push_back({"giant " + std::string(giant.name), [giant](std::size_t bytes) {
                       return std::string(giant.before) + repeated(giant.unit, bytes) +
                              std::string(giant.after);
                     }});
  pages.push_back({"giant list of attributes", [](std::size_t bytes) {
                     return "<p " + numbered("a", " ", bytes) + ">w";
                   }});
  pages.push_back({"giant list of classes", [](std::size_t bytes) {
                     return "<p class='" + numbered("c", " ", bytes) + "'>w";
                   }});
}

// One element that is half of the page, around or again in all others.
inline void add_copied_pages(std::vector<HostilePage>& pages) {
  for (const std::string_view unit : {"class='", "style='", ""})
    for (const std::string_view open : {"<div ", "<p><b "})
      pages.push_back({fmt::format("giant {}{}", open, unit), [=](std::size_t bytes) {
                         return std::string(open) + std::string(unit) +
                                repeated("ad ", bytes / 2) +
                                (unit.empty() ? ">" : "'>") + "</p>" +
                                repeated("<p>w</p>", bytes / 2);
                       }});
}

// Wide where it is deep: what climbs from every leaf to the root climbs far.
inline void add_deep_and_wide_pages(std::vector<HostilePage>& pages) {
  for (const std::string_view down :
       {"<div>", "<div class=a>", "<ul><li>", "<table><tr><td>", "<section>"})
    for (const std::string_view leaf :
         {"<p>w w w.</p>", "<a href=/>w w w</a>", "<h2>w</h2>", "<i class=b>w</i>"})
      pages.push_back(
          {fmt::format("{} above {}", down, leaf), [down, leaf](std::size_t bytes) {
             return repeated(down, 400 * 5) + repeated(leaf, bytes);
           }});
}

inline std::vector<HostilePage> hostile_pages() {
  std::vector<HostilePage> pages;
  add_repeating_pages(pages);
  add_counting_pages(pages);
  add_giant_pages(pages);
  add_copied_pages(pages);
  add_deep_and_wide_pages(pages);
  return pages;
}

}  // namespace curlew::extract
