#include "dom/without.h"

#include "dom/builder.h"

namespace curlew::dom {
namespace {

class Copy {
 public:
  Copy(const NodeSet& left_out, Document& to) : left_out_(left_out), builder_(to) {}

  void run(const Document& from) {
    for (NodeId id = 0; id < from.size();) id = step(from.node(id));
    close_before(from.size());
  }

 private:
  // Returns the node to go on with.
  NodeId step(Node node) {
    close_before(node.id());
    if (node.parent() && left_out_.contains(node)) {
      if (node.is_element() && flow_of(node.tag()) != Flow::kInline) builder_.text(" ");
      return node.end();
    }
    if (node.is_element())
      open(node);
    else if (node.is_text())
      builder_.text(node.text());
    else
      builder_.data(node.text());
    return node.id() + 1;
  }

  void open(Node node) {
    if (node.tag() != Tag::kOther && node.name_space() == Namespace::kHtml)
      builder_.open(node.tag());
    else
      builder_.open(node.tag(), node.name(), node.name_space());
    for (const Attribute attribute : node.attributes())
      builder_.attribute(attribute.name(), attribute.value());
    ends_.push_back(node.end());
  }

  void close_before(NodeId id) {
    for (; !ends_.empty() && ends_.back() <= id; ends_.pop_back()) builder_.close();
  }

  const NodeSet& left_out_;
  DocumentBuilder builder_;
  std::vector<NodeId> ends_;  // Of the elements that are open.
};

}  // namespace

void copy_without(const Document& from, const NodeSet& left_out, Document& to) {
  Copy(left_out, to).run(from);
}

}  // namespace curlew::dom
