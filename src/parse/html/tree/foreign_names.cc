#include "parse/html/tree/foreign_names.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

// Without case in order.
constexpr auto kSvgElements = std::to_array<std::string_view>({
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
});

constexpr auto kSvgAttributes = std::to_array<std::string_view>({
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
});

constexpr auto kLeaving = std::to_array<std::string_view>(
    {"b",       "big",   "blockquote", "body",   "br",     "center", "code", "dd",
     "div",     "dl",    "dt",         "em",     "embed",  "h1",     "h2",   "h3",
     "h4",      "h5",    "h6",         "head",   "hr",     "i",      "img",  "li",
     "listing", "menu",  "meta",       "nobr",   "ol",     "p",      "pre",  "ruby",
     "s",       "small", "span",       "strike", "strong", "sub",    "sup",  "table",
     "tt",      "u",     "ul",         "var"});
static_assert(std::ranges::is_sorted(kLeaving));

constexpr bool is_less(std::string_view a, std::string_view b) {
  return std::ranges::lexicographical_compare(
      a, b, {}, [](char c) { return to_ascii_lower(c); },
      [](char c) { return to_ascii_lower(c); });
}
static_assert(std::ranges::is_sorted(kSvgElements, is_less));
static_assert(std::ranges::is_sorted(kSvgAttributes, is_less));

template <typename Names>
std::string_view with_capitals(const Names& names, std::string_view name) {
  const auto found = std::ranges::lower_bound(names, name, is_less);
  const bool is_there = found != names.end() && equals_ignoring_case(*found, name);
  return is_there ? *found : name;
}

}  // namespace

std::string_view svg_element_name(std::string_view name) {
  return with_capitals(kSvgElements, name);
}

std::string_view svg_attribute_name(std::string_view name) {
  return with_capitals(kSvgAttributes, name);
}

std::string_view mathml_attribute_name(std::string_view name) {
  return name == "definitionurl" ? "definitionURL" : name;
}

bool leaves_foreign_content(std::string_view name) {
  return std::ranges::binary_search(kLeaving, name);
}

}  // namespace curlew::parse
