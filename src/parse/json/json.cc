#include "parse/json/json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

using model::Json;
namespace ondemand = simdjson::ondemand;

// Numbers as RFC 8259 has them: simdjson checks only those that it converts, and it
// refuses integers of more than 64 bits.
bool is_json_number(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && is_ascii_digit(text[at])) ++at;
    return at - begin;
  };
  const auto is_next = [&](std::string_view any) {
    return at < text.size() && any.find(text[at]) != any.npos;
  };
  if (is_next("-")) ++at;
  const bool is_zero = is_next("0");
  const std::size_t whole = digits();
  if (whole == 0 || (is_zero && whole > 1)) return false;
  if (is_next(".")) {
    ++at;
    if (digits() == 0) return false;
  }
  if (is_next("eE")) {
    ++at;
    if (is_next("+-")) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

class JsonTreeReader {
 public:
  explicit JsonTreeReader(int max_depth) : depth_left_(max_depth) {}

  // Throws simdjson_error.
  Json read(ondemand::value value) {
    switch (value.type()) {
      case ondemand::json_type::array:
        return read_array(value);
      case ondemand::json_type::object:
        return read_object(value);
      case ondemand::json_type::string:
        return Json::string(std::string(std::string_view(value.get_string())));
      case ondemand::json_type::number:
        return number(value.raw_json_token());
      case ondemand::json_type::boolean:
        return {.kind = value.get_bool() ? Json::Kind::kTrue : Json::Kind::kFalse};
      default:
        if (!value.is_null()) throw simdjson::simdjson_error(simdjson::N_ATOM_ERROR);
        return {};
    }
  }

  static Json number(std::string_view token) {
    token = trimmed(token);
    if (!is_json_number(token)) throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
    return {.kind = Json::Kind::kNumber, .text = std::string(token)};
  }

 private:
  void go_deeper() {
    if (--depth_left_ < 0) throw simdjson::simdjson_error(simdjson::DEPTH_ERROR);
  }

  Json read_array(ondemand::value value) {
    go_deeper();
    Json array = Json::array();
    for (ondemand::value item : value.get_array()) array.items.push_back(read(item));
    ++depth_left_;
    return array;
  }

  Json read_object(ondemand::value value) {
    go_deeper();
    Json object = Json::object();
    std::unordered_map<std::string, std::size_t> places;
    for (ondemand::field field : value.get_object()) {
      std::string key(std::string_view(field.unescaped_key()));
      const auto [place, is_new] = places.try_emplace(key, object.keys.size());
      Json item = read(field.value());
      if (is_new) {
        object.add(std::move(key), std::move(item));
      } else {
        object.items[place->second] = std::move(item);
      }
    }
    ++depth_left_;
    return object;
  }

  int depth_left_;
};

// Read as the one item of an array, since simdjson has other functions for a document
// that is a string, a number or a word.
Json read_whole(std::string_view bytes, int max_depth) {
  const simdjson::padded_string padded(std::string("[").append(bytes).append("]"));
  ondemand::parser parser;
  ondemand::document document = parser.iterate(padded);
  Json array = JsonTreeReader(max_depth + 1).read(document.get_value());
  const bool is_at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  if (!is_at_end || array.items.size() != 1)
    throw simdjson::simdjson_error(simdjson::TAPE_ERROR);
  return std::move(array.items[0]);
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    static constexpr std::string_view kShort = "\b\t\n\f\r\"\\";
    static constexpr std::string_view kLetters = "btnfr\"\\";
    const std::size_t found = c == '\0' ? kShort.npos : kShort.find(c);
    if (found != kShort.npos) {
      out.append({'\\', kLetters[found]});
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", c);
    } else {
      out += c;
    }
  }
  out += '"';
}

// By UTF-16 code units, as RFC 8785 wants it. UTF-8 sorts the same way, but for
// characters beyond the first plane, which UTF-16 puts before U+E000.
bool is_before_in_utf16(std::string_view a, std::string_view b) {
  const auto [x, y] = std::ranges::mismatch(a, b);
  if (x == a.end() || y == b.end()) return x == a.end() && y != b.end();
  const auto first = static_cast<unsigned char>(*x);
  const auto second = static_cast<unsigned char>(*y);
  const auto is_private = [](unsigned char c) { return c == 0xEE || c == 0xEF; };
  if (first >= 0xF0 && is_private(second)) return true;
  if (second >= 0xF0 && is_private(first)) return false;
  return first < second;
}

void append_canonical_json(std::string& out, const Json& value) {
  switch (value.kind) {
    case Json::Kind::kNull:
      out += "null";
      return;
    case Json::Kind::kFalse:
      out += "false";
      return;
    case Json::Kind::kTrue:
      out += "true";
      return;
    case Json::Kind::kString:
      append_json_string(out, value.text);
      return;
    case Json::Kind::kNumber: {
      double number = 0;
      std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
      out += to_javascript_number(number);
      return;
    }
    case Json::Kind::kArray:
      out += '[';
      for (const Json& item : value.items) {
        if (&item != &value.items.front()) out += ',';
        append_canonical_json(out, item);
      }
      out += ']';
      return;
    case Json::Kind::kObject:
      break;
  }
  std::vector<std::size_t> order(value.keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return is_before_in_utf16(value.keys[a], value.keys[b]);
  });
  out += '{';
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, value.keys[order[i]]);
    out += ':';
    append_canonical_json(out, value.items[order[i]]);
  }
  out += '}';
}

}  // namespace

Result<Json> parse_json(std::string_view bytes, int max_depth) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  try {
    return read_whole(bytes, max_depth);
  } catch (const simdjson::simdjson_error& error) {
    const bool is_depth = error.error() == simdjson::DEPTH_ERROR;
    return Error{is_depth ? ErrorKind::kLimit : ErrorKind::kMalformed,
                 fmt::format("JSON: {}", error.what())};
  }
}

std::string to_canonical_json(const Json& value) {
  std::string out;
  append_canonical_json(out, value);
  return out;
}

// ECMA-262, Number::toString.
std::string to_javascript_number(double value) {
  if (value == 0) return "0";
  // The shortest digits that read back as the same number: "d.ddde+XX".
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific)
                       .ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  std::string out;
  if (text.starts_with('-')) {
    out += '-';
    text.remove_prefix(1);
  }
  const std::size_t e = text.find('e');
  int exponent = 0;
  std::string_view written = text.substr(e + 1);
  if (written.starts_with('+')) written.remove_prefix(1);
  std::from_chars(written.data(), written.data() + written.size(), exponent);
  std::string digits(1, text[0]);
  if (e > 1) digits += text.substr(2, e - 2);
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;
  if (count <= point && point <= 21)
    return out.append(digits).append(static_cast<std::size_t>(point - count), '0');
  if (0 < point && point <= 21)
    return out.append(digits, 0, static_cast<std::size_t>(point))
        .append(".")
        .append(digits, static_cast<std::size_t>(point));
  if (-6 < point && point <= 0)
    return out.append("0.")
        .append(static_cast<std::size_t>(-point), '0')
        .append(digits);
  out += digits[0];
  if (count > 1) out.append(".").append(digits, 1);
  return out.append(fmt::format("e{}{}", exponent < 0 ? "-" : "+", std::abs(exponent)));
}

}  // namespace curlew::parse
