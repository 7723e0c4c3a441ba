#include "store/postgres/dialect.h"

#include <algorithm>

namespace curlew::store {
namespace {

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_';
}

// How much of `rest` is one piece: a comment, a quoted text, a word, a character.
std::size_t piece_length(std::string_view rest) {
  std::size_t end = 1;
  if (rest.starts_with("--")) {
    end = rest.find('\n');
  } else if (rest.front() == '\'') {
    end = rest.find('\'', 1);
    if (end != std::string_view::npos) ++end;
  } else if (is_word_char(rest.front())) {
    const auto* last = std::ranges::find_if_not(rest, is_word_char);
    end = static_cast<std::size_t>(last - rest.begin());
  }
  return std::min(end, rest.size());
}

}  // namespace

std::string to_postgres(std::string_view script) {
  constexpr std::string_view kRowId = "INTEGER PRIMARY KEY";
  constexpr std::string_view kHereAlone = "-- postgres:";
  std::string out;
  while (!script.empty()) {
    if (script.starts_with(kHereAlone)) script.remove_prefix(kHereAlone.size());
    if (script.starts_with(kRowId)) {
      out += "BIGINT PRIMARY KEY";
      script.remove_prefix(kRowId.size());
      continue;
    }
    const std::string_view piece = script.substr(0, piece_length(script));
    if (piece == "BLOB") {
      out += "BYTEA";
    } else if (piece == "TEXT") {
      out += "TEXT COLLATE \"C\"";
    } else {
      out += piece;
    }
    script.remove_prefix(piece.size());
  }
  return out;
}

std::string query_to_postgres(std::string_view sql) {
  constexpr std::string_view kPairs = "pairs($1, $2) AS pair";
  std::string out(sql);
  if (const std::size_t at = out.find(kPairs); at != std::string::npos) {
    out.replace(at, kPairs.size(), "unnest($1, $2) AS pair(first, second)");
  }
  return out;
}

}  // namespace curlew::store
