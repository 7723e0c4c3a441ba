#include "extract/article/article_html.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "base/utf8.h"
#include "dom/hidden.h"
#include "dom/tag.h"
#include "dom/text.h"
#include "dom/word_gap.h"
#include "extract/article/data_table.h"
#include "url/url.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Flow;
using dom::Node;
using dom::NodeId;
using dom::Tag;

// Deeper ones change nothing that a reader would see.
constexpr std::size_t kMostNested = 24;
constexpr std::size_t kMostMarks = 12;
constexpr std::size_t kMostMedia = 100;
constexpr std::size_t kLongestAddress = 2048;
constexpr std::size_t kLongestAlternative = 500;
constexpr std::size_t kLongestCaption = 500;
// Icons and faces are smaller, and so is what counts readers.
constexpr int kSmallestPicture = 40;

// Emphasis, links, code: what is within a paragraph.
bool is_mark(Tag tag) {
  switch (tag) {
    case Tag::kA:
    case Tag::kAbbr:
    case Tag::kB:
    case Tag::kCite:
    case Tag::kCode:
    case Tag::kDel:
    case Tag::kEm:
    case Tag::kI:
    case Tag::kIns:
    case Tag::kKbd:
    case Tag::kMark:
    case Tag::kQ:
    case Tag::kS:
    case Tag::kSamp:
    case Tag::kSmall:
    case Tag::kStrong:
    case Tag::kSub:
    case Tag::kSup:
    case Tag::kU:
    case Tag::kVar:
      return true;
    default:
      return false;
  }
}

bool is_medium(Tag tag) {
  return tag == Tag::kImg || tag == Tag::kAudio || tag == Tag::kVideo ||
         tag == Tag::kIframe;
}

bool is_list(Tag tag) { return tag == Tag::kUl || tag == Tag::kOl; }

bool is_cell(Tag tag) { return tag == Tag::kTd || tag == Tag::kTh; }

bool is_row_group(Tag tag) {
  return tag == Tag::kThead || tag == Tag::kTbody || tag == Tag::kTfoot;
}

// Its blocks are lines of it rather than paragraphs.
bool has_lines(Tag tag) {
  return heading_level(tag) > 0 || tag == Tag::kPre || tag == Tag::kFigcaption ||
         tag == Tag::kCaption || tag == Tag::kDt;
}

// Its first block needs no paragraph of its own.
bool holds_text(Tag tag) { return tag == Tag::kLi || tag == Tag::kDd || is_cell(tag); }

bool is_small(std::string_view size) {
  const std::string digits(size.substr(0, 6));
  return !digits.empty() && is_ascii_digit(digits.front()) &&
         std::atoi(digits.c_str()) < kSmallestPicture && !digits.ends_with('%');
}

bool is_icon(Node medium) {
  return is_small(medium.attribute(AttributeName::kWidth)) ||
         is_small(medium.attribute(AttributeName::kHeight));
}

// The first of "a.png 1x, b.png 2x".
std::string_view first_of_set(std::string_view set) {
  set = trimmed(set);
  return set.substr(0, std::min(set.find_first_of(" \t\r\n"), set.size()));
}

// Walks the nodes of the page once, in document order.
class Writer {
 public:
  Writer(const dom::Document& page, const PageBlocks& blocks,
         const ArticleHtmlOptions& options)
      : page_(page),
        blocks_(blocks.blocks),
        left_out_(blocks.left_out),
        cut_until_(blocks.end),
        options_(options) {}

  std::string run() {
    const auto is_in = [](const Block& block) { return block.is_in_article; };
    const auto last = std::ranges::find_if(blocks_.rbegin(), blocks_.rend(), is_in);
    if (last == blocks_.rend() || !page_.body()) return {};
    // What stands beside the last block is within its holder's parent.
    const Node holder = page_.node(last->holder);
    const Node around = holder.parent() ? holder.parent() : holder;
    const NodeId end = std::min(std::max(around.end(), last->first + 1), cut_until_);
    for (NodeId id = page_.body().id() + 1; id < end && !is_full();)
      id = step(page_.node(id));
    close_marks(0);
    close_paragraph();
    close_structure(0);
    if (is_full()) return {};
    return std::move(out_);
  }

