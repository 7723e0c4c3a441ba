#include "parse/html/depth.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "parse/html/tag_scanner.h"

namespace curlew::parse {
namespace {

// How an element ends (HTML standard, "stack of open elements", "active formatting").
enum class Kind {
  kFlat,        // Void, or ended by the next of its kind: adds no depth of its own.
  kPlain,       // Its end tag is ignored while a block is open inside.
  kBlock,       // Its end tag closes everything inside, up to a scope.
  kScope,       // A block that hides what is outside from the end tags inside.
  kFormatting,  // Opens again in the next block when it was not ended itself.
};

struct Named {
  std::string_view name;
  Kind kind;
};

constexpr auto kKinds = std::to_array<Named>({
    {"a", Kind::kFormatting},
    {"address", Kind::kBlock},
    {"applet", Kind::kScope},
    {"area", Kind::kFlat},
    {"article", Kind::kBlock},
    {"aside", Kind::kBlock},
    {"b", Kind::kFormatting},
    {"base", Kind::kFlat},
    {"basefont", Kind::kFlat},
    {"bgsound", Kind::kFlat},
    {"big", Kind::kFormatting},
    {"blockquote", Kind::kBlock},
    {"body", Kind::kFlat},
    {"br", Kind::kFlat},
    {"button", Kind::kBlock},
    {"caption", Kind::kFlat},
    {"center", Kind::kBlock},
    {"code", Kind::kFormatting},
    {"col", Kind::kFlat},
    {"colgroup", Kind::kFlat},
    {"dd", Kind::kFlat},
    {"details", Kind::kBlock},
    {"dir", Kind::kBlock},
    {"div", Kind::kBlock},
    {"dl", Kind::kBlock},
    {"dt", Kind::kFlat},
    {"em", Kind::kFormatting},
    {"embed", Kind::kFlat},
    {"fieldset", Kind::kBlock},
    {"figcaption", Kind::kBlock},
    {"figure", Kind::kBlock},
    {"font", Kind::kFormatting},
    {"footer", Kind::kBlock},
    {"form", Kind::kBlock},
    {"frame", Kind::kFlat},
    {"frameset", Kind::kBlock},
    {"h1", Kind::kBlock},
    {"h2", Kind::kBlock},
    {"h3", Kind::kBlock},
    {"h4", Kind::kBlock},
    {"h5", Kind::kBlock},
    {"h6", Kind::kBlock},
    {"head", Kind::kFlat},
    {"header", Kind::kBlock},
    {"hgroup", Kind::kBlock},
    {"hr", Kind::kFlat},
    {"html", Kind::kFlat},
    {"i", Kind::kFormatting},
    {"img", Kind::kFlat},
    {"input", Kind::kFlat},
    {"keygen", Kind::kFlat},
    {"li", Kind::kFlat},
    {"link", Kind::kFlat},
    {"listing", Kind::kBlock},
    {"main", Kind::kBlock},
    {"marquee", Kind::kScope},
    {"menu", Kind::kBlock},
    {"meta", Kind::kFlat},
    {"nav", Kind::kBlock},
    {"nobr", Kind::kFormatting},
    {"object", Kind::kScope},
    {"ol", Kind::kBlock},
    {"optgroup", Kind::kFlat},
    {"option", Kind::kFlat},
    {"p", Kind::kFlat},
    {"param", Kind::kFlat},
    {"pre", Kind::kBlock},
    {"rp", Kind::kFlat},
    {"rt", Kind::kFlat},
    {"s", Kind::kFormatting},
    {"search", Kind::kBlock},
    {"section", Kind::kBlock},
    {"select", Kind::kBlock},
    {"small", Kind::kFormatting},
    {"source", Kind::kFlat},
    {"strike", Kind::kFormatting},
    {"strong", Kind::kFormatting},
    {"summary", Kind::kBlock},
    {"table", Kind::kScope},
    {"tbody", Kind::kFlat},
    {"td", Kind::kFlat},
    {"template", Kind::kScope},
    {"tfoot", Kind::kFlat},
    {"th", Kind::kFlat},
    {"thead", Kind::kFlat},
    {"tr", Kind::kFlat},
    {"track", Kind::kFlat},
    {"tt", Kind::kFormatting},
    {"u", Kind::kFormatting},
    {"ul", Kind::kBlock},
    {"wbr", Kind::kFlat},
});
static_assert(std::ranges::is_sorted(kKinds, {}, &Named::name));

Kind kind_of(std::string_view lower_name) {
  const auto found = std::ranges::lower_bound(kKinds, lower_name, {}, &Named::name);
  const bool is_known = found != kKinds.end() && found->name == lower_name;
  return is_known ? found->kind : Kind::kPlain;
}

struct Open {
  std::size_t name;  // Hashes: of the name, and of the whole tag.
  std::size_t tag;
  Kind kind;
  bool is_pending = false;  // Formatting that was closed from outside.
  int foreign = 0;          // How many roots of SVG and MathML were open around it.
};

class Stack {
 public:
  std::size_t depth() const { return open_.size(); }

  void push(const Open& element) { open_.push_back(element); }

  // What was around the element that the end tag closed; nullopt when it closed none.
  std::optional<int> end(std::size_t name, Kind kind) {
    const std::size_t at = find(name, kind);
    if (at == open_.size()) return std::nullopt;
    const int foreign = open_[at].foreign;
    if (kind == Kind::kFormatting)
      open_.erase(open_.begin() + std::ptrdiff_t(at));
    else
      close_from(at);
    return foreign;
  }

