// The names of HTML elements as numbers, so that a node needs one byte for its name and
// a comparison one instruction.

#pragma once

#include <cstdint>
#include <string_view>

// In the order of their names, which find_tag() relies on.
// clang-format off
#define CURLEW_HTML_TAGS(X)                                                           \
  X(kA, "a") X(kAbbr, "abbr") X(kAcronym, "acronym") X(kAddress, "address")           \
  X(kApplet, "applet") X(kArea, "area") X(kArticle, "article") X(kAside, "aside")     \
  X(kAudio, "audio") X(kB, "b") X(kBase, "base") X(kBasefont, "basefont")             \
  X(kBdi, "bdi") X(kBdo, "bdo") X(kBgsound, "bgsound") X(kBig, "big")                 \
  X(kBlockquote, "blockquote") X(kBody, "body") X(kBr, "br") X(kButton, "button")     \
  X(kCanvas, "canvas") X(kCaption, "caption") X(kCenter, "center") X(kCite, "cite")   \
  X(kCode, "code") X(kCol, "col") X(kColgroup, "colgroup") X(kData, "data")           \
  X(kDatalist, "datalist") X(kDd, "dd") X(kDel, "del") X(kDetails, "details")         \
  X(kDfn, "dfn") X(kDialog, "dialog") X(kDir, "dir") X(kDiv, "div") X(kDl, "dl")      \
  X(kDt, "dt") X(kEm, "em") X(kEmbed, "embed") X(kFieldset, "fieldset")               \
  X(kFigcaption, "figcaption") X(kFigure, "figure") X(kFont, "font")                  \
  X(kFooter, "footer") X(kForm, "form") X(kFrame, "frame") X(kFrameset, "frameset")   \
  X(kH1, "h1") X(kH2, "h2") X(kH3, "h3") X(kH4, "h4") X(kH5, "h5") X(kH6, "h6")       \
  X(kHead, "head") X(kHeader, "header") X(kHgroup, "hgroup") X(kHr, "hr")             \
  X(kHtml, "html") X(kI, "i") X(kIframe, "iframe") X(kImg, "img")                     \
  X(kInput, "input") X(kIns, "ins") X(kKbd, "kbd") X(kKeygen, "keygen")               \
  X(kLabel, "label") X(kLegend, "legend") X(kLi, "li") X(kLink, "link")               \
  X(kListing, "listing") X(kMain, "main") X(kMap, "map") X(kMark, "mark")             \
  X(kMarquee, "marquee") X(kMath, "math") X(kMenu, "menu") X(kMeta, "meta")           \
  X(kMeter, "meter") X(kNav, "nav") X(kNobr, "nobr") X(kNoembed, "noembed")           \
  X(kNoframes, "noframes") X(kNoscript, "noscript") X(kObject, "object")              \
  X(kOl, "ol") X(kOptgroup, "optgroup") X(kOption, "option") X(kOutput, "output")     \
  X(kP, "p") X(kParam, "param") X(kPicture, "picture") X(kPlaintext, "plaintext")     \
  X(kPre, "pre") X(kProgress, "progress") X(kQ, "q") X(kRb, "rb") X(kRp, "rp")        \
  X(kRt, "rt") X(kRtc, "rtc") X(kRuby, "ruby") X(kS, "s") X(kSamp, "samp")            \
  X(kScript, "script") X(kSearch, "search") X(kSection, "section")                    \
  X(kSelect, "select") X(kSlot, "slot") X(kSmall, "small") X(kSource, "source")       \
  X(kSpan, "span") X(kStrike, "strike") X(kStrong, "strong") X(kStyle, "style")       \
  X(kSub, "sub") X(kSummary, "summary") X(kSup, "sup") X(kSvg, "svg")                 \
  X(kTable, "table") X(kTbody, "tbody") X(kTd, "td") X(kTemplate, "template")         \
  X(kTextarea, "textarea") X(kTfoot, "tfoot") X(kTh, "th") X(kThead, "thead")         \
  X(kTime, "time") X(kTitle, "title") X(kTr, "tr") X(kTrack, "track") X(kTt, "tt")    \
  X(kU, "u") X(kUl, "ul") X(kVar, "var") X(kVideo, "video") X(kWbr, "wbr")            \
  X(kXmp, "xmp")
// clang-format on

namespace curlew::dom {

enum class Tag : std::uint8_t {
  // Unknown to HTML: custom elements, and whatever is inside SVG and MathML.
  kOther,
#define CURLEW_TAG(enumerator, name) enumerator,
  CURLEW_HTML_TAGS(CURLEW_TAG)
#undef CURLEW_TAG
      kCount,
};

// "div"; "" for kOther.
std::string_view to_name(Tag tag);

// kOther when HTML knows no such element. `name` in lower case.
Tag find_tag(std::string_view name);

// What an element does to the text around it, as browsers show it without style sheets.
enum class Flow : std::uint8_t {
  // Nothing: "a<b>b</b>" is one word.
  kInline,
  // Stands apart in its line: buttons, choices of a list.
  kSpaced,
  // A table cell: apart from the other cells of its row.
  kCell,
  // Begins and ends a line.
  kBlock,
  // Not shown at all: <head>, <script>, what stands in for a film.
  kHidden,
};
Flow flow_of(Tag tag);

}  // namespace curlew::dom
