#include "apps/lab/area_overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dom/tag.h"
#include "parse/html/tokenizer.h"

namespace curlew::apps {
namespace {

using extract::AreaKind;

std::string_view colour_of(AreaKind kind) {
  switch (kind) {
    case AreaKind::kInformational:
      return "#1a7f37";
    case AreaKind::kHub:
      return "#0550ae";
    case AreaKind::kNavigation:
      return "#8c6d1f";
  }
  return "";
}

std::string in_short(double value) {
  return std::isinf(value) ? "inf" : fmt::format("{:.2f}", value);
}

// Menus of all kinds can be longer than what is to be seen.
std::string_view extent_of(AreaKind kind) {
  return kind == AreaKind::kNavigation
             ? "max-height: 18em !important; overflow: auto !important; "
             : "";
}

// A frame, and a line above it that says what it is. "!important" because pages have
// styles of their own.
std::string style_of(const AreaRow& row) {
  const extract::Measures& own = row.area.measures;
  const std::string_view colour = colour_of(row.area.kind);
  return fmt::format(
      "{0} {{ outline: 3px solid {1} !important; outline-offset: 0 !important; "
      "background: {1}1c !important; {9}}}\n"
      "{0}::before {{ content: \"{2}  IV {3:.0f}  HV {4}  L {5}  T {6}  LTR {7}  LAR "
      "{8}\" !important; display: block !important; position: static !important; "
      "width: auto !important; height: auto !important; margin: 0 !important; "
      "padding: 1px 6px !important; color: #fff !important; background: {1} "
      "!important; font: 12px/1.5 monospace !important; text-align: left !important; "
      "text-indent: 0 !important; opacity: 1 !important; }}\n",
      row.selector, colour, to_string(row.area.kind), own.information, own.hub,
      own.links, own.text, in_short(own.text_to_link_ratio()),
      in_short(own.link_average_ratio()), extent_of(row.area.kind));
}

// Before everything else, the page's own doctype included: forbids what comes later,
// however the page hides where its head begins. Pages that wait for
// their scripts to be shown are shown at once; windows that would cover the page stand
// in it, and icons without their style sheets are kept small.
std::string make_head(const AnalysedPage& page, std::span<const AreaRow> rows) {
  std::string head = fmt::format(
      "<!doctype html>\n<meta charset=\"{}\"><meta "
      "http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
      "<style>\nhtml, body {{ display: block !important; visibility: visible "
      "!important; opacity: 1 !important; overflow: visible !important; }}\n"
      "body * {{ position: static !important; transform: none !important; }}\n"
      "svg {{ max-width: 48px !important; max-height: 48px !important; }}\n"
      "img, video, iframe {{ max-width: 100% !important; }}\n"
      "curlew-legend {{ all: initial; display: block; padding: 6px; background: #fff; "
      "font: 14px sans-serif; }}\ncurlew-legend b {{ color: #fff; padding: 1px 8px; "
      "margin-right: 8px; }}\n",
      page.charset);
  for (const AreaRow& row : rows) head += style_of(row);
  return head + "</style>\n";
}

// An element of its own name does not disturb the counting of the page's own.
std::string make_legend() {
  std::string legend = "<curlew-legend>";
  for (const AreaKind kind :
       {AreaKind::kInformational, AreaKind::kHub, AreaKind::kNavigation})
    legend += fmt::format("<b style=\"background: {}\">{}</b>", colour_of(kind),
                          to_string(kind));
  return legend +
         "IV informational value, HV hub value, L links, T bytes of text, LTR "
         "text to links, LAR links to their text</curlew-legend>\n";
}

class Overlay {
 public:
  Overlay(const AnalysedPage& page, std::span<const AreaRow> rows)
      : html_(page.html),
        tokens_(page.html, parse::TokenUse::kTags),
        out_(make_head(page, rows)) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (html_.starts_with(kByteOrderMark)) copied_ = kByteOrderMark.size();
  }

  std::string draw() {
    using Kind = parse::Token::Kind;
    for (auto token = tokens_.next(); token.kind != Kind::kEnd; token = tokens_.next())
      if (token.kind == Kind::kStartTag || token.kind == Kind::kEndTag) copy(token);
    out_ += html_.substr(copied_);
    if (!has_legend_) out_ += make_legend();
    return std::move(out_);
  }

 private:
  bool is_dropped(const parse::Token& tag) {
    if (tag.tag == dom::Tag::kMeta) {
      return std::ranges::any_of(tokens_.attributes(tag.attributes), [](auto& one) {
        return one.name == "http-equiv" || one.name == "charset";
      });
    }
    return tag.tag == dom::Tag::kScript || tag.tag == dom::Tag::kBase ||
           tag.tag == dom::Tag::kLink;
  }

  void copy(const parse::Token& tag) {
    const bool is_out = is_dropped(tag);
    tokens_.skip_raw_text(tag);
    const std::size_t end = is_out ? tokens_.token_begin() : tokens_.position();
    out_ += html_.substr(copied_, end - copied_);
    copied_ = tokens_.position();
    if (!has_legend_ && tag.kind == parse::Token::Kind::kStartTag &&
        tag.tag == dom::Tag::kBody) {
      out_ += make_legend();
      has_legend_ = true;
    }
  }

  std::string_view html_;
  parse::Tokenizer tokens_;
  std::string out_;
  std::size_t copied_ = 0;
  bool has_legend_ = false;
};

}  // namespace

std::string draw_areas(const AnalysedPage& page, std::span<const AreaRow> rows) {
  return Overlay(page, rows).draw();
}

}  // namespace curlew::apps
