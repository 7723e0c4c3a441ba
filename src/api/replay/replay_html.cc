#include "api/replay/replay_html.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "api/replay/replay_css.h"
#include "base/ascii.h"
#include "base/bytes.h"
#include "base/markup_escape.h"
#include "dom/document.h"
#include "parse/html/styled_page.h"
#include "url/url.h"

namespace curlew::api {
namespace {

using dom::Node;
using dom::NodeId;
using dom::Tag;

constexpr Bytes kMostReplayed = 32_MiB;

enum class Treatment {
  kKeep,
  // Its content stands for it.
  kUnwrap,
  // A link to what would be loaded.
  kFrame,
  // With all that is in it.
  kDrop,
};

Treatment treatment_of(Node node) {
  switch (node.tag()) {
    case Tag::kOther:
    case Tag::kNoscript:
    case Tag::kSlot:
      return Treatment::kUnwrap;
    case Tag::kIframe:
    case Tag::kFrame:
    case Tag::kVideo:
    case Tag::kAudio:
    case Tag::kEmbed:
      return Treatment::kFrame;
    case Tag::kSource:
      return node.parent().tag() == Tag::kPicture ? Treatment::kKeep : Treatment::kDrop;
    case Tag::kMeta:
      return equals_ignoring_case(node.attribute("name"), "viewport")
                 ? Treatment::kKeep
                 : Treatment::kDrop;
    case Tag::kScript:
    case Tag::kTemplate:
    case Tag::kBase:
    case Tag::kObject:
    case Tag::kApplet:
    case Tag::kParam:
    case Tag::kTrack:
    case Tag::kBgsound:
    case Tag::kKeygen:
    case Tag::kCanvas:
    case Tag::kSvg:
    case Tag::kMath:
    // Their content is not read as markup: written anew, it would not mean the same.
    case Tag::kNoembed:
    case Tag::kNoframes:
    case Tag::kPlaintext:
      return Treatment::kDrop;
    default:
      return Treatment::kKeep;
  }
}

// <xmp> does not read its content as markup.
Tag written_as(Tag tag) {
  return tag == Tag::kXmp || tag == Tag::kListing ? Tag::kPre
         : tag == Tag::kFrameset                  ? Tag::kBody
                                                  : tag;
}

bool has_no_end_tag(Tag tag) {
  constexpr std::array kVoid{Tag::kArea,   Tag::kBr,    Tag::kCol,     Tag::kHr,
                             Tag::kImg,    Tag::kInput, Tag::kLink,    Tag::kMeta,
                             Tag::kSource, Tag::kWbr,   Tag::kBasefont};
  return std::ranges::find(kVoid, tag) != kVoid.end();
}

// Those that load nothing, lead nowhere and run nothing.
bool is_harmless(std::string_view attribute) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"abbr",        "align",     "alt",      "bgcolor",  "border",      "cellpadding",
       "cellspacing", "checked",   "class",    "color",    "cols",        "colspan",
       "compact",     "content",   "controls", "datetime", "dir",         "disabled",
       "face",        "for",       "headers",  "height",   "hidden",      "high",
       "hspace",      "id",        "label",    "lang",     "link",        "low",
       "max",         "maxlength", "media",    "min",      "multiple",    "name",
       "noshade",     "nowrap",    "open",     "optimum",  "placeholder", "readonly",
       "reversed",    "role",      "rows",     "rowspan",  "rules",       "scope",
       "selected",    "shape",     "size",     "sizes",    "span",        "start",
       "summary",     "tabindex",  "text",     "title",    "type",        "usemap",
       "valign",      "value",     "vlink",    "vspace",   "width",       "wrap",
       "coords",      "alink",     "clear",    "frame"});
  return attribute.starts_with("aria-") ||
         std::ranges::find(kNames, attribute) != kNames.end();
}

bool has_word(std::string_view words, std::string_view wanted) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(" \t\n\r\f"), words.size());
    if (equals_ignoring_case(words.substr(0, end), wanted)) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

bool is_style_link(Node link) {
  const std::string_view rel = link.attribute("rel");
  return has_word(rel, "stylesheet") && !has_word(rel, "alternate");
}

// What relative addresses are relative to: the first <base> with an address counts.
url::Url base_of_page(const dom::Document& page, std::string_view address) {
  const auto own = url::parse_url(address);
  url::Url base = own.ok() ? *own : url::Url();
  if (!own.ok() || page.empty()) return base;
  for (const Node node : page.root().subtree()) {
    if (node.tag() != Tag::kBase || !node.has_attribute("href")) continue;
    auto moved = url::parse_url(trimmed(node.attribute("href")), &base);
    return moved.ok() && moved->is_http() ? *std::move(moved) : base;
  }
  return base;
}

class ReplayWriter {
 public:
  ReplayWriter(url::Url own, url::Url base, const ReplayTargets& targets)
      : own_(std::move(own)), base_(std::move(base)), targets_(targets) {}

  // Writes what stands for `node`; returns the node to go on with.
  NodeId write(Node node) {
    close_before(node.id());
    if (node.is_text()) append_escaped_markup(out_, node.text());
    if (!node.is_element()) return node.id() + 1;
    if (node.name_space() != dom::Namespace::kHtml) return node.end();
    switch (treatment_of(node)) {
      case Treatment::kDrop:
        return node.end();
      case Treatment::kUnwrap:
        return node.id() + 1;
      case Treatment::kFrame:
        write_frame(node);
        return node.end();
      case Treatment::kKeep:
        break;
    }
    if (node.tag() == Tag::kStyle) {
      write_style(node);
      return node.end();
    }
    if (node.tag() == Tag::kLink && !is_style_link(node)) return node.end();
    open(node);
    return node.id() + 1;
  }