 private:
  struct Open {
    NodeId id;
    NodeId end;
    Tag tag;
    // Of a cell.
    int column = 0;
  };
  struct Table {
    NodeId end;
    bool has_data;
    TableColumns columns;
  };
  struct Written {
    NodeId id;
    Tag tag;
    bool has_text = false;
  };
  struct Mark {
    NodeId id;
    Tag tag;
    // Its address may be nothing to go to.
    bool is_written = true;
  };

  bool is_full() const { return out_.size() > options_.most; }

  bool is_article(std::size_t block) const {
    return block < blocks_.size() && blocks_[block].is_in_article;
  }

  // The block that begins at or before a node, less one: 0 is none.
  void move_to(NodeId id) {
    while (next_ < blocks_.size() && blocks_[next_].first <= id) ++next_;
  }

  NodeId step(Node node) {
    close_before(node.id());
    move_to(node.id());
    if (node.is_text()) {
      if (next_ > 0 && is_article(next_ - 1)) add_text(node);
      return node.id() + 1;
    }
    if (!node.is_element()) return node.id() + 1;
    const Tag tag = node.tag();
    if (is_medium(tag)) add_medium(node);
    if (is_left_out(node)) {
      if (tag == Tag::kNoscript) add_first_picture(node);
      return node.end();
    }
    open(node, tag);
    return node.id() + 1;
  }

  bool is_left_out(Node node) {
    while (!left_out_.empty() && left_out_.front() < node.id())
      left_out_ = left_out_.subspan(1);
    return !left_out_.empty() && left_out_.front() == node.id();
  }

  void open(Node node, Tag tag) {
    if (is_mark(tag)) {
      if (marks_.size() < kMostMarks) marks_.push_back({node.id(), node.end(), tag});
      return;
    }
    if (dom::flow_of(tag) == Flow::kSpaced) space_ = true;
    if (tag == Tag::kTable) tables_.push_back({node.end(), has_data(node), {}});
    if (is_row_group(tag) && !tables_.empty()) tables_.back().columns.begin_row_group();
    if (tag == Tag::kFigure && node.id() >= figure_end_) begin_figure(node);
    if (nesting_.size() >= kMostNested || !is_structure(tag)) return;
    nesting_.push_back({node.id(), node.end(), tag});
    if (tag == Tag::kTr) tables_.back().columns.begin_row();
    if (is_cell(tag)) nesting_.back().column = tables_.back().columns.begin_cell(node);
  }

  // Where it makes sense: an item in a list, a cell in a row.
  bool is_structure(Tag tag) const {
    const Tag around = nesting_.empty() ? Tag::kOther : nesting_.back().tag;
    const bool is_in_data = !tables_.empty() && tables_.back().has_data;
    switch (tag) {
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
      case Tag::kDl:
      case Tag::kFigure:
        return !has_lines(around);
      case Tag::kLi:
        return is_list(around);
      case Tag::kDt:
      case Tag::kDd:
        return around == Tag::kDl;
      case Tag::kFigcaption:
        return around == Tag::kFigure;
      case Tag::kTable:
        return is_in_data && !has_lines(around);
      case Tag::kCaption:
      case Tag::kTr:
        return is_in_data && around == Tag::kTable;
      case Tag::kTd:
      case Tag::kTh:
        return is_in_data && around == Tag::kTr;
      default:
        return false;
    }
  }

  void close_before(NodeId id) {
    while (!nesting_.empty() && nesting_.back().end <= id) nesting_.pop_back();
    while (!marks_.empty() && marks_.back().end <= id) marks_.pop_back();
    while (!tables_.empty() && tables_.back().end <= id) tables_.pop_back();
  }

