#include "parse/markup_names.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

using Names = std::span<const std::string_view>;

template <std::size_t N>
constexpr std::array<std::string_view, N> sorted(const std::string_view (&names)[N]) {
  auto array = std::to_array(names);
  std::ranges::sort(array);
  return array;
}

bool contains(Names sorted_names, std::string_view name) {
  return std::ranges::binary_search(sorted_names, name);
}

constexpr auto kElements = sorted(
    {"a",      "abbr",    "acronym",  "address",  "area",       "article", "aside",
     "audio",  "b",       "bdi",      "bdo",      "big",        "br",      "blockquote",
     "button", "caption", "center",   "cite",     "code",       "col",     "colgroup",
     "data",   "dd",      "del",      "details",  "dfn",        "dir",     "div",
     "dl",     "dt",      "em",       "fieldset", "figcaption", "figure",  "font",
     "footer", "form",    "h1",       "h2",       "h3",         "h4",      "h5",
     "h6",     "header",  "hr",       "i",        "img",        "input",   "ins",
     "kbd",    "label",   "legend",   "li",       "main",       "map",     "mark",
     "menu",   "meter",   "nav",      "ol",       "optgroup",   "option",  "output",
     "p",      "picture", "pre",      "progress", "q",          "rp",      "rt",
     "ruby",   "s",       "samp",     "section",  "select",     "small",   "source",
     "span",   "strike",  "strong",   "sub",      "summary",    "sup",     "table",
     "tbody",  "td",      "textarea", "tfoot",    "th",         "thead",   "time",
     "tr",     "track",   "tt",       "u",        "ul",         "var",     "video",
     "wbr"});

constexpr auto kAttributes =
    sorted({"abbr",        "align",    "alt",     "axis",     "border",  "cellpadding",
            "cellspacing", "char",     "charoff", "checked",  "cite",    "class",
            "clear",       "color",    "cols",    "colspan",  "compact", "controls",
            "coords",      "datetime", "dir",     "disabled", "face",    "frame",
            "headers",     "height",   "href",    "hreflang", "hspace",  "id",
            "ismap",       "label",    "lang",    "longdesc", "loop",    "max",
            "media",       "min",      "name",    "noshade",  "nowrap",  "open",
            "poster",      "preload",  "rel",     "rev",      "rows",    "rowspan",
            "rules",       "scope",    "shape",   "size",     "span",    "src",
            "start",       "step",     "summary", "tabindex", "title",   "type",
            "usemap",      "valign",   "value",   "vspace",   "width",   "wrap",
            "xml:lang"});

constexpr auto kVoid =
    sorted({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
            "param", "source", "track", "wbr"});

constexpr auto kDropped = sorted({"applet", "iframe", "noembed", "noframes", "noscript",
                                  "script", "style", "template", "title"});

constexpr auto kAddresses =
    sorted({"cite", "href", "longdesc", "poster", "src", "usemap"});

constexpr auto kProperties = sorted({"azimuth",
                                     "background-color",
                                     "background-x",
                                     "background-y",
                                     "border-collapse",
                                     "clear",
                                     "color",
                                     "cursor",
                                     "direction",
                                     "display",
                                     "elevation",
                                     "float",
                                     "font",
                                     "font-family",
                                     "font-size",
                                     "font-style",
                                     "font-variant",
                                     "font-weight",
                                     "height",
                                     "letter-spacing",
                                     "line-height",
                                     "overflow",
                                     "pause",
                                     "pause-after",
                                     "pause-before",
                                     "pitch",
                                     "pitch-range",
                                     "richness",
                                     "speak",
                                     "speak-header",
                                     "speak-numeral",
                                     "speak-punctuation",
                                     "speech-rate",
                                     "stress",
                                     "text-align",
                                     "text-decoration",
                                     "text-indent",
                                     "unicode-bidi",
                                     "vertical-align",
                                     "voice-family",
                                     "volume",
                                     "white-space",
                                     "width"});

constexpr std::string_view kPropertyFamilies[] = {"border", "margin", "padding"};

bool is_safe_property(std::string_view name) {
  const std::string lower = to_ascii_lower(name);
  if (contains(kProperties, lower)) return true;
  const std::string_view family = std::string_view(lower).substr(0, lower.find('-'));
  return std::ranges::find(kPropertyFamilies, family) != std::end(kPropertyFamilies);
}

// Words, numbers, colours. Everything that can name an address or run code needs
// another character, or one of the two functions.
bool is_safe_value(std::string_view value) {
  constexpr std::string_view kMarks = " #%.,()+-!'\"";
  const bool is_plain = std::ranges::all_of(value, [&](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || kMarks.find(c) != kMarks.npos;
  });
  const std::string lower = to_ascii_lower(value);
  return is_plain && lower.find("url") == lower.npos &&
         lower.find("expression") == lower.npos;
}

}  // namespace

bool is_safe_element(std::string_view name) { return contains(kElements, name); }
bool is_safe_attribute(std::string_view name) { return contains(kAttributes, name); }
bool is_void_element(std::string_view name) { return contains(kVoid, name); }
bool is_dropped_with_content(std::string_view name) { return contains(kDropped, name); }
bool is_address_attribute(std::string_view name) { return contains(kAddresses, name); }

std::string safe_style(std::string_view style) {
  std::string safe;
  while (!style.empty()) {
    const std::size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == declaration.npos) continue;
    const std::string_view name = trimmed(declaration.substr(0, colon));
    const std::string_view value = trimmed(declaration.substr(colon + 1));
    if (!is_safe_property(name) || !is_safe_value(value)) continue;
    if (!safe.empty()) safe += ' ';
    safe.append(name).append(": ").append(value) += ';';
  }
  return safe;
}

}  // namespace curlew::parse
