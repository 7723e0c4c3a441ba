#include "api/safe_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/markup_escape.h"
#include "base/plain_text.h"
#include "base/utf8.h"
#include "base/web_address.h"
#include "dom/document.h"
#include "dom/text.h"
#include "parse/html/page.h"

namespace curlew::api {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::NodeId;
using dom::Tag;

constexpr Bytes kMostRead = 1_MiB;
// A few bytes of unclosed formatting can stand for hundreds of elements.
constexpr Bytes kMostWritten = 1_MiB;

enum class Fate {
  kUnwrap,  // Its content stands for it.
  kKeep,
  kBlock,  // Parts its text from what is around it, and that is all.
  kLink,   // A link, if it leads somewhere.
  kMedia,  // A link to what would be loaded.
  kDrop,   // With all that is in it.
};

Fate fate_of(Tag tag) {
  switch (tag) {
    case Tag::kP:
    case Tag::kBr:
    case Tag::kHr:
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
    case Tag::kBlockquote:
    case Tag::kPre:
    case Tag::kUl:
    case Tag::kOl:
    case Tag::kLi:
    case Tag::kDl:
    case Tag::kDt:
    case Tag::kDd:
    case Tag::kTable:
    case Tag::kCaption:
    case Tag::kThead:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kTr:
    case Tag::kTh:
    case Tag::kTd:
    case Tag::kFigure:
    case Tag::kFigcaption:
    case Tag::kB:
    case Tag::kStrong:
    case Tag::kI:
    case Tag::kEm:
    case Tag::kU:
    case Tag::kS:
    case Tag::kDel:
    case Tag::kIns:
    case Tag::kSub:
    case Tag::kSup:
    case Tag::kSmall:
    case Tag::kMark:
    case Tag::kQ:
    case Tag::kCite:
    case Tag::kAbbr:
    case Tag::kCode:
    case Tag::kKbd:
    case Tag::kSamp:
    case Tag::kVar:
      return Fate::kKeep;
    case Tag::kA:
      return Fate::kLink;
    case Tag::kImg:
    case Tag::kAudio:
    case Tag::kVideo:
    case Tag::kIframe:
    case Tag::kEmbed:
      return Fate::kMedia;
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kTemplate:
    case Tag::kNoscript:
    case Tag::kTextarea:
    case Tag::kSelect:
    case Tag::kDatalist:
    case Tag::kButton:
    case Tag::kTitle:
    case Tag::kSvg:
    case Tag::kMath:
      return Fate::kDrop;
    default:
      return flow_of(tag) == dom::Flow::kHidden  ? Fate::kDrop
             : flow_of(tag) == dom::Flow::kBlock ? Fate::kBlock
                                                 : Fate::kUnwrap;
  }
}

bool is_void(Tag tag) { return tag == Tag::kBr || tag == Tag::kHr; }

std::string_view name_of_media(Tag tag) {
  if (tag == Tag::kImg) return "picture";
  if (tag == Tag::kAudio) return "sound";
  return tag == Tag::kVideo ? "film" : "embedded page";
}

bool is_playable(Node media) {
  return media.tag() == Tag::kAudio || media.tag() == Tag::kVideo;
}

// Where it would be loaded from; a film may name its files within.
std::string address_of_media(Node media) {
  for (const Node node : media.subtree()) {
    const bool may_name_it = node == media || node.tag() == Tag::kSource;
    std::string url = plain_text(node.attribute("src"));
    if (may_name_it && is_web_address(url)) return url;
  }
  return {};
}

// One that nobody is meant to see counts readers.
bool is_beacon(Node media) {
  const auto is_dot = [&](std::string_view name) {
    const std::string_view size = media.attribute(name);
    return size == "0" || size == "1";
  };
  return is_dot("width") || is_dot("height");
}

class Writer {
 public:
  explicit Writer(PictureLinks links) : links_(links) {}