  void add_text(Node node) {
    std::string_view text = node.text();
    if (!nesting_.empty() && nesting_.back().tag == Tag::kPre) {
      const bool is_begun = block_ == next_;
      if (!is_begun && trimmed(text).empty()) return;
      begin_words();
      append_escaped_markup(out_, text);
      return;
    }
    while (!text.empty()) {
      if (const std::size_t size = dom::size_of_run(text)) {
        begin_words();
        append_escaped_markup(out_, text.substr(0, size));
        text.remove_prefix(size);
        if (text.empty()) return;
      }
      const dom::WordGap gap = dom::word_gap_at(text);
      space_ |= gap.is_space;
      text.remove_prefix(gap.size);
    }
  }

  // All is open that the next word stands in.
  void begin_words() {
    if (block_ != next_) begin_block();
    const std::size_t common = common_marks();
    close_marks(common);
    if (space_) out_ += ' ';
    space_ = false;
    for (std::size_t i = common; i < marks_.size(); ++i) open_mark(marks_[i]);
  }

  void begin_block() {
    const Block& block = blocks_[next_ - 1];
    close_marks(0);
    const bool is_next_line = block.gap == BlockGap::kLine && block_ > 0 &&
                              block_ + 1 == next_ &&
                              blocks_[block_ - 1].holder == block.holder;
    block_ = next_;
    space_ = false;
    if (is_next_line) {
      out_ += "<br>";
      return;
    }
    begin_piece();
  }

  // A paragraph, or whatever else begins where the walk is.
  void begin_piece() {
    close_paragraph();
    open_structure();
    Written* const around = structure_.empty() ? nullptr : &structure_.back();
    if (around != nullptr && has_lines(around->tag)) {
      if (around->has_text) out_ += "<br>";
    } else if (around == nullptr || around->has_text || !holds_text(around->tag)) {
      out_ += "<p>";
      is_paragraph_open_ = true;
    }
    if (around != nullptr) around->has_text = true;
  }

  void open_structure() {
    std::size_t common = 0;
    while (common < structure_.size() && common < nesting_.size() &&
           structure_[common].id == nesting_[common].id)
      ++common;
    close_structure(common);
    for (std::size_t i = common; i < nesting_.size(); ++i) {
      const Open& each = nesting_[i];
      if (each.tag == Tag::kTr) columns_ = 0;
      if (is_cell(each.tag)) {
        for (; columns_ < each.column && !is_full(); ++columns_) out_ += "<td></td>";
        ++columns_;
      }
      if (!structure_.empty()) structure_.back().has_text = true;
      out_.append("<").append(to_name(each.tag)).append(">");
      structure_.push_back({each.id, each.tag});
    }
  }

  void close_structure(std::size_t left) {
    while (structure_.size() > left) close(structure_);
  }

  void close_paragraph() {
    if (is_paragraph_open_) out_ += "</p>";
    is_paragraph_open_ = false;
  }

  std::size_t common_marks() const {
    std::size_t common = 0;
    while (common < written_marks_.size() && common < marks_.size() &&
           written_marks_[common].id == marks_[common].id)
      ++common;
    return common;
  }

  void close_marks(std::size_t left) {
    while (written_marks_.size() > left) {
      if (written_marks_.back().is_written)
        close(written_marks_);
      else
        written_marks_.pop_back();
    }
  }

  template <typename Opened>
  void close(std::vector<Opened>& opened) {
    out_.append("</").append(to_name(opened.back().tag)).append(">");
    opened.pop_back();
  }

  void open_mark(const Open& mark) {
    Mark& written = written_marks_.emplace_back(Mark{mark.id, mark.tag});
    if (mark.tag != Tag::kA) {
      out_.append("<").append(to_name(mark.tag)).append(">");
      return;
    }
    const std::string_view stated =
        trimmed(page_.node(mark.id).attribute(AttributeName::kHref));
    const std::string url = stated.starts_with('#') ? "" : absolute(stated);
    written.is_written = !url.empty();
    if (url.empty()) return;
    out_ += "<a";
    add_attribute("href", url);
    out_ += ">";
  }

