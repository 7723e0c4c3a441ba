#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "dom/selector.h"

namespace curlew::dom {
namespace {

using Kind = SimpleSelector::Kind;

constexpr int kMaxNesting = 8;  // Of :is() and :not() in each other.
constexpr int kMaxNth = 1'000'000;

bool begins_name(char c) {
  return is_ascii_alpha(c) || c == '_' || c == '\\' || static_cast<signed char>(c) < 0;
}

bool is_name_part(char c) { return begins_name(c) || is_ascii_digit(c) || c == '-'; }

char32_t character_of(std::uint32_t code) {
  const bool is_none =
      code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000);
  return is_none ? U'\uFFFD' : char32_t(code);
}

// Reads left to right; each function leaves at_ behind what it took.
class SelectorParser {
 public:
  explicit SelectorParser(std::string_view css) : css_(css) {}

  Result<Selector> parse() {
    if (css_.size() > kMaxSelectorBytes)
      return Error{ErrorKind::kLimit, fmt::format("selector: {} bytes, at most {}",
                                                  css_.size(), kMaxSelectorBytes)};
    TRY_ASSIGN(rules_.ends, read_list());
    if (!is_at_end()) return wrong("expected a selector");
    return Selector(std::move(rules_));
  }

 private:
  bool is_at_end() const { return at_ == css_.size(); }
  char peek() const { return is_at_end() ? '\0' : css_[at_]; }