  // Writes what stands for `node`; returns the node to go on with.
  NodeId write(Node node) {
    close_before(node.id());
    if (node.is_text()) append_escaped_markup(out_, plain_piece(node.text()));
    if (!node.is_element()) return node.id() + 1;
    const Tag tag = node.tag();
    const bool is_foreign = node.name_space() != dom::Namespace::kHtml;
    switch (is_foreign || node.has_attribute("hidden") ? Fate::kDrop : fate_of(tag)) {
      case Fate::kDrop:
        return node.end();
      case Fate::kMedia:
        write_media(node);
        return node.end();
      case Fate::kLink:
        open_link(node);
        break;
      case Fate::kKeep:
        open(node, tag);
        break;
      case Fate::kBlock:
        open(node, Tag::kDiv);
        break;
      case Fate::kUnwrap:
        break;
    }
    return node.id() + 1;
  }

  std::vector<std::string> take_pictures() { return std::move(pictures_); }

  bool is_full() const { return out_.size() > kMostWritten; }

  std::string finish(bool is_cut) && {
    close_before(dom::kNoNode);
    if (is_cut) out_ += "<p>…</p>";
    return std::move(out_);
  }

 private:
  struct Open {
    NodeId end;
    Tag tag;
  };

  void open(Node node, Tag tag) {
    out_.append("<").append(to_name(tag)).append(">");
    if (!is_void(tag)) open_.push_back({node.end(), tag});
  }

  void open_link(Node node) {
    const std::string url = plain_text(node.attribute(AttributeName::kHref));
    if (!is_web_address(url)) return;
    begin_link(url);
    open_.push_back({node.end(), Tag::kA});
  }

  void write_media(Node media) {
    const std::string url = address_of_media(media);
    if (url.empty() || is_beacon(media)) return;
    const std::string alternative = plain_text(media.attribute("alt"));
    const bool is_in_link = std::ranges::any_of(
        open_, [](const Open& each) { return each.tag == Tag::kA; });
    const bool is_numbered =
        links_ == PictureLinks::kNumbered && media.tag() == Tag::kImg;
    const bool is_played = links_ == PictureLinks::kNumbered && is_playable(media);
    std::string mark;
    if (is_numbered) {
      mark = fmt::format(" data-picture=\"{}\"", pictures_.size());
      pictures_.push_back(url);
    }
    if (is_played) mark = fmt::format(" data-media=\"{}\"", to_name(media.tag()));
    if (!is_in_link) begin_link(url, mark);
    if (is_in_link && is_numbered) out_ += "<span" + mark + ">";
    out_ += "[";
    append_escaped_markup(
        out_, alternative.empty() ? name_of_media(media.tag()) : alternative);
    out_ += !is_in_link ? "]</a> " : is_numbered ? "]</span> " : "] ";
    // What its page says below it (extract/article/article_html.h).
    const std::string caption = plain_text(media.attribute("data-caption"));
    if (caption.empty()) return;
    out_ += "<small>";
    append_escaped_markup(out_, caption);
    out_ += "</small> ";
  }

  void begin_link(std::string_view url, std::string_view mark = {}) {
    out_ += "<a href=\"";
    append_escaped_markup(out_, url, MarkupPlace::kAttribute);
    out_.append("\" rel=\"noopener noreferrer\"").append(mark).append(">");
  }

  void close_before(NodeId id) {
    while (!open_.empty() && open_.back().end <= id) {
      out_.append("</").append(to_name(open_.back().tag)).append(">");
      open_.pop_back();
    }
  }

  const PictureLinks links_;
  std::string out_;
  std::vector<Open> open_;  // Each within the one before.
  std::vector<std::string> pictures_;
};

}  // namespace

SafeHtml safe_html(std::string_view untrusted, PictureLinks links) {
  dom::Document page;
  const std::string_view read = utf8_prefix(untrusted, kMostRead);
  parse::parse_html(read, page);
  SafeHtml safe;
  const Node body = page.empty() ? Node() : page.body();
  if (!body) return safe;
  Writer writer(links);
  NodeId at = body.id() + 1;
  while (at < body.end() && !writer.is_full()) at = writer.write(page.node(at));
  const bool is_cut = at < body.end() || read.size() < untrusted.size();
  safe.pictures_ = writer.take_pictures();
  safe.html_ = std::move(writer).finish(is_cut);
  return safe;
}

std::string text_of_html(std::string_view untrusted) {
  dom::Document page;
  parse::parse_html(utf8_prefix(untrusted, kMostRead), page);
  const Node body = page.empty() ? Node() : page.body();
  return body ? dom::text_of(body) : std::string();
}

}  // namespace curlew::api