  bool is_full() const { return out_.size() > kMostReplayed; }

  std::string finish() && {
    close_before(dom::kNoNode);
    return std::move(out_);
  }

 private:
  struct Open {
    NodeId end;
    Tag tag;
  };

  void open(Node node) {
    const Tag tag = written_as(node.tag());
    out_.append("<").append(to_name(tag));
    for (const dom::Attribute attribute : node.attributes()) {
      write_attribute(node.tag(), attribute.name(), attribute.value());
    }
    out_ += ">";
    // The parser leaves out the first line end within them.
    if (tag == Tag::kPre || tag == Tag::kTextarea) out_ += "\n";
    if (!has_no_end_tag(tag)) open_.push_back({node.end(), tag});
  }

  void write_attribute(Tag tag, std::string_view name, std::string_view value) {
    const bool is_part = (tag == Tag::kImg && name == "src") ||
                         (tag == Tag::kLink && name == "href") || name == "background";
    if (is_part) return write_plain(name, replay_part(value, base_, targets_));
    if (name == "href") return write_link(value);
    if (name == "srcset") return write_plain(name, replay_srcset(value));
    if (name == "style") return write_plain(name, replay_css(value, base_, targets_));
    if (name == "rel" && tag == Tag::kLink) return write_plain(name, "stylesheet");
    if (is_harmless(name)) write_plain(name, value);
  }

  void write_plain(std::string_view name, std::string_view value) {
    out_.append(" ").append(name).append("=\"");
    append_escaped_markup(out_, value, MarkupPlace::kAttribute);
    out_ += "\"";
  }

  // A place within the page stays one. The whole window goes where a link leads: the
  // page may be shown within one of ours.
  void write_link(std::string_view address) {
    const auto url = url::parse_url(trimmed(address), &base_);
    if (!url.ok() || !url->is_http()) return;
    const bool is_here = url->without_fragment() == own_.without_fragment();
    const std::string_view fragment =
        url->href().substr(url->without_fragment().size());
    if (is_here && url->has_fragment()) return write_plain("href", fragment);
    write_plain("href", targets_.link(url->without_fragment()).append(fragment));
    write_plain("target", "_top");
  }

  // "a.png 1x, b.png 2x" (HTML, section 4.8.4.2.1): an address ends at white space, and
  // what follows it at a comma.
  std::string replay_srcset(std::string_view candidates) {
    constexpr std::string_view kSpace = " \t\n\r\f";
    std::string set;
    while (true) {
      const std::size_t begin = candidates.find_first_not_of(" \t\n\r\f,");
      if (begin == candidates.npos || set.size() > kMostReplayed) return set;
      candidates.remove_prefix(begin);
      std::string_view address = candidates.substr(0, candidates.find_first_of(kSpace));
      candidates.remove_prefix(address.size());
      std::string_view descriptor;
      if (address.ends_with(',')) {
        address = address.substr(0, address.find_last_not_of(',') + 1);
      } else {
        descriptor = candidates.substr(0, candidates.find(','));
        candidates.remove_prefix(descriptor.size());
      }
      const std::string target = replay_part(address, base_, targets_);
      if (target.empty()) continue;
      if (!set.empty()) set += ", ";
      set += target;
      if (!descriptor.empty()) set.append(" ").append(trimmed(descriptor));
    }
  }

  void write_style(Node node) {
    std::string css;
    for (const Node child : node.children()) css += child.text();
    out_ += "<style";
    if (node.has_attribute("media")) write_plain("media", node.attribute("media"));
    out_ += ">";
    // Nothing in it can end it.
    for (const char c : replay_css(css, base_, targets_)) {
      if (c == '/' && out_.back() == '<') out_ += '\\';
      out_ += c;
    }
    out_.append("</style>");
  }

  void write_frame(Node node) {
    const auto url = url::parse_url(trimmed(node.attribute("src")), &base_);
    if (!node.has_attribute("src") || !url.ok() || !url->is_http()) return;
    out_ += "<a";
    write_plain("href", targets_.link(url->without_fragment()));
    write_plain("target", "_top");
    out_ += node.tag() == Tag::kVideo   ? ">[film]</a>"
            : node.tag() == Tag::kAudio ? ">[sound]</a>"
                                        : ">[embedded page]</a>";
  }

  void close_before(NodeId id) {
    while (!open_.empty() && open_.back().end <= id) {
      out_.append("</").append(to_name(open_.back().tag)).append(">");
      open_.pop_back();
    }
  }

  const url::Url own_;
  const url::Url base_;
  const ReplayTargets& targets_;
  std::string out_ = "<!doctype html>\n";
  std::vector<Open> open_;  // Each within the one before.
};

}  // namespace

std::string replay_html(std::string_view bytes, std::string_view content_type,
                        std::string_view url, const ReplayTargets& targets) {
  dom::Document page;
  parse::parse_styled_page(bytes, content_type, page);
  const auto own = url::parse_url(url);
  ReplayWriter writer(own.ok() ? *own : url::Url(), base_of_page(page, url), targets);
  NodeId at = 0;
  while (at < page.size() && !writer.is_full()) at = writer.write(page.node(at));
  return std::move(writer).finish();
}

}  // namespace curlew::api
