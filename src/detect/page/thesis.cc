#include "detect/page/thesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "dom/node_path.h"
#include "dom/text.h"
#include "dom/word_gap.h"

namespace curlew::detect {
namespace {

// Of the stored form.
constexpr std::size_t kLongestNotes = 64 << 10;

using dom::Document;
using dom::Node;
using dom::NodeId;
using dom::Tag;

bool is_blank_text(Node node) {
  return node.is_text() && std::ranges::all_of(node.text(), is_ascii_space);
}

bool is_cleaned_away(Node node) {
  return node.kind() == dom::NodeKind::kData || node.tag() == Tag::kScript ||
         node.tag() == Tag::kStyle || is_blank_text(node);
}

struct CleanNode {
  NodeId id = 0;
  std::uint32_t children = 0;
};

// In document order: names and numbers of children in this order are the whole tree.
std::vector<CleanNode> cleaned(const Document& page) {
  std::vector<CleanNode> nodes;
  // Where each node went.
  std::vector<std::uint32_t> places(page.size());
  for (NodeId id = 0; id < page.size();) {
    const Node node = page.node(id);
    if (is_cleaned_away(node)) {
      id = node.end();
      continue;
    }
    places[id] = std::uint32_t(nodes.size());
    nodes.push_back({id, 0});
    if (node.parent()) ++nodes[places[node.parent().id()]].children;
    ++id;
  }
  return nodes;
}

bool is_same_node(Node a, Node b) {
  return a.kind() == b.kind() && a.name() == b.name();
}

std::string collapsed(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t word = dom::size_of_word(text);
    if (word > 0 && !result.empty()) result += ' ';
    result += text.substr(0, word);
    text.remove_prefix(word);
    if (!text.empty()) text.remove_prefix(dom::word_gap_at(text).size);
  }
  return result;
}

bool is_structural(Node node) {
  switch (node.tag()) {
    case Tag::kDiv:
    case Tag::kTable:
    case Tag::kTr:
    case Tag::kTd:
    case Tag::kTh:
    case Tag::kUl:
    case Tag::kOl:
    case Tag::kLi:
    case Tag::kDl:
    case Tag::kSection:
    case Tag::kArticle:
    case Tag::kAside:
    case Tag::kHeader:
    case Tag::kFooter:
    case Tag::kNav:
    case Tag::kMain:
    case Tag::kForm:
    case Tag::kFieldset:
      return true;
    default:
      return false;
  }
}

// The part that a text node belongs to.
Node part_of(Node text) {
  for (Node node = text.parent(); node; node = node.parent())
    if (is_structural(node)) return node;
  return text;
}

// Paths of parts. The texts in a node are numbered once: strangers' pages may have a
// hundred thousand in one.
class PartPaths {
 public:
  explicit PartPaths(const Document& page) : paths_(page) {}

  std::string path_of(Node part) {
    if (part.is_element()) return paths_.xpath(part);
    return fmt::format("{}/text()[{}]", paths_.xpath(part.parent()),
                       place_among_texts(part));
  }

 private:
  std::uint32_t place_among_texts(Node text) {
    if (const auto known = places_.find(text.id()); known != places_.end())
      return known->second;
    std::uint32_t place = 0;
    for (const Node sibling : text.parent().children())
      if (sibling.is_text()) places_[sibling.id()] = ++place;
    return places_[text.id()];
  }