  void add_attribute(std::string_view name, std::string_view value) {
    out_.append(" ").append(name).append("=\"");
    append_escaped_markup(out_, value, MarkupPlace::kAttribute);
    out_ += "\"";
  }

  std::string absolute(std::string_view address) const {
    if (address.empty() || address.size() > kLongestAddress) return {};
    auto url = url::resolve(address, options_.base);
    const bool is_of_the_web =
        url && (url->starts_with("http://") || url->starts_with("https://"));
    if (!is_of_the_web || url->size() > kLongestAddress) return {};
    return *std::move(url);
  }

  // Captions are parts of a figure: its neighbours are what is around all of it.
  void begin_figure(Node figure) {
    figure_end_ = figure.end();
    before_figure_ = next_;
    after_figure_ = next_;
    while (after_figure_ < blocks_.size() && blocks_[after_figure_].first < figure_end_)
      ++after_figure_;
    figure_ = figure.id();
  }

  // A browser without scripts shows it in place of one that they would load.
  void add_first_picture(Node noscript) {
    for (const Node node : noscript.subtree()) {
      if (node.tag() == Tag::kImg) return add_medium(node);
    }
  }

  void add_medium(Node medium) {
    if (urls_.size() >= kMostMedia || is_icon(medium)) return;
    const bool is_within = is_within_block(medium);
    if (!is_within && !is_among_blocks(medium)) return;
    if (dom::is_hidden(medium)) return;
    std::string url = address_of(medium);
    if (url.empty() || std::ranges::find(urls_, url) != urls_.end()) return;
    if (is_within) {
      begin_words();
    } else {
      close_marks(0);
      begin_piece();
      // What comes next is another piece, even of the same block.
      block_ = 0;
    }
    write_medium(medium, url);
    urls_.push_back(std::move(url));
    if (!is_within) close_paragraph();
  }

  void write_medium(Node medium, std::string_view url) {
    out_.append("<").append(to_name(medium.tag()));
    add_attribute("src", url);
    const std::string_view alternative =
        utf8_prefix(medium.attribute(AttributeName::kAlt), kLongestAlternative);
    if (!alternative.empty()) add_attribute("alt", alternative);
    const std::string caption = caption_left_out(medium);
    if (!caption.empty()) add_attribute("data-caption", caption);
    out_ += ">";
    if (medium.tag() != Tag::kImg)
      out_.append("</").append(to_name(medium.tag())).append(">");
  }

  // Of its figure, where it is not in the article: a caption is no part of the text
  // that is matched and searched, and without it the picture would say less. Once a
  // figure.
  std::string caption_left_out(Node medium) {
    constexpr int kMostWrappers = 6;
    Node figure = medium.parent();
    for (int i = 0; i < kMostWrappers && figure && figure.tag() != Tag::kFigure; ++i)
      figure = figure.parent();
    const bool is_new =
        figure && figure.tag() == Tag::kFigure && figure.id() != captioned_;
    if (!is_new) return {};
    captioned_ = figure.id();
    for (const Node node : figure.subtree()) {
      if (node.tag() != Tag::kFigcaption) continue;
      const bool is_told = std::ranges::any_of(
          blocks_.subspan(before_figure_, after_figure_ - before_figure_),
          [&](const Block& block) {
            return block.is_in_article && block.first >= node.id() &&
                   block.first < node.end();
          });
      if (is_told) return {};
      std::string text = dom::text_of(node);
      std::ranges::replace(text, '\n', ' ');
      return std::string(utf8_prefix(trimmed(text), kLongestCaption));
    }
    return {};
  }

