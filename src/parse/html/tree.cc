#include <myhtml/api.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/ascii.h"
#include "base/check.h"
#include "dom/builder.h"
#include "parse/html/page.h"

// The only place that knows MyHTML.

namespace curlew::parse {
namespace {

using dom::Namespace;
using dom::Tag;

std::string_view view(const char* text, std::size_t length) {
  return text ? std::string_view(text, length) : std::string_view();
}

std::string_view name_of(myhtml_tree_node_t* node) {
  std::size_t length = 0;
  const char* const name =
      myhtml_tag_name_by_id(myhtml_node_tree(node), myhtml_node_tag_id(node), &length);
  return view(name, length);
}

std::string_view text_of(myhtml_tree_node_t* node) {
  std::size_t length = 0;
  const char* const text = myhtml_node_text(node, &length);
  return view(text, length);
}

// Scripts that hold data for programs other than the page's own.
bool holds_json(myhtml_tree_node_t* script) {
  myhtml_tree_attr_t* const type = myhtml_attribute_by_key(script, "type", 4);
  if (!type) return false;
  std::size_t length = 0;
  const char* const value = myhtml_attribute_value(type, &length);
  return to_ascii_lower(view(value, length)).find("json") != std::string::npos;
}

// MyHTML's numbers of elements -> ours.
Tag to_tag(myhtml_tree_node_t* node) {
  static const auto kTags = [](myhtml_tree_t* tree) {
    std::array<Tag, MyHTML_TAG_LAST_ENTRY> tags{};
    for (std::size_t i = 0; i < tags.size(); ++i) {
      std::size_t length = 0;
      const char* const name = myhtml_tag_name_by_id(tree, i, &length);
      tags[i] = dom::find_tag(view(name, length));
    }
    return tags;
  }(myhtml_node_tree(node));
  const myhtml_tag_id_t id = myhtml_node_tag_id(node);
  return id < kTags.size() ? kTags[id] : Tag::kOther;
}

// Copies the nodes that readers want into a Document.
class Copier {
 public:
  explicit Copier(dom::Document& page) : builder_(page) {}

  bool was_too_deep() const { return was_too_deep_; }

  void copy(myhtml_tree_node_t* root) {
    myhtml_tree_node_t* node = root;
    int depth = 0;
    while (true) {
      if (enter(node, depth)) {
        if (myhtml_tree_node_t* const child = myhtml_node_child(node)) {
          node = child;
          ++depth;
          continue;
        }
        builder_.close();
      }
      while (node != root && !myhtml_node_next(node)) {
        node = myhtml_node_parent(node);
        --depth;
        builder_.close();
      }
      if (node == root) return;
      node = myhtml_node_next(node);
    }
  }

 private:
  // True when an element was opened.
  bool enter(myhtml_tree_node_t* node, int depth) {
    const myhtml_tag_id_t id = myhtml_node_tag_id(node);
    if (id == MyHTML_TAG__TEXT) builder_.text(text_of(node));
    if (id <= MyHTML_TAG__DOCTYPE) return false;
    if (depth >= kMaxHtmlDepth) {
      was_too_deep_ = true;
      return false;
    }
    const bool is_html = myhtml_node_namespace(node) == MyHTML_NAMESPACE_HTML;
    const Tag tag = to_tag(node);
    if (is_html && (tag == Tag::kStyle || tag == Tag::kTemplate)) return false;
    if (is_html && tag == Tag::kScript && !holds_json(node)) return false;
    open(node, is_html, tag);
    for (auto* each = myhtml_node_attribute_first(node); each;
         each = myhtml_attribute_next(each))
      add(each);
    if (is_html && tag == Tag::kScript) {
      if (myhtml_tree_node_t* const child = myhtml_node_child(node))
        builder_.data(text_of(child));
      builder_.close();
      return false;
    }
    return true;
  }

  void open(myhtml_tree_node_t* node, bool is_html, Tag tag) {
    if (is_html && tag != Tag::kOther) return builder_.open(tag);
    const bool is_root = tag == Tag::kSvg || tag == Tag::kMath;
    const Namespace space = is_html ? Namespace::kHtml
                            : myhtml_node_namespace(node) == MyHTML_NAMESPACE_SVG
                                ? Namespace::kSvg
                                : Namespace::kMathMl;
    builder_.open(is_root ? tag : Tag::kOther, name_of(node), space);
  }

  void add(myhtml_tree_attr_t* attribute) {
    std::size_t name_length = 0;
    std::size_t length = 0;
    const char* const name = myhtml_attribute_key(attribute, &name_length);
    const char* const value = myhtml_attribute_value(attribute, &length);
    builder_.attribute(view(name, name_length), view(value, length));
  }

  dom::DocumentBuilder builder_;
  bool was_too_deep_ = false;
};

struct Bounds {
  std::size_t nodes = 0;
  PageCut cut = PageCut::kNone;
};

void count(myhtml_tree_t* tree, myhtml_tree_node_t* node, void* context) {
  auto& bounds = *static_cast<Bounds*>(context);
  int depth = 0;
  for (; node; node = myhtml_node_parent(node)) ++depth;
  if (depth > kMaxHtmlDepth) bounds.cut = PageCut::kDepth;
  if (++bounds.nodes > kMaxHtmlNodes) bounds.cut = PageCut::kNodes;
  if (bounds.cut != PageCut::kNone)
    myhtml_tree_parse_flags_set(tree, MyHTML_TREE_PARSE_FLAGS_WITHOUT_BUILD_TREE);
}

struct Library {
  Library() {
    CHECK(myhtml && tree);
    CHECK(myhtml_init(myhtml, MyHTML_OPTIONS_PARSE_MODE_SINGLE, 1, 0) == 0);
    CHECK(myhtml_tree_init(tree, myhtml) == 0);
  }
  ~Library() {
    myhtml_tree_destroy(tree);
    myhtml_destroy(myhtml);
  }
  myhtml_t* myhtml = myhtml_create();
  myhtml_tree_t* tree = myhtml_tree_create();
};

}  // namespace

PageCut parse_html(std::string_view utf8, dom::Document& page) {
  thread_local Library library;
  Bounds bounds;
  if (utf8.size() > kMaxHtmlSize) bounds.cut = PageCut::kSize;
  utf8 = utf8.substr(0, kMaxHtmlSize);
  myhtml_tree_parse_flags_set(library.tree, MyHTML_TREE_PARSE_FLAGS_CLEAN);
  myhtml_callback_tree_node_insert_set(library.tree, count, &bounds);
  CHECK(myhtml_parse_single(library.tree, MyENCODING_UTF_8, utf8.data(), utf8.size()) ==
        MyHTML_STATUS_OK);
  Copier copier(page);
  copier.copy(myhtml_tree_get_node_html(library.tree));
  return bounds.cut;
}

}  // namespace curlew::parse