  dom::NodePaths paths_;
  std::unordered_map<NodeId, std::uint32_t> places_;
};

std::string text_of_part(Node part) {
  return part.is_text() ? collapsed(part.text()) : dom::text_of(part);
}

// "div[2]": the second child of that name; without a number the first.
Node child_at(Node parent, std::string_view step) {
  const std::size_t bracket = std::min(step.find('['), step.size());
  const std::string_view name = step.substr(0, bracket);
  std::uint32_t place = 1;
  if (bracket < step.size())
    std::from_chars(step.data() + bracket + 1, step.data() + step.size(), place);
  for (const Node child : parent.children()) {
    const bool is_named = name == "text()" ? child.is_text() : child.name() == name;
    if (is_named && --place == 0) return child;
  }
  return {};
}

// None when the page has no such path.
Node find_path(const Document& page, std::string_view path) {
  Node node = page.root();
  // The first step is the root itself.
  path.remove_prefix(std::min(path.find('/', 1), path.size()));
  while (node && path.size() > 1) {
    const std::size_t end = std::min(path.find('/', 1), path.size());
    node = child_at(node, path.substr(1, end - 1));
    path.remove_prefix(end);
  }
  return node;
}

std::vector<ThesisPart> compare_all(const Document& old, const Document& now,
                                    const std::vector<CleanNode>& old_nodes,
                                    const std::vector<CleanNode>& now_nodes) {
  std::vector<ThesisPart> parts;
  PartPaths paths(now);
  std::unordered_set<NodeId> told;
  for (std::size_t i = 0; i < now_nodes.size(); ++i) {
    const Node before = old.node(old_nodes[i].id);
    const Node after = now.node(now_nodes[i].id);
    if (!after.is_text() || collapsed(before.text()) == collapsed(after.text()))
      continue;
    const Node part = part_of(after);
    if (!told.insert(part.id()).second) continue;
    parts.push_back(
        {paths.path_of(part), text_of_part(part_of(before)), text_of_part(part)});
  }
  return parts;
}

// Only the parts that changed most often.
std::vector<ThesisPart> compare_parts(const Document& now, ThesisNotes& notes) {
  const std::uint32_t highest =
      std::ranges::max_element(notes.parts, {}, &DynamicPart::counter)->counter;
  std::vector<ThesisPart> changed;
  for (DynamicPart& part : notes.parts) {
    if (part.counter != highest) continue;
    const Node node = find_path(now, part.path);
    if (!node) continue;
    std::string text = text_of_part(node);
    if (text == part.text) continue;
    changed.push_back({part.path, part.text, text});
    part.text = std::move(text);
    ++part.counter;
  }
  return changed;
}

}  // namespace

ThesisChange detect_as_in_thesis(const Document& old, const Document& now,
                                 ThesisNotes& notes) {
  const std::vector<CleanNode> old_nodes = cleaned(old);
  const std::vector<CleanNode> now_nodes = cleaned(now);
  ThesisChange change;
  change.is_structural = !std::ranges::equal(
      old_nodes, now_nodes, [&](const CleanNode& a, const CleanNode& b) {
        return a.children == b.children && is_same_node(old.node(a.id), now.node(b.id));
      });
  if (change.is_structural) {
    ++notes.structural;
    return change;
  }
  if (notes.parts.empty()) {
    change.parts = compare_all(old, now, old_nodes, now_nodes);
    for (const ThesisPart& part : change.parts)
      notes.parts.push_back({part.path, part.after, 1});
  } else {
    change.parts = compare_parts(now, notes);
  }
  change.is_textual = !change.parts.empty();
  if (change.is_textual) ++notes.textual;
  return change;
}

std::string to_bytes(const ThesisNotes& notes) {
  std::string bytes = fmt::format("1 {} {}\n", notes.structural, notes.textual);
  std::vector<const DynamicPart*> parts;
  for (const DynamicPart& part : notes.parts) parts.push_back(&part);
  std::ranges::stable_sort(parts, std::greater<>(), &DynamicPart::counter);
  for (const DynamicPart* part : parts) {
    std::string each = fmt::format("{} {} {}\n{}{}", part->counter, part->path.size(),
                                   part->text.size(), part->path, part->text);
    if (bytes.size() + each.size() > kLongestNotes) break;
    bytes += each;
  }
  return bytes;
}

Result<ThesisNotes> parse_thesis_notes(std::string_view bytes) {
  ThesisNotes notes;
  if (bytes.empty()) return notes;
  const Error malformed{ErrorKind::kMalformed, "these are no notes of a page"};
  // Three numbers and the end of their line.
  const auto take_line = [&](auto& a, auto& b, auto& c) {
    const auto take = [&](auto& number, char end) {
      const auto [next, error] =
          std::from_chars(bytes.data(), bytes.data() + bytes.size(), number);
      const auto size = std::size_t(next - bytes.data());
      if (error != std::errc() || size >= bytes.size() || *next != end) return false;
      bytes.remove_prefix(size + 1);
      return true;
    };
    return take(a, ' ') && take(b, ' ') && take(c, '\n');
  };
  int form = 0;
  if (!take_line(form, notes.structural, notes.textual) || form != 1) return malformed;
  while (!bytes.empty()) {
    DynamicPart part;
    std::uint32_t path = 0;
    std::uint32_t text = 0;
    if (!take_line(part.counter, path, text)) return malformed;
    if (std::size_t{path} + text > bytes.size()) return malformed;
    part.path = bytes.substr(0, path);
    part.text = bytes.substr(path, text);
    bytes.remove_prefix(std::size_t{path} + text);
    notes.parts.push_back(std::move(part));
  }
  return notes;
}

}  // namespace curlew::detect
