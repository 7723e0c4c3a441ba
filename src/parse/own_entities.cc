#include "parse/own_entities.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "parse/character_references.h"

namespace curlew::parse {
namespace {

constexpr std::size_t kMaxEntities = 1'000;  // HTML's own DTDs have 253.
constexpr std::size_t kMaxEntity = 1'024;
constexpr std::size_t kMaxName = 64;

// By name. An entity without a value was refused, and so is what refers to it.
using Entities = std::unordered_map<std::string_view, std::optional<std::string>>;

bool is_name_char(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '_' || c == '-' || c == '.' ||
         c == ':' || (c & 0x80) != 0;
}

// These mean what they mean, whatever a document says.
bool is_predefined(std::string_view name) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"lt", "gt", "amp", "quot", "apos"});
  return std::ranges::find(kNames, name) != kNames.end();
}

void skip_space(std::string_view& rest) {
  while (!rest.empty() && is_ascii_space(rest.front())) rest.remove_prefix(1);
}

std::string_view take_name(std::string_view& rest) {
  const auto* const end = std::ranges::find_if_not(rest, is_name_char);
  const std::string_view name = rest.substr(0, std::size_t(end - rest.begin()));
  rest.remove_prefix(name.size());
  return name;
}

// The name in "&name;" at the beginning of `text`; empty when that is not such a
// reference.
std::string_view referred_name(std::string_view text) {
  std::string_view rest = text.substr(1, kMaxName + 1);
  const std::string_view name = take_name(rest);
  return rest.starts_with(';') ? name : std::string_view();
}

// Past the end of what begins at the front of `rest` with `opening`: false where the
// end is missing.
bool skip_past(std::string_view& rest, std::string_view end, std::size_t from) {
  const std::size_t at = rest.find(end, from);
  if (at == rest.npos) return false;
  rest.remove_prefix(at + end.size());
  return true;
}

// The ">" of a declaration; within quotes it does not count.
bool skip_declaration(std::string_view& rest) {
  while (!rest.empty()) {
    const char c = rest.front();
    if (c == '"' || c == '\'') {
      if (!skip_past(rest, rest.substr(0, 1), 1)) return false;
      continue;
    }
    rest.remove_prefix(1);
    if (c == '>') return true;
  }
  return false;
}

class Subset {
 public:
  // `rest` begins behind the "[". False where the subset has no end.
  bool read(std::string_view& rest) {
    while (true) {
      skip_space(rest);
      if (rest.empty()) return false;
      if (rest.front() == ']') return true;
      if (!read_declaration(rest)) return false;
    }
  }

  Entities take() { return std::move(entities_); }

 private:
  bool read_declaration(std::string_view& rest) {
    if (rest.starts_with("<!--")) return skip_past(rest, "-->", 4);
    if (rest.starts_with("<?")) return skip_past(rest, "?>", 2);
    if (starts_with_ignoring_case(rest, "<!ENTITY")) read_entity(rest.substr(8));
    if (rest.starts_with('<')) return skip_declaration(rest);
    return skip_past(rest, ";", 0);  // "%name;"
  }

  void read_entity(std::string_view rest) {
    skip_space(rest);
    const std::string_view name = take_name(rest);
    skip_space(rest);
    if (name.empty() || name.size() > kMaxName || is_predefined(name)) return;
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return;
    const std::size_t end = rest.find(rest.front(), 1);
    if (end == rest.npos || entities_.size() >= kMaxEntities) return;
    // The first declaration is binding.
    entities_.try_emplace(name, value_of(rest.substr(1, end - 1)));
  }

  // With character references, and references to entities declared before, replaced
  // (XML 1.0 section 4.5).
  std::optional<std::string> value_of(std::string_view literal) const {
    std::string value;
    while (!literal.empty() && value.size() <= kMaxEntity) {
      const std::size_t run = std::min(literal.find('&'), literal.size());
      value += literal.substr(0, std::min(run, kMaxEntity + 1));
      literal.remove_prefix(run);
      if (literal.empty()) break;
      const std::size_t length = append_reference_of(literal, value);
      if (length == 0) return std::nullopt;
      literal.remove_prefix(length);
    }
    if (value.size() > kMaxEntity) return std::nullopt;
    return without_quotes(std::move(value));
  }