  // Amid the words of a block that has begun.
  bool is_within_block(Node medium) const {
    if (block_ == 0 || block_ != next_) return false;
    Node around = medium.parent();
    for (std::size_t i = 0; i < kMostMarks && around && !parts_blocks(around.tag());
         ++i)
      around = around.parent();
    return around && around.id() == blocks_[block_ - 1].holder;
  }

  bool is_among_blocks(Node medium) const {
    const bool is_in_figure = medium.id() < figure_end_;
    const std::size_t before = is_in_figure ? before_figure_ : next_;
    const std::size_t after = is_in_figure ? after_figure_ : next_;
    const bool follows = before > 0 && is_article(before - 1);
    const bool precedes = is_article(after);
    if (follows && precedes) return true;
    if (!follows && !precedes) return false;
    // The element that has a block beside it, and nothing around it of its own.
    constexpr int kMostWrappers = 4;
    Node whole = is_in_figure ? page_.node(figure_) : medium;
    for (int i = 0; i < kMostWrappers; ++i) {
      const Node around = whole.parent();
      const bool has_more =
          !around || (before > 0 && blocks_[before - 1].first > around.id()) ||
          (after < blocks_.size() && blocks_[after].first < around.end());
      if (has_more || is_aside(around.tag())) break;
      whole = around;
    }
    const auto has_it = [&](std::size_t block) {
      return page_.node(blocks_[block].holder).parent() == whole.parent();
    };
    return (follows && has_it(before - 1)) || (precedes && has_it(after));
  }

  static bool is_aside(Tag tag) {
    return tag == Tag::kAside || tag == Tag::kNav || tag == Tag::kFooter;
  }

  // Scripts that load pictures late keep their addresses elsewhere.
  std::string address_of(Node medium) const {
    std::string url = absolute(trimmed(medium.attribute(AttributeName::kDataSrc)));
    if (url.empty()) url = absolute(trimmed(medium.attribute("data-lazy-src")));
    if (url.empty()) url = absolute(trimmed(medium.attribute("data-original")));
    if (url.empty()) url = absolute(trimmed(medium.attribute(AttributeName::kSrc)));
    for (const AttributeName set : {AttributeName::kDataSrcset, AttributeName::kSrcset})
      if (url.empty()) url = absolute(first_of_set(medium.attribute(set)));
    if (!url.empty() || medium.tag() == Tag::kImg) return url;
    for (const Node child : medium.children()) {
      if (child.tag() != Tag::kSource) continue;
      url = absolute(trimmed(child.attribute(AttributeName::kSrc)));
      if (!url.empty()) return url;
    }
    return {};
  }

  const dom::Document& page_;
  const std::span<const Block> blocks_;
  // Those that are not behind.
  std::span<const NodeId> left_out_;
  const NodeId cut_until_;
  const ArticleHtmlOptions& options_;
  std::string out_;

  // Where the walk is: elements that are open, and how many blocks have begun.
  std::vector<Open> nesting_;
  std::vector<Open> marks_;
  std::vector<Table> tables_;
  std::size_t next_ = 0;
  // Of the outermost figure around it, or before it.
  NodeId figure_ = 0;
  NodeId figure_end_ = 0;
  std::size_t before_figure_ = 0;
  std::size_t after_figure_ = 0;
  // The last whose caption was looked for.
  NodeId captioned_ = 0;

  // What is written: marks are always within a paragraph, or whatever stands for one,
  // and that within the structure.
  std::vector<Written> structure_;
  std::vector<Mark> written_marks_;
  bool is_paragraph_open_ = false;
  // The number of the block that is being written, counted from one; 0: of none.
  std::size_t block_ = 0;
  // Cells of the row that is being written.
  int columns_ = 0;
  bool space_ = false;
  std::vector<std::string> urls_;
};

}  // namespace

std::string article_html(const dom::Document& page, const PageBlocks& blocks,
                         const ArticleHtmlOptions& options) {
  return Writer(page, blocks, options).run();
}

}  // namespace curlew::extract
