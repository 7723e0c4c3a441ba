#include "dom/text.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "dom/word_gap.h"

namespace curlew::dom {
namespace {

// What separates the text that comes next from what was written; the stronger counts.
enum class Gap : std::uint8_t { kNone, kSpace, kLine };

class TextWriter {
 public:
  explicit TextWriter(std::string& out) : out_(out), start_(out.size()) {}

  void separate(Gap gap) {
    if (gap > gap_) gap_ = gap;
  }

  void add(std::string_view text) {
    while (!text.empty()) {
      const std::size_t word = size_of_word(text);
      write(text.substr(0, word));
      text.remove_prefix(word);
      if (text.empty()) return;
      const WordGap gap = word_gap_at(text);
      if (gap.is_space) separate(Gap::kSpace);
      text.remove_prefix(gap.size);
    }
  }

  // With its white space.
  void add_as_is(std::string_view text) {
    if (out_.size() == start_) text = text.substr(size_of_space(text));
    write(text);
  }

  std::size_t finish() {
    while (out_.size() > start_ && is_ascii_space(out_.back())) out_.pop_back();
    return out_.size() - start_;
  }

 private:
  static std::size_t size_of_space(std::string_view text) {
    std::size_t size = 0;
    while (size < text.size() && is_ascii_space(text[size])) ++size;
    return size;
  }

  void write(std::string_view text) {
    if (text.empty()) return;
    if (out_.size() > start_ && out_.back() != '\n') {
      if (gap_ == Gap::kLine) out_ += '\n';
      if (gap_ == Gap::kSpace) out_ += ' ';
    }
    gap_ = Gap::kNone;
    out_ += text;
  }

  std::string& out_;
  const std::size_t start_;
  Gap gap_ = Gap::kNone;
};

bool keeps_white_space(Tag tag) {
  return tag == Tag::kPre || tag == Tag::kTextarea || tag == Tag::kListing ||
         tag == Tag::kXmp || tag == Tag::kPlaintext;
}

Gap gap_around(Flow flow) {
  switch (flow) {
    case Flow::kBlock:
      return Gap::kLine;
    case Flow::kCell:
    case Flow::kSpaced:
      return Gap::kSpace;
    case Flow::kInline:
    case Flow::kHidden:
      return Gap::kNone;
  }
  return Gap::kNone;
}

// Walks the nodes of a subtree once, in document order.
class TextWalk {
 public:
  TextWalk(std::string& out, Node top, const TextOptions& options)
      : writer_(out), top_(top), options_(options) {}

  std::size_t run() {
    const Document& document = top_.document();
    for (NodeId id = top_.id(); id < top_.end();) id = step(document.node(id));
    return writer_.finish();
  }

 private:
  // An open element that separates its text from what follows it.
  struct Open {
    NodeId end;
    Gap gap;
    bool keeps_white_space;
  };

  // Returns the node to go on with.
  NodeId step(Node node) {
    close_before(node.id());
    if (is_left_out(node)) return node.end();
    if (node.is_element())
      open(node);
    else if (verbatim_ > 0)
      writer_.add_as_is(node.text());
    else
      writer_.add(node.text());
    return node.id() + 1;
  }

  bool is_left_out(Node node) const {
    return (options_.skip && options_.skip->contains(node)) ||
           is_left_out_of_text(top_, node);
  }

  void open(Node node) {
    const Gap gap = gap_around(flow_of(node.tag()));
    const bool keeps = keeps_white_space(node.tag());
    if (gap == Gap::kNone) return;
    writer_.separate(gap);
    open_.push_back({node.end(), gap, keeps});
    verbatim_ += keeps;
  }

  void close_before(NodeId id) {
    for (; !open_.empty() && open_.back().end <= id; open_.pop_back()) {
      writer_.separate(open_.back().gap);
      verbatim_ -= open_.back().keeps_white_space;
    }
  }

  TextWriter writer_;
  Node top_;
  const TextOptions& options_;
  std::vector<Open> open_;
  int verbatim_ = 0;  // How many of them keep white space.
};

}  // namespace

bool is_left_out_of_text(Node top, Node node) {
  if (node.kind() == NodeKind::kData) return true;
  if (node == top || !node.is_element()) return false;
  if (node.tag() == Tag::kNoscript) return !top.is_in_noscript();
  return flow_of(node.tag()) == Flow::kHidden;
}

std::size_t append_text(std::string& out, Node node, const TextOptions& options) {
  return TextWalk(out, node, options).run();
}

std::string text_of(Node node, const TextOptions& options) {
  std::string text;
  append_text(text, node, options);
  return text;
}

}  // namespace curlew::dom