  // Appends what the reference at the front of `text` stands for. The length of what
  // was read; 0 where it refers to an entity that was refused.
  std::size_t append_reference_of(std::string_view text, std::string& value) const {
    if (text.starts_with("&#")) {
      const std::size_t length = reference_length(text);
      if (length > 0) append_decoded(value, text.substr(0, length));
      if (length > 0) return length;
    } else if (const auto known = entities_.find(referred_name(text));
               known != entities_.end()) {
      if (!known->second) return 0;
      value += *known->second;
      return known->first.size() + 2;
    }
    value += '&';
    return 1;
  }

  // An entity may stand in the value of an attribute, which a quote would end. Where it
  // has tags, those need their quotes.
  static std::string without_quotes(std::string value) {
    if (value.find('<') != value.npos || value.find_first_of("\"'") == value.npos) {
      return value;
    }
    std::string result;
    for (const char c : value) {
      if (c == '"') {
        result += "&quot;";
      } else if (c == '\'') {
        result += "&apos;";
      } else {
        result += c;
      }
    }
    return result;
  }

  Entities entities_;
};

// Goes behind the "[" of the DOCTYPE, which only declarations and comments precede.
bool find_subset(std::string_view& rest) {
  while (true) {
    rest.remove_prefix(std::min(rest.find('<'), rest.size()));
    if (rest.starts_with("<!--")) {
      if (!skip_past(rest, "-->", 4)) return false;
    } else if (rest.starts_with("<?")) {
      if (!skip_past(rest, ">", 2)) return false;
    } else {
      break;
    }
  }
  if (!starts_with_ignoring_case(rest, "<!DOCTYPE")) return false;
  while (!rest.empty() && rest.front() != '[') {
    const char c = rest.front();
    if (c == '>') return false;
    if (c == '"' || c == '\'') {
      if (!skip_past(rest, rest.substr(0, 1), 1)) return false;
    } else {
      rest.remove_prefix(1);
    }
  }
  if (rest.empty()) return false;
  rest.remove_prefix(1);
  return true;
}

// The length of the comment or CDATA at the front, in which nothing is a reference.
std::size_t length_without_references(std::string_view text) {
  for (const auto& [opening, end] :
       {std::pair<std::string_view, std::string_view>{"<!--", "-->"},
        std::pair<std::string_view, std::string_view>{"<![CDATA[", "]]>"}}) {
    if (!text.starts_with(opening)) continue;
    const std::size_t at = text.find(end, opening.size());
    // Without an end it is not one; looking again and again would be quadratic.
    return at == text.npos ? text.size() : at + end.size();
  }
  return 0;
}

std::string replaced(std::string_view rest, const Entities& entities,
                     Allowance& allowance) {
  std::string result;
  result.reserve(rest.size());
  while (!rest.empty()) {
    const std::size_t run = std::min(rest.find_first_of("&<"), rest.size());
    result += rest.substr(0, run);
    rest.remove_prefix(run);
    if (rest.empty()) break;
    std::size_t length = 1;
    const auto known =
        rest.front() == '&' ? entities.find(referred_name(rest)) : entities.end();
    if (known != entities.end() && known->second &&
        allowance.take(known->second->size())) {
      result += *known->second;
      length = known->first.size() + 2;
    } else {
      if (rest.front() == '<') {
        length = std::max<std::size_t>(1, length_without_references(rest));
      }
      result += rest.substr(0, length);
    }
    rest.remove_prefix(length);
  }
  return result;
}

}  // namespace

std::optional<std::string> with_own_entities(std::string_view document,
                                             Allowance& allowance) {
  std::string_view rest = document;
  if (!find_subset(rest)) return std::nullopt;
  Subset subset;
  if (!subset.read(rest)) return std::nullopt;
  const Entities entities = subset.take();
  if (entities.empty()) return std::nullopt;
  rest.remove_prefix(1);  // The "]".
  skip_declaration(rest);
  return replaced(rest, entities, allowance);
}

}  // namespace curlew::parse