  bool take(std::string_view text) {
    if (!css_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  bool skip_space() {
    const std::size_t start = at_;
    while (!is_at_end() && is_ascii_space(css_[at_])) ++at_;
    return at_ > start;
  }

  Error wrong(std::string_view what) const {
    const std::string found =
        is_at_end() ? "the end"
                    : fmt::format("'{}'", utf8_prefix(css_.substr(at_), 12));
    return Error{ErrorKind::kMalformed,
                 fmt::format("selector '{}': {} at character {}, found {}", css_, what,
                             at_ + 1, found)};
  }

  // selector ("," selector)*, until ')' or the end.
  Result<CompoundSet> read_list() {
    CompoundSet ends = 0;
    do {
      skip_space();
      TRY_ASSIGN(const std::size_t end, read_complex());
      ends |= CompoundSet(1) << end;
    } while (take(","));
    return ends;
  }

  // compound (combinator compound)*; returns the index of the last one.
  Result<std::size_t> read_complex() {
    Combinator combinator = Combinator::kNone;
    std::size_t left = 0;
    do {
      TRY_ASSIGN(left, read_compound(combinator, left));
      combinator = read_combinator();
    } while (combinator != Combinator::kNone);
    return left;
  }

  Combinator read_combinator() {
    const bool has_space = skip_space();
    const char c = peek();
    const Combinator combinator = c == '>'   ? Combinator::kChild
                                  : c == '+' ? Combinator::kNextSibling
                                  : c == '~' ? Combinator::kLaterSibling
                                             : Combinator::kNone;
    if (combinator != Combinator::kNone) {
      ++at_;
      skip_space();
      return combinator;
    }
    const bool ends = is_at_end() || c == ',' || c == ')';
    return has_space && !ends ? Combinator::kDescendant : Combinator::kNone;
  }

  Result<std::size_t> read_compound(Combinator combinator, std::size_t left) {
    Compound compound{combinator, left, {}};
    const std::size_t start = at_;
    TRY(read_type(compound));
    while (!is_at_end()) {
      const std::size_t before = at_;
      TRY(read_condition(compound));
      if (at_ == before) break;
    }
    if (at_ == start) return wrong("expected a selector");
    if (rules_.compounds.size() == kMaxSelectorCompounds)
      return Error{ErrorKind::kLimit,
                   fmt::format("selector: more than {} compounds in '{}'",
                               kMaxSelectorCompounds, css_)};
    rules_.compounds.push_back(std::move(compound));
    return rules_.compounds.size() - 1;
  }

  Result<void> read_type(Compound& compound) {
    if (take("*") || (!begins_name(peek()) && peek() != '-')) return {};
    TRY_ASSIGN(const std::string name, read_name());
    const Tag tag = find_tag(to_ascii_lower(name));
    if (tag != Tag::kOther)
      compound.conditions.push_back({.kind = Kind::kTag, .tag = tag});
    else
      compound.conditions.push_back({.kind = Kind::kOtherName, .name = name});
    return {};
  }

  // One condition, or nothing where none begins.
  Result<void> read_condition(Compound& compound) {
    if (take(".")) {
      TRY_ASSIGN(std::string name, read_name());
      compound.conditions.push_back({.kind = Kind::kClass, .value = std::move(name)});
    } else if (take("#")) {
      TRY_ASSIGN(std::string name, read_name());
      compound.conditions.push_back({.kind = Kind::kAttribute,
                                     .attribute = AttributeName::kId,
                                     .comparison = Comparison::kEquals,
                                     .value = std::move(name)});
    } else if (take("[")) {
      return read_attribute(compound);
    } else if (take(":")) {
      return read_pseudo_class(compound);
    }
    return {};
  }

  Result<void> read_attribute(Compound& compound) {
    skip_space();
    TRY_ASSIGN(const std::string name, read_name());
    SimpleSelector condition{.kind = Kind::kAttribute,
                             .attribute = find_attribute_name(to_ascii_lower(name)),
                             .name = name};
    skip_space();
    if (!take("]")) {
      TRY_ASSIGN(condition.comparison, read_comparison());
      skip_space();
      TRY_ASSIGN(condition.value, read_value());
      if (skip_space() && (take("i") || take("I")))
        condition.value_case = Case::kIgnored;
      skip_space();
      if (!take("]")) return wrong("expected ']'");
    }
    compound.conditions.push_back(std::move(condition));
    return {};
  }

  Result<Comparison> read_comparison() {
    if (take("=")) return Comparison::kEquals;
    if (take("~=")) return Comparison::kHasWord;
    if (take("|=")) return Comparison::kDashPrefix;
    if (take("^=")) return Comparison::kStartsWith;
    if (take("$=")) return Comparison::kEndsWith;
    if (take("*=")) return Comparison::kContains;
    return wrong("expected ']' or one of = ~= |= ^= $= *=");
  }

  Result<std::string> read_value() {
    const char quote = peek();
    if (quote != '"' && quote != '\'') return read_name();
    ++at_;
    std::string value;
    while (peek() != quote) {
      if (is_at_end()) return wrong("expected the closing quote");
      read_character(value);
    }
    ++at_;
    return value;
  }

  Result<void> read_pseudo_class(Compound& compound) {
    const std::size_t start = at_;
    TRY_ASSIGN(const std::string name, read_name());
    if (name == "nth-child" || name == "is" || name == "not")
      return read_functional(compound, name);
    const bool is_first = name == "first-child" || name == "only-child";
    const bool is_last = name == "last-child" || name == "only-child";
    if (is_first) compound.conditions.push_back({.kind = Kind::kNthChild, .offset = 1});
    if (is_last) compound.conditions.push_back({.kind = Kind::kLastChild});
    if (is_first || is_last) return {};
    at_ = start;
    return wrong("expected a pseudo-class that is supported");
  }

  Result<void> read_functional(Compound& compound, std::string_view name) {
    if (!take("(")) return wrong("expected '('");
    SimpleSelector condition;
    if (name == "nth-child")
      TRY(read_nth(condition));
    else
      TRY(read_alternatives(condition, name == "is" ? Kind::kIs : Kind::kNot));
    if (!take(")")) return wrong("expected ')'");
    compound.conditions.push_back(std::move(condition));
    return {};
  }

  Result<void> read_alternatives(SimpleSelector& condition, Kind kind) {
    if (nesting_ == kMaxNesting) return wrong("nested too deep");
    ++nesting_;
    condition.kind = kind;
    TRY_ASSIGN(condition.alternatives, read_list());
    --nesting_;
    return {};
  }

  // "odd", "even", "3", "2n", "-n+3", "2n + 1"
  // (https://www.w3.org/TR/css-syntax-3/#anb).
  Result<void> read_nth(SimpleSelector& condition) {
    condition.kind = Kind::kNthChild;
    skip_space();
    if (take("odd")) {
      condition.step = 2;
      condition.offset = 1;
    } else if (take("even")) {
      condition.step = 2;
    } else {
      TRY(read_step_and_offset(condition));
    }
    skip_space();
    return {};
  }

  Result<void> read_step_and_offset(SimpleSelector& condition) {
    const int sign = take("-") ? -1 : (take("+"), 1);
    const std::optional<int> number = read_number();
    if (!take("n") && !take("N")) {
      if (!number) return wrong("expected a number, 'odd', 'even' or 'an+b'");
      condition.offset = sign * *number;
      return {};
    }
    condition.step = sign * number.value_or(1);
    skip_space();
    if (peek() != '+' && peek() != '-') return {};
    const int offset_sign = css_[at_++] == '-' ? -1 : 1;
    skip_space();
    const std::optional<int> offset = read_number();
    if (!offset) return wrong("expected a number");
    condition.offset = offset_sign * *offset;
    return {};
  }

  std::optional<int> read_number() {
    int number = 0;
    const char* const end = css_.data() + css_.size();
    const auto [stop, error] = std::from_chars(css_.data() + at_, end, number);
    if (error != std::errc() || !is_ascii_digit(peek()) || number > kMaxNth)
      return std::nullopt;
    at_ = std::size_t(stop - css_.data());
    return number;
  }

  Result<std::string> read_name() {
    std::string name;
    while (!is_at_end() && is_name_part(css_[at_])) read_character(name);
    if (name.empty()) return wrong("expected a name");
    return name;
  }

  // One byte, or the character that a backslash writes: "\:" or "\3A ".
  void read_character(std::string& out) {
    const char c = css_[at_++];
    if (c != '\\' || is_at_end()) {
      out += c;
      return;
    }
    std::uint32_t code = 0;
    const std::string_view digits = css_.substr(at_, 6);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc()) {
      out += css_[at_++];
      return;
    }
    at_ = std::size_t(stop - css_.data());
    if (!is_at_end() && is_ascii_space(css_[at_])) ++at_;
    append_utf8(out, character_of(code));
  }

  const std::string_view css_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  SelectorRules rules_;
};

}  // namespace

Result<Selector> parse_selector(std::string_view css) {
  return SelectorParser(css).parse();
}

}  // namespace curlew::dom