 private:
  // The element that the end tag closes; size() when it closes none.
  std::size_t find(std::size_t name, Kind kind) const {
    for (std::size_t at = open_.size(); at-- > 0;) {
      const Open& element = open_[at];
      if (element.name == name) return at;
      const bool is_special =
          element.kind == Kind::kBlock || element.kind == Kind::kScope;
      if (kind == Kind::kPlain && is_special) break;
      if (kind != Kind::kScope && element.kind == Kind::kScope) break;
    }
    return open_.size();
  }

  // Formatting elements stay: the parser opens them again, though not more than three
  // of the same kind (the standard's "Noah's Ark clause").
  void close_from(std::size_t at) {
    std::size_t kept = at;
    for (std::size_t i = at + 1; i < open_.size(); ++i) {
      if (open_[i].kind != Kind::kFormatting) continue;
      open_[i].is_pending = true;
      if (pending_like(open_[i], kept) < 3) open_[kept++] = open_[i];
    }
    open_.resize(kept);
  }

  std::ptrdiff_t pending_like(const Open& element, std::size_t end) const {
    return std::count_if(open_.begin(), open_.begin() + std::ptrdiff_t(end),
                         [&](const Open& other) {
                           return other.is_pending && other.tag == element.tag;
                         });
  }

  std::vector<Open> open_;
};

bool is_foreign_root(std::string_view name) { return name == "svg" || name == "math"; }

// Where HTML begins again inside SVG and MathML ("integration points"). They hide what
// is outside, like a table does, until they end.
bool is_integration_point(std::string_view name) {
  return name == "foreignobject" || name == "desc" || name == "mi" || name == "mo" ||
         name == "mn" || name == "ms" || name == "mtext" || name == "annotation-xml";
}

// The start tags that end SVG and MathML around them, whatever is open there ("rules
// for parsing tokens in foreign content").
bool leaves_foreign_content(std::string_view name) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"b",       "big",   "blockquote", "body",   "br",     "center", "code", "dd",
       "div",     "dl",    "dt",         "em",     "embed",  "h1",     "h2",   "h3",
       "h4",      "h5",    "h6",         "head",   "hr",     "i",      "img",  "li",
       "listing", "menu",  "meta",       "nobr",   "ol",     "p",      "pre",  "ruby",
       "s",       "small", "span",       "strike", "strong", "sub",    "sup",  "table",
       "tt",      "u",     "ul",         "var"});
  static_assert(std::ranges::is_sorted(kNames));
  return std::ranges::binary_search(kNames, name);
}

// A start tag of these first ends an open element of the same name.
bool ends_its_own_kind(std::string_view name) {
  return name == "a" || name == "nobr" || name == "button";
}

// Tags of HTML end SVG and MathML around them; these are the ones that kKinds lacks.
bool is_plain_html(std::string_view name) {
  return name == "span" || name == "sub" || name == "sup" || name == "var" ||
         name == "ruby";
}

class DepthCounter {
 public:
  // False when this tag goes too deep.
  bool add(const ScannedTag& tag, std::size_t levels) {
    const std::string name = to_ascii_lower(tag.name);
    const int around = foreign_;
    const bool is_gate = around > 0 && !tag.is_end && is_integration_point(name);
    if (is_gate && tag.is_self_closing) return true;
    const Kind kind = is_gate ? Kind::kScope : kind_of(name);
    follow_foreign(tag, name, kind);
    if (kind == Kind::kFlat) return true;
    const std::hash<std::string_view> hash;
    // Inside SVG and MathML they are ordinary elements, and end nothing.
    if (tag.is_end || (ends_its_own_kind(name) && !may_be_foreign_)) {
      const std::optional<int> left = stack_.end(hash(name), kind);
      if (left && is_integration_point(name)) foreign_ = *left;
    }
    // Only elements of SVG and MathML can close themselves.
    if (tag.is_end || (tag.is_self_closing && foreign_ > 0)) return true;
    stack_.push(
        {hash(name), hash(name) * 31 + hash(tag.attributes), kind, false, around});
    return stack_.depth() <= levels;
  }

 private:
  void follow_foreign(const ScannedTag& tag, std::string_view name, Kind kind) {
    if (tag.is_end ? is_integration_point(name)
                   : is_foreign_root(name) && !tag.is_self_closing)
      may_be_foreign_ = true;
    else if (!tag.is_end && leaves_foreign_content(name))
      may_be_foreign_ = false;
    if (is_foreign_root(name))
      foreign_ = std::max(0, foreign_ + (tag.is_end ? -1 : !tag.is_self_closing));
    else if (kind != Kind::kPlain || is_plain_html(name))
      foreign_ = 0;
  }

  Stack stack_;
  // Two guesses at one thing, each wrong on its safe side: a self-closing tag is
  // believed where foreign_ says so, an element that ends its own kind where
  // may_be_foreign_ does not.
  int foreign_ = 0;
  bool may_be_foreign_ = false;
};

}  // namespace

std::size_t find_too_deep(std::string_view html, int levels) {
  TagScanner tags(html);
  DepthCounter counter;
  while (const auto tag = tags.next())
    if (!counter.add(*tag, std::size_t(levels))) return tag->position;
  return html.npos;
}

}  // namespace curlew::parse
